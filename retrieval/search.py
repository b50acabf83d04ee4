"""First candidates: the best of a space by words and by meaning, and the names of the question."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import MAX_SESSIONS, Contents, SpaceTransaction
from clew.retrieval.context import Candidate, Context, family_of
from clew.retrieval.question import NOTHING
from clew.settings import RecallSettings
from clew.text.instants import FOREVER
from clew.text.names import topic
from clew.text.names.phrases import name, phrases, read

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


def send_words(transaction: SpaceTransaction, context: Context) -> Callable[[], Words]:
    """Send the search of all kinds, and of whole sessions; what is returned fetches what the server found meanwhile.

    What the space holds is read once more with it: it may have changed since the question was read against it.
    """
    searches = [_word_search(context, kind) for kind in sorted(context.searched)]
    found = _send_words(transaction, context, searches)
    return lambda: _fetch_words(transaction, context, searches, found())


def _word_search(context: Context, kind: str) -> _Search:
    """What a search of one kind takes; more is looked at where what is found may not hold, or not pass."""
    words = context.question.lucene("search_text", space_key=context.space.key, kind=kind)
    pool = context.settings.pool_of(kind)
    fetched = pool if context.is_everything else OVERFETCH * pool
    return {"kind": kind, "words": words, "pool": pool, "fetched": fetched, "by_source": context.is_by_source(kind)}


def _send_words(
    transaction: SpaceTransaction, context: Context, searches: Sequence[_Search]
) -> Callable[[], list[_Worded]]:
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


def _fetch_words(
    transaction: SpaceTransaction, context: Context, searches: Sequence[_Search], rows: Sequence[_Worded]
) -> Words:
    """Fetch what was found; search again those where too many of the best do not hold, or are filtered."""
    if not rows:
        return Words({}, {}, None)
    contents, sessions, found = rows[0]
    hits = {each.kind: each.hits for each in found}
    while again := [_wider(each) for each, row in zip(searches, found, strict=True) if _is_short(each, row)]:
        if not (rows := _send_words(transaction, context, again)()):  # all was forgotten meanwhile
            return Words({}, {}, None)
        searches, found = again, rows[0].found
        hits |= {each.kind: each.hits for each in found}
    return Words(hits, dict(sessions), contents)


def _is_short(search: Mapping[str, Any], found: _Found) -> bool:
    """Return whether a search that found too little can be asked for more."""
    fetched = int(search["fetched"])
    return found.reached >= fetched and len(found.hits) < int(search["pool"]) and fetched < MAX_FETCHED


def _wider(search: _Search) -> _Search:
    """Return a search that looks at more."""
    return search | {"fetched": min(int(search["fetched"]) * OVERFETCH, MAX_FETCHED)}


BY_SOURCE = "nearest_by_source"

LEAST_FETCHED = 20
"""Hits fetched of a kind, however few are taken: asked for fewer, an approximate index may miss the closest."""

Nearest = Mapping[str, Sequence[Scored]]
"""Of each kind that is searched, and of its parts, the closest, with their similarity."""


class _Near(NamedTuple):
    kind: str
    hits: list[Scored]


def nearest(transaction: SpaceTransaction, context: Context, kinds: Iterable[str]) -> Nearest:
    """Search kinds by vector, inside the space.

    Args:
        transaction: of the space.
        context: what for, and which memories.
        kinds: labels of what is searched.
    """
    alike: dict[str, list[str]] = {}
    for kind in kinds:
        alike.setdefault(_vector_statement(context, kind), []).append(kind)
    found: dict[str, Sequence[Scored]] = {}
    for statement, members in alike.items():
        searches = [{"kind": kind, "pool": context.settings.pool_of(kind)} for kind in members]
        if statement == BY_SOURCE:
            found |= _by_source(transaction, context, searches)
        else:
            query = load(f"recall/{statement}", _Near)
            found |= dict(transaction.run(query, **_vector_parameters(context, searches)))
    return found


def _by_source(
    transaction: SpaceTransaction, context: Context, searches: Sequence[Mapping[str, Any]]
) -> dict[str, Sequence[Scored]]:
    """Search what rests on turns, by those; look at more of the kinds of which too little passes."""
    query, found = load(f"recall/{BY_SOURCE}", _Found), dict[str, Sequence[Scored]]()
    fetched = OVERFETCH * max(int(each["pool"]) for each in searches)
    while searches:
        rows = transaction.run(query, **_vector_parameters(context, searches, fetched))
        found |= {row.kind: row.hits for row in rows}
        looked = [{**each, "fetched": fetched} for each in searches]
        searches = [each for each, row in zip(looked, rows, strict=True) if _is_short(each, row)]
        fetched = min(OVERFETCH * fetched, MAX_FETCHED)
    return found


def _vector_parameters(
    context: Context, searches: Sequence[Mapping[str, Any]], fetched: int = LEAST_FETCHED
) -> dict[str, Any]:
    common = {
        "searches": list(searches),
        "vector": list(context.vector),
        "fetched": max(fetched, *(int(each["pool"]) for each in searches)),
        "forever": FOREVER,
        "timed": context.is_timed,
    }
    bounds = {"as_of": context.as_of, "session": context.where.session, **context.bounds}
    return common if context.is_everything else common | bounds


def _vector_statement(context: Context, kind: str) -> str:
    """Choose the statement for a kind and a filter."""
    if context.is_by_source(kind):
        return BY_SOURCE if context.where.session is None else "nearest_of_session"
    if not context.where.is_open:
        return "nearest_filtered"
    return "nearest" if context.where.as_of is None else "nearest_as_of"


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


class _NamedNode(NamedTuple):
    name: str
    id: str
    kind: str
    degree: int
    titled: bool


def send_names(transaction: SpaceTransaction, context: Context) -> Callable[[], Named]:
    """Ask for the entities and concepts that a question names; what is returned fetches them.

    Of entities whose names are inside each other the longest counts; a single word names an entity where it is
    written with a capital, or is what a document is about. What is too common to be walked is left out.

    Args:
        transaction: of the space.
        context: the question, and what is too common.
    """
    names = phrases(context.question.text)
    ids = {f"entity:{each}" for each in names} | {f"concept:{topic(each)}" for each in names}
    fetch = transaction.send(load("recall/named", _NamedNode), ids=sorted(ids))
    return lambda: _named(context, fetch())


def _named(context: Context, rows: Sequence[_NamedNode]) -> Named:
    settings = context.settings
    capitals = {name([word]) for word in read(context.question.text) if word.is_capital}
    entities = [row for row in rows if row.kind == "Entity" and _is_meant(row, capitals)]
    longest = _longest([row.name for row in entities])
    meant = [row for row in entities if row.name in longest and row.degree <= context.common]
    words = [row for row in rows if row.degree <= settings.expand_degree]
    concepts = [row for row in words if row.kind == "Concept"]
    return Named(*({row.id: _name_weight(row, settings) for row in some} for some in (meant, concepts, words)))


def _name_weight(row: _NamedNode, settings: RecallSettings) -> float:
    return min(1.0, settings.hub_degree / max(row.degree, 1))


def _is_meant(row: _NamedNode, capitals: set[str]) -> bool:
    return row.titled or " " in row.name or row.name in capitals


def _longest(names: Iterable[str]) -> set[str]:
    """Return the names that are not part of another one."""
    kept: list[str] = []
    for each in sorted(names, key=lambda each: -len(each.split())):
        if not any(f" {each} " in f" {longer} " for longer in kept):
            kept.append(each)
    return set(kept)


@dataclass(frozen=True, slots=True)
class Pool:
    """What pool_of found.

    Attributes:
        candidates: every hit, by id.
        vector: similarity per id, scaled over the hits to 0..1.
        text: BM25 per id over the best, 0..1.
        sessions: BM25 per session's name over the best, 0..1.
        closest: the best similarity by vector before scaling, 0..1; 0 where there is no hit.
    """

    candidates: dict[str, Candidate]
    vector: dict[str, float]
    text: dict[str, float]
    sessions: dict[str, float]
    closest: float = 0.0


def join_pools(pools: Iterable[Pool]) -> Pool:
    """Return several kinds' pools as one, each scaled by itself."""
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


