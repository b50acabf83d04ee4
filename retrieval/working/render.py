"""A run into the messages of a prompt: closed subgoals as one line each, the open one in full.

Source: HiAgent, section 3 and appendix B.2. A prompt over its budget loses, in this order and the oldest first: the
steps of closed subgoals, whole closed subgoals, the first observation. Only then it loses steps of the open subgoal.
The goal, the open subgoal and its last action stay. Further lines of a text are indented, whoever wrote it.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from langchain_core.messages import BaseMessage, HumanMessage

from clew.errors import InvalidInput
from clew.model.working import Run, Step, Subgoal
from clew.text.quotation import indented

Mode = Literal["standard", "decomposed", "hiagent"]
"""All steps; all steps under their subgoals; the steps of the open subgoal, and a line for each closed one."""

CountTokens = Callable[[Sequence[BaseMessage]], int]  # counts the tokens of messages
MIN_OBSERVATION_CHARACTERS = 80  # of an observation that has to be shortened, so many at least stay


@dataclass(frozen=True, slots=True)
class Rendering:
    """A run as a model sees it."""

    messages: list[BaseMessage]  # one message of the user
    tokens: int  # of it
    left_out: int = 0  # pieces that had to be dropped or shortened for the budget


def render(run: Run, mode: Mode, count: CountTokens, budget: int | None = None) -> Rendering:
    """Render a run within a budget of tokens; None: no bound.

    Raises:
        InvalidInput: the budget does not hold the goal, the open subgoal and its last action.
    """
    pieces = _pieces(run, mode)
    cuts = sorted(
        (rank, place, number, lines)
        for place, (_, shorter) in enumerate(pieces)
        for number, (rank, lines) in enumerate(shorter)
    )

    def messages(level: int) -> list[BaseMessage]:
        shown = [lines for lines, _ in pieces]
        for _, place, _, lines in cuts[:level]:
            shown[place] = lines
        text: list[str] = []
        for is_gap, group in groupby(shown, key=lambda each: not each):
            text += ["[…]"] if is_gap else [line for each in group for line in each]
        return [HumanMessage("\n".join(text))]

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


_Lines = tuple[str, ...]

_Piece = tuple[_Lines, tuple[tuple[int, _Lines], ...]]
"""Lines that stay or go together, and what may stand in their place: shorter forms, each with the rank of that cut."""

_CLOSED_STEPS, _CLOSED_SUBGOAL, _FIRST_OBSERVATION, _OPEN_STEPS, _LAST_OBSERVATION = range(5)  # ranks of cuts


def _pieces(run: Run, mode: Mode) -> list[_Piece]:
    """Divide a run into what stays and what may go; of one that has ended the last subgoal is shown as an open one."""
    open_ = run.subgoals[-1] if run.subgoals else None
    pieces: list[_Piece] = [((f"Goal: {indented(run.goal)}",), ())]
    if run.observation:
        pieces.append(_shortened(run.observation, _FIRST_OBSERVATION))
    for subgoal in run.subgoals[:-1]:
        pieces += _closed(subgoal, mode, is_retrieved=bool(open_) and subgoal.number in open_.retrieved)
    if open_:
        pieces += [] if mode == "standard" else [((_title(open_),), ())]
        pieces += [(_lines(step), ((_OPEN_STEPS, ()),)) for step in open_.steps[:-1]]
        for last in open_.steps[-1:]:
            pieces += [((_lines(last)[0],), ()), _shortened(last.observation, _LAST_OBSERVATION)]
    return pieces


def _closed(subgoal: Subgoal, mode: Mode, *, is_retrieved: bool) -> list[_Piece]:
    """Show a closed subgoal: its steps where the mode shows them or they were asked for, else its summary.

    A summary that is longer than the steps does not stand for them.
    """
    steps: list[_Piece] = [(_lines(step), ((_CLOSED_STEPS, ()),)) for step in subgoal.steps]
    if mode == "standard":
        return steps
    title = _title(subgoal)
    if mode == "decomposed":
        return [((title,), ((_CLOSED_SUBGOAL, ()),)), *steps]
    line = (title, f"Summary: {indented(subgoal.summary.text) if subgoal.summary else '(forgotten)'}")
    whole = (title, *(line for step in subgoal.steps for line in _lines(step)))
    is_longer = subgoal.summary is not None and sum(map(len, line)) > sum(map(len, whole))
    if not is_retrieved and not is_longer:
        return [(line, ((_CLOSED_SUBGOAL, ()),))]
    return [(whole, ((_CLOSED_STEPS, line), (_CLOSED_SUBGOAL, ())))]


def _title(subgoal: Subgoal) -> str:
    return f"Subgoal {subgoal.number}: {indented(subgoal.text)}"


def _lines(step: Step) -> _Lines:
    return (f"Action: {indented(step.action)}", f"Observation: {indented(step.observation)}")


def _shortened(observation: str, rank: int) -> _Piece:
    """Return the line of an observation and its shorter forms, each half as long as the one before."""
    forms: list[tuple[int, _Lines]] = []
    length = len(observation) // 2
    while length >= MIN_OBSERVATION_CHARACTERS:
        forms.append((rank, (f"Observation: {indented(observation[:length].rstrip())} …",)))
        length //= 2
    return (f"Observation: {indented(observation)}",), (*forms, (rank, ()))
