"""The door to the memory of a world that an agent walks through: observe, recall, find the way.

with Memory.local(space="labyrinth") as memory:
    world = World(memory, run="first")
    world.observe("-= Hall =- There is an exit to the north.")
    print(world.unexplored())
"""

import math
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Literal, cast

from pydantic import ConfigDict, TypeAdapter

from clew.api.memory import Memory
from clew.errors import InvalidInput
from clew.llm import LanguageModel, Usage, required
from clew.loaders.world.observe import observe
from clew.loaders.world.reading import GENERAL, Rules
from clew.model.triplet import PLAYER
from clew.model.world import Held, Observed, Past, Recollection, Route, RunStep, Tried
from clew.retrieval.world import attempts, places
from clew.retrieval.world.episodic import episodic, history
from clew.retrieval.world.pattern import matching
from clew.retrieval.world.semantic import semantic
from clew.text.arguments import check_arguments, check_list, check_type
from clew.text.instants import as_utc, now

AsOf = int | datetime | None
"""A step of the run, an instant, or None for now."""

Reader = Literal["rules", "model", "both"]
"""Who reads observations: rules, a language model, or rules first and the model what they leave unread."""


class World:
    """What one space remembers of a world; a run is one walk through it. Thread-safe.

    Attributes:
        memory: of the space.
        run: the name of this walk.
        reader: who reads observations.
        rules: how rules read.
        replaces: whether what is outdated ends.
    """

    @check_arguments
    def __init__(
        self,
        memory: Memory,
        run: str = "run",
        *,
        reader: Reader | None = None,
        rules: Rules = GENERAL,
        replaces: bool = True,
    ) -> None:
        """Open the world of a memory's space.

        Args:
            memory: its language model reads observations, where it has one.
            run: a name for this walk.
            reader: `rules` are exact for sentences whose forms they know; a `model` reads any text; `both`: rules
                first, and the model what they leave unread. None: the model, where there is one.
            rules: how rules read; other rules know the grammar of other worlds.
            replaces: whether what is outdated ends; without, for comparison, only where the player is and what is
                carried do, and whatever else was seen is believed for ever.

        Raises:
            NoModel: the reader needs a language model, and the memory has none.
        """
        self.memory = memory
        self.run = run
        self.reader: Reader = reader or ("model" if memory.model else "rules")
        self.rules = rules
        self.replaces = replaces
        self._model: LanguageModel | None = None
        if self.reader != "rules":
            self._model = required(self.memory.language_model(), f"reader {self.reader!r}")

    @property
    def usage(self) -> Usage:
        """What reading cost since this world was opened; the memory's account counts it too."""
        return self._model.usage if self._model else Usage({})

    @check_arguments
    def observe(self, text: str, *, action: str = "", decision: str | None = None, step: int | None = None) -> Observed:
        """Remember what was observed; see `clew.loaders.world.observe.observe`."""
        return observe(
            self.memory.space,
            self.run,
            text,
            action=action,
            decision=decision,
            step=step,
            model=self._model,
            rules_first=self.reader == "both",
            rules=self.rules,
            replaces=self.replaces,
        )

    @check_arguments
    def recall(
        self,
        queries: Iterable[str] | Mapping[str, int],
        *,
        depth: int = 2,
        width: int = 6,
        most: int = 2,
        without: Collection[str] = (),
        plan: str = "",
        weight: float = 0.0,
        as_of: AsOf = None,
    ) -> Recollection:
        """Find triplets by meaning and association, and the observations that say most of them.

        Args:
            queries: names or sentences; a mapping gives each a depth of its own.
            depth: how many times the search goes on, 1 being from the query alone.
            width: triplets that each step takes per query or thing.
            most: observations returned.
            without: ids of observations that the caller holds already.
            plan: what is to be done, to which observations may be alike.
            weight: of that; see `clew.retrieval.world.episodic.episodic`.
            as_of: a step of the run or an instant; None: now.

        Raises:
            InvalidInput: depth, width, most or weight is negative or no number.
        """
        _check(depth=depth, width=width, most=most, weight=weight)
        if isinstance(queries, Mapping):
            given = cast("Mapping[str, int]", queries)
            check_type("queries", given, _DEPTHS)
        else:
            given = dict.fromkeys(_texts("queries", queries), depth)
        at = self._at(as_of)
        found = semantic(self.memory.space, given, width, at)
        seen = episodic(self.memory.space, found, most=most, at=at, without=without, plan=plan, weight=weight)
        return Recollection(found, seen)

    @check_arguments
    def triplets(
        self, subject: str | None = None, predicate: str | None = None, object: str | None = None, *, as_of: AsOf = None
    ) -> tuple[Held, ...]:
        """Return what is believed: of a thing, by a predicate, or all; see `clew.retrieval.world.pattern.matching`."""
        return matching(self.memory.space, subject, predicate, object, self._at(as_of))

    @check_arguments
    def place(self, *, as_of: AsOf = None) -> str:
        """Return the place of the player; empty where that is unknown."""
        chain = self.where(PLAYER, as_of=as_of)
        return chain[-1] if chain else ""

    @check_arguments
    def where(self, thing: str, *, as_of: AsOf = None) -> tuple[str, ...]:
        """Return what holds a thing, what holds that, and so on; see `clew.retrieval.world.places.where`."""
        return places.where(self.memory.space, thing, self._at(as_of))

    @check_arguments
    def inside(self, container: str, *, as_of: AsOf = None) -> tuple[str, ...]:
        """Return the things in or on something."""
        return places.inside(self.memory.space, container, self._at(as_of))

    @check_arguments
    def contents(self, container: str, *, as_of: AsOf = None) -> dict[str, str]:
        """Return the things in or on something at any depth, each with its direct holder."""
        return places.contents(self.memory.space, container, self._at(as_of))

    @check_arguments
    def inventory(self, *, as_of: AsOf = None) -> tuple[str, ...]:
        """Return what the player carries."""
        return places.inventory(self.memory.space, self._at(as_of))

    @check_arguments
    def unexplored(self, place: str | None = None, *, as_of: AsOf = None) -> dict[str, tuple[str, ...]]:
        """Return the exits that nobody has gone through, by place; see `clew.retrieval.world.places.unexplored`."""
        return places.unexplored(self.memory.space, place, self._at(as_of))

    @check_arguments
    def route(self, goal: str, *, start: str | None = None, as_of: AsOf = None) -> Route | None:
        """Return the way to a place or a thing; see `clew.retrieval.world.places.route`."""
        return places.route(self.memory.space, start, goal, self._at(as_of))

    def steps(self) -> int:
        """Count the observations of this run; the next one is the step of that number."""
        return places.length(self.memory.space, self.run)

    @check_arguments
    def nearest(
        self, goals: Iterable[str] | None = None, *, start: str | None = None, as_of: AsOf = None
    ) -> tuple[str, ...]:
        """Return places, or all that can be reached, the nearest first; see `clew.retrieval.world.places.nearest`.

        Raises:
            InvalidInput: a goal is no text.
        """
        given = None if goals is None else _texts("goals", goals)
        return places.nearest(self.memory.space, start, given, self._at(as_of))

    @check_arguments
    def history(
        self, *, action: str | None = None, most: int = 5, like: str = "", as_of: AsOf = None
    ) -> tuple[RunStep, ...]:
        """Return the last steps of this run, the newest first; see `clew.retrieval.world.episodic.history`.

        Raises:
            InvalidInput: most is negative.
        """
        _check(most=most)
        return history(self.memory.space, self.run, action, most, self._at(as_of), like=like)

    @check_arguments
    def tried(self, action: str, *, as_of: AsOf = None) -> Tried | None:
        """Return what an action did when it was last tried in the present state; None where it was not.

        The state is what is believed of the place and of all that is in it, of its doors, of what is carried and of
        what the action names: where any of that has changed since, it was another state.
        """
        return self.attempts([action], as_of=as_of).get(action)

    @check_arguments
    def attempts(self, actions: Iterable[str], *, as_of: AsOf = None) -> Mapping[str, Tried]:
        """Return those of some actions that were tried in the present state; see `tried`. One round trip."""
        return self.past(actions, as_of=as_of).tried

    @check_arguments
    def past(self, actions: Iterable[str], *, as_of: AsOf = None) -> Past:
        """Return what was done in the present state; see `clew.retrieval.world.attempts.past`. One round trip."""
        return attempts.past(self.memory.space, self.run, check_list("actions", actions, str), self._at(as_of))

    @check_arguments
    def done(self, verbs: str | Iterable[str], *, as_of: AsOf = None) -> tuple[RunStep, ...]:
        """Return the last time that each action of some verbs was done in this run, in whatever state, newest first."""
        given = _texts("verbs", verbs)
        return attempts.done(self.memory.space, self.run, given, self._at(as_of))

    @check_arguments
    def visits(self, places: Iterable[str], *, as_of: AsOf = None) -> Mapping[str, datetime]:
        """Return when the player last left each place, `FOREVER` where they are; without those never visited."""
        given = check_list("places", places, str)
        return attempts.visits(self.memory.space, given, self._at(as_of))

    def _at(self, as_of: AsOf) -> datetime:
        if as_of is None:
            return now()
        return places.instant(self.memory.space, self.run, as_of) if isinstance(as_of, int) else as_utc(as_of)


def _check(**given: float) -> None:
    for name, value in given.items():
        if not 0 <= value < math.inf:
            raise InvalidInput(f"{name} is {value}; give 0 or more")


_DEPTHS = TypeAdapter(dict[str, int], config=ConfigDict(strict=True))


def _texts(name: str, given: str | Iterable[str]) -> list[str]:
    return [given] if isinstance(given, str) else check_list(name, given, str)
