"""Evidence in a trace, without a model: which actions worked, which raised the score, and what came before them.

Only texts and scores are read; nothing here knows an environment, its things or its verbs.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clew.agents.clin.matching import is_choice, means, words
from clew.model.learnings import TraceStep
from clew_playground.players.causal import phrases

MAX_REVEALING = 2
"""Actions whose observations first named what another one acts on."""

MIN_TASK_WORDS = 3
"""Words of a task that an answer may repeat; fewer may stand in any answer."""

_REFUSED = re.compile(
    r"\bnothing (?:happens|changes)\b|\bno (?:effect|(?:known|valid) action)\b|\binvalid\b|\bno such\b"
    r"|\bnot (?:valid|possible|clear|understood|recogni[sz]ed|allowed|a verb|something you)\b"
    r"|\b(?:you|i|agent) (?:cannot|can't|can not|could not|couldn't|are unable)\b"
    r"|\b(?:you|i) (?:do|did)(?: not|n't) (?:know|understand|recogni[sz]e|(?:see|have) (?:a|an|the|that))\b"
    r"|\bonly understood you\b|\bbeg your pardon\b|^(?:what|which|whom?|where) do you (?:want|mean)\b"
    r"|^(?:could not|failed to|(?:unknown|illegal) (?:action|command))\b"
    r"|\b(?:action|command) (?:has )?(?:failed|not found)\b"
    r"|^(?:(?:that|it|they|the [\w ]+|you)(?:'s|'re| is| are)|you have) already\b|\bfixed in place\b"
    r"|\b(?:does not|doesn't|won't) (?:work|open|move)\b"
    r"|\b(?:is|are) not (?:\w+able|edible|open)\b|\b(?:isn't|aren't) (?:\w+able|edible|open)\b"
    r"|\b(?:cannot|can't) be moved\b|\bnot sure how\b|\bso there (?:is|are) no\b"
    r"|\byou (?:have|need) to\b.*\bfirst\b|\b(?:is|seems to be) locked\b|^that(?:'s| is) closed\b",
    re.IGNORECASE,
)


def is_refused(observation: str) -> bool:
    """True if an observation begins by saying, in one of the usual ways, that an action did nothing.

    Only its first sentence or line is read: what follows may describe a place, where a thing is locked.
    """
    result = re.split(r"[.!?\n]", observation.replace("\u2019", "'").strip(), maxsplit=1)[0]
    return _REFUSED.search(result) is not None


@dataclass(frozen=True, slots=True)
class Event:
    """A step of a trace, as evidence.

    Attributes:
        place: in the trace, from 0.
        action: lower case.
        observation: lower case.
        gain: points that it brought; below 0 where it cost some.
        worked: whether something happened.
        score: after it; None where nobody tells.
    """

    place: int
    action: str
    observation: str
    gain: float
    worked: bool
    score: float | None


class Evidence:
    """A trace to ask.

    Attributes:
        events: in their order.
        ended_well: whether its last step raised the score and ended the trial.

    Args:
        trace: of one trial.
        is_over: whether the environment ended it.
        task: in words; an action whose answer repeats them has done nothing.
    """

    def __init__(self, trace: Sequence[TraceStep], *, is_over: bool, task: str = "") -> None:
        self.events = _events(trace, " ".join(task.lower().split()))
        self.ended_well = is_over and bool(self.events) and self.events[-1].gain > 0
        self._times = Counter(each.action for each in self.events if each.worked)
        self._first: dict[str, int] = {}
        for place, each in enumerate(self.events):
            if each.worked:
                self._first.setdefault(each.action, place)

    def first(self, said: str) -> int | None:
        """Return the place of the first step that was what is said, and worked; None if there is none."""
        places = [place for action, place in self._first.items() if means(said, action)]
        return min(places, default=None)

    def showing(self, said: str) -> int | None:
        """Return the place in the trace of the step that shows what is said: the first that worked, else the last."""
        if (first := self.first(said)) is not None:
            return self.events[first].place
        return max((each.place for each in self.events if means(said, each.action)), default=None)

    @property
    def worked(self) -> dict[str, int]:
        """The actions that worked, each with the place where it first did."""
        return self._first

    @property
    def on_the_way(self) -> list[str]:
        """The actions that first worked before the last gain, or brought it; none where nothing was gained."""
        last = max((place for place, each in enumerate(self.events) if each.gain > 0), default=-1)
        return [action for action, place in self._first.items() if place <= last]

    def is_repeatable(self, action: str) -> bool:
        """True if an action worked more than once, as walks and looks do."""
        return self._times[action] > 1

    @property
    def refused(self) -> list[str]:
        """The actions that never worked."""
        return list(dict.fromkeys(each.action for each in self.events if each.action not in self._first))

    def enabling(self, action: str) -> list[str]:
        """Return what was done between the last time that an action did nothing and the first that it worked.

        Actions that only show things which others act on are left out where some remain without them.
        """
        begin = max(
            (
                at
                for at in range(self._first[action])
                if self.events[at].action == action and not self.events[at].worked
            ),
            default=None,
        )
        if begin is None:
            return []
        between = [each.action for each in self.events[begin + 1 : self._first[action]] if each.worked]
        once = [each for each in dict.fromkeys(between) if not self.is_repeatable(each) and each != action]
        showing = {shown for each in self._first for shown in self.revealing(each) if shown != each}
        acting = [each for each in once if each not in showing]
        return acting or once

    def revealing(self, action: str) -> list[str]:
        """Return the actions after which the things that an action names were first seen, the latest first."""
        places = {self._named_first(each, self._first[action]) for each in phrases(action)}
        found = sorted((each for each in places if each is not None), reverse=True)
        return [self.events[each].action for each in found if self.events[each].action != action][:MAX_REVEALING]

    def touching(self, action: str, *, fixed: bool) -> list[str]:
        """Return the first actions that worked on each thing which an action names, before it.

        Args:
            action: that names them.
            fixed: whether the things were first seen after an action that can be repeated, such as a walk; else they
                came to light once.
        """
        found = list[str]()
        for phrase in sorted(phrases(action)):
            seen = self._named_first(phrase, self._first[action])
            if (seen is None or self.is_repeatable(self.events[seen].action)) != fixed:
                continue
            earlier = (
                each.action
                for each in self.events[: self._first[action]]
                if each.worked and each.action != action and phrase in phrases(each.action)
            )
            found += [each for each in (next(earlier, ""),) if each]
        return list(dict.fromkeys(found))

    def _named_first(self, phrase: str, before: int) -> int | None:
        for place, each in enumerate(self.events[:before]):
            if each.worked and phrase in each.observation and phrase not in phrases(each.action):
                return place
        return None


def _events(trace: Sequence[TraceStep], task: str) -> list[Event]:
    """Return the steps as evidence; the answer to a question which of several things was meant is the action itself.

    Where nothing was gained, an action did nothing whose answer says so, is that of the step before, or repeats the
    task.
    """
    found, before, latest = list[Event](), 0.0, ""
    is_told = len(task.split()) >= MIN_TASK_WORDS
    for place, each in enumerate(trace):
        gain = (each.score - before) if each.score is not None else 0.0
        before = before if each.score is None else each.score
        seen = " ".join(each.observation.lower().split())
        worked = gain != 0 or not (is_refused(each.observation) or seen == latest or (is_told and task in seen))
        latest = seen
        action = each.action.lower()
        if found and found[-1].place == place - 1 and is_choice(action, trace[place - 1].observation):
            asked = found.pop()
            action, gain = asked.action, asked.gain + gain
        if words(action):
            found.append(Event(place, action, each.observation.lower(), gain, worked, each.score))
    return found
