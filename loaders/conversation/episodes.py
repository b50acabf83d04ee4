"""Turns into the graph as episodes: dated, chained by NEXT, joined to concepts and entities.

A long turn is remembered whole, and found by its parts: stretches that the encoder can read.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
from typing import NamedTuple

from clew.errors import InvalidInput
from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction, check_name
from clew.loaders.batches import batches
from clew.loaders.language import mentions
from clew.loaders.language.concepts import concepts
from clew.loaders.language.entities import named
from clew.loaders.language.happening import happening
from clew.loaders.language.splitting import spans
from clew.loaders.sources.checks import metadata_json
from clew.model import Turn
from clew.text.instants import BEGINNING, FOREVER, date_order, day, now
from clew.text.names import topic
from clew.text.names.vocatives import addressed
from clew.text.terms import terms

LEAST_CHARACTERS = 200  # a turn that is longer may have parts: no token is shorter than a character
PAGE_TURNS = 100  # long turns of before that get their parts in one transaction
BATCH = 1000  # rows per statement; with the search indexes online, batches of 100 write at less than half the rate

SESSION_TEXT = 40_000
"""Characters of a session's own full text: its opening. More would make appending a turn cost ever more."""


@dataclass(frozen=True, slots=True)
class TurnLinks:
    """The kinds of nodes that turns are joined to: the concepts of their topics, the entities that they name."""

    concepts: bool = True
    entities: bool = True


ALL = TurnLinks()


@dataclass(frozen=True, slots=True)
class Episode:
    """A turn at its place in a session."""

    id: str  # of its node
    session: str  # the session's name
    position: int  # its place there, from 0
    turn: Turn  # as it was said
    properties: dict[str, object]  # of its node; without a vector until `embed` adds it
    parts: Sequence[dict[str, object]] = ()  # properties of its parts, likewise; none where the encoder reads it whole

    @property
    def concepts(self) -> list[tuple[str, str]]:
        """The concepts of its text: the name of each, and its first spelling there."""
        found: dict[str, str] = {}
        for written in concepts(self.turn.text):
            found.setdefault(topic(written), written)
        return list(found.items())


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


def said_digest(speaker: str, text: str, caption: str) -> str:
    """Digest what is said, by which a session so far is known where a turn of it was corrected."""
    return hashlib.sha256("\0".join((speaker, text, caption)).encode()).hexdigest()


def search_text(turn: Turn) -> str:
    """Return the text of a turn that full text indexes: ``[8 May 2023] Ann: text [image: caption]``."""
    return f"[{day(turn.at)}] {spoken(turn)}" if turn.at else spoken(turn)


def spoken(turn: Turn) -> str:
    """Return a turn as a line: ``Ann: text [image: caption]``."""
    caption = f" [image: {turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{caption}" if turn.speaker else f"{turn.text}{caption}"


def episode(session: str, position: int, turn: Turn) -> Episode:
    """Place a turn in a session, not embedded yet; its metadata must be JSON."""
    metadata = metadata_json(turn.metadata, f"turn {position}")
    properties: dict[str, object] = {
        "kind": "Episode",
        "text": turn.text,
        "speaker": turn.speaker,
        "at": turn.at,
        "caption": turn.caption,
        "metadata": metadata,
        "search_text": search_text(turn),
    }
    if turn.expires_at:
        properties["expires_at"] = turn.expires_at
    properties |= happening(turn.text, turn.at)
    if compared := terms(json.loads(metadata)):
        properties["terms"] = compared
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
    links: TurnLinks,
) -> None:
    """Append episodes to their sessions; the transaction has the lock of the space.

    The episodes are embedded and in order, all of a session together. `last` holds the position of the last turn that
    is there, by session; None if none is.
    """
    if not episodes:
        return
    instant = now()
    sessions = {name: list(members) for name, members in groupby(episodes, key=lambda each: each.session)}
    rows: list[dict[str, object]] = []
    for name, members in sessions.items():
        previous = last.get(name)
        for each in members:
            place = {"id": each.id, "session": name, "position": each.position, "previous": previous}
            rows.append({**place, "properties": each.properties})
            previous = each.position
    transaction.run(
        load("write/sessions"),
        space_key=space.key,
        texts=len(episodes),
        rows=[_session(name, members) for name, members in sessions.items()],
        longest=SESSION_TEXT,
        now=instant,
    )
    for batch in batches(rows, BATCH):
        transaction.run(
            load("write/episodes"), space_key=space.key, rows=batch, beginning=BEGINNING, now=instant, forever=FOREVER
        )
    join(transaction, episodes, links, instant)


