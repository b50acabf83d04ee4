"""The findings of `peers.py`, and the figures that follow from them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from evidence_recall import WORDS, share, within
from numpy.typing import NDArray
from peers_data import LOCOMO, Asked

_Statistic = Callable[[NDArray[np.float64]], NDArray[np.float64]]

RESAMPLES = 2000
SEED = 1
LEAST_ANSWERS = 8
"""Of a memory so slow that it is not asked all questions."""

WARM_SESSIONS = 20
"""Stored before times are counted, of LoCoMo: the servers compile their statements."""


class Row(NamedTuple):
    """A memory and the way that it is asked."""

    system: str
    way: str

    def __str__(self) -> str:
        return f"{self.system}, {self.way}" if self.way else self.system


class Answer(NamedTuple):
    """The milliseconds that a recall took, and its ids, best first."""

    ms: float
    ids: tuple[str, ...]


class Stored(NamedTuple):
    """Texts stored by one call: seconds without the encoder's, and those."""

    system: str
    corpus: str
    texts: int
    seconds: float
    encoding: float


class Ratio(NamedTuple):
    """One p50 or rate over another, with its 95 % bootstrap interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Result:
    """All that a run measured.

    Attributes:
        around: versions, machine, command.
        versions: of each memory's package.
        rows: every memory in every way.
        stored: in order.
        tidy_seconds: of the upkeep after a corpus, by system and corpus.
        answers: by row, corpus and limit; question by question.
        questions: by corpus.
        sizes: texts in a tenant, by corpus.
        costs: words of a turn's dated line, by id.
        memory_mb: after a corpus was asked, by system and corpus.
        left_out: why a system has no figures of a corpus.
    """

    around: Mapping[str, object]
    versions: dict[str, str] = field(default_factory=dict[str, str])
    rows: list[Row] = field(default_factory=list[Row])
    stored: list[Stored] = field(default_factory=list[Stored])
    tidy_seconds: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    answers: dict[tuple[Row, str, int], list[Answer]] = field(default_factory=dict[tuple[Row, str, int], list[Answer]])
    questions: dict[str, list[Asked]] = field(default_factory=dict[str, list[Asked]])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    costs: dict[str, int] = field(default_factory=dict[str, int])
    memory_mb: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict[tuple[str, str], dict[str, int]])
    left_out: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def ms(self, row: Row, corpus: str, limit: int) -> list[float]:
        """Return the milliseconds, question by question from the first on; empty where it answered too few."""
        found = self.answers.get((row, corpus, limit), [])
        is_enough = len(found) >= min(LEAST_ANSWERS, len(self.questions.get(corpus, ())))
        return [answer.ms for answer in found] if is_enough and (row.system, corpus) not in self.left_out else []

    def hits(self, row: Row, corpus: str, limit: int) -> float:
        """Return how many texts a recall returned, on average."""
        return float(np.mean([len(answer.ids) for answer in self.answers[row, corpus, limit]]))

    def rate(self, system: str, corpus: str, *, tidied: bool = False) -> float | None:
        """Return the texts stored a second, the encoder's time left out; None where it stored none.

        Args:
            system: its name.
            corpus: its name.
            tidied: whether the upkeep after it counts as well.
        """
        counted = self.counted(system, corpus)
        if not counted or (system, corpus) in self.left_out:
            return None
        seconds = sum(each.seconds for each in counted)
        if tidied:
            seconds += self.tidy_seconds[system, corpus]
        return sum(each.texts for each in counted) / seconds

    def counted(self, system: str, corpus: str) -> list[Stored]:
        """Return what was stored, without the first sessions of LoCoMo."""
        found = [each for each in self.stored if (each.system, each.corpus) == (system, corpus)]
        return found[min(WARM_SESSIONS, len(found) // 2) :] if corpus == LOCOMO else found

    def evidence(self, row: Row, corpus: str, limit: int) -> list[dict[str, float]]:
        """Return the shares of each question's evidence: among the best 5 and 10, and of turns in 1,000 words."""
        pairs = zip(self.answers[row, corpus, limit], self.questions[corpus], strict=False)
        return [self._shares(answer.ids, asked) for answer, asked in pairs]

    def _shares(self, ids: Sequence[str], asked: Asked) -> dict[str, float]:
        found = {f"r@{top}": share(ids[:top], asked.evidence) for top in (5, 10)}
        known = [id for id in ids if id in self.costs]
        if asked.evidence <= self.costs.keys():
            found[f"r@{WORDS}w"] = share(within(known, self.costs, WORDS), asked.evidence)
        return found

    def foreign(self, row: Row, corpus: str, limit: int) -> float:
        """Return the share of the hits that belong to another tenant than the one that was asked."""
        pairs = list(zip(self.answers[row, corpus, limit], self.questions[corpus], strict=False))
        hits = sum(len(answer.ids) for answer, _ in pairs)
        theirs = sum(not id.startswith(f"{asked.tenant}/") for answer, asked in pairs for id in answer.ids)
        return theirs / max(hits, 1)


def p50_ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """Return our p50 over theirs, of the questions that both answered, resampled question by question."""
    times = np.array(list(zip(ours, theirs, strict=False))).T
    return _ratio(times, lambda picked: np.median(picked, axis=1))


def rate_ratio(ours: Sequence[Stored], theirs: Sequence[Stored]) -> Ratio:
    """Return our texts a second over theirs, resampled session by session."""
    seconds = np.array([[each.seconds for each in theirs], [each.seconds for each in ours]])
    return _ratio(seconds, lambda picked: picked.sum(axis=1))


def _ratio(pairs: NDArray[np.float64], of: _Statistic) -> Ratio:
    first, second = of(pairs)
    picks = np.random.default_rng(SEED).integers(0, pairs.shape[1], (RESAMPLES, pairs.shape[1]))
    resampled = np.array([of(pairs[:, pick]) for pick in picks])
    low, high = np.percentile(resampled[:, 0] / resampled[:, 1], (2.5, 97.5)).tolist()
    return Ratio(float(first / second), low, high)
