"""First candidates: the best of a space by words and by meaning, and the names of the question."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from clew.graph.queries import load
from clew.graph.schema import HAPPENS, declared
from clew.graph.space import MAX_SESSIONS, Contents, SpaceTransaction
from clew.retrieval.context import Candidate, Context, family_of, index_ranges, known
from clew.retrieval.question import NOTHING
from clew.text.dates.periods import midnight
from clew.text.instants import FOREVER
from clew.text.names import topic
from clew.text.names.phrases import name as as_name
from clew.text.names.phrases import phrases, read

OVERFETCH = 10
"""An index that cannot tell what passes a filter is asked for so many times more, and again where too few pass."""

MAX_FETCHED = 20_000
"""Hits of an index that are looked at, where most of them do not hold or are filtered."""

MIN_FETCHED = 20
"""Hits fetched of a kind, however few are taken: asked for fewer, an approximate index may miss the closest."""

HAPPENING = 50
"""Hits taken of each kind that tell of something in the times that the question or the filter names."""

NAME_SHARE = 0.5
"""Of the mean vector of the names in a question of a group, so much is taken from the question's."""

OF_SESSIONS = "nearest_of_sessions"
"""The statement that looks for what rests on turns from the turns of named sessions, and is exact."""

Hits = Mapping[str, Sequence[Candidate]]
"""The best of each kind that is searched, and of its parts, with their scores in that search."""

_Search = dict[str, Any]
"""One of the searches that a statement takes: its kind, how many hits are taken, and more."""

_Found = tuple[str, list[Candidate], int]
"""Of one search the kind, the best that hold and pass, and how many hits were looked at."""

_Worded = tuple[Contents, list[tuple[str, float]], list[_Found], bool]
"""The contents of the space, its best sessions with BM25, the hits of each search, whether anything is due."""


@dataclass(frozen=True, slots=True)
class Words:
    """The hits by words.

    Attributes:
        hits: by BM25.
        sessions: BM25 per session's name.
        contents: what the space holds by then; None where nothing was ever remembered.
        is_due: whether the space holds anything that has expired.
    """

    hits: Hits
    sessions: Mapping[str, float]
    contents: Contents | None
    is_due: bool = False


def send_words(transaction: SpaceTransaction, context: Context) -> Callable[[], Words]:
    """Send the search of all kinds, and of whole sessions; what is returned fetches what the server found meanwhile.

    The contents of the space are read once more with it: they may have changed since the question was read against
    them.
    """
    searches: list[_Search] = []
    for kind in sorted(context.searched):
        pool = context.settings.pool_of(kind)
        searches.append(
            {
                "kind": kind,
                "words": context.question.lucene("search_text", space_key=context.space.key, kind=kind),
                "pool": pool,
                "fetched": pool if context.is_everything else OVERFETCH * pool,
            }
        )
    fetch_first = _send_words(transaction, context, searches)

    def fetch() -> Words:
        rows, waiting = fetch_first(), searches
        if not rows:
            return Words({}, {}, None)
        contents, sessions, found, is_due = rows[0]
        hits = {kind: best for kind, best, _ in found}
        while waiting := _wider(waiting, found):
            if not (rows := _send_words(transaction, context, waiting)()):  # all was forgotten meanwhile
                return Words({}, {}, None)
            found = rows[0][2]
            hits |= {kind: best for kind, best, _ in found}
        return Words(hits, dict(sessions), contents, is_due)

    return fetch


def _send_words(
    transaction: SpaceTransaction, context: Context, searches: Sequence[_Search]
) -> Callable[[], list[_Worded]]:
    has_turns = any(each["kind"] == "Episode" for each in searches)
    space_key = context.space.key
    return transaction.send(
        load("recall/words", _Worded),
        searches=list(searches),
        kinds=declared().found_kinds(),
        most=MAX_SESSIONS,
        session_words=context.question.lucene("session_text", space_key=space_key) if has_turns else NOTHING,
        session_pool=context.settings.pool_of("Episode"),
        as_of=context.as_of,
        forever=FOREVER,
        timed=context.is_timed,
        is_filtered=not context.where.is_open or context.is_aside,
        **context.space.due(),
        **context.conditions,
    )


