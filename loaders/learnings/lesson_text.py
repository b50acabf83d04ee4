"""A lesson in words, within a budget: what a language model is shown that writes the next learning set.

What does not fit is dropped in this order, until it fits: what was learned elsewhere; the earlier sets, oldest first;
all but the first sentence of each observation, and of a long text its beginning; the last steps. Source: CLIN,
appendix, whose own loop may never end.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from clew.errors import InvalidInput
from clew.loaders.learnings.feedback import report
from clew.model.learnings import Digest, LearningSet, Lesson, TraceStep
from clew.text.sentences import sentences

CUT = "[…]"
"""Stands for steps that were cut."""

MAX_CHARACTERS = 300
"""Of an action, and of the first sentence of an observation, where they have to be shortened."""


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
        """All of it, part by part."""
        parts = [f"Task: {self.lesson.task}", f"Place: {self.lesson.environment}"]
        if self.meta:
            parts.append(f"Learned elsewhere:\n{_listed(self.meta)}")
        parts += [f"Learned {_when(place, len(self.before))}:\n{_told(each)}" for place, each in enumerate(self.before)]
        parts.append("\n".join(["This attempt:", *_lines(self.steps), *[CUT] * self.is_cut]))
        if self.lesson.trial.score is not None:
            parts.append(report(self.lesson.trial.score))
        return "\n\n".join(parts)


def assemble(lesson: Lesson, budget: int, count: Callable[[str], int]) -> str:
    """Return a lesson in words.

    Args:
        lesson: of a trial.
        budget: of tokens that the words may take.
        count: counts the tokens of a text.

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

    Args:
        digest: what it is made of.
        budget: of tokens that the words may take, the task with them.
        count: counts the tokens of a text.

    Raises:
        InvalidInput: the budget does not hold the best set.
    """
    told = [f"Learned of {each.task} in {each.environment}:\n{_told(each)}" for each in digest.archived]
    for kept in range(len(told), 0, -1):
        text = "\n\n".join(told[:kept])
        if count(f"{text}\n{digest.task}") <= budget:
            return text
    raise InvalidInput(f"{budget} tokens do not hold the best set of {len(told)}; allow more")


def _lines(steps: Iterable[TraceStep]) -> Iterator[str]:
    """Yield steps in words, with the points that they brought."""
    before = 0.0
    for each in steps:
        gain = f" ({each.score - before:+g} points)" if each.score is not None and each.score != before else ""
        before = before if each.score is None else each.score
        yield f"> {each.action}\n{each.observation}{gain}"


def _shorter(shown: _Shown) -> Iterator[_Shown]:
    """Yield a lesson, then what is left of it when ever more is dropped."""
    yield shown
    shown = replace(shown, meta=None)
    yield shown
    for _ in shown.before:
        shown = replace(shown, before=shown.before[1:])
        yield shown
    shown = replace(shown, steps=tuple(map(_short, shown.steps)))
    yield shown
    for kept in range(len(shown.steps) - 1, -1, -1):
        yield replace(shown, steps=shown.steps[:kept], is_cut=True)


def _short(step: TraceStep) -> TraceStep:
    """Return a step with the first sentence or line of its observation; of what is long, the beginning."""
    first = next(iter(sentences(step.observation.strip()[: MAX_CHARACTERS + 1])), "")
    return replace(step, action=_beginning(step.action), observation=_beginning(first))


def _beginning(text: str) -> str:
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS].rstrip()} …"


def _told(one: LearningSet) -> str:
    return _listed(one) if one.score is None else f"{_listed(one)}\n{report(one.score)}"


def _listed(one: LearningSet) -> str:
    lines: Sequence[str] = [f"{number}. {each.learning.text}" for number, each in enumerate(one.learnings, 1)]
    return "\n".join(lines) or "Nothing."


def _when(place: int, number: int) -> str:
    ago = number - place
    return "after the attempt before this one" if ago == 1 else f"{ago} attempts ago"
