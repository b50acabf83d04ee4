"""A policy without a model: it explores valid actions, and lets learnings say which come first and which not at all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from clew.agents.clin.evidence import is_refused
from clew.agents.clin.statements import COMPLETION, ENDS, means, phrases
from clew.agents.clin.trial import Decision, Situation
from clew.environments.floorplan import chance
from clew.learning_model import Learning

CURIOSITY = 4
"""Unknown actions that are tried in a trial once all but its last action is done."""

RESERVE = 3
"""Steps that are kept for the last action."""

MAX_RETURNS = 2
"""Times that an action such as a walk is done again between two changes."""

MAX_DEPTH = 12
"""Causes of causes that are followed."""


class ScriptedPolicy:
    """Works towards what its learnings call necessary, causes first; explores where they say nothing.

    It avoids what does not contribute, and tries what may not contribute last. What may be necessary it does where an
    action does nothing without. It knows no environment: it reads learnings, valid actions and what did nothing.

    Args:
        seed: of its choices among what it knows nothing about.
        curiosity: unknown actions that it tries before it ends a trial well.
    """

    def __init__(self, seed: int, *, curiosity: int = CURIOSITY) -> None:
        self._seed, self._curiosity = seed, curiosity

    def decide(self, situation: Situation) -> Decision:
        """Return the next action, and the learnings that speak for it."""
        random = chance(self._seed * 1000 + len(situation.history))
        action = _Thought(situation, random, self._seed, self._curiosity).choose()
        used = (
            place
            for place, each in enumerate(situation.learnings, 1)
            if each.relation != "does not contribute" and means(each.cause or each.text, action)
        )
        return Decision(action, tuple(used))


@dataclass(slots=True)
class _Thought:
    """One decision."""

    situation: Situation
    random: Random
    seed: int
    curiosity: int
    worked: dict[str, int] = field(default_factory=dict[str, int])
    first: dict[str, int] = field(default_factory=dict[str, int])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    retries: dict[str, int] = field(default_factory=dict[str, int])
    changed: int = -1
    travels: bool = False

    def __post_init__(self) -> None:
        for place, each in enumerate(self.situation.history):
            if is_refused(each.observation):
                self.refused[each.action] = place
                self.retries[each.action] = self.retries.get(each.action, 0) + 1
            else:
                self.changed = place if each.action not in self.worked else self.changed
                self.first.setdefault(each.action, place)
                self.worked[each.action] = place

    @property
    def valid(self) -> tuple[str, ...]:
        return self.situation.moment.actions

    @property
    def learnings(self) -> tuple[Learning, ...]:
        return self.situation.learnings

    def choose(self) -> str:
        """Return the action; empty where nothing is valid."""
        goals = [each for each in self._ends("should") if not self.is_done(each.cause)]
        step = self._first(each.cause for each in goals if each.effect != COMPLETION)
        last = "" if step else self._first(each.cause for each in goals if each.effect == COMPLETION)
        if step or last:
            return step or self._unknown(goals, last) or last
        found = self._first(each.cause for each in self._ends("may"))
        if not found:
            self.travels = True
            found = self._first(each.cause for each in goals)
        return found or self.explore() or (self.random.choice(self.valid) if self.valid else "")

    def is_done(self, said: str) -> bool:
        """True if what is said has worked in this trial."""
        return any(means(said, each) for each in self.worked)

    def explore(self) -> str:
        """Return an action that is not known: new ones first, then those that did nothing before something changed."""
        open_ones = [each for each in self.valid if not self._is_bad(each, "should")]
        doubted = {each for each in open_ones if self._is_bad(each, "may")}
        new = [each for each in open_ones if each not in self.worked and each not in self.refused]
        again = [each for each in open_ones if each in self.refused and self._may_try(each)]
        known = sorted((each for each in open_ones if each in self.worked), key=self.worked.__getitem__)
        for bucket in ([each for each in new if each not in doubted], again, [each for each in new if each in doubted]):
            if bucket:
                return self.random.choice(bucket)
        return known[0] if known else ""

    def _first(self, causes: Iterator[str]) -> str:
        return next((step for each in causes if (step := self.towards(each, ()))), "")

    def towards(self, said: str, path: tuple[str, ...]) -> str:
        """Return a valid action on the way to what is said; empty where learnings know none, or it is done."""
        if self.is_done(said) or len(path) > MAX_DEPTH or self._is_bad(said, "should"):
            return ""
        causes = self._causes(said)
        if step := self._missing(causes, "should", (*path, said)):
            return step
        if action := self._valid(said):
            return action if self._may_try(action) else self._missing(causes, "may", (*path, said))
        if any(each.modality == "should" and not self.is_done(each.cause) for each in causes):
            return self._missing(causes, "may", (*path, said))
        refused = next((each for each in self.refused if means(said, each)), "")
        back = self._back(causes) if not refused or self._may_try(refused, far=not self.travels) else ""
        return back or self._missing(causes, "may", (*path, said))

    def _missing(self, causes: Sequence[Learning], modality: str, path: tuple[str, ...]) -> str:
        wanted = [each.cause for each in causes if each.modality == modality and each.cause not in path]
        if modality == "may":
            chance(self.seed).shuffle(wanted)
            wanted.sort(key=lambda each: not phrases(each) & phrases(path[-1]))
        return next((step for each in wanted if (step := self.towards(each, path))), "")

    def _back(self, causes: Sequence[Learning]) -> str:
        """Return a cause that has worked and can be done again, such as a walk, unless it was the last thing done."""
        sure = (each.cause for each in causes if each.modality == "should")
        again = (self._valid(each) for each in sure if self.is_done(each))
        return next((each for each in again if each and each != self._last and self._may_return(each)), "")

    def _may_return(self, action: str) -> bool:
        """True if an action was not done so often since the last change that it leads nowhere."""
        since = self.situation.history[self.changed + 1 :]
        return sum(each.action == action for each in since) < MAX_RETURNS

    @property
    def _last(self) -> str:
        return self.situation.history[-1].action if self.situation.history else ""

    def _causes(self, said: str) -> list[Learning]:
        return [each for each in self.learnings if each.relation == "necessary" and means(each.effect, said)]

    def _ends(self, modality: str) -> Iterator[Learning]:
        for each in self.learnings:
            free = not each.relation and modality == "may"
            if free or (each.effect in ENDS and each.relation != "does not contribute" and each.modality == modality):
                yield each

    def _valid(self, said: str) -> str:
        return next((each for each in self.valid if means(said, each) and not self._is_bad(each, "should")), "")

    def _is_bad(self, action: str, modality: str) -> bool:
        return any(
            each.relation == "does not contribute" and each.modality == modality and means(each.cause, action)
            for each in self.learnings
        )

    def _may_try(self, action: str, *, far: bool = False) -> bool:
        """True if an action never did nothing, or so much has changed since that another try is worth its steps.

        After each further time that it did nothing twice as much has to be new, and twice as much where it is far.
        """
        if action not in self.refused:
            return True
        news = sum(place > self.refused[action] for place in self.first.values())
        return news >= 2 ** (self.retries[action] - (0 if far else 1))

    def _unknown(self, goals: Sequence[Learning], last: str) -> str:
        """Return something that no learning knows, to be tried before the last action; empty where that is enough."""
        ready = any(means(each.cause, last) for each in goals if each.effect == COMPLETION)
        known = {each.cause for each in self.learnings}
        tried = sum(not any(means(cause, each) for cause in known) for each in (*self.worked, *self.refused))
        if not ready or tried >= self.curiosity or self.situation.steps_left <= RESERVE:
            return ""
        unknown = [
            each
            for each in self.valid
            if each not in self.worked
            and each not in self.refused
            and not any(means(cause, each) for cause in known)
        ]
        return self.random.choice(unknown) if unknown else ""
