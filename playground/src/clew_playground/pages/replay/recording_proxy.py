"""The questions of a player to the memory before it decides, and the answers."""

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from clew.agents.ariadne.play import GamePlayer
from clew.agents.environment import Observation
from clew.api.world import World
from clew.model.triplet import Triplet
from clew.model.world import Held, Recollection, Route, RunStep

RECALL = "recall"
"""How a question begins that is a search of the memory."""

_QUESTIONS = (
    *(RECALL, "triplets", "place", "where", "inside", "contents", "inventory", "unexplored", "route", "nearest"),
    *("history", "done"),
)
_OF_WHAT = (
    "queries",
    "goals",
    "goal",
    "subject",
    "predicate",
    "object",
    "thing",
    "container",
    "place",
    "action",
    "verbs",
)
"""Parameters that say what is asked; the others say how."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to the memory, and its answer.

    Attributes:
        question: method and names, such as ``where key 1``.
        triplets: that the answer has.
        words: of the answer beside these.
        steps: of the observations that the answer has.
    """

    question: str
    triplets: tuple[Triplet, ...] = ()
    words: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()

    @property
    def answer(self) -> tuple[str, ...]:
        """All of it in words."""
        return (*(each.text for each in self.triplets), *self.words, *(f"step {each}" for each in self.steps))


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice of a player, and its questions before; a question that was asked again is not repeated."""

    choice: str
    asked: tuple[Asked, ...] = ()


@dataclass
class Overheard:
    """A player whose questions to the memory are overheard; it plays as it would otherwise."""

    player: GamePlayer
    decisions: list[Decision] = field(default_factory=list[Decision])

    def choose(self, world: World, moment: Observation) -> str:
        """Return the player's choice."""
        heard: list[Asked] = []
        choice = self.player.choose(_listening(world, heard), moment)
        self.decisions.append(Decision(choice, tuple(dict.fromkeys(heard))))
        return choice


def _listening(world: World, heard: list[Asked]) -> World:
    """Return the same door, recorded; its methods call each other behind it, so only what was asked is recorded."""
    door = copy.copy(world)
    for name in _QUESTIONS:
        setattr(door, name, partial(_ask, name, getattr(world, name), heard))
    return door


def _ask(name: str, method: Callable[..., object], heard: list[Asked], /, *given: Any, **named: Any) -> object:  # noqa: ANN401
    asked = inspect.signature(method).bind(*given, **named)
    asked.apply_defaults()
    for parameter, value in asked.arguments.items():
        if isinstance(value, Iterator):  # it can be read once only
            asked.arguments[parameter] = tuple(cast("Iterator[str]", value))
    found = method(*asked.args, **asked.kwargs)
    heard.append(_asked(_question(name, asked.arguments), found))
    return found


def _question(name: str, given: Mapping[str, object]) -> str:
    about = [value for parameter, value in given.items() if parameter in _OF_WHAT]
    any_ = "\N{HORIZONTAL ELLIPSIS}" if name == "triplets" else ""
    return " ".join(filter(None, (name, *(any_ if each is None else ", ".join(_names(each)) for each in about))))


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    names = [str(each) for each in cast("Iterable[object]", value)]
    return sorted(names) if isinstance(value, AbstractSet) else names


def _asked(question: str, found: object) -> Asked:
    match found:
        case Recollection():
            return _of_several(question, (*found.triplets, *found.episodes))
        case Route():
            return Asked(question, words=found.actions)
        case Mapping():
            said = cast("Mapping[str, str | tuple[str, ...]]", found)
            return Asked(question, words=tuple(f"{key} ({', '.join(_names(each))})" for key, each in said.items()))
        case tuple():
            return _of_several(question, cast("tuple[object, ...]", found))
        case _:
            return Asked(question, words=(found,) if isinstance(found, str) and found else ())


def _of_several(question: str, found: tuple[object, ...]) -> Asked:
    return Asked(
        question,
        tuple(each.triplet for each in found if isinstance(each, Held)),
        tuple(each for each in found if isinstance(each, str)),
        tuple(each.step for each in found if isinstance(each, RunStep)),
    )
