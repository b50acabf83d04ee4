"""A run into the messages of a prompt: closed subgoals as one line each, the open one in full.

Source: HiAgent, section 3 and appendix B.2. A prompt that is over its budget loses, in this order and the oldest first:
the steps of closed subgoals, whole closed subgoals, the first observation, and only then steps of the open subgoal.
The goal, the open subgoal and its last action stay.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from langchain_core.messages import BaseMessage, HumanMessage

from clew.errors import InvalidInput
from clew.model.working import Run, Step, Subgoal

Mode = Literal["standard", "decomposed", "hiagent"]
"""All steps; all steps under their subgoals; the steps of the open subgoal, and a line for each closed one."""

CountTokens = Callable[[Sequence[BaseMessage]], int]
"""Counts the tokens of messages."""

MIN_OBSERVATION_CHARACTERS = 80
"""Of an observation that has to be shortened, so many at least stay."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """A run as a model sees it.

    Attributes:
        messages: one message of the user.
        tokens: of it.
        left_out: pieces that had to be dropped or shortened for the budget.
    """

    messages: list[BaseMessage]
    tokens: int
    left_out: int = 0


def render(run: Run, mode: Mode, count: CountTokens, budget: int | None = None) -> Rendering:
    """Render a run within a budget.

    Args:
        run: what is shown.
        mode: how much of it; see `Mode`.
        count: counts the tokens of messages.
        budget: of tokens; None: no bound.

    Raises:
        InvalidInput: the budget does not hold the goal, the open subgoal and its last action.
    """
    pieces = _pieces(run, mode)
    cuts = sorted(cut for place, piece in enumerate(pieces) for cut in piece.cuts(place))

    def messages(level: int) -> list[BaseMessage]:
        return [HumanMessage(_text(pieces, cuts[:level]))]

    def fits(level: int) -> bool:
        return budget is None or count(messages(level)) <= budget

    # a summary may be longer than the steps that it stands for, so that a cut may come to more
    level = 0 if fits(0) else bisect_left(range(len(cuts)), True, key=fits)
    if not fits(level):
        raise InvalidInput(
            f"a budget of {budget} tokens does not hold the goal, the open subgoal and the last action of run "
            f"{run.name!r}; give {count(messages(level))} or more"
        )
    shown = messages(level)
    return Rendering(shown, count(shown), level)


@dataclass(frozen=True, slots=True, order=True)
class _Cut:
    """A piece in a shorter form. Cuts are made in their order.

    Attributes:
        rank: what goes first has the lowest.
        place: of the piece.
        number: of the form of that piece.
        lines: the form; empty where nothing of the piece stays.
    """

    rank: int
    place: int
    number: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines that stay or go together.

    Attributes:
        lines: the whole of it.
        shorter: what may stand in its place, each with the rank of that cut.
    """

    lines: tuple[str, ...]
    shorter: tuple[tuple[int, tuple[str, ...]], ...] = ()

    def cuts(self, place: int) -> Iterator[_Cut]:
        for number, (rank, lines) in enumerate(self.shorter):
            yield _Cut(rank, place, number, lines)


_CLOSED_STEPS, _CLOSED_SUBGOAL, _FIRST_OBSERVATION, _OPEN_STEPS, _LAST_OBSERVATION = range(5)
"""Ranks of cuts."""


def _pieces(run: Run, mode: Mode) -> list[_Piece]:
    """Divide a run into what stays and what may go; of one that has ended the last subgoal is shown as an open one."""
    open_ = run.subgoals[-1] if run.subgoals else None
    pieces = [_Piece((f"Goal: {run.goal}",))]
    if run.observation:
        pieces.append(_Piece(*_shortened(run.observation, _FIRST_OBSERVATION)))
    for subgoal in run.subgoals[:-1]:
        pieces += _closed(subgoal, mode, is_retrieved=bool(open_) and subgoal.number in open_.retrieved)
    if open_:
        pieces += [] if mode == "standard" else [_Piece((f"Subgoal {open_.number}: {open_.text}",))]
        pieces += [_Piece(_lines(step), ((_OPEN_STEPS, ()),)) for step in open_.steps[:-1]]
        for last in open_.steps[-1:]:
            pieces += [_Piece((f"Action: {last.action}",)), _Piece(*_shortened(last.observation, _LAST_OBSERVATION))]
    return pieces


def _closed(subgoal: Subgoal, mode: Mode, *, is_retrieved: bool) -> list[_Piece]:
    """Show a closed subgoal: its steps where the mode shows them or they were asked for, else its summary."""
    steps = [_Piece(_lines(step), ((_CLOSED_STEPS, ()),)) for step in subgoal.steps]
    if mode == "standard":
        return steps
    title = f"Subgoal {subgoal.number}: {subgoal.text}"
    if mode == "decomposed":
        return [_Piece((title,), ((_CLOSED_SUBGOAL, ()),)), *steps]
    line = (title, f"Summary: {subgoal.summary.text if subgoal.summary else '(forgotten)'}")
    if not is_retrieved:
        return [_Piece(line, ((_CLOSED_SUBGOAL, ()),))]
    whole = (title, *(line for step in subgoal.steps for line in _lines(step)))
    return [_Piece(whole, ((_CLOSED_STEPS, line), (_CLOSED_SUBGOAL, ())))]


def _lines(step: Step) -> tuple[str, ...]:
    return (f"Action: {step.action}", f"Observation: {step.observation}")


def _shortened(observation: str, rank: int) -> tuple[tuple[str, ...], tuple[tuple[int, tuple[str, ...]], ...]]:
    """Return the line of an observation and its shorter forms, each half as long as the one before."""
    forms: list[tuple[int, tuple[str, ...]]] = []
    length = len(observation) // 2
    while length >= MIN_OBSERVATION_CHARACTERS:
        forms.append((rank, (f"Observation: {observation[:length].rstrip()} …",)))
        length //= 2
    return (f"Observation: {observation}",), (*forms, (rank, ()))


def _text(pieces: Sequence[_Piece], cuts: Iterable[_Cut]) -> str:
    """Return the text after some cuts, with a line for each gap."""
    shown = [piece.lines for piece in pieces]
    for cut in cuts:
        shown[cut.place] = cut.lines
    lines: list[str] = []
    for is_gap, group in groupby(shown, key=lambda each: not each):
        lines += ["[…]"] if is_gap else [line for each in group for line in each]
    return "\n".join(lines)
