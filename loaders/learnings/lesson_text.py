"""A lesson in words, within a budget: what a language model is shown that writes the next learning set.

Parts are dropped in this order, until the lesson fits. The learnings from elsewhere go first, then the earlier sets,
oldest first. Then each observation is cut to its first sentence, and a long text to its beginning. Then go the last
steps. Source: CLIN, appendix, whose own loop may never end.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from clew.errors import InvalidInput
from clew.model.learnings import HIGHEST_SCORE, LOWEST_SCORE, Digest, LearningSet, Lesson, TraceStep, checked_score
from clew.text.quotation import indented
from clew.text.sentences import sentences

CUT = "[…]"  # stands for steps that were cut
MAX_CHARACTERS = 300  # of an action, and of the first sentence of an observation, where they have to be shortened
FAILED: Final = "A fatal mistake ended the attempt."
SOLVED: Final = "The task was solved without fault."

SENTENCES: Final = (
    (90.0, "Almost everything was right; only a last bit was missing."),
    (50.0, "Most of what matters was reached, but the task was not solved."),
    (20.0, "Some of what matters was reached; much of the task was left open."),
    (0.0, "Little was reached, far too little to solve the task."),
    (LOWEST_SCORE, "Nothing that matters was reached, and something went wrong."),
)
"""Each holds from its score on, up to the one before. Source: CLIN, footnote 2 of section 3.4."""


_POSES = re.compile(r"\s*(?:>|\d+\.|(?:task|place|learned|this attempt|final score)\b)", re.IGNORECASE)
"""Matches the beginning of an observation that could be taken for a line of a lesson: it is indented."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """The parts of a lesson that are shown; those before `steps` are the first to go."""

    lesson: Lesson
    meta: LearningSet | None
    before: tuple[LearningSet, ...]
    steps: tuple[TraceStep, ...]
    is_cut: bool = False

    @property
    def text(self) -> str:
        parts = [f"Task: {indented(self.lesson.task)}", f"Place: {indented(self.lesson.environment)}"]
        if self.meta:
            parts.append(f"Learned elsewhere:\n{_listed(self.meta)}")
        for ago, each in zip(range(len(self.before), 0, -1), self.before, strict=True):
            when = "after the attempt before this one" if ago == 1 else f"{ago} attempts ago"
            parts.append(f"Learned {when}:\n{_told(each)}")
        attempt, before = ["This attempt:"], 0.0
        for step in self.steps:
            score = before if step.score is None else step.score
            gain = f" ({score - before:+g} points)" if score != before else ""
            seen = f"{'  ' if _POSES.match(step.observation) else ''}{indented(step.observation)}"
            attempt.append(f"> {indented(step.action)}\n{seen}{gain}")
            before = score
        parts.append("\n".join([*attempt, *[CUT] * self.is_cut]))
        if self.lesson.trial.score is not None:
            parts.append(report(self.lesson.trial.score))
        return "\n\n".join(parts)


def feedback(score: float) -> str:
    """Return the one sentence that a score stands for.

    Raises:
        InvalidInput: it is no number from -100 to 100.
    """
    if checked_score(score) == LOWEST_SCORE:
        return FAILED
    if score == HIGHEST_SCORE:
        return SOLVED
    return next(sentence for least, sentence in SENTENCES if score >= least)


def report(score: float) -> str:
    """Return a score with its sentence, as a generator is shown it."""
    return f"Final score: {score:g}. {feedback(score)}"


def assemble(lesson: Lesson, budget: int, count: Callable[[str], int]) -> str:
    """Return the lesson of a trial in words of at most so many tokens.

    Raises:
        InvalidInput: the budget does not hold the task, the place and the score.
    """
    shown = _Shown(lesson, lesson.meta, lesson.before, tuple(step for _, step in lesson.trial.steps))
    for shorter in _shorter(shown):
        if count(shorter.text) <= budget:
            return shorter.text
    raise InvalidInput(f"{budget} tokens do not hold the task, the place and the score of a lesson; allow more")


def listed_sets(digest: Digest, budget: int, count: Callable[[str], int]) -> str:
    """Return the sets that a summary is made of in words, best first; the worst are left out until they fit.

    The budget, in tokens, is for the task too.

    Raises:
        InvalidInput: the budget does not hold the best set.
    """
    told = [
        f"Learned of {indented(each.task)} in {indented(each.environment)}:\n{_told(each)}" for each in digest.archived
    ]
    for kept in range(len(told), 0, -1):
        text = "\n\n".join(told[:kept])
        if count(f"{text}\n{digest.task}") <= budget:
            return text
    raise InvalidInput(f"{budget} tokens do not hold the best set of {len(told)}; allow more")


def _shorter(shown: _Shown) -> Iterator[_Shown]:
    """Yield a lesson, then what is left of it when ever more is dropped."""
    yield shown
    shown = replace(shown, meta=None)
    yield shown
    for _ in shown.before:
        shown = replace(shown, before=shown.before[1:])
        yield shown
    steps = [
        replace(
            step,
            action=_beginning(step.action),
            # the first sentence or line; of what is long, the beginning
            observation=_beginning(next(iter(sentences(step.observation.strip()[: MAX_CHARACTERS + 1])), "")),
        )
        for step in shown.steps
    ]
    shown = replace(shown, steps=tuple(steps))
    yield shown
    for kept in range(len(shown.steps) - 1, -1, -1):
        yield replace(shown, steps=shown.steps[:kept], is_cut=True)


def _beginning(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS].rstrip()} …"


def _told(one: LearningSet) -> str:
    return _listed(one) if one.score is None else f"{_listed(one)}\n{report(one.score)}"


def _listed(one: LearningSet) -> str:
    lines: Sequence[str] = [f"{number}. {indented(each.learning.text)}" for number, each in enumerate(one.learnings, 1)]
    return "\n".join(lines) or "Nothing."
