"""Turns into the graph as episodes: dated, chained by NEXT, joined to concepts and entities."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from clew.errors import InvalidInput
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, check_name
from clew.loaders.batches import batches
from clew.loaders.conversation.parts import load_parts, parts
from clew.loaders.conversation.turns import metadata_json
from clew.loaders.language import mentions
from clew.loaders.language.concepts import concepts
from clew.loaders.language.date_order import date_order
from clew.loaders.language.entities import named
from clew.loaders.language.naming import addressed
from clew.model import Turn
from clew.text.instants import FOREVER, day, now
from clew.text.names import topic

BATCH = 1000
"""Rows per statement; with the search indexes online, batches of 100 write at less than half the rate."""

SESSION_TEXT = 40_000
"""Characters of a session's own full text: its opening. More would make appending a turn cost ever more."""


@dataclass(frozen=True, slots=True)
class Links:
    """Which nodes turns are joined to: the concepts of their topics, the entities that they name."""

    concepts: bool = True
    entities: bool = True


ALL = Links()


@dataclass(frozen=True, slots=True)
class Episode:
    """A turn at its place in a session.

    Attributes:
        id: of its node.
        session: the session's name.
        position: its place there, from 0.
        turn: as it was said.
        properties: of its node; without a vector until `embed` adds it.
        parts: properties of its parts, likewise; none where the encoder reads it whole.
    """

    id: str
    session: str
    position: int
    turn: Turn
    properties: dict[str, object]
    parts: Sequence[dict[str, object]] = ()


def episode_id(session: str, position: int) -> str:
    """Return the id of the turn at a position, if its writer chose none."""
    return f"episode:{session}/{position}"


def given_id(id: str) -> str:
    """Return the id of a turn whose writer chose `id`.

    Raises:
        InvalidInput: it cannot be kept, or has the form of a generated id.
    """
    if re.search(r"/\d+$", id):
        raise InvalidInput(f"id {id!r} ends like a generated one, in a slash and a number; give another")
    return f"episode:{check_name('id', id)}"


def search_text(turn: Turn) -> str:
    """Return the text of a turn that full text indexes: ``[8 May 2023] Ann: text [image: caption]``."""
    return f"[{day(turn.at)}] {spoken(turn)}" if turn.at else spoken(turn)


def spoken(turn: Turn) -> str:
    """Return a turn as a line: ``Ann: text [image: caption]``."""
    caption = f" [image: {turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{caption}" if turn.speaker else f"{turn.text}{caption}"


def session_text(turns: Sequence[Turn]) -> str:
    """Return the words of a session, or of the turns that are appended to it, for its own full text."""
    return "".join(f"{spoken(turn)}\n" for turn in turns)[:SESSION_TEXT]


def episode(session: str, position: int, turn: Turn) -> Episode:
    """Place a turn in a session, not embedded yet.

    Raises:
        InvalidInput: its metadata is not JSON.
    """
    properties: dict[str, object] = {
        "kind": "Episode",
        "text": turn.text,
        "speaker": turn.speaker,
        "at": turn.at,
        "caption": turn.caption,
        "metadata": metadata_json(turn.metadata, f"turn {position}"),
        "search_text": search_text(turn),
    }
    if names := addressed(turn.text):
        properties["addresses"] = names
    if order := date_order(turn.text):
        properties["date_order"] = order
    stretches = parts(turn.text, search_text(turn), turn.speaker)
    return Episode(episode_id(session, position), session, position, turn, properties, stretches)


def embed(space: Space, nodes: Sequence[dict[str, object]]) -> None:
    """Add the vector to the properties of each node."""
    for node, vector in zip(nodes, space.embed_nodes(nodes), strict=True):
        node["embedding"] = vector


def embed_whole(space: Space, episodes: Iterable[Episode]) -> None:
    """Add the vectors of episodes and of their parts."""
    embed(space, [node for each in episodes for node in (each.properties, *each.parts)])


def append(
    space: Space,
    transaction: SpaceTransaction,
    episodes: Sequence[Episode],
    last: Mapping[str, int | None],
    *,
    links: Links,
) -> None:
    """Append episodes to their sessions; the transaction has the lock of the space.

    Args:
        space: where.
        transaction: of the space.
        episodes: embedded, in order, all of a session together.
        last: position of the last turn that is there, by session; None if none is.
        links: what turns are joined to.
    """
    if not episodes:
        return
    instant = now()
    sessions = {name: list(members) for name, members in groupby(episodes, key=lambda each: each.session)}
    transaction.run(
        load("write/sessions"),
        space_key=space.key,
        texts=len(episodes),
        rows=[_session(name, members) for name, members in sessions.items()],
        longest=SESSION_TEXT,
        now=instant,
    )
    rows = [row for name, members in sessions.items() for row in _chained(members, last.get(name))]
    for batch in batches(rows, BATCH):
        transaction.run(load("write/episodes"), space_key=space.key, rows=batch, now=instant, forever=FOREVER)
    load_parts(transaction, [(each.id, each.parts) for each in episodes])
    if links.entities:
        texts = [mentions.Text(each.id, each.turn.text, named(each.turn.text)) for each in episodes]
        mentions.link(transaction, texts, instant)
    if links.concepts:
        topics = [{"episode": each.id, "concepts": found} for each in episodes if (found := _topics(each.turn.text))]
        for batch in batches(topics, BATCH):
            transaction.run(load("write/concepts"), rows=batch, now=instant, forever=FOREVER)


def _topics(text: str) -> list[tuple[str, str]]:
    """Return the concepts of a text: the name of each, and its spelling there."""
    found: dict[str, str] = {}
    for written in concepts(text):
        found.setdefault(topic(written), written)
    return list(found.items())


def _session(name: str, episodes: Sequence[Episode]) -> dict[str, object]:
    turns = [each.turn for each in episodes]
    return {
        "session": name,
        "length": episodes[-1].position + 1,
        "speakers": sorted({turn.speaker for turn in turns} - {""}),
        "addressed": sorted({f"{name} by {turn.speaker}" for turn in turns for name in addressed(turn.text)}),
        "first_at": turns[0].at,
        "text": session_text(turns),
    }


def _chained(episodes: Iterable[Episode], previous: int | None) -> Iterator[dict[str, object]]:
    """Yield the episodes of a session as parameters, each with the position that it follows."""
    for each in episodes:
        yield {
            "id": each.id,
            "session": each.session,
            "position": each.position,
            "properties": each.properties,
            "previous": previous,
        }
        previous = each.position
