"""Joins texts to the entities that they name, so that a conversation and a document meet.

A text names the entities that its own words show (`entities.py`) and the subject of its document. It also names every
title of the space that its words hold, in any capitals. Titles work both ways: a new text is searched for known titles,
and known texts for a new title. So the order in which things are read does not matter.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import SpaceTransaction
from clew.loaders.batches import batches
from clew.loaders.language.entities import Entity
from clew.text.instants import FOREVER
from clew.text.names import topic
from clew.text.names.phrases import MAX_PHRASE_WORDS, name, phrases, read, unwrapped

BATCH = 1000  # rows per statement
MAX_TEXTS = 500  # texts that a new title is looked for in; one that more hold says little
TITLES = 20  # titles that are looked for at once: what they find is in memory together
NAMES = 20_000  # names that are looked up at once


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the graph, and the entities that it names by itself."""

    id: str
    text: str
    entities: Sequence[Entity]


def link(transaction: SpaceTransaction, texts: Sequence[Text], now: datetime) -> None:
    """Join new texts to the entities that they name."""
    if not texts:
        return
    held = {each.id: set[str]() for each in texts}
    if transaction.run(load("write/has_documents", bool))[0]:
        held = {each.id: phrases(each.text) for each in texts}
    names = sorted(set[str]().union(*held.values()))
    titles = {each for some in batches(names, NAMES) for each in transaction.run(load("write/titles", str), names=some)}
    named: dict[str, list[tuple[str, str, bool]]] = {}
    for each in texts:
        entities = {entity.key: (entity.key, entity.text, False) for entity in each.entities}
        others = sorted((held[each.id] & titles) - entities.keys())
        named[each.id] = [*entities.values(), *((title, title, True) for title in others)]
    _write(transaction, named, now)


def link_titles(transaction: SpaceTransaction, titles: Iterable[Entity], now: datetime) -> None:
    """Join the texts that are there to new titles; call it before the texts of these titles are written.

    Full text finds at most `MAX_TEXTS` for each; it stems, so each find is checked.
    """
    kinds = declared().sources_of("MENTIONS")
    for some in batches([title for title in titles if len(title.key.split()) <= MAX_PHRASE_WORDS], TITLES):
        rows: list[dict[str, str]] = []
        for title in some:
            # The title as a phrase, normalised, as written, and as phones write it; its words have no quotes.
            spellings = (title.key, title.text, title.key.replace("'", "\u2019"))
            wanted = sorted({" ".join(word.text for word in read(spelling)) for spelling in spellings})
            any_of_them = " OR ".join(f'"{phrase}"' for phrase in wanted)
            query = f'+space_key:"{transaction.space.key}"^0 +search_text:({any_of_them})'
            rows.append({"title": title.key, "words": query})
        found: dict[str, list[tuple[str, str, bool]]] = {}
        query = load("write/holding_titles", tuple[str, str, str])
        for title, id, text in transaction.run(query, rows=rows, kinds=kinds, most=MAX_TEXTS):
            if spelling := _spelling(text, title):
                found.setdefault(id, []).append((title, spelling, True))
        _write(transaction, found, now)


def link_addressed(transaction: SpaceTransaction, called: Mapping[str, Sequence[str]], now: datetime) -> None:
    """Join turns, by their ids, to those they address, by names that are linked already; it may be repeated."""
    rows = [{"id": id, "names": [name(read(each)) for each in names]} for id, names in called.items() if names]
    for some in batches(rows, BATCH):
        transaction.run(load("write/addresses"), rows=some, now=now, forever=FOREVER)


def _write(
    transaction: SpaceTransaction, entities: Mapping[str, Sequence[tuple[str, str, bool]]], now: datetime
) -> None:
    rows = [{"id": id, "entities": [list(each) for each in named]} for id, named in entities.items() if named]
    for some in batches(rows, BATCH):
        transaction.run(load("write/mentions"), rows=some, now=now, forever=FOREVER)
    join_topics(transaction, {key for each in entities.values() for key, _, _ in each})


def join_topics(transaction: SpaceTransaction, names: Iterable[str]) -> None:
    """Make one node of each entity and the concept of the same word; call it where entities are written."""
    for some in batches(sorted(set(names)), BATCH):
        rows = [{"name": each, "topic": topic(each)} for each in some]
        transaction.run(load("write/join_topics"), rows=rows)


def _spelling(text: str, title: str) -> str:
    """Return how a title is written in a text; empty if it is not there."""
    size, text = len(title.split()), unwrapped(text)
    for start in re.finditer(rf"(?<!\w){re.escape(title[0])}", text, re.IGNORECASE):
        run = read(text[start.start() : start.start() + 2 * len(title) + 40])[:size]
        if name(run) == title and all(word.near for word in run[1:]):
            return text[start.start() :][run[0].start : run[-1].end]
    return ""
