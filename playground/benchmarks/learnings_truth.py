"""Is it true what was learned? A simulator says so: a trial is played again without the cause.

Of the trials in which cause and effect occur, the best is taken. A cause is necessary to an action where that action
then does nothing, and to progress or completion where fewer points are reached. It does not contribute where as many
are. What no trial shows stays open. One cause is left out at a time, so two of which one is enough count as of no use.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from clew.agents.clin.loops import PlayedTrial, learned
from clew.agents.clin.matching import is_choice, means
from clew.agents.environment import Observation, ScoredEnvironment
from clew.model.learnings import Learning, TraceStep
from clew_playground.players.causal import ENDS, certainty
from clew_playground.players.evidence import is_refused


@dataclass(frozen=True, slots=True)
class Precision:
    """How many learnings of a set are right.

    Attributes:
        sure: that are said without doubt, and could be checked.
        sure_right: of these, what the simulator bears out.
        guesses: that are said with doubt, and could be checked.
        guesses_right: of these, likewise.
        unchecked: of whose cause and effect no trial shows both.
    """

    sure: int = 0
    sure_right: int = 0
    guesses: int = 0
    guesses_right: int = 0
    unchecked: int = 0


def precision(game: ScoredEnvironment, played: Sequence[PlayedTrial]) -> Precision:
    """Return the precision of the set that was written after the last trial."""
    traces = sorted((each.attempt for each in played), key=lambda each: each.score, reverse=True)
    written = learned(played[-1].written)
    verdicts = [(each, _verdict(game, each, [one.trace for one in traces])) for each in written]
    sure = [verdict for each, verdict in verdicts if certainty(each) == "should" and verdict is not None]
    guesses = [verdict for each, verdict in verdicts if certainty(each) == "may" and verdict is not None]
    return Precision(len(sure), sum(sure), len(guesses), sum(guesses), len(verdicts) - len(sure) - len(guesses))


def _verdict(game: ScoredEnvironment, learning: Learning, traces: Iterable[Sequence[TraceStep]]) -> bool | None:
    """Return whether a learning is right; None where no trial shows its cause before its effect."""
    for trace in traces:
        causes = [place for place, each in enumerate(trace) if means(learning.cause, each.action)]
        end = len(trace) - 1 if learning.effect in ENDS else _worked(learning.effect, trace, after=causes[:1])
        if causes and end is not None:
            return _holds(game, learning, trace[: end + 1])
    return None


def _worked(action: str, trace: Sequence[TraceStep], after: Sequence[int]) -> int | None:
    """Return where an action first worked after a place."""
    later = range(after[0] + 1, len(trace)) if after else range(0)
    found = (each for each in later if means(action, trace[each].action) and not is_refused(trace[each].observation))
    return next(found, None)


def _holds(game: ScoredEnvironment, learning: Learning, trace: Sequence[TraceStep]) -> bool:
    with_it = _again(game, trace)
    without = _again(game, _without(learning.cause, trace))
    if learning.effect in ENDS:
        helps = max(each.score for each in without) < max(each.score for each in with_it)
        costs = without[-1].score > with_it[-1].score
        return helps if learning.relation != "does not contribute" else costs or not helps
    did_nothing = is_refused(without[-1].text) or without[-1].text == without[-2].text
    return did_nothing == (learning.relation != "does not contribute")


def _without(cause: str, trace: Sequence[TraceStep]) -> list[TraceStep]:
    """Return a trace without a cause, and without the answer to which of several it meant."""
    kept, was_cause = list[TraceStep](), False
    for before, each in zip((None, *trace), trace, strict=False):
        is_answer = was_cause and before is not None and is_choice(each.action, before.observation)
        was_cause = means(cause, each.action)
        if not was_cause and not is_answer:
            kept.append(each)
    return kept


def _again(game: ScoredEnvironment, trace: Iterable[TraceStep]) -> list[Observation]:
    """Play actions from the beginning until the game is over; return what is seen, two observations at least."""
    seen = [game.reset()]
    for each in trace:
        if seen[-1].done:
            break
        seen.append(game.step(each.action))
    return seen if len(seen) > 1 else [*seen, *seen]
