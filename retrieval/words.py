"""What a space has of the question's words; it needs no vector, and is searched while the encoder makes it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import MAX_SESSIONS, Contents, SpaceTransaction
from clew.retrieval.candidates import Candidate
from clew.retrieval.context import Context
from clew.retrieval.question import NOTHING
from clew.text.instants import FOREVER

OVERFETCH = 10
"""An index that cannot tell what passes a filter is asked for so many times more, and again where too few pass."""

MAX_FETCHED = 20_000
"""Hits of an index that are looked at, where most of them do not hold or are filtered."""

_Search = dict[str, Any]
"""One of the searches that `cypher/recall/words` takes."""


class Scored(NamedTuple):
    """A hit of one search: what scoring needs to know of it (`Candidate`), and its score, not scaled."""

    id: str
    session: str | None
    speaker: str | None
    second: float | None
    kind: str
    score: float

    @property
    def candidate(self) -> Candidate:
        """The hit without its score."""
        return Candidate._make(self[:-1])


@dataclass(frozen=True, slots=True)
class Words:
    """What was found by words.

    Attributes:
        hits: of each kind that is searched, and of its parts, the best by BM25.
        sessions: BM25 per session's name.
        contents: what the space holds by then; None where nothing was ever remembered.
    """

    hits: Mapping[str, list[Scored]]
    sessions: Mapping[str, float]
    contents: Contents | None


class Looked(Protocol):
    """What a search found, of how many hits that were looked at."""

    @property
    def hits(self) -> Sequence[Scored]:
        """Those that hold and pass."""
        ...

    @property
    def reached(self) -> int:
        """How many were looked at."""
        ...


class _Session(NamedTuple):
    name: str
    score: float


class _Found(NamedTuple):
    kind: str
    hits: list[Scored]
    reached: int


class _Worded(NamedTuple):
    contents: Contents
    best_sessions: list[_Session]
    found: list[_Found]


def send(transaction: SpaceTransaction, context: Context) -> Callable[[], Words]:
    """Send the search of all kinds, and of whole sessions; what is returned fetches what the server found meanwhile.

    What the space holds is read once more with it: it may have changed since the question was read against it.
    """
    searches = [_search(context, kind) for kind in sorted(context.searched)]
    found = _send(transaction, context, searches)
    return lambda: _fetch(transaction, context, searches, found())


def _search(context: Context, kind: str) -> _Search:
    """What a search of one kind takes; more is looked at where what is found may not hold, or not pass."""
    words = context.question.lucene("search_text", space_key=context.space.key, kind=kind)
    pool = context.settings.pool_of(kind)
    fetched = pool if context.is_everything else OVERFETCH * pool
    return {"kind": kind, "words": words, "pool": pool, "fetched": fetched, "by_source": context.is_by_source(kind)}


def _send(transaction: SpaceTransaction, context: Context, searches: Sequence[_Search]) -> Callable[[], list[_Worded]]:
    has_turns = any(each["kind"] == "Episode" for each in searches)
    by_session = has_turns and context.where.as_of is None  # its words may have been said later
    space_key = context.space.key
    return transaction.send(
        load("recall/words", _Worded),
        searches=list(searches),
        kinds=declared().found_kinds(),
        most=MAX_SESSIONS,
        session_words=context.question.lucene("session_text", space_key=space_key) if by_session else NOTHING,
        session_pool=context.settings.pool_of("Episode"),
        as_of=context.as_of,
        forever=FOREVER,
        timed=context.is_timed,
        is_open=context.where.is_open,
        **context.bounds,
    )


def _fetch(
    transaction: SpaceTransaction, context: Context, searches: Sequence[_Search], rows: Sequence[_Worded]
) -> Words:
    """Fetch what was found; search again those where too many of the best do not hold, or are filtered."""
    if not rows:
        return Words({}, {}, None)
    contents, sessions, found = rows[0]
    hits = {each.kind: each.hits for each in found}
    while again := [_wider(each) for each, row in zip(searches, found, strict=True) if is_short(each, row)]:
        if not (rows := _send(transaction, context, again)()):  # all was forgotten meanwhile
            return Words({}, {}, None)
        searches, found = again, rows[0].found
        hits |= {each.kind: each.hits for each in found}
    return Words(hits, dict(sessions), contents)


def is_short(search: Mapping[str, Any], found: Looked) -> bool:
    """Return whether a search that found too little can be asked for more."""
    fetched = int(search["fetched"])
    return found.reached >= fetched and len(found.hits) < int(search["pool"]) and fetched < MAX_FETCHED


def _wider(search: _Search) -> _Search:
    """Return a search that looks at more."""
    return search | {"fetched": min(int(search["fetched"]) * OVERFETCH, MAX_FETCHED)}