def join(transaction: SpaceTransaction, episodes: Sequence[Episode], links: TurnLinks, instant: datetime) -> None:
    """Join new episodes to their parts, to the entities that they name or address, and to their topics."""
    load_parts(transaction, [(each.id, each.parts) for each in episodes])
    if links.entities:
        texts = [mentions.Text(each.id, each.turn.text, named(each.turn.text)) for each in episodes]
        mentions.link(transaction, texts, instant)
        mentions.link_addressed(transaction, {each.id: addressed(each.turn.text) for each in episodes}, instant)
    if links.concepts:
        topics = [{"episode": each.id, "concepts": found} for each in episodes if (found := each.concepts)]
        for batch in batches(topics, BATCH):
            transaction.run(load("write/concepts"), rows=batch, now=instant, forever=FOREVER)


def _session(name: str, episodes: Sequence[Episode]) -> dict[str, object]:
    turns = [each.turn for each in episodes]
    return {
        "session": name,
        "length": episodes[-1].position + 1,
        "speakers": sorted({turn.speaker for turn in turns} - {""}),
        "addressed": sorted({f"{name} by {turn.speaker}" for turn in turns for name in addressed(turn.text)}),
        "first_at": turns[0].at,
        "text": "".join(f"{spoken(turn)}\n" for turn in turns)[:SESSION_TEXT],
    }


def parts(text: str, line: str, speaker: str = "") -> list[dict[str, object]]:
    """Return the properties of a turn's parts, not embedded yet; none where the encoder reads the turn whole.

    The line is the turn as full text indexes it, which says who spoke and when before the text.
    """
    found = spans(text)
    if len(found) < 2:
        return []
    label = line.partition(text)[0]
    own = {"kind": "Part", "speaker": speaker}
    return [
        {**own, "start": begin, "text": text[begin:end], "search_text": f"{label}{text[begin:end]}"}
        for begin, end in found
    ]


def load_parts(transaction: SpaceTransaction, turns: Iterable[tuple[str, Sequence[Mapping[str, object]]]]) -> None:
    """Write parts that are embedded, per id of their turn; the transaction has the lock of the space."""
    rows = [
        {"id": f"part:{turn}#{part['start']}", "turn": turn, "properties": dict(part)}
        for turn, own in turns
        for part in own
    ]
    for batch in batches(rows, BATCH):
        transaction.run(load("write/parts"), space_key=transaction.space.key, rows=batch, now=now(), forever=FOREVER)


class _Whole(NamedTuple):
    id: str
    text: str
    search_text: str
    speaker: str


def add_missing(space: Space) -> int:
    """Give the long turns of a space that have no parts theirs, page by page; return how many turns got some.

    It may be interrupted and done again.
    """

    def write(transaction: SpaceTransaction, split: Mapping[str, Sequence[Mapping[str, object]]]) -> int:
        left = set(transaction.run(load("write/without_parts", str), ids=list(split)))
        load_parts(transaction, [(id, own) for id, own in split.items() if id in left])
        return len(left)

    done, after = 0, ""
    query = load("write/whole_turns", _Whole)
    while turns := space.read(query, after=after, longer=LEAST_CHARACTERS, limit=PAGE_TURNS):
        after = turns[-1].id
        split = {each.id: own for each in turns if (own := parts(each.text, each.search_text, each.speaker))}
        if not split:
            continue
        embed(space, [part for own in split.values() for part in own])
        done += space.locked(partial(write, split=split))
    return done