def _wider(searches: Sequence[_Search], found: Sequence[_Found]) -> list[_Search]:
    """Return the searches that found too little and can look at more hits, so that they do."""
    return [
        search | {"fetched": min(OVERFETCH * search["fetched"], MAX_FETCHED)}
        for search, (_, best, looked_at) in zip(searches, found, strict=True)
        if len(best) < search["pool"] and looked_at >= search["fetched"] and search["fetched"] < MAX_FETCHED
    ]


def less(vector: Sequence[float], names: Sequence[Sequence[float]]) -> list[float]:
    """Return the vector, of length 1, of a question of a group less a share of the mean of its names.

    With the whole names a question is closest to whatever holds them, without them to turns of anybody. The share was
    chosen on the shown half of made-up groups. Of 12 people 93 % of the evidence is in ten hits. With names 88 % is,
    without them 72 %, halfway between these two 91 %. Of 100 people it is 91 %, and 87 % halfway.
    """
    found = list(vector)
    for name in names:
        found = [each - NAME_SHARE / len(names) * part for each, part in zip(found, name, strict=True)]
    length = math.hypot(*found)
    return [each / length for each in found] if length else list(vector)


def send_nearest(transaction: SpaceTransaction, context: Context, kinds: Iterable[str]) -> Callable[[], Hits]:
    """Send the search of kinds by vector, by their labels; what is returned fetches the hits."""
    pools = {kind: context.settings.pool_of(kind) for kind in kinds}
    if context.where.by == "happened":  # the index knows when things were said
        return lambda: dict.fromkeys(pools, ())
    if (known_at := context.where.known_at) is not None:
        return lambda: _nearest_known(transaction, context, pools, known_at)
    by_statement: dict[str, list[_Search]] = {}
    for kind, pool in pools.items():
        statement = _statement(context, kind)
        search = {"kind": kind, "pool": OVERFETCH * pool if context.is_read_again(kind) else pool}
        ranges = index_ranges(context.where) if statement == "nearest_filtered" else [dict[str, str]()]
        by_statement.setdefault(statement, []).extend(search | each for each in ranges)
    sent = [_send_vector(transaction, context, *each) for each in by_statement.items()]

    def fetch() -> Hits:
        found = {kind: list[Candidate]() for kind in pools}
        for kind, hits in (row for fetch_rows in sent for row in fetch_rows()):
            found[kind] += hits
        best = {kind: sorted(hits, key=lambda hit: -hit.score) for kind, hits in found.items()}
        return _passing(transaction, context, pools, best)

    return fetch


def _passing(transaction: SpaceTransaction, context: Context, pools: Mapping[str, int], best: Hits) -> Hits:
    """Return of each kind as many of the best hits as its pool holds, without those that the filter leaves out."""
    again = {kind for kind in pools if context.is_read_again(kind) and _statement(context, kind) != OF_SESSIONS}
    ids = [hit.id for kind in again for hit in best[kind]]
    passing_ids = (
        set(transaction.run(load("recall/passing", str), ids=ids, **context.conditions)) if ids else set[str]()
    )
    passing = {
        kind: [hit for hit in hits if hit.id in passing_ids] if kind in again else hits for kind, hits in best.items()
    }
    few = [kind for kind, hits in passing.items() if len(hits) < pools[kind] <= len(best[kind]) / OVERFETCH]
    searches: list[_Search] = [{"kind": kind, "pool": pools[kind]} for kind in few]
    passing |= _send_vector(transaction, context, "nearest_passing", searches)() if few else ()
    return {kind: hits[: pools[kind]] for kind, hits in passing.items()}


