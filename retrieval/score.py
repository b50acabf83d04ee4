"""Candidates into scores: a score is the sum of its weighted parts (`ScoreParts`). Pure functions, no database.

Three parts are set once hits are read: `date` in `hits.py`, `newer` in `updates.py`, `rerank` in `rerank.py`.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.model import ScoreParts
from clew.retrieval.context import Candidate, Edge
from clew.retrieval.question import Question, whom
from clew.retrieval.search import Pool
from clew.settings import RecallSettings, WalkSettings

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
        """Return the rows of the best candidates, best first; ties go by id."""
        total = self.total
        rows = np.arange(len(total))
        if number < len(total):
            rows = np.flatnonzero(total >= np.partition(total, -number)[-number])
        ranked = sorted(zip((-total[rows]).tolist(), [self.ids[row] for row in rows], rows.tolist(), strict=True))
        return [row for _, _, row in ranked[:number]]

    def best_parts(self, number: int) -> list[tuple[str, ScoreParts]]:
        """Return the best candidates, as `best` does, each by its id with its score, split."""
        rows = self.best(number)
        parts = np.array([self.columns[name] for name in PARTS])[:, rows].T.tolist()
        return [(self.ids[row], ScoreParts(*each)) for row, each in zip(rows, parts, strict=True)]


def table(candidates: Mapping[str, Candidate], pool: Pool, question: Question, settings: RecallSettings) -> Table:
    """Score the candidates by search and by the question's signals; a turn that a search missed gets 0 for it."""
    turns = candidates.values()
    sessions = [turn.session for turn in turns]
    speaker_weight = settings.role_weight if question.by_role else settings.speaker_weight
    nothing = np.zeros(len(candidates))
    about = nothing
    if question.speakers:
        meant = {speaker: question.is_about(speaker) for speaker in {turn.speaker for turn in turns}}
        about = np.array([meant[turn.speaker] for turn in turns], dtype=float)
    dated = nothing
    if question.dates or pool.happening:
        dated = np.array([turn.id in pool.happening or _is_said_then(turn, question) for turn in turns], dtype=float)
    columns = {
        "vector": settings.vector_weight * _column(pool.vector, candidates),
        "text": settings.text_weight * _column(pool.text, candidates),
        "speaker": speaker_weight * about,
        "session": settings.session_weight * _column(pool.sessions, sessions),
        "date": settings.date_weight * dated,
    }
    return Table(tuple(candidates), {name: columns.get(name, nothing) for name in PARTS})


def _is_said_then(turn: Candidate, question: Question) -> bool:
    return turn.second is not None and question.dates_hold(datetime.fromtimestamp(turn.second, UTC))


def _column(scores: Mapping[Any, float], keys: Collection[str | None]) -> Floats:
    return np.fromiter(map(scores.get, keys, repeat(0.0)), np.float64, len(keys))


def walk_seeds(found: Iterable[Table], named: Mapping[str, float], walk: WalkSettings) -> dict[str, float]:
    """Weigh where a walk starts: the best of each table, and the entities that the question names; heaviest first.

    Each table's best are weighted by their lead over the first that is left out.

    Args:
        found: what search found, a table per kind; each gets the same share.
        named: entities with their weights.
        walk: how many seeds, and the share of the entities.

    Returns:
        Ids with weights that sum to 1; empty where there is nothing to start from.
    """
    leads: list[dict[str, float]] = []
    for table in found:
        total, ranked = table.total, table.best(walk.seeds + 1)
        threshold = total[ranked[walk.seeds]] if len(ranked) > walk.seeds else 0.0
        above = {table.ids[row]: float(total[row] - threshold) for row in ranked[: walk.seeds]}
        if normalised := _normalised({id: lead for id, lead in above.items() if lead > 0}, 1.0):
            leads.append(normalised)
    share = walk.named if named else 0.0
    seeds = _normalised(named, share if leads else 1.0) if share else {}
    for lead in leads:
        seeds |= _normalised(lead, (1 - share) / len(leads))
    return dict(sorted(seeds.items(), key=lambda seed: -seed[1]))


