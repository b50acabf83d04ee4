"""Memory without a search: sessions, their turns, one memory with what it is joined to, and the size of a space.

for session in browse.sessions(memory.space):
print(session.name, session.turns)
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.schema import properties as of
from clew.graph.space import Space, session_as_stored
from clew.model import Node, Recall, Relationship, Subgraph
from clew.model.browsed import Link, SessionOverview, StoredMemory, StoredTurn
from clew.model.graph import AliasOrigin, Stats
from clew.retrieval.speakers import other_names
from clew.text.arguments import check_arguments, quoted
from clew.text.instants import FOREVER, now

MAX_ROWS = 1000
"""Sessions, turns or relationships that one call returns."""

MAX_OPENING_CHARACTERS = 200
"""Of the text of a memory at the other end of a relationship."""

_HIDDEN = {each.name for each in (of.EMBEDDING, of.SEARCH_TEXT, of.SESSION_TEXT, of.STATEMENT_KEY, of.EXPIRED_AT)}


@check_arguments
def sessions(space: Space, *, limit: int = 100, skip: int = 0) -> tuple[SessionOverview, ...]:
    """Return some sessions of a space, the latest first.

    Raises:
        InvalidInput: `limit` or `skip` is no number of sessions.
    """
    _check("limit", limit, 1)
    _check("skip", skip, 0, most=None)
    return tuple(space.read(load("browse/sessions", SessionOverview), skip=skip, limit=limit))


@check_arguments
def turns(space: Space, session: str, *, first: int = 0, limit: int = 100) -> tuple[StoredTurn, ...]:
    """Return some turns of a session in their order.

    Raises:
        InvalidInput: `first` or `limit` is no number of turns.
        NotFound: there is no such session.
    """
    _check("first", first, 0, most=None)
    _check("limit", limit, 1)
    if (stored := session_as_stored(space.read, session)) is None:
        raise NotFound(f"session {quoted(session)} is not in this space; list its sessions, or name another")
    return tuple(space.read(load("browse/turns", StoredTurn), session=stored, first=first, limit=limit))


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
    raise NotFound(f"memory {quoted(id)} is not in this space; recall says the ids of what is")


def _check(name: str, value: int, least: int, most: int | None = MAX_ROWS) -> None:
    if value < least or (most is not None and value > most) or value >= 2**31:
        raise InvalidInput(f"{name} is {value}; give {least} to {most or 2**31 - 1}")


def subgraph(space: Space, recall: Recall, hits: int = 30) -> Subgraph:
    """Return the best hits, their paths, the concepts that join them, and all relationships among these.

    A thing that was seen elsewhere than it is now is drawn where it was seen.
    """
    scores = {hit.id: hit.score for hit in recall.hits[:hits]}
    ids = dict.fromkeys([*scores, *(step.id for hit in recall.hits[:hits] for step in hit.path)])
    columns = tuple[list[tuple[str, str, str, datetime | None]], tuple[Relationship, ...]]
    ((nodes, relationships),) = space.read(load("recall/subgraph", columns), ids=list(ids), now=now())
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
    columns = tuple[counts, counts, datetime | None, datetime | None]
    ((nodes, relationships, first, last),) = space.read(load("maintain/stats", columns), kinds=declared().text_kinds())
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
    return Stats(space.name, *sizes, contents.speakers, first, last, aliases, origins)
