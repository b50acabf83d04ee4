"""Memory without a question: spaces, sessions, turns, statements, one memory with what it is joined to, and sizes."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.graph.queries import Query, load
from clew.graph.schema import declared
from clew.graph.schema import properties as of
from clew.graph.space import Space, SpaceTransaction, session_as_stored
from clew.model import AuditEntry, Filter, Node, Recall, Relationship, Subgraph
from clew.model.browsed import (
    EntityOverview,
    Link,
    ListedMemory,
    Page,
    SessionOverview,
    SpaceOverview,
    StoredMemory,
    StoredTurn,
)
from clew.model.graph import AliasOrigin, Stats
from clew.retrieval.context import conditions, known, resolve, returned_kinds
from clew.retrieval.speakers import other_names
from clew.text.arguments import check_arguments, quoted
from clew.text.instants import BEGINNING, FOREVER, as_utc_if_any, now
from clew.text.language import MOST_CHARACTERS, language

T = TypeVar("T")
MAX_ROWS = 1000
"""Sessions, turns or relationships that one call returns."""

MAX_OPENING_CHARACTERS = 200
"""Of the text of a memory at the other end of a relationship."""

MAX_DRAWN = 30  # hits of a recall whose graph is drawn

SAMPLE = 100
"""Texts of a kind whose language is told: those that were remembered first, and as many that were last."""

_HIDDEN = {
    each.name for each in (of.EMBEDDING, of.SEARCH_TEXT, of.SESSION_TEXT, of.STATEMENT_KEY, of.EXPIRED_AT, of.CORRECTED)
}


@check_arguments
def spaces(
    graph: Graph, *, limit: int = 100, after: str = "", names: Collection[str] | None = None
) -> Page[SpaceOverview]:
    """Return some spaces of a store, or of those with these names, by name.

    Raises:
        InvalidInput: `limit` is no number of spaces, or no page told `after`.
    """
    _check("limit", limit, 1)
    (name,) = _after(after, str) or ("",)
    chosen = {"every": names is None, "among": list(names or ())}
    rows = graph.read(load("browse/spaces", SpaceOverview), after=name, limit=limit + 1, **chosen)
    return _page(rows, limit, lambda last: [last.name])


@check_arguments
def sessions(
    space: Space, *, limit: int = 100, after: str = "", known_at: datetime | None = None
) -> Page[SessionOverview]:
    """Return some sessions of a space, the latest first; as they were known at an instant, where one is given.

    Raises:
        InvalidInput: `limit` is no number of sessions, or no page told `after`.
    """
    _check("limit", limit, 1)
    since, name = _after(after, datetime, str) or (FOREVER, "")
    query, then = _then("browse/sessions", SessionOverview, known_at)
    rows = space.read(query, since=since, name=name, beginning=BEGINNING, limit=limit + 1, **then)
    return _page(rows, limit, lambda last: [last.at or BEGINNING, last.name])


@check_arguments
def entities(
    space: Space, *, limit: int = 100, after: str = "", known_at: datetime | None = None
) -> Page[EntityOverview]:
    """Return some people and things that texts of a space name, or named at an instant, by name.

    Raises:
        InvalidInput: `limit` is no number of entities, or no page told `after`.
    """
    _check("limit", limit, 1)
    name, id = _after(after, str, str) or ("", "")
    query, then = _then("browse/entities", EntityOverview, known_at)
    rows = space.read(query, after=name, last_id=id, limit=limit + 1, **then)
    return _page(rows, limit, lambda last: [last.name, last.id])


class _Entry(NamedTuple):
    id: str
    at: datetime
    who: str
    operation: str
    seconds: float | None
    error: str
    counted: list[str]
    counts: list[int]


@check_arguments
def audit(space: Space, since: datetime, *, limit: int = 100, after: str = "") -> Page[AuditEntry]:
    """Return some entries of the audit log of a space, the latest first; none that began before `since`.

    Raises:
        InvalidInput: `limit` is no number of entries, or no page told `after`.
    """
    _check("limit", limit, 1)
    last, last_id = _after(after, datetime, str) or (FOREVER, "")
    query, given = load("audit/listed", _Entry), {"since": since, "last": last, "last_id": last_id}
    rows = space.graph.read(query, space=space.name, **given, limit=limit + 1)  # nothing of it is memory that expires
    entries = [
        AuditEntry(*row[:4], space.name, row.seconds, dict(zip(row.counted, row.counts, strict=True)), row.error)
        for row in rows
    ]
    return _page(entries, limit, lambda last: [last.at, last.id])


@check_arguments
def search(space: Space, where: Filter, *, limit: int = 100, after: str = "") -> Page[ListedMemory]:
    """Return some memories that pass a filter, those that hold since latest first.

    Raises:
        InvalidInput: a kind is not searched, `limit` is no number of memories, or no page told `after`.
        NotFound: the space has no such session or speaker.
    """
    _check("limit", limit, 1)
    last, last_id = _after(after, datetime, str) or (FOREVER, "")

    def read(transaction: SpaceTransaction) -> list[ListedMemory]:
        contents = transaction.contents()
        if contents is None:
            return []
        named = resolve(transaction, where, contents)
        if named.known_at is not None:
            return _believed(transaction, named, named.known_at, (last, last_id), limit + 1)
        return transaction.run(
            load("browse/listed", ListedMemory),
            kinds=returned_kinds(where),
            **conditions(named),
            as_of=where.as_of or FOREVER,
            forever=FOREVER,
            last=last,
            last_id=last_id,
            limit=limit + 1,
        )

    return _page(space.reading(read), limit, lambda last: [last.valid_from, last.id])


def _believed(
    transaction: SpaceTransaction, where: Filter, known_at: datetime, after: tuple[datetime, str], limit: int
) -> list[ListedMemory]:
    """Return some memories that pass a filter and were believed at an instant, in the order of the list."""
    believed = known(transaction.run, _all_passing(transaction, where), known_at, where.as_of).values()
    since, id = after
    follows = [each for each in believed if each.valid_from < since or (each.valid_from == since and each.id > id)]
    return [each for each in follows if each.belief >= where.min_belief][:limit]


def versions(space: Space, where: Filter) -> list[str]:
    """Return the ids of all memories that pass a filter, of what was replaced every version.

    Raises:
        InvalidInput: a kind is not searched, the filter lets all pass, or says as of when.
        NotFound: the space has no such session, speaker or entity.
    """
    if where == Filter():
        raise InvalidInput("where lets all memories pass; narrow it, or forget the whole space")
    if where.as_of is not None:
        raise InvalidInput("where says as of when, and every version of a statement is meant; leave as_of out")
    if where.known_at is not None:
        raise InvalidInput("where says when it was known, and what is there is meant; leave known_at out")
    return passing(space, where)


def passing(space: Space, where: Filter) -> list[str]:
    """Return the ids of all memories that pass a filter, of what was replaced every version; or as was known then.

    Raises:
        InvalidInput: a kind is not searched.
        NotFound: the space has no such session, speaker or entity.
    """

    def read(transaction: SpaceTransaction) -> list[str]:
        contents = transaction.contents()
        if contents is None:
            return []
        named = resolve(transaction, where, contents)
        ids = _all_passing(transaction, named)
        return ids if named.known_at is None else list(known(transaction.run, ids, named.known_at, named.as_of))

    return space.reading(read)


def _all_passing(transaction: SpaceTransaction, where: Filter) -> list[str]:
    """Return the ids of all memories that pass a filter at any time; how sure one was at another time is told then."""
    given = conditions(where) | ({} if where.known_at is None else {"min_belief": 0.0})
    return transaction.run(load("recall/all_passing", str), kinds=returned_kinds(where), **given)


@check_arguments
def history(space: Space, id: str) -> tuple[ListedMemory, ...]:
    """Return the versions of a statement in the order in which they hold; of what nothing replaced, itself.

    Raises:
        NotFound: no memory has this id.
    """
    if found := space.read(load("browse/history", ListedMemory), id=id, forever=FOREVER):
        return tuple(found)
    raise _unknown(id)


@check_arguments
def turns(
    space: Space, session: str, *, first: int = 0, limit: int = 100, known_at: datetime | None = None
) -> tuple[StoredTurn, ...]:
    """Return some turns of a session in their order; those believed at an instant, where one is given.

    Raises:
        InvalidInput: `first` or `limit` is no number of turns.
        NotFound: there is no such session.
    """
    _check("first", first, 0, most=None)
    _check("limit", limit, 1)
    if (stored := session_as_stored(space.read, session)) is None:
        raise NotFound(f"session {quoted(session)} is not in this space; list its sessions, or name another")
    query, then = _then("browse/turns", StoredTurn, known_at)
    return tuple(space.read(query, session=stored, first=first, limit=limit, **then))


@check_arguments
def look_up(space: Space, id: str, *, links: int = 20) -> StoredMemory:
    """Return one memory with what it holds and some of its relationships.

    Raises:
        InvalidInput: `links` is no number of relationships.
        NotFound: no memory has this id.
    """
    _check("links", links, 0)
    columns = tuple[str, str, dict[str, Any], tuple[Link, ...]]
    query = load("browse/memory", columns)
    for kind, text, held, joined in space.read(query, id=id, links=links, opening=MAX_OPENING_CHARACTERS):
        known = declared().kind(kind)
        names = [each.name for each in (*known.required, *known.optional, of.CREATED_AT) if each.name not in _HIDDEN]
        properties = {name: held[name] for name in names if held.get(name) not in (None, "", FOREVER)}
        return StoredMemory(id, kind, text, properties, joined)
    raise _unknown(id)


def _unknown(id: str) -> NotFound:
    return NotFound(f"memory {quoted(id)} is not in this space; recall says the ids of what is")


def _then(name: str, columns: type[T], known_at: datetime | None) -> tuple[Query[T], dict[str, object]]:
    """Return the statement of a list as it is now, or as it was known at an instant, with what that one takes more."""
    given = as_utc_if_any(known_at)
    return (load(name, columns), {}) if given is None else (load(f"{name}_known", columns), {"known_at": given})


def _page(rows: Sequence[T], limit: int, key: Callable[[T], list[datetime | str]]) -> Page[T]:
    """Return a page of what was fetched with one more, which tells whether anything follows."""
    if len(rows) <= limit:
        return Page(tuple(rows))
    named = [each.isoformat() if isinstance(each, datetime) else each for each in key(rows[limit - 1])]
    return Page(tuple(rows[:limit]), json.dumps(named, ensure_ascii=False))


def _after(after: str, *types: type) -> Any:  # noqa: ANN401 - a value of each type
    """Return the values that `after` of a page holds; None for the first page."""
    if not after:
        return None
    try:
        both = zip(types, json.loads(after), strict=True)
        read = [datetime.fromisoformat(each).astimezone(UTC) if kind is datetime else each for kind, each in both]
    except (ValueError, TypeError, OverflowError, RecursionError):
        read = [None]
    if not all(isinstance(each, datetime | str) for each in read):
        raise InvalidInput(f"after is {quoted(after)}; give what `after` of the page before told")
    return read


def _check(name: str, value: int, least: int, most: int | None = MAX_ROWS) -> None:
    if value < least or (most is not None and value > most) or value >= 2**31:
        raise InvalidInput(f"{name} is {value}; give {least} to {most or 2**31 - 1}")


def drawn(recall: Recall) -> list[str]:
    """Return the ids of the best hits, and of the nodes on their paths."""
    best = recall.hits[:MAX_DRAWN]
    return list(dict.fromkeys([*(hit.id for hit in best), *(step.id for hit in best for step in hit.path)]))


def subgraph(space: Space, recall: Recall) -> Subgraph:
    """Return the best hits, their paths, the concepts that join them, and all relationships among these.

    A thing that was seen elsewhere than it is now is drawn where it was seen.
    """
    scores = {hit.id: hit.score for hit in recall.hits[:MAX_DRAWN]}
    columns = tuple[list[tuple[str, str, str, datetime | None]], tuple[Relationship, ...]]
    ((nodes, relationships),) = space.read(load("recall/subgraph", columns), ids=drawn(recall), now=now())
    return Subgraph(tuple(Node(*node, scores.get(node[0], 0.0)) for node in nodes), relationships)


def stats(space: Space) -> Stats:
    """Count nodes per kind and relationships per type; all zero for a space never used.

    Raises:
        Conflict: the space is being forgotten.
    """
    contents = space.contents()
    if contents is None:
        return Stats(space.name, {}, {}, (), None, None)
    counts = list[tuple[str, int]]
    columns = tuple[counts, counts, datetime | None, datetime | None, list[str]]
    ((nodes, relationships, first, last, openings),) = space.read(
        load("maintain/stats", columns), kinds=declared().text_kinds(), sample=SAMPLE, opening=MOST_CHARACTERS
    )
    names = other_names(contents.alias_sources, contents.speakers)
    aliases = {
        speaker: tuple(name for name in names if names[name] == speaker) for speaker in sorted({*names.values()})
    }
    sources: tuple[tuple[AliasOrigin, Iterable[str]], ...] = (
        ("learnt", contents.learnt_aliases),
        ("shown", contents.shown_aliases),
        ("given", contents.given_aliases),
    )
    known: dict[str, AliasOrigin] = {alias.partition(" = ")[0]: each for each, told in sources for alias in told}
    origins: dict[str, AliasOrigin] = {name: known[name] for name in names}
    sizes = dict(sorted(nodes)), dict(sorted(relationships))
    languages = Counter(language(each) or "unknown" for each in openings)
    return Stats(space.name, *sizes, contents.speakers, first, last, aliases, origins, dict(languages.most_common()))
