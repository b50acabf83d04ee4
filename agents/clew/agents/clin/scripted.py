"""A policy without a model: it explores valid actions, and lets learnings say which come first and which not at all."""

from collections.abc import Iterable, Iterator, Sequence
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
"""Times that an action such as a walk is done again for what does not become valid by it."""

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
        if step := self._in_order(goals):
            return step
        hints = [each.cause for each in self._ends("may")]
        near = [each for each in hints if self._valid(each)]
        if step := self._first(near) or self._new() or self._first(hints):
            return step
        self.travels = True
        return self._first(each.cause for each in goals) or self.explore()

    def _in_order(self, goals: Sequence[Learning]) -> str:
        """Return a step towards the first goal that is not reached; the one that ends a trial comes last."""
        for each in sorted(goals, key=lambda each: each.effect == COMPLETION):
            step = self.towards(each.cause, ())
            if step and each.effect == COMPLETION:
                return self._unknown(goals, step) or step
            if step or each.relation == "necessary":
                return step
        return ""

    def _new(self) -> str:
        """Return something that no learning and no step of this trial knows."""
        return self._one_of([each for each in self.valid if not self._is_known(each)])

    def _is_known(self, action: str) -> bool:
        tried = action in self.worked or action in self.refused
        return tried or any(means(each.cause, action) for each in self.learnings if each.relation)

    def _one_of(self, actions: Sequence[str]) -> str:
        return self.random.choice(actions) if actions else ""

    def is_done(self, said: str) -> bool:
        """True if what is said has worked in this trial."""
        return any(means(said, each) for each in self.worked)

    def explore(self) -> str:
        """Return an action that is not done: new ones first, then those that did nothing before something changed."""
        open_ones = [each for each in self.valid if not self._is_bad(each, "should")]
        new = [each for each in open_ones if each not in self.worked and each not in self.refused]
        again = [each for each in open_ones if each in self.refused and self._may_try(each)]
        known = sorted((each for each in open_ones if each in self.worked), key=self.worked.__getitem__)
        sure = [each for each in new if not self._is_bad(each, "may")]
        last = self._one_of(self.valid)
        return self._one_of(sure) or self._one_of(again) or self._one_of(new) or (known[0] if known else last)

    def _first(self, causes: Iterable[str]) -> str:
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
        back = self._back(said, causes) if not refused or self._may_try(refused, far=not self.travels) else ""
        return back or self._missing(causes, "may", (*path, said))

    def _missing(self, causes: Sequence[Learning], modality: str, path: tuple[str, ...]) -> str:
        wanted = [each.cause for each in causes if each.modality == modality and each.cause not in path]
        if modality == "may":
            chance(self.seed).shuffle(wanted)
            wanted.sort(key=lambda each: not phrases(each) & phrases(path[-1]))
        return next((step for each in wanted if (step := self.towards(each, path))), "")

    def _back(self, said: str, causes: Sequence[Learning]) -> str:
        """Return a cause that has worked and can be done again, such as a walk, where it was not yet so in vain."""
        sure = [each.cause for each in causes if each.modality == "should"]
        since = max((self.first[each] for one in sure for each in self.first if means(one, each)), default=-1)
        for each in sure:
            action = self._valid(each)
            if action and self.is_done(each) and action != self._last and self._vain(action, said, since) < MAX_RETURNS:
                return action
        return ""

    def _vain(self, action: str, said: str, since: int) -> int:
        """Count the times that an action was done since a step, and what is said was not valid after it."""
        after = [*self.situation.offered[1:], self.valid]
        return sum(
            each.action == action and not any(means(said, valid) for valid in after[place])
            for place, each in enumerate(self.situation.history)
            if place > since
        )

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