def _normalised(weights: Mapping[str, float], total: float) -> dict[str, float]:
    whole = sum(weights.values())
    return {id: total * weight / whole for id, weight in weights.items() if weight > 0 and total > 0}


def involve(
    scored: Table,
    speakers: Sequence[str | None],
    mentions: Mapping[str, Collection[int]],
    question: Question,
    weight: float,
) -> Table:
    """Give each turn of a group the speaker's bonus for its share of the people named who speak or are mentioned in it.

    The rarer somebody is among the candidates, the larger their share: who takes part in everything tells nothing.

    Args:
        scored: the candidates.
        speakers: of each, in the same order.
        mentions: by the id of a turn, the places in `question.speakers` of those whom its text has.
        question: names somebody.
        weight: of a turn that involves all of them.
    """
    people = [whom(each) for each in question.speakers]
    spoken = {each: [each is not None and whom(each) == one for one in people] for each in set(speakers)}
    rows = [
        [speaks or place in mentions.get(id, ()) for place, speaks in enumerate(spoken[speaker])]
        for id, speaker in zip(scored.ids, speakers, strict=True)
    ]
    involved = np.array(rows, dtype=float).reshape(len(rows), len(people))
    often = involved.sum(axis=0)
    telling = np.log1p((len(rows) - often + 0.5) / (often + 0.5))
    return Table(scored.ids, scored.columns | {"speaker": weight * (involved @ telling) / telling.sum()})


def derive(scored: Table, edges: Iterable[Edge], settings: RecallSettings) -> Table:
    """Give each turn a share of the best fact that is derived from it, and each fact of the best turn that says it.

    Edges lead from what is derived. The shares are maxima, before anything is spread: adding up, or facts that are
    walked only, measure worse.
    """
    rows = {id: row for row, id in enumerate(scored.ids)}
    found = scored.columns["vector"] + scored.columns["text"]
    best = found.copy()
    for derived, _, source in edges:
        if derived in rows and source in rows:
            fact, turn = rows[derived], rows[source]
            best[turn] = max(best[turn], settings.fact_share * found[fact])
            best[fact] = max(best[fact], settings.source_share * found[turn])
    return Table(scored.ids, scored.columns | {"derived": best - found})


def spread(scored: Table, following: Mapping[str, str], settings: RecallSettings) -> Table:
    """Give each turn a share of the best found one or two steps away along NEXT; the maximum, never the sum.

    Of turns in the same words, which have the same vector, the best lends: they are one hit. Those of a date that is
    asked for are not.
    """
    rows = {id: row for row, id in enumerate(scored.ids)}
    nobody = len(rows)
    after = np.full(nobody + 1, nobody)
    before = np.full(nobody + 1, nobody)
    for id, next_id in following.items():
        if id in rows and next_id in rows:
            after[rows[id]] = rows[next_id]
            before[rows[next_id]] = rows[id]
    own = np.sum([scored.columns[name] for name in ("vector", "text", "derived")], axis=0)
    vector = scored.columns["vector"]
    lends = (vector <= 0) | (scored.columns["date"] > 0)
    linked = np.flatnonzero(~lends & ((after[:nobody] < nobody) | (before[:nobody] < nobody)))
    best_first = linked[np.argsort(-own[linked], kind="stable")]
    _, first = np.unique(vector[best_first], return_index=True)
    lends[best_first[first]] = True
    found = np.append(np.where(lends, own, 0.0), 0.0)
    one = np.maximum(found[after], found[before])
    two = np.maximum(found[after[after]], found[before[before]])
    gain = np.maximum(settings.next_one * one, settings.next_two * two)[:nobody]
    return Table(scored.ids, scored.columns | {"next": gain})


