"""What a generator is shown, within a budget of tokens: parts are given up in a fixed order, and it always ends.

First the sets that the episode began with go, then the oldest earlier sets, then all but the first sentence of each
observation, then the end of the trace. Source: CLIN's public code, whose loop does not end where the last does not
suffice.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from clew.agents.clin.generator import Past
from clew.errors import InvalidInput
from clew.learning_model import TraceStep

BUDGET = 6500
"""Tokens. Source: CLIN's public code: 7500 less 1000 for the answer."""

CUT = "(the rest of the trace is left out)"

_SENTENCE = re.compile(r"^.*?[.!?](?=\s|$)", re.DOTALL)

Counter = Callable[[str], int]
"""Counts the tokens of a text."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a generator is shown.

    Attributes:
        task: in words.
        evaluation: of the last trial, one sentence.
        meta: sets that the episode began with.
        past: earlier sets, the oldest first.
        trace: the trial's steps in words.
    """

    task: str
    evaluation: str
    meta: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    trace: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(("\n\n".join((*self.meta, *self.past)), self.task, "\n".join(self.trace), self.evaluation))


def shown(
    task: str,
    trace: Sequence[TraceStep],
    evaluation: str,
    past: Sequence[Past],
    *,
    meta: Sequence[Past] = (),
    feedback: Callable[[float], str],
    budget: int = BUDGET,
    count: Counter,
) -> Shown:
    """Return what fits into a budget.

    Args:
        task: in words.
        trace: of the last trial.
        evaluation: of it, one sentence.
        past: earlier sets, the latest last.
        meta: sets that the episode began with.
        feedback: says a score as a sentence.
        budget: tokens at most.
        count: counts those of a text.

    Raises:
        InvalidInput: the task and the evaluation alone are longer.
    """
    whole = Shown(
        task,
        evaluation,
        tuple(quoted(each, feedback) for each in meta),
        tuple(quoted(each, feedback) for each in past),
        tuple(_lines(trace)),
    )
    for each in _shorter(whole, trace):
        if count(each.text) <= budget:
            return each
    raise InvalidInput(f"the task and its evaluation do not fit into {budget} tokens; allow more")


def _shorter(whole: Shown, trace: Sequence[TraceStep]) -> Iterator[Shown]:
    """Yield what is shown, ever shorter; the last one has neither sets nor a trace."""
    yield whole
    least = replace(whole, meta=())
    yield least
    for number in range(1, len(whole.past) + 1):
        least = replace(whole, meta=(), past=whole.past[number:])
        yield least
    lines = tuple(_lines([replace(each, observation=first_sentence(each.observation)) for each in trace]))
    least = replace(least, trace=lines)
    yield least
    kept = len(lines)
    while kept:
        kept = kept * 9 // 10
        yield replace(least, trace=(*lines[:kept], CUT))
    yield replace(least, trace=())


def quoted(past: Past, feedback: Callable[[float], str]) -> str:
    """Return a set as it is shown, with its numbers and how its trial went."""
    lines = (f"{number}. {each.text}" for number, each in enumerate(past.learnings, 1))
    head = f"Earlier learnings{f' (task: {past.task})' if past.task else ''}:"
    return "\n".join((head, *lines, f"How that trial went: {past.score:g} of 100. {feedback(past.score)}"))


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, or all of it where it has no end."""
    found = _SENTENCE.match(text.strip())
    return found[0] if found else text.strip()


def _lines(trace: Sequence[TraceStep]) -> Iterator[str]:
    before = 0.0
    for each in trace:
        gain = f" ({each.score - before:+g} points)" if each.score is not None and each.score != before else ""
        before = before if each.score is None else each.score
        yield f"> {each.action}\n{each.observation}{gain}"
