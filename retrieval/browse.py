"""Memory without a search: sessions, their turns, and one memory with what it is joined to.

for session in browse.sessions(memory.space):
print(session.name, session.turns)
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from clew.errors import InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.schema import properties as of
from clew.graph.space import Space, session_as_stored
from clew.model.browsed import Link, SessionOverview, StoredMemory, StoredTurn
from clew.text.arguments import check_arguments, quoted
from clew.text.instants import FOREVER

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


class _Memory(NamedTuple):
    kind: str
    text: str
    properties: dict[str, Any]
    links: tuple[Link, ...]


@check_arguments
def look_up(space: Space, id: str, *, links: int = 20) -> StoredMemory:
    """Return one memory with what it holds and some of its relationships.

    Raises:
        InvalidInput: `links` is no number of relationships.
        NotFound: no memory has this id.
    """
    _check("links", links, 0)
    for row in space.read(load("browse/memory", _Memory), id=id, links=links, opening=MAX_OPENING_CHARACTERS):
        return StoredMemory(id, row.kind, row.text, _shown(row.kind, row.properties), row.links)
    raise NotFound(f"memory {quoted(id)} is not in this space; recall says the ids of what is")


def _shown(kind: str, properties: Mapping[str, object]) -> Mapping[str, object]:
    """Return the properties that the schema declares of a kind and that say something to a reader."""
    known = declared().kind(kind)
    names = [each.name for each in (*known.required, *known.optional, of.CREATED_AT) if each.name not in _HIDDEN]
    return {name: properties[name] for name in names if properties.get(name) not in (None, "", FOREVER)}


def _check(name: str, value: int, least: int, most: int | None = MAX_ROWS) -> None:
    if value < least or (most is not None and value > most) or value >= 2**31:
        raise InvalidInput(f"{name} is {value}; give {least} to {most or 2**31 - 1}")
