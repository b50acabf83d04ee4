"""The same learnings as free advice, without effects: the ablation of CLIN, section 4.3.

A line says what to do or to avoid, and not what for, nor what comes first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from clew.agents.clin.loops import Writer
from clew.agents.clin.matching import words
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Digest, Learning, LearningSet, Lesson, Line, StoredLearning
from clew_playground.players.causal import certainty
from clew_playground.players.chore_knowledge import AVOID


class AdviceGenerator:
    """Tells what another generator has learned as advice. It keeps that one's sets by their lines.

    Args:
        generator: that learns.
    """

    def __init__(self, generator: Writer) -> None:
        self._generator = generator
        self._sets: dict[tuple[str, ...], tuple[Learning, ...]] = {}

    def __call__(self, lesson: Lesson) -> tuple[str, ...]:
        """Return advice after a trial."""
        before = tuple(self._meant(each) for each in lesson.before)
        meta = self._meant(lesson.meta) if lesson.meta else None
        return self._told(self._generator(replace(lesson, before=before, meta=meta)))

    def summarise(self, digest: Digest) -> tuple[str, ...]:
        """Return advice to begin an episode with."""
        archived = tuple(self._meant(each) for each in digest.archived)
        return self._told(self._generator.summarise(replace(digest, archived=archived)))

    def _meant(self, one: LearningSet) -> LearningSet:
        meant = self._sets.get(tuple(each.learning.text for each in one.learnings))
        if meant is None:
            return one
        stored = (
            StoredLearning("", place, each, one.task, one.environment, one.id) for place, each in enumerate(meant, 1)
        )
        return replace(one, learnings=tuple(stored))

    def _told(self, lines: Sequence[str | Line]) -> tuple[str, ...]:
        learnings = tuple(_read(lines))
        told = tuple(dict.fromkeys(_line(each) for each in learnings))
        self._sets[told] = learnings
        return told


def _read(lines: Iterable[str | Line]) -> Iterable[Learning]:
    return (parse(each if isinstance(each, str) else each.text) for each in lines)


def _line(learning: Learning) -> str:
    if not learning.relation or not words(learning.cause):
        return learning.text
    bad = learning.relation == "does not contribute" and certainty(learning) == "should"
    return f"{AVOID.capitalize()} this: {learning.cause}." if bad else f"Try to {learning.cause}."