def pool_of(context: Context, kind: str, family: str, near: Nearest, words: Words) -> Pool:
    """Put together what was found of one kind and of its parts by vector and by words.

    What is found by several of its parts is found once, with the best score of each pool_of.

    Args:
        context: what for, and which memories.
        kind: label of what is searched.
        family: whose hits count, where the kind has several.
        near: what was found by vector, of every kind.
        words: what was found by words, likewise.
    """
    raw = _raw_pool(kind, family, near, words)
    for part in parts(context, kind):
        raw = _with_parts(raw, _raw_pool(part, family, near, words), context.settings.part_discount)
    closest = max(raw.vector.values(), default=0.0)
    sessions = _shares(words.sessions) if kind == "Episode" else {}
    return Pool(raw.candidates, spread(raw.vector), _shares(raw.text), sessions, closest)


def parts(context: Context, kind: str) -> list[str]:
    """Return the labels of the parts of a kind that are searched with it."""
    return [part for part in declared().parts_of(kind) if part in context.searched]


def _raw_pool(kind: str, family: str, near: Nearest, words: Words) -> Pool:
    """Take the hits of one kind; their scores are not scaled."""
    whole = declared().kind(kind).part_of or kind
    placed = {is_placed for is_placed in (True, False) if family_of(whole, is_placed) == family}
    close, told = (
        [hit for hit in hits if (hit.session is not None) in placed] for hits in (near[kind], words.hits[kind])
    )
    return Pool(
        {hit.id: hit.candidate for hit in (*close, *told)},
        {hit.id: hit.score for hit in close},
        {hit.id: hit.score for hit in told},
        {},
    )


def _with_parts(whole: Pool, parts: Pool, discount: float) -> Pool:
    """Add what was found by parts; both pools' scores are not scaled.

    The best of several draws is high by chance, so that a part has to be more similar than a whole by the discount.
    """
    candidates = dict(whole.candidates)
    near, text = dict(whole.vector), dict(whole.text)
    for id, part in parts.candidates.items():
        each = part.whole
        candidates.setdefault(each.id, each)
        if id in parts.vector:
            near[each.id] = max(near.get(each.id, 0.0), parts.vector[id] - discount)
        if id in parts.text:
            text[each.id] = max(text.get(each.id, 0.0), parts.text[id])
    return Pool(candidates, near, text, whole.sessions)


def spread(scores: Mapping[str, float]) -> dict[str, float]:
    """Scale scores to 0..1 between the lowest and the highest; all are 1 where they are equal."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {id: (score - low) / (high - low) if high > low else 1.0 for id, score in scores.items()}


def _shares(scores: Mapping[str, float]) -> dict[str, float]:
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()}
