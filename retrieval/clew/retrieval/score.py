"""Candidates into scores: form R of the measured study; pure functions over columns, no database."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from clew.model import ScoreParts
from clew.retrieval.question import Question
from clew.retrieval.seeds import Candidate, Pool
from clew.settings import RecallSettings

Floats = NDArray[np.float64]

PARTS = tuple(field.name for field in fields(ScoreParts))


@dataclass(frozen=True, slots=True)
class Table:
    """Candidates and their score parts.

    Attributes:
        ids: of the candidates; the order is that of the columns.
        columns: one array per name in `PARTS`, each of shape (candidates,), weighted.
    """

    ids: tuple[str, ...]
    columns: dict[str, Floats]

    @property
    def total(self) -> Floats:
        """The score of each candidate, shape (candidates,)."""
        return np.sum(list(self.columns.values()), axis=0)

    def best(self, number: int) -> list[int]:
        """The rows of the best candidates, best first; ties go by id."""
        total = self.total
        return sorted(range(len(self.ids)), key=lambda row: (-total[row], self.ids[row]))[:number]

    def parts(self, row: int) -> ScoreParts:
        """One candidate's score, split."""
        return ScoreParts(**{name: float(column[row]) for name, column in self.columns.items()})


def table(candidates: Mapping[str, Candidate], pool: Pool, question: Question, settings: RecallSettings) -> Table:
    """What search found and what the question's signals say of each candidate; a turn not in a list gets 0 for it."""
    turns = candidates.values()
    nothing = np.zeros(len(candidates))
    columns = {
        "vector": settings.vector_weight * np.array([pool.vector.get(id, 0.0) for id in candidates]),
        "text": settings.text_weight * np.array([pool.text.get(id, 0.0) for id in candidates]),
        "speaker": settings.speaker_weight * np.array([question.is_about(turn.speaker) for turn in turns], dtype=float),
        "session": settings.session_weight * np.array([pool.sessions.get(turn.session, 0.0) for turn in turns]),
        "date": settings.date_weight * np.array([question.dates_hold(turn.second) for turn in turns], dtype=float),
    }
    return Table(tuple(candidates), {name: columns.get(name, nothing) for name in PARTS})


def walk_seeds(found: Table, settings: RecallSettings) -> dict[str, float]:
    """The best of what search found, each weighted by its lead over the first that is left out; best first."""
    total = found.total
    ranked = found.best(settings.seeds + 1)
    threshold = total[ranked[settings.seeds]] if len(ranked) > settings.seeds else 0.0
    return {found.ids[row]: lead for row in ranked[: settings.seeds] if (lead := float(total[row] - threshold)) > 0}


def spread(scored: Table, following: Mapping[str, str], settings: RecallSettings) -> Table:
    """Give each turn a share of the best found one or two steps away along NEXT; the maximum, never the sum.

    Args:
        scored: the candidates.
        following: per turn the one that follows it.
        settings: the shares.
    """
    rows = {id: row for row, id in enumerate(scored.ids)}
    nobody = len(rows)
    after = np.full(nobody + 1, nobody)
    before = np.full(nobody + 1, nobody)
    for id, next_id in following.items():
        if id in rows and next_id in rows:
            after[rows[id]] = rows[next_id]
            before[rows[next_id]] = rows[id]
    found = np.append(scored.columns["vector"] + scored.columns["text"], 0.0)
    one = np.maximum(found[after], found[before])
    two = np.maximum(found[after[after]], found[before[before]])
    gain = np.maximum(settings.next_one * one, settings.next_two * two)[:nobody]
    return Table(scored.ids, scored.columns | {"next": gain})


def add_pagerank(scored: Table, ranks: Mapping[str, float], settings: RecallSettings) -> Table:
    """Add each candidate's PageRank, over the highest of the walk."""
    best = max(ranks.values(), default=0.0) or 1.0
    column = settings.pagerank_weight / best * np.array([ranks.get(id, 0.0) for id in scored.ids])
    return Table(scored.ids, scored.columns | {"pagerank": column})
