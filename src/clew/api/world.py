"""The memory of a world that an agent walks through: observe, recall, find the way."""

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, cast

from pydantic import ConfigDict, TypeAdapter

from clew.api.memory import Memory
from clew.api.operations import operations, writes
from clew.api.world_run import AsOf, WorldRun, check_counts
from clew.llm import LanguageModel, Usage, required
from clew.loaders.world.observe import observe
from clew.loaders.world.reading import GENERAL, Rules
from clew.model.triplet import PLAYER
from clew.model.world import Held, Observed, Recollection, Route
from clew.retrieval.world import places
from clew.retrieval.world.episodic import episodic
from clew.retrieval.world.moments import Moment, moment
from clew.retrieval.world.triplets import matching, semantic
from clew.text.arguments import check_arguments, check_type, texts

if TYPE_CHECKING:
    from clew.llm import AnyModel

Reader = Literal["rules", "model", "both"]
"""The reader of observations: rules, a language model, or rules first and the model what they leave unread."""


@operations("World")
class World(WorldRun):
    """The memory of a world in one space; a run is one walk through it. Thread-safe.

    Example:
        world = World(memory, run="first")
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
        model: "AnyModel | None" = None,
    ) -> None:
        """Open the world of a memory's space.

        Args:
            memory: where the world is kept.
            run: a name for this walk.
            reader: `rules` are exact for sentences whose forms they know; a `model` reads any text; `both`: rules
                first, and the model what they leave unread. None: the model, where there is one.
            rules: how rules read; other rules know the grammar of other worlds.
            replaces: whether what is outdated ends. Without, for comparison, only the player's place and what is
                carried end. Whatever else was seen is believed for ever.
            model: reads observations; None: the memory's, where it has one.

        Raises:
            NoModel: the reader needs a language model, and there is none.
        """
        super().__init__(memory, run)
        self.reader: Reader = reader or ("rules" if model is None and memory.model is None else "model")
        self.rules = rules
        self.replaces = replaces
        self._model: LanguageModel | None = None
        if self.reader != "rules":
            self._model = required(self.memory.language_model(model=model), f"reader {self.reader!r}")

    @property
    def usage(self) -> Usage:
        """The cost of reading since this world was opened; the memory's account counts it too."""
        return self._model.usage if self._model else Usage({})

    @writes
    def observe(
        self,
        text: str,
        *,
        action: str = "",
        decision: str | None = None,
        step: int | None = None,
        actions: Iterable[str] = (),
    ) -> Observed:
        """Remember what was observed, and change what is believed accordingly.

        Args:
            text: what was observed, verbatim.
            action: what the player had done; empty at the first step.
            decision: what the player had decided on, where that was a walk, as said at its first step and empty at the
                others. None: the action.
            step: its place in the run, from 0; the last once more is a retry. None: the next.
            actions: what is valid now, where the world lists it. A thing that they name with a state before it, as in
                "take raw meat", keeps that name.

        Returns:
            The place of the player, and the triplets that are new, repeated and replaced.

        Raises:
            InvalidInput: the text is blank, or the name of the run cannot be used.
            Conflict: the step is another than the next, or was something else.
            ModelFailed: the model could not be asked, or its answer cannot be used; nothing was written.

        Example:
            world.observe("You are in the hall. A door leads north.", action="go south")
        """
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
            actions=texts("actions", actions),
        )

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
        known_at: AsOf = None,
    ) -> Recollection:
        """Find triplets by meaning and association, and the observations that say most of them.

        Args:
            queries: names or sentences; a mapping gives each a depth of its own.
            depth: how many times the search goes on, 0 or more; 1 is from the query alone.
            width: triplets that each step takes per query or thing, 0 or more.
            most: observations returned, 0 or more.
            without: ids of observations that the caller holds already.
            plan: what is to be done, to which observations may be alike.
            weight: share of the likeness to `plan` beside the relevance, 0 or more; the best relevance is 1.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The triplets, and the observations, best first.

        Raises:
            InvalidInput: depth, width, most or weight is negative or no number.

        Example:
            world.recall(["kitchen key"], most=3).triplets
        """
        check_counts(depth=depth, width=width, most=most, weight=weight)
        if isinstance(queries, Mapping):
            given = cast("Mapping[str, int]", queries)
            check_type("queries", given, _DEPTHS)
        else:
            given = dict.fromkeys(texts("queries", queries), depth)
        at = self._moment(as_of, known_at)
        found = semantic(self.memory.space, given, width, at)
        seen = episodic(self.memory.space, found, most=most, at=at.at, without=without, plan=plan, weight=weight)
        return Recollection(found, seen)

    def triplets(
        self,
        subject: str | None = None,
        predicate: str | None = None,
        object: str | None = None,
        *,
        as_of: AsOf = None,
        known_at: AsOf = None,
    ) -> tuple[Held, ...]:
        """Return what is believed, in the order in which it came to be.

        Args:
            subject: a name; None: any.
            predicate: as it is written, such as ``is in``; None: any.
            object: a name; None: any.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The triplets with their intervals.

        Example:
            world.triplets("key", "is in")
        """
        return matching(self.memory.space, subject, predicate, object, self._moment(as_of, known_at))

    def place(self, *, as_of: AsOf = None, known_at: AsOf = None) -> str:
        """Return the place of the player; empty where that is unknown.

        Args:
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The name of the place, or an empty text.

        Example:
            world.place()
        """
        chain = self.where(PLAYER, as_of=as_of, known_at=known_at)
        return chain[-1] if chain else ""

    def where(self, thing: str, *, as_of: AsOf = None, known_at: AsOf = None) -> tuple[str, ...]:
        """Return what holds a thing, what holds that, and so on.

        Args:
            thing: a name.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            Names, up to a place where the player has been; empty where that is unknown.

        Example:
            world.where("key")
        """
        return places.where(self.memory.space, thing, self._moment(as_of, known_at))

    def inside(self, container: str, *, as_of: AsOf = None, known_at: AsOf = None) -> tuple[str, ...]:
        """Return the things in or on something.

        Args:
            container: a name.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            Their names, in alphabetical order.

        Example:
            world.inside("fridge")
        """
        return places.inside(self.memory.space, container, self._moment(as_of, known_at))

    def contents(self, container: str, *, as_of: AsOf = None, known_at: AsOf = None) -> dict[str, str]:
        """Return the things in or on something at any depth.

        Args:
            container: a name.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The direct holder of each, by name.

        Example:
            world.contents("kitchen")
        """
        return places.contents(self.memory.space, container, self._moment(as_of, known_at))

    def inventory(self, *, as_of: AsOf = None, known_at: AsOf = None) -> tuple[str, ...]:
        """Return what the player carries.

        Args:
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            Names, in alphabetical order.

        Example:
            world.inventory()
        """
        return places.inventory(self.memory.space, self._moment(as_of, known_at))

    def unexplored(
        self, place: str | None = None, *, as_of: AsOf = None, known_at: AsOf = None
    ) -> dict[str, tuple[str, ...]]:
        """Return the exits that were seen and not gone through.

        Args:
            place: a name; None: all places.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The exits by place.

        Example:
            world.unexplored("hall")
        """
        return places.unexplored(self.memory.space, place, self._moment(as_of, known_at))

    def route(self, goal: str, *, start: str | None = None, as_of: AsOf = None, known_at: AsOf = None) -> Route | None:
        """Return the shortest way to a place or a thing, over moves that were made and their ways back.

        Args:
            goal: a place, or a thing that stands in one or is carried.
            start: a place; None: where the player is.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            The primitive actions, which open closed doors on the way; None: no way is known.

        Example:
            world.route("kitchen")
        """
        return places.route(self.memory.space, start, goal, self._moment(as_of, known_at))

    def nearest(
        self, goals: Iterable[str] | None = None, *, start: str | None = None, as_of: AsOf = None, known_at: AsOf = None
    ) -> tuple[str, ...]:
        """Return places by the number of moves to them, the nearest first.

        Args:
            goals: names of places; None: all that can be reached.
            start: a place; None: where the player is.
            as_of: a step of the run, from 0, or an instant; None: now.
            known_at: as memory believed at this step or instant, whatever was retracted since; None: now.

        Returns:
            Names; the start, and places to which no way is known, are left out.

        Raises:
            InvalidInput: a goal is no text.

        Example:
            world.nearest(["kitchen", "garden"])[:1]
        """
        given = None if goals is None else texts("goals", goals)
        return places.nearest(self.memory.space, start, given, self._moment(as_of, known_at))

    def _moment(self, as_of: AsOf, known_at: AsOf) -> Moment:
        return moment(self.memory.space, self._instant(as_of), self._instant(known_at))


_DEPTHS = TypeAdapter(dict[str, int], config=ConfigDict(strict=True))