def _nearest_known(
    transaction: SpaceTransaction, context: Context, pools: Mapping[str, int], known_at: datetime
) -> Hits:
    """Search kinds for what was believed at an instant: each memory of before it is compared."""
    searches: list[_Search] = [{"kind": kind, "pool": OVERFETCH * pool} for kind, pool in pools.items()]
    found = dict(_send_vector(transaction, context, "nearest_known", searches)())
    ids = [hit.id for hits in found.values() for hit in hits]
    believed = known(transaction.run, ids, known_at, context.where.as_of)
    return {kind: [hit for hit in hits if hit.id in believed][: pools[kind]] for kind, hits in found.items()}


def _statement(context: Context, kind: str) -> str:
    """Return the name of the statement that searches a kind."""
    where = context.where
    if context.is_by_source(kind) and where.session is not None:
        return OF_SESSIONS
    if not where.is_open and not context.is_by_source(kind):
        return "nearest_filtered"
    return "nearest" if where.as_of is None else "nearest_as_of"


def _send_vector(
    transaction: SpaceTransaction, context: Context, statement: str, searches: Sequence[_Search]
) -> Callable[[], list[tuple[str, list[Candidate]]]]:
    given: dict[str, object] = {}
    if not context.is_everything:
        given = {"as_of": context.as_of, "known_at": context.where.known_at, **context.conditions}
    return transaction.send(
        load(f"recall/{statement}", tuple[str, list[Candidate]]),
        searches=list(searches),
        vector=list(context.vector),
        fetched=max([MIN_FETCHED, *(each["pool"] for each in searches)]),
        forever=FOREVER,
        timed=context.is_timed,
        **given,
    )


def with_happening(transaction: SpaceTransaction, context: Context, hits: Hits) -> tuple[Hits, frozenset[str]]:
    """Add what tells of something in the times that the question names, or else the filter, and return its ids."""
    where = context.where
    days = [(first.date(), (end - timedelta.resolution).date()) for first, end in context.question.times]
    if not days and where.days and where.by != "said":
        days = [where.days]
    kinds = [kind for kind in hits if HAPPENS in declared().kind(kind).optional]
    if not days or not kinds:
        return hits, frozenset()
    last = max(last for _, last in days)
    rows = transaction.run(
        load("recall/happening", tuple[str, list[Candidate]]),
        searches=[{"kind": kind} for kind in kinds],
        vector=list(context.vector),
        days=[f"{first}/{last}" for first, last in days],
        happens_since=midnight(min(first for first, _ in days)),
        happens_until=midnight(last + timedelta(days=1)) if last < date.max else FOREVER,
        as_of=context.as_of,
        pool=HAPPENING if where.by == "either" else max(HAPPENING, context.settings.pool),
        forever=FOREVER,
        **context.conditions,
    )
    found = {kind: {hit.id: hit for hit in happening} for kind, happening in rows}
    merged = {kind: list(({hit.id: hit for hit in near} | found.get(kind, {})).values()) for kind, near in hits.items()}
    return merged, frozenset(id for each in found.values() for id in each)


@dataclass(frozen=True, slots=True)
class Named:
    """Ids of what a question names, with their weights: the rarer, the heavier.

    Attributes:
        entities: those that it means: of names inside each other the longest, single words by their capital.
        concepts: its topics.
        words: all entities and concepts whose words it has, in any capitals.
    """

    entities: dict[str, float] = field(default_factory=dict[str, float])
    concepts: dict[str, float] = field(default_factory=dict[str, float])
    words: dict[str, float] = field(default_factory=dict[str, float])


def send_names(transaction: SpaceTransaction, context: Context) -> Callable[[], Named]:
    """Ask for the entities and concepts that a question names; what is returned fetches them.

    Of entities whose names are inside each other the longest counts. A single word names an entity where it is written
    with a capital, or is what a document is about. Entities and concepts that are too common to be walked are left out.
    """
    names, settings = phrases(context.question.text), context.settings
    capitals = {as_name([word]) for word in read(context.question.text) if word.is_capital}
    ids = {f"entity:{each}" for each in names} | {f"concept:{topic(each)}" for each in names}
    fetch_rows = transaction.send(load("recall/named", tuple[str, str, str, int, bool]), ids=sorted(ids))

    def fetch() -> Named:
        rows = fetch_rows()
        meant = {
            id: name
            for name, id, kind, _, is_title in rows
            if kind == "Entity" and (is_title or " " in name or name in capitals)
        }
        padded = {f" {name} " for name in meant.values()}
        named = Named()
        for name, id, kind, degree, _ in rows:
            weight = min(1.0, settings.hub_degree / max(degree, 1))
            is_longest = not any(f" {name} " in other and f" {name} " != other for other in padded)
            if id in meant and is_longest and degree <= context.common:
                named.entities[id] = weight
            if degree <= settings.expand_degree:
                named.words[id] = weight
                if kind == "Concept":
                    named.concepts[id] = weight
        return named

    return fetch


