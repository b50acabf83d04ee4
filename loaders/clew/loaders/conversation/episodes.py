"""Turns as rows, and rows as episodes of the graph: dated, chained by NEXT, joined by concepts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise

from clew.clock import FOREVER, day, now
from clew.errors import InvalidInput
from clew.loaders.conversation.turns import metadata_json
from clew.loaders.language import mentions
from clew.loaders.language.concepts import concepts
from clew.loaders.language.entities import named
from clew.model import Turn
from clew.naming import topic
from clew.queries import load
from clew.rows import Row
from clew.space import Space, SpaceTransaction, check_name

BATCH = 1000
"""Rows per statement; with the search indexes online, batches of 100 write at less than half the rate."""

SESSION_TEXT = 40_000
"""Characters of a session's own full text: its opening. More would make appending a turn cost ever more."""


@dataclass(frozen=True, slots=True)
class Links:
    """What turns are joined to: the concepts that they are about, the entities that they name."""

    concepts: bool = True
    entities: bool = True


ALL = Links()


def episode_id(session: str, position: int) -> str:
    """The id of the turn at a position, where its writer chose none."""
    return f"episode:{session}/{position}"


def given_id(id: str) -> str:
    """The id of a turn whose writer chose `id`.

    Raises:
        InvalidInput: it cannot be kept, or has the form of those that are generated.
    """
    if re.search(r"/\d+$", id):
        raise InvalidInput(f"id {id!r} ends like a generated one, in a slash and a number; give another")
    return f"episode:{check_name('id', id)}"


def search_text(turn: Turn) -> str:
    """What full text indexes of a turn: ``[8 May 2023] Ann: text [image: caption]``."""
    return f"[{day(turn.at)}] {spoken(turn)}" if turn.at else spoken(turn)


def spoken(turn: Turn) -> str:
    """A turn as a line: ``Ann: text [image: caption]``."""
    caption = f" [image: {turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{caption}" if turn.speaker else f"{turn.text}{caption}"


def session_text(turns: Sequence[Turn]) -> str:
    """The words of a session, or of what is appended to it, for its own full text."""
    return "".join(f"{spoken(turn)}\n" for turn in turns)[:SESSION_TEXT]


def row(session: str, position: int, turn: Turn) -> Row:
    """A turn with its place in a session, not embedded yet.

    Raises:
        InvalidInput: its metadata is not JSON.
    """
    properties = {
        "kind": "Episode",
        "text": turn.text,
        "speaker": turn.speaker,
        "at": turn.at,
        "caption": turn.caption,
        "metadata": metadata_json(turn.metadata, f"turn {position}"),
        "search_text": search_text(turn),
    }
    id = episode_id(session, position)
    return {"id": id, "session": session, "position": position, "turn": turn, "properties": properties}


def embed(space: Space, rows: Sequence[Row]) -> None:
    """Give rows their vectors."""
    nodes = [row["properties"] for row in rows]
    for node, vector in zip(nodes, space.embed_nodes(nodes), strict=True):
        node["embedding"] = vector


def append(
    space: Space,
    transaction: SpaceTransaction,
    rows: Sequence[Row],
    last: Mapping[str, int | None],
    *,
    links: Links,
) -> None:
    """Write rows after what their sessions hold; the transaction has the lock of the space.

    Args:
        space: where.
        transaction: of the space.
        rows: embedded, in order, those of a session together.
        last: per session the position of its last turn that is there; None where none is.
        links: what turns are joined to.
    """
    if not rows:
        return
    instant = now()
    sessions = {name: list(members) for name, members in groupby(rows, key=lambda row: str(row["session"]))}
    transaction.run(
        load("write/sessions"),
        space_key=space.key,
        texts=len(rows),
        rows=[_session(name, members) for name, members in sessions.items()],
        longest=SESSION_TEXT,
        now=instant,
    )
    new = [row for name, members in sessions.items() for row in _chained(members, last.get(name))]
    for batch in batches(new):
        transaction.run(load("write/episodes"), space_key=space.key, rows=batch, now=instant, forever=FOREVER)
    if links.concepts:
        topics = [{"episode": row["id"], "concepts": _topics(row["turn"].text)} for row in rows]
        for batch in batches([each for each in topics if each["concepts"]]):
            transaction.run(load("write/concepts"), rows=batch, now=instant, forever=FOREVER)
    if links.entities:
        texts = [mentions.Text(row["id"], row["turn"].text, named(row["turn"].text)) for row in rows]
        mentions.link(transaction, texts, instant)


def _topics(text: str) -> list[tuple[str, str]]:
    """The concepts of a text: the name of each, with how it is written there."""
    found: dict[str, str] = {}
    for written in concepts(text):
        found.setdefault(topic(written), written)
    return list(found.items())


def batches(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Rows in portions of a statement."""
    return (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))


def _session(name: str, rows: Sequence[Row]) -> Row:
    turns: list[Turn] = [row["turn"] for row in rows]
    first_at: datetime | None = turns[0].at
    return {
        "session": name,
        "length": rows[-1]["position"] + 1,
        "speakers": sorted({turn.speaker for turn in turns} - {""}),
        "first_at": first_at,
        "text": session_text(turns),
    }


def _chained(rows: Sequence[Row], last: int | None) -> Iterator[Row]:
    """Rows as they are sent, each with the position that it follows."""
    for before, row in pairwise([{"position": last}, *rows]):
        yield {name: row[name] for name in ("id", "session", "position", "properties")} | {
            "previous": before["position"]
        }