def add_wishes(scored: Table, strengths: Mapping[str, float], weight: float) -> Table:
    """Add what each turn gains as a standing wish of the user, by id."""
    return Table(scored.ids, scored.columns | {"wish": weight * _column(strengths, scored.ids)})


def only(scored: Table, kept: Sequence[int]) -> Table:
    """Some rows of a table, in its order."""
    if len(kept) == len(scored.ids):
        return scored
    return Table(tuple(scored.ids[row] for row in kept), {name: each[kept] for name, each in scored.columns.items()})


def add_pagerank(scored: Table, ranks: Mapping[str, float], weight: float) -> Table:
    """Add each candidate's PageRank, over the highest of all candidates."""
    column = _column(ranks, scored.ids)
    best = float(np.max(column, initial=0.0)) or 1.0
    return Table(scored.ids, scored.columns | {"pagerank": weight / best * column})


def weigh(scored: Table, factors: Mapping[str, float]) -> Table:
    """Multiply each candidate's score, in all its parts, by its factor; 1 where there is none."""
    factor = np.array([factors.get(id, 1.0) for id in scored.ids])
    return Table(scored.ids, {name: column * factor for name, column in scored.columns.items()})


def pooled(ranks: Mapping[str, float], said: Mapping[str, str]) -> dict[str, float]:
    """Give each node the sum of the ranks of all nodes that say the same; one without a saying keeps its own."""
    totals: dict[str, float] = {}
    for id in ranks.keys() & said.keys():
        totals[said[id]] = totals.get(said[id], 0.0) + ranks[id]
    return {**ranks, **{id: totals[each] for id, each in said.items() if each in totals}}


def unrepeated(scored: Table, said: Mapping[str, str], ranks: Mapping[str, float]) -> Table:
    """Keep one candidate of those that say the same: the best, of equally good ones the one of the highest rank."""
    total = scored.total
    order = sorted(range(len(scored.ids)), key=lambda row: (-total[row], -ranks.get(scored.ids[row], 0.0)))
    first = {said.get(scored.ids[row], scored.ids[row]): row for row in reversed(order)}
    return only(scored, sorted(first.values()))


def discount_repeats(scored: Table, sessions: Sequence[str | None], discount: float) -> Table:
    """Take from each candidate the discount for each better one of its session; ties go by id.

    Taking the best of these is the same as taking one candidate after another. Each step takes the one with the highest
    score less the discount for each of its session that is taken.

    Args:
        scored: the candidates.
        sessions: of each, in the same order; what has none counts as one session.
        discount: in the unit of the scores.
    """
    taken: dict[str | None, int] = {}
    column = np.zeros(len(scored.ids))
    for row in scored.best(len(scored.ids)):
        column[row] = -discount * taken.setdefault(sessions[row], 0)
        taken[sessions[row]] += 1
    return Table(scored.ids, scored.columns | {"repeat": column})


def best(tables: Sequence[Table], closest: Sequence[float], settings: RecallSettings) -> dict[str, ScoreParts]:
    """Return the best candidates of all tables with their parts, best first; ties go by id.

    The scores of two kinds are on different scales; what they have in common is how similar their closest hits are
    to the question. Each table is scaled to 1 for the kind that is closer, and to ``exp(-gap / kind_contrast)`` for
    the other.

    Args:
        tables: one per kind; a single one keeps its scale.
        closest: per table the highest similarity by vector, 0..1.
        settings: the contrast, and how many.
    """
    tops = [math.exp((near - max(closest)) / settings.kind_contrast) for near in closest]
    parts: dict[str, ScoreParts] = {}
    for scored, top in zip(tables, tops, strict=True):
        highest = float(np.max(scored.total, initial=0.0)) or 1.0
        scale = top / highest if len(tables) > 1 else 1.0
        scaled = Table(scored.ids, {name: column * scale for name, column in scored.columns.items()})
        parts |= scaled.best_parts(settings.limit)
    return dict(sorted(parts.items(), key=lambda each: (-each[1].total, each[0]))[: settings.limit])
