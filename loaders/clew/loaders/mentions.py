"""Texts joined to the entities that they name, so that a conversation and a document meet.

A text names what its own words show (`entities.py`), what its document is about, and every title of the space that
its words hold in any capitals. The last works both ways: a new text is searched for known titles, and known texts
for a new title, so the order in which things are read does not matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clew.clock import FOREVER
from clew.loaders.entities import Entity, named
from clew.naming.phrases import Word, name, phrases, read
from clew.queries import load
from clew.space import SpaceTransaction

BATCH = 1000
"""Rows per statement."""

MOST_TEXTS = 500
"""Texts that a new title is looked for in; one that more hold is too common to be walked."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the graph, and the subject of its document where it has one."""

    id: str
    text: str
    subject: Entity | None = None


def link(transaction: SpaceTransaction, texts: Sequence[Text], now: datetime) -> None:
    """Join texts that are new to what they name."""
    held = _titles(transaction, texts)
    _write(transaction, {each.id: _entities(each, held[each.id]) for each in texts}, now)


def link_title(transaction: SpaceTransaction, titles: Iterable[str], now: datetime) -> None:
    """Join the texts that are there to titles that are new; to be called before texts of their own are written."""
    rows = [{"title": title, "words": _query(transaction, title)} for title in titles]
    for start in range(0, len(rows), BATCH):
        found: dict[str, list[tuple[str, str, bool]]] = {}
        for row in transaction.run(load("write/holding_titles"), rows=rows[start : start + BATCH], most=MOST_TEXTS):
            for id, text in row["texts"]:
                if spelling := _spelling(text, row["title"]):
                    found.setdefault(id, []).append((row["title"], spelling, True))
        _write(transaction, found, now)


def _titles(transaction: SpaceTransaction, texts: Sequence[Text]) -> dict[str, set[str]]:
    """Per text the titles of the space that it holds."""
    if not transaction.run(load("write/has_documents"))[0]["found"]:
        return {each.id: set() for each in texts}
    held = {each.id: phrases(each.text) for each in texts}
    names = sorted(set[str]().union(*held.values()))
    known = {row["title"] for row in transaction.run(load("write/titles"), names=names)}
    return {id: names & known for id, names in held.items()}


def _entities(text: Text, titles: set[str]) -> list[tuple[str, str, bool]]:
    own = [text.subject] if text.subject else []
    entities = {each.key: (each.key, each.text, False) for each in (*own, *named(text.text))}
    return [*entities.values(), *((title, title, True) for title in sorted(titles - entities.keys()))]


def _write(
    transaction: SpaceTransaction, entities: Mapping[str, Sequence[tuple[str, str, bool]]], now: datetime
) -> None:
    rows = [{"id": id, "entities": [list(each) for each in named]} for id, named in entities.items() if named]
    for start in range(0, len(rows), BATCH):
        transaction.run(load("write/mentions"), rows=rows[start : start + BATCH], now=now, forever=FOREVER)


def _query(transaction: SpaceTransaction, title: str) -> str:
    """Full text's query for a title as a phrase; names hold no quote and no backslash."""
    words = " ".join(word.text for word in read(title))
    return f'+space_key:"{transaction.space.key}"^0 +search_text:"{words}"'


def _spelling(text: str, title: str) -> str:
    """How a title is written in a text; empty where it is not in it, for full text knows stems only."""
    words = read(text)
    size = len(title.split())
    for start in range(len(words) - size + 1):
        run = words[start : start + size]
        if _is_near(run) and name(run) == title:
            return text[run[0].start : run[-1].end]
    return ""


def _is_near(run: Sequence[Word]) -> bool:
    return all(word.near for word in run[1:])