@dataclass(frozen=True, slots=True)
class Pool:
    """The hits of some kinds.

    Attributes:
        candidates: every hit, by id.
        vector: similarity per id, scaled over the hits to 0..1.
        text: BM25 per id over the best, 0..1.
        sessions: BM25 per session's name over the best, 0..1.
        closest: the best similarity by vector before scaling, 0..1; 0 where there is no hit.
        cosine: per id what `vector` scales, as cosine.
        happening: ids of what tells of something in the times that the question or the filter names.
    """

    candidates: dict[str, Candidate]
    vector: dict[str, float]
    text: dict[str, float]
    sessions: dict[str, float]
    closest: float = 0.0
    cosine: dict[str, float] = field(default_factory=dict[str, float])
    happening: frozenset[str] = frozenset()

    def __or__(self, other: "Pool") -> "Pool":
        """Both as one, each scaled by itself."""
        return Pool(
            self.candidates | other.candidates,
            self.vector | other.vector,
            self.text | other.text,
            self.sessions | other.sessions,
            max(self.closest, other.closest),
            self.cosine | other.cosine,
            self.happening | other.happening,
        )


def pool_of(context: Context, kind: str, family: str, near: Hits, words: Words) -> Pool:
    """Put together what was found of one kind and of its parts by vector and by words.

    A memory that several of its parts find is found once, with the best score of each search. Of a kind that several
    families search, the hits of this family count.
    """
    found = _unscaled(kind, family, near, words)
    for part in parts(context, kind):
        found_parts = _unscaled(part, family, near, words)
        for id, candidate in found_parts.candidates.items():
            whole = candidate.whole
            found.candidates.setdefault(whole.id, whole)
            if id in found_parts.vector:
                # the best of several draws is high by chance: a part has to be more similar than a whole
                similarity = found_parts.vector[id] - context.settings.part_discount
                found.vector[whole.id] = max(found.vector.get(whole.id, 0.0), similarity)
            if id in found_parts.text:
                found.text[whole.id] = max(found.text.get(whole.id, 0.0), found_parts.text[id])
    closest = max(found.vector.values(), default=0.0)
    sessions = _shares(words.sessions) if kind == "Episode" else {}
    cosine = {id: 2 * score - 1 for id, score in found.vector.items()}  # the index maps -1..1 to 0..1
    return Pool(
        found.candidates, spread(found.vector), _shares(found.text), sessions, closest, cosine, context.happening
    )


def parts(context: Context, kind: str) -> list[str]:
    """Return the labels of the parts of a kind that are searched with it."""
    return [part for part in declared().parts_of(kind) if part in context.searched]


def _unscaled(kind: str, family: str, near: Hits, words: Words) -> Pool:
    whole = declared().kind(kind).part_of or kind
    placed = {is_placed for is_placed in (True, False) if family_of(whole, is_placed) == family}
    close, told = (
        [hit for hit in hits if (hit.session is not None) in placed] for hits in (near[kind], words.hits[kind])
    )
    return Pool(
        {hit.id: hit for hit in (*close, *told)},
        {hit.id: hit.score for hit in close},
        {hit.id: hit.score for hit in told},
        {},
    )


def spread(scores: Mapping[str, float]) -> dict[str, float]:
    """Scale scores to 0..1 between the lowest and the highest; all are 1 where they are equal."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
