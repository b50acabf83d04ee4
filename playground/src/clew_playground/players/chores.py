"""A policy without a model: it explores valid actions, and lets learnings say which come first and which not at all."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from clew.agents.clin.matching import means
from clew.agents.clin.trial import ClinSituation, Decision
from clew.model.learnings import Learning, Modality
from clew_playground.environments.floorplan import chance
from clew_playground.players.causal import COMPLETION, certainty, mentions, phrases, verb
from clew_playground.players.chore_knowledge import Knowledge, speaks_for

CURIOSITY = 4
"""Unknown actions that are tried in a trial once all but its last action is done."""

RESERVE = 3
"""Steps that are kept for the last action."""

MAX_RETURNS = 2
"""Times that an action such as a walk is done again for what does not become valid by it."""


class ScriptedPolicy:
    """Works towards what its learnings call necessary, causes first; explores where they say nothing.

    It avoids what does not contribute, and tries what may not contribute last. It does things that may be necessary
    where an action does nothing without. It knows no environment: it reads learnings, valid actions and what did
    nothing.

    Args:
        seed: of its choices among what it knows nothing about.
        curiosity: unknown actions that it tries before it ends a trial well.
        wide: whether the environment lists hundreds of actions, most of a few kinds. All kinds are explored alike then,
            of one kind first what names a thing of the task, and what is new before what may contribute.
    """

    def __init__(self, seed: int, *, curiosity: int = CURIOSITY, wide: bool = False) -> None:
        self._seed, self._curiosity, self._wide = seed, curiosity, wide

    def decide(self, situation: ClinSituation) -> Decision:
        """Return the next action, and the learnings that speak for it; no action where none is valid."""
        action = _Thought(Knowledge(situation), self._seed, self._curiosity, self._wide).choose()
        learnings = enumerate(situation.learnings, 1)
        return Decision(action, tuple(place for place, each in learnings if speaks_for(each, action)))


@dataclass(slots=True)
class _Thought:
    """One decision.

    Attributes:
        known: the situation.
        seed: of the policy.
        curiosity: of the policy.
        wide: of the policy.
        travels: whether it goes back to what did nothing as soon as anything is new.
        later: ends that wait for an earlier one, in the order in which they once brought all points.
        seen: what was thought of on the way to the present goal.
    """

    known: Knowledge
    seed: int
    curiosity: int
    wide: bool = False
    travels: bool = False
    later: Sequence[str] = ()
    seen: set[str] = field(default_factory=set[str])

    def choose(self) -> str:
        """Return the action; empty where nothing is valid."""
        undone = (each for each in self.known.ends("should") if not self.known.is_done(each.cause))
        goals = sorted(undone, key=lambda each: each.effect == COMPLETION)
        if step := self._in_order(goals):
            return step
        hints = [each.cause for each in self.known.ends("may")]
        near = [each for each in hints if self.known.match(each)]
        advised = self._one_of(self.known.advised())
        if step := (advised or self._new() if self.wide else "") or self._first(near) or advised:
            return step
        if step := self._new() or self._first(hints):
            return step
        self.travels = True
        ends = [each.cause for each in goals]
        if goals and goals[-1].effect == COMPLETION:
            ends, self.later = ends[:1], ends[1:]
        return self._first(ends) or self._explore()

    def _in_order(self, goals: Sequence[Learning]) -> str:
        """Return a step towards the first goal that is not reached; the one that ends a trial stands last."""
        for each in goals:
            step = self._first([each.cause])
            if step and each.effect == COMPLETION:
                return (self._curious() if step == self.known.match(each.cause) else "") or step
            if step or each.relation == "necessary":
                return step
        return ""

    def _first(self, causes: Iterable[str]) -> str:
        """Return a step towards the first of these that has one."""
        for each in causes:
            self.seen.clear()
            if step := self._towards(each):
                return step
        return ""

    def _towards(self, said: str) -> str:
        """Return a valid action on the way to what is said; empty where learnings know none, or it is done."""
        if said in self.seen or self.known.is_done(said) or self.known.is_bad(said, "should"):
            return ""
        self.seen.add(said)
        causes = self.known.causes(said)
        if step := self._missing(said, causes, "should"):
            return step
        action, guess = self.known.match(said), ""
        if action and self.known.may_try(action):
            return action
        if not action and all(self.known.is_done(each.cause) for each in causes if certainty(each) == "should"):
            refused = self.known.refused_as(said)
            may_go = not refused or self.known.may_try(refused, far=not self.travels)
            guess = self._back(said, causes) if may_go else ""
        return guess or self._missing(said, causes, "may")

    def _missing(self, said: str, causes: Sequence[Learning], modality: Modality) -> str:
        """Return a step towards a cause that is not done; of doubtful ones, first those on the same thing."""
        wanted = [each.cause for each in causes if certainty(each) == modality]
        if modality == "may":
            chance(self.seed).shuffle(wanted)
            wanted.sort(key=lambda each: not phrases(each) & phrases(said))
        return next((step for each in wanted if (step := self._towards(each))), "")

    def _back(self, said: str, causes: Sequence[Learning]) -> str:
        """Return a cause that has worked and can be done again, such as a walk, where it was not yet so in vain."""
        sure = [each.cause for each in causes if certainty(each) == "should"]
        for each in sure:
            action = self.known.match(each)
            may_return = action and self.known.is_done(each) and action != self.known.latest
            if may_return and self.known.vain_returns(action, said, sure) < MAX_RETURNS:
                return action
        return ""

    def _curious(self) -> str:
        """Return something unknown to be tried before the last action; empty where that is enough.

        Nothing of a kind that has ended or cost a trial is tried: beside what has won lies what may lose it.
        """
        causes = {each.cause for each in self.known.situation.learnings}
        tried = sum(each not in causes for each in {*self.known.first, *self.known.refused})
        enough = tried >= self.curiosity or self.known.situation.steps_left <= RESERVE
        decisive = {verb(each.cause) for each in self.known.situation.learnings if is_decisive(each)}
        return "" if enough else self._new(without=decisive)

    def _new(self, without: Collection[str] = ()) -> str:
        """Return something that no learning and no step of this trial knows, of other kinds than these."""
        unknown = [each for each in self._harmless() if not self.known.is_known(each)]
        return self._one_of([each for each in unknown if verb(each) not in without])

    def _harmless(self) -> list[str]:
        """Return what may be explored: once a trial has won, nothing of a kind that has cost one."""
        sure = [each for each in self.known.situation.learnings if is_decisive(each)]
        has_won = any(each.effect == COMPLETION and each.relation == "necessary" for each in sure)
        costly = {verb(each.cause) for each in sure if has_won and each.relation == "does not contribute"}
        return [each for each in self.known.valid if verb(each) not in costly]

    def _explore(self) -> str:
        """Return an action that is not done: new ones first, then those that did nothing before something changed.

        Of what worked, that is done again which changed the list of valid actions, such as a walk.
        """
        harmless = [each for each in self._harmless() if not any(means(said, each) for said in self.later)]
        good = [each for each in harmless if not self.known.is_bad(each, "should")]
        new = [each for each in good if not self.known.is_tried(each)]
        sure = [each for each in new if not self.known.is_bad(each, "may")]
        again = [each for each in good if each in self.known.refused and self.known.may_try(each)]
        anything = [each for each in good if self.known.has_news(each)]
        done = [each for each in self.known.valid if each in self.known.last and not self.known.is_bad(each, "should")]
        done = [each for each in done if self.known.moved(each)] or done
        old = sorted(done, key=self.known.last.__getitem__)[:1]
        return next((self._one_of(each) for each in (sure, again, new, anything, old, self._harmless()) if each), "")

    def _one_of(self, actions: Sequence[str]) -> str:
        number = self.seed * 1000 + len(self.known.situation.history)
        chosen = self._of_kind(actions, number) if self.wide else actions
        return chance(number).choice(chosen) if chosen else ""

    def _of_kind(self, actions: Sequence[str], number: int) -> Sequence[str]:
        """Return the actions of the kind that was tried least, what did nothing counted twice."""
        tried = Counter(verb(each.action) for each in self.known.situation.history)
        tried.update(verb(each) for each in self.known.refused)
        kinds = sorted({verb(each) for each in actions})
        chance(number).shuffle(kinds)
        kind = min(kinds, key=tried.__getitem__, default="")
        own = [each for each in actions if verb(each) == kind]
        named = [each for each in own if any(mentions(self.known.situation.task, thing) for thing in phrases(each))]
        return named or own


def is_decisive(learning: Learning) -> bool:
    """True if a learning surely tells of an action that ended a trial well, or that cost points."""
    is_against = learning.relation == "does not contribute"
    return certainty(learning) == "should" and (learning.effect == COMPLETION or is_against)
