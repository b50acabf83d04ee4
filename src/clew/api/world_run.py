"""A run through a world: its steps, the effects of actions, and the places of the player."""

import math
from collections.abc import Iterable, Mapping
from datetime import datetime

from clew.api.memory import Memory
from clew.api.operations import operations
from clew.errors import InvalidInput
from clew.model.world import Past, RunStep, Tried
from clew.retrieval.world import attempts, places
from clew.retrieval.world.episodic import history
from clew.text.arguments import check_list, texts
from clew.text.instants import as_utc_if_any, now

AsOf = int | datetime | None  # a step of the run, an instant, or None for now


@operations("World")
class WorldRun:
    """One walk through a world, as memory holds it."""

    def __init__(self, memory: Memory, run: str) -> None:
        self.memory = memory
        self.run = run

    def steps(self) -> int:
        """Count the observations of this run.

        Returns:
            Their number, which is the step of the next one.

        Example:
            world.steps()
        """
        return places.length(self.memory.space, self.run)

    def history(
        self, *, action: str | None = None, most: int = 5, like: str = "", as_of: AsOf = None
    ) -> tuple[RunStep, ...]:
        """Return the last steps of this run, the newest first.

        Args:
            action: only those after this action, as it was written; None: all.
            most: steps at most, 0 or more.
            like: a text; the score of a step is the likeness of its observation to it, 0 to 1.
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            The steps.

        Raises:
            InvalidInput: most is negative.

        Example:
            [step.text for step in world.history(most=3)]
        """
        check_counts(most=most)
        return history(self.memory.space, self.run, action, most, self._at(as_of), like=like)

    def tried(self, action: str, *, as_of: AsOf = None) -> Tried | None:
        """Return what an action did when it was last tried in the present state; None where it was not.

        The state is all that is believed of the place, its contents and its doors, and of things that are carried or
        that the action names. Where any of that has changed since, it was another state.

        Args:
            action: as it was sent.
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            The last attempt, or None.

        Example:
            if world.tried("open door"): ...
        """
        return self.attempts([action], as_of=as_of).get(action)

    def attempts(self, actions: Iterable[str], *, as_of: AsOf = None) -> Mapping[str, Tried]:
        """Return those of some actions that were tried in the present state; see `tried`. It is one round trip.

        Args:
            actions: as they are sent.
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            The last attempt by action.

        Example:
            world.attempts(["open door", "go north"])
        """
        return self.past(actions, as_of=as_of).tried

    def past(self, actions: Iterable[str], *, as_of: AsOf = None) -> Past:
        """Return what was done in the present state. It is one round trip.

        Args:
            actions: as they are sent.
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            The last attempts, and how often each action was decided on in just this state.

        Example:
            world.past(["go north"]).decided
        """
        return attempts.past(self.memory.space, self.run, check_list("actions", actions, str), self._at(as_of))

    def done(self, verbs: str | Iterable[str], *, as_of: AsOf = None) -> tuple[RunStep, ...]:
        """Return the last time that each action of some verbs was done in this run, in whatever state.

        Args:
            verbs: how actions begin: a word or several, such as "pick up".
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            The steps, the newest first.

        Example:
            world.done("take")
        """
        return attempts.done(self.memory.space, self.run, texts("verbs", verbs), self._at(as_of))

    def visits(self, places: Iterable[str], *, as_of: AsOf = None) -> Mapping[str, datetime]:
        """Return when the player last left each place.

        Args:
            places: names.
            as_of: a step of the run, from 0, or an instant; None: now.

        Returns:
            An instant by place, `FOREVER` where the player is; places never visited are left out.

        Example:
            world.visits(["kitchen", "hall"])
        """
        return attempts.visits(self.memory.space, check_list("places", places, str), self._at(as_of))

    def _at(self, as_of: AsOf) -> datetime:
        return self._instant(as_of) or now()

    def _instant(self, given: AsOf) -> datetime | None:
        return places.instant(self.memory.space, self.run, given) if isinstance(given, int) else as_utc_if_any(given)


def check_counts(**given: float) -> None:
    """Hold that numbers are 0 or more, and finite."""
    for name, value in given.items():
        if not 0 <= value < math.inf:
            raise InvalidInput(f"{name} is {value}; give 0 or more")
