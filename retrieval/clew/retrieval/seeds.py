"""The first candidates: the best of a space by meaning, by words, and by the words of whole sessions."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from clew.clock import BEGINNING, FOREVER
from clew.errors import NotFound
from clew.queries import load
from clew.retrieval.question import NOTHING, Question
from clew.settings import RecallSettings
from clew.space import Space, SpaceTransaction

OVERFETCH = 10
"""Full text cannot filter by session, speaker or time: with such a filter it fetches so many times more."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which turns are wanted; None leaves a side open.

    Attributes:
        session: of this session only.
        speaker: of this speaker only.
        since: not before this instant.
        until: before this instant.
        as_of: what held at this instant: said or begun by then, and not replaced by then. Of any kind.
    """

    session: str | None = None
    speaker: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether turns of any session, speaker and time are wanted, and with them what is said in no session."""
        return replace(self, as_of=None) == Filter()

    def passes(self, candidate: "Candidate") -> bool:
        """Whether a candidate is wanted; what is no turn was searched by `as_of` already."""
        if not self._passes_time(candidate):
            return False
        return (
            self.session in {None, candidate.session}
            and self.speaker in {None, candidate.speaker}
            and (self.since is None or _second(candidate) >= self.since.timestamp())
            and (self.until is None or _second(candidate) < self.until.timestamp())
        )

    def _passes_time(self, candidate: "Candidate") -> bool:
        return self.as_of is None or candidate.kind != "Episode" or _second(candidate) <= self.as_of.timestamp()


class Candidate(NamedTuple):
    """What scoring needs to know of a text; a tuple, because a recall makes a thousand.

    Attributes:
        id: of the node.
        session: its session, or its document; None for a fact.
        speaker: who said it; None for a passage.
        second: its instant in seconds since 1970; None for a passage.
        kind: its label.
    """

    id: str
    session: str | None
    speaker: str | None
    second: float | None
    kind: str = "Episode"


def _second(candidate: "Candidate") -> float:
    return math.nan if candidate.second is None else candidate.second


@dataclass(frozen=True, slots=True)
class Pool:
    """What search found.

    Attributes:
        candidates: every hit, by id.
        vector: cosine per id, scaled over the hits to 0..1.
        text: BM25 per id over the best, 0..1.
        sessions: BM25 per session's name over the best, 0..1.
        closest: the best similarity by vector before scaling, 0..1; 0 where there is no hit.
    """

    candidates: dict[str, Candidate]
    vector: dict[str, float]
    text: dict[str, float]
    sessions: dict[str, float]
    closest: float = 0.0


def joined(pools: Iterable[Pool]) -> Pool:
    """Several kinds' pools as one, each scaled by itself."""
    whole = Pool({}, {}, {}, {})
    for pool in pools:
        whole = Pool(
            whole.candidates | pool.candidates,
            whole.vector | pool.vector,
            whole.text | pool.text,
            whole.sessions | pool.sessions,
            max(whole.closest, pool.closest),
        )
    return whole


def resolved(space: Space, wanted: Filter, known: Sequence[str]) -> Filter:
    """The filter with the speaker's name as it is stored.

    Args:
        space: where.
        wanted: as asked; the speaker in any case.
        known: who speaks in the space.

    Raises:
        NotFound: the space has no such speaker or session.
    """
    if wanted.session is not None and not space.read(load("recall/has_session"), session=wanted.session)[0]["found"]:
        raise NotFound(f"space {space.name!r} has no session {wanted.session!r}; leave the filter out, or name another")
    if wanted.speaker in {None, *known}:
        return wanted
    names = [name for name in known if name.casefold() == str(wanted.speaker).casefold()]
    if len(names) != 1:
        heard = ", ".join(known[:10]) or "nobody"
        raise NotFound(f"space {space.name!r} has no speaker {wanted.speaker!r}; it has {heard}")
    return replace(wanted, speaker=names[0])


def search(
    transaction: SpaceTransaction,
    kind: str,
    question: Question,
    vector: Sequence[float],
    wanted: Filter,
    settings: RecallSettings,
    belongs: Callable[["Candidate"], bool],
) -> Pool:
    """Search by vector and by full text, both inside the space.

    Args:
        transaction: of the space.
        kind: label of what is searched.
        question: what for.
        vector: the question's embedding.
        wanted: which turns; the vector index filters while it searches, full text fetches more and drops.
        settings: the size of the pools.
        belongs: whether a hit counts.
    """
    key = transaction.space.key
    name, filters = _filtered(wanted, OVERFETCH * settings.pool_of(kind))
    row = transaction.run(
        load(name),
        kind=kind,
        vector=list(vector),
        words=question.lucene("search_text", space_key=key, kind=kind),
        session_words=question.lucene("session_text", space_key=key) if kind == "Episode" else NOTHING,
        pool=settings.pool_of(kind),
        forever=FOREVER,
        **filters,
    )[0]
    found = [_candidate(hit, kind) for hit in row["vector"] + row["text"]]
    candidates = {each.id: each for each in found if belongs(each)}
    near, worded = ({hit[0]: hit[1] for hit in row[name] if hit[0] in candidates} for name in ("vector", "text"))
    closest = max(near.values(), default=0.0)
    return Pool(candidates, _scaled(near), _shares(worded), _shares(dict(row["sessions"])), closest)


def _filtered(wanted: Filter, fetched: int) -> tuple[str, dict[str, object]]:
    """The statement for a filter, and what it takes beside the others."""
    if not wanted.is_open:
        return "recall/seeds_filtered", _bounds(wanted) | {"fetched": fetched}
    if wanted.as_of is not None:
        return "recall/seeds_as_of", {"as_of": wanted.as_of, "fetched": fetched}
    return "recall/seeds", {}


def _bounds(wanted: Filter) -> dict[str, object]:
    """Ranges that hold everything where a side is open: the index knows equality and range only."""
    return {
        "session_low": wanted.session or "",
        "session_high": wanted.session or "\U0010ffff",
        "speaker_low": wanted.speaker or "",
        "speaker_high": wanted.speaker or "\U0010ffff",
        "since": wanted.since or BEGINNING,
        "until": min(wanted.until or FOREVER, wanted.as_of + timedelta.resolution if wanted.as_of else FOREVER),
    }


def _candidate(hit: Sequence[Any], kind: str) -> Candidate:
    id, _, session, speaker, second = hit
    return Candidate(id, session, speaker, second, kind)


def _scaled(scores: dict[str, float]) -> dict[str, float]:
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: dict[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
