"""One trial: a policy decides with its learnings, the environment answers, until a rule says that it is over."""

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from clew.agents.clin.matching import TRIES, ActionMatcher, feedback, is_choice
from clew.agents.environment import CheckedEnvironment, Environment, Observation
from clew.errors import InvalidInput
from clew.model.learnings import HIGHEST_SCORE, LOWEST_SCORE, Learning, TraceStep

Stop = Literal["done", "complete", "repeated", "steps", "no action"]
"""Why a trial ended: the environment was over, the agent said so, it repeated an action, or nothing was left to do."""

DONE: Stop = "done"  # the environment ended the trial
MAX_EQUAL = 5  # equal actions in a row that end a trial. Source: CLIN's public code.
_OVER = r"(?:completed?|done|finished|accomplished|fulfilled|achieved|reached|solved)"
_THING = r"(?:task|goal|job|mission|objective)"
_THINGS = rf"(?:\b{_THING}|\ball\W+(?:(?:of|the|these|my|our)\W+){{0,2}}{_THING}s)"
_ADVERB = r"(?:(?:'s|is|are|was|were|has|have|been|should\W+now\W+be|now|already|successfully|fully|all)\W+)"
_COMPLETE = re.compile(
    rf"""{_THINGS}\W{{0,3}}{_ADVERB}{{0,4}}{_OVER}\b(?!\s+(?:a|an|the|all|this|your|my|it)\b)
    | \b(?:have|ve|has|successfully|i)\W+{_ADVERB}{{0,3}}{_OVER}
      (?:\W+(?:all|of|the|this|these|my|our)){{0,3}}\W+{_THING}s?\b
    | \bsuccessfully\W+completed\b
    | \btaskcompleted?\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NEGATION = re.compile(
    r"\b(?:not|never|until|once|when|before|after|if|whether|cannot|almost|nearly|isn't|hasn't|to\s+be)\b|n't\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|would|gets?|so\s+that|to\s+(?:have\s+(?:the|this|my|our)|check|see|know|verify|confirm|(?:en|make\s+)sure))\b|'ll\b",
    re.IGNORECASE,
)
"""Before what would be complete, it says that this is to come."""


def says_complete(text: str) -> bool:
    """True if a reply says that the task is complete, in any usual spelling, and does not deny, ask or check it."""
    plain = text.replace("\u2019", "'").replace("_", " ")
    sentences = re.split(r"(?<=[.!?\n])", plain)
    for sentence in sentences:
        if sentence.endswith("?") or not (found := _COMPLETE.search(sentence)):
            continue
        if not _NEGATION.search(sentence) and not _AHEAD.search(sentence, 0, found.end()):
            return True
    return False


def is_repeated(trace: Sequence[TraceStep]) -> bool:
    """True if the last `MAX_EQUAL` actions are one and the same."""
    last = [" ".join(each.action.lower().split()) for each in trace[-MAX_EQUAL:]]
    return len(last) == MAX_EQUAL and len(set(last)) == 1


MAX_STEPS = 60  # actions of a trial, where the environment has no lower bound of its own


@dataclass(frozen=True, slots=True)
class ClinSituation:
    """The state that a policy is given; it needs to keep nothing from one decision to the next."""

    task: str  # in words
    moment: Observation  # the last observation and what is valid now
    history: tuple[TraceStep, ...]  # steps of this trial
    offered: tuple[tuple[str, ...], ...]  # the actions that were valid before each of them
    learnings: tuple[Learning, ...]  # numbered from 1 in their order
    steps_left: int  # actions that the trial may still have
    feedback: str = ""  # on the last answer, where it was no valid action; else empty


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of a policy."""

    action: str  # one of those that are valid, in its own words, any where the world lists none; empty for none
    used: tuple[int, ...] = ()  # positions, from 1, of the learnings that led to it
    rationale: str = ""  # why
    is_complete: bool = False  # whether the policy says that the task is complete, and wants no action


class TrialPolicy(Protocol):
    """A policy decides."""

    def decide(self, situation: ClinSituation) -> Decision:
        """Return the next action."""
        ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """A trial that is over."""

    trace: tuple[TraceStep, ...]  # its steps
    score: float  # at its end, -100 to 100: what was gained since the reset, as part of what was left to be gained then
    stop: Stop  # why it ended
    unmatched: int = 0  # answers that were no valid action and were asked for again


def run_trial(
    environment: Environment | CheckedEnvironment,
    policy: TrialPolicy,
    learnings: Sequence[Learning] = (),
    *,
    steps: int = MAX_STEPS,
    matcher: ActionMatcher | None = None,
) -> Generator[TraceStep, None, Attempt]:
    """Act from the environment's reset until the trial is over, or so many steps are made; yield each step.

    Without a matcher an action is meant by the same words only.

    Raises:
        InvalidInput: `steps` is below 1, or the world is none.
    """
    if steps < 1:
        raise InvalidInput(f"A trial of {steps} steps cannot be run: choose 1 or more.")
    checked = environment if isinstance(environment, CheckedEnvironment) else CheckedEnvironment(environment)
    trial = _Trial(checked, policy, tuple(learnings), steps, matcher or ActionMatcher())
    while True:
        made = len(trial.trace)
        stop = trial.act()
        yield from trial.trace[made:]
        if stop is not None:
            return Attempt(tuple(trial.trace), trial.score, stop, trial.unmatched)


@dataclass(slots=True)
class _Trial:
    environment: CheckedEnvironment
    policy: TrialPolicy
    learnings: tuple[Learning, ...]
    steps: int
    matcher: ActionMatcher
    trace: list[TraceStep] = field(default_factory=list[TraceStep])
    offered: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    unmatched: int = 0
    moment: Observation = field(init=False)
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.moment = self.environment.reset()
        self.begun = self.moment.score if self.moment.score < self.environment.max_score else 0.0

    @property
    def score(self) -> float:
        return scaled(self.moment.score - self.begun, self.environment.max_score - self.begun)

    def act(self) -> Stop | None:
        """Make one step; return why the trial is over, None while it goes on."""
        if self.moment.done:
            return "done"
        if len(self.trace) >= self.steps:
            return "steps"
        decision = self._decided()
        if decision.is_complete:
            return "complete"
        if not decision.action:
            return "no action"
        self.offered.append(self.moment.actions)
        self.moment = self.environment.step(decision.action)
        known = tuple(each for each in decision.used if 1 <= each <= len(self.learnings))
        self.trace.append(TraceStep(decision.action, self.moment.text, self.score, known, decision.rationale))
        return "repeated" if not self.moment.done and is_repeated(self.trace) else None

    def _decided(self) -> Decision:
        """Ask until a valid action is meant; the last answer is taken for the nearest one."""
        note = ""
        for number in range(1, TRIES + 1):
            left, seen = self.steps - len(self.trace), (tuple(self.trace), tuple(self.offered))
            situation = ClinSituation(self.environment.task, self.moment, *seen, self.learnings, left, note)
            decision = self.policy.decide(situation)
            as_said = not self.moment.actions or is_choice(decision.action, self.moment.text)
            if decision.is_complete or (as_said and decision.action):
                return decision
            match = self.matcher.match(decision.action, self.moment.actions, is_last=number == TRIES)
            if match:
                return Decision(match.action, decision.used, decision.rationale)
            self.unmatched += 1
            note = feedback(decision.action)
        return Decision("")


def scaled(score: float, max_score: float) -> float:
    """Return a score on the scale of -100 to 100, of which 100 is all that could be reached."""
    share = score / max_score if max_score else 0.0
    return min(HIGHEST_SCORE, max(LOWEST_SCORE, HIGHEST_SCORE * share))
