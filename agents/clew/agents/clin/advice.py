"""The same learnings as free advice, without effects: the ablation of CLIN, section 4.3.

A line says what to do or to avoid, and not what for, nor what comes first.
"""

from collections.abc import Sequence

from clew.agents.clin.generator import Change, Generator, Past
from clew.agents.clin.knowledge import AVOID
from clew.agents.clin.statements import words
from clew.agents.clin.trial import Attempt
from clew.learning_model import Learning


class AdviceGenerator:
    """Tells what another generator has learned as advice. It keeps that one's sets by their lines.

    Args:
        generator: that learns.
    """

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self._sets: dict[tuple[Learning, ...], tuple[Learning, ...]] = {}

    def adapt(self, task: str, attempt: Attempt, past: Sequence[Past] = ()) -> tuple[Learning, ...]:
        """Return advice after a trial; see `Generator`."""
        return self._told(self._generator.adapt(task, attempt, self._meant(past)))

    def generalise(self, task: str, best: Sequence[Past], change: Change) -> tuple[Learning, ...]:
        """Return advice to begin an episode with; see `Generator`."""
        return self._told(self._generator.generalise(task, self._meant(best), change))

    def _meant(self, past: Sequence[Past]) -> list[Past]:
        return [Past(self._sets.get(each.learnings, each.learnings), each.score, each.task) for each in past]

    def _told(self, learnings: tuple[Learning, ...]) -> tuple[Learning, ...]:
        lines = dict.fromkeys(_line(each) for each in learnings)
        told = tuple(Learning(each) for each in lines)
        self._sets[told] = learnings
        return told


def _line(learning: Learning) -> str:
    if not learning.relation or not words(learning.cause):
        return learning.text
    bad = learning.relation == "does not contribute" and learning.modality == "should"
    return f"{AVOID.capitalize()} this: {learning.cause}." if bad else f"Try to {learning.cause}."
