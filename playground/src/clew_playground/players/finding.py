"""Finding one of a kind, without a model: "find a plant, focus on it, and move it to the red box".

The memory's encoder tells things of the kind by their names alone: no rule knows a thing of the game. The kinds are the
words of the tasks, with what they mean in other words, and what they are told apart from.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from clew.agents.environment import Observation
from clew.api.world import World
from clew.text.names import normalise
from clew_playground.players.situation import TAKE, Situation

_LIVING, _LIFELESS = ("animal", "plant"), ("object", "container", "substance")
KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"animal": ("animal",), "plant": ("plant",), "living thing": _LIVING, "non-living thing": _LIFELESS}
)
"""The kinds that may be asked for, each with its words; the words of the others tell it apart."""

_TASK = re.compile(
    r"\bfind an?(?:\(n\))? ([\w -]+)\..*?\b(?:to|into|in) the ([\w -]+?)(?: in the [\w -]+)?\.", re.DOTALL
)
_FOCUS = "focus on"


@dataclass(frozen=True, slots=True)
class Finder:
    """Goes through the whole house, takes what is most of the kind, focuses on it, and carries it to its box.

    It focuses on nothing that it does not hold: the game takes the first focus for the find.

    Attributes:
        task: what shall be done, in the game's words; empty: the first observation of the run, which begins with it.
    """

    task: str = ""

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: the first errand that is possible now."""
        now = _Search(world, moment, self.task)
        return next(filter(None, _ideas(now)), "") or now.idle()


@dataclass(frozen=True)
class _Search(Situation):
    """The situation of who looks for one of a kind."""

    words: str

    @cached_property
    def task(self) -> tuple[str, str]:
        """The kind that is asked for, and where it shall be."""
        match = _TASK.search(self.words or self.world.history(most=self.world.steps())[-1].text)
        return (match[1], normalise(match[2])) if match else ("", "")

    @cached_property
    def focused(self) -> str:
        """The thing that the game was told to look at as the one that was found."""
        steps = self.world.history(most=self.world.steps())
        done = (each.action.removeprefix(_FOCUS) for each in steps if each.action.startswith(_FOCUS))
        return normalise(next(done, ""))

    @cached_property
    def candidates(self) -> list[str]:
        """All things that are in a place and are none, by how much they are of the kind."""
        kind, box = self.task
        things = {each.triplet.subject for each in self.world.triplets(None, "is in")}
        things |= {each.triplet.subject for each in self.world.triplets(None, "is on")}
        return ranked(self.world, kind, sorted(things - {box}))


def ranked(world: World, kind: str, names: list[str]) -> list[str]:
    """Sort names by how much closer they are in meaning to the words of a kind than to those of the others.

    Args:
        world: whose memory's encoder tells.
        kind: one of `KINDS`; of any other word, itself.
        names: of things.
    """
    own = KINDS.get(kind, (kind,))
    others = tuple(word for word in (*_LIVING, *_LIFELESS) if word not in own)
    if not names:
        return names
    vectors, embed = np.array(world.memory.space.embed(names)), world.memory.space.embed_query
    close = {word: vectors @ np.array(embed(word)) for word in (*own, *others)}
    margin = np.max([close[word] for word in own], axis=0) - np.max([close[word] for word in others], axis=0)
    return [names[number] for number in np.argsort(-margin, kind="stable")]


def _ideas(now: _Search) -> Iterator[str]:
    yield now.explore()
    thing, box = now.focused, now.task[1]
    if thing:
        yield now.put(thing, box) if thing in now.held else now.take(thing)
    else:
        for each in now.candidates:
            if each in now.held:
                yield now.said(_FOCUS, each)
            elif not now.was_done(TAKE, each):  # what was tried and is not held cannot be carried
                yield now.take(each)
    yield now.search()
