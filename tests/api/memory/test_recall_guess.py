"""Recall takes a space to hold what it held before, and is right all the same: whatever others did meanwhile."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.api.memory.talk import context_of

from clew.api.memory import Memory
from clew.errors import Conflict, NotFound
from clew.graph import queries
from clew.graph.space import Space, SpaceTransaction
from clew.model import Fact, Filter, Recall, Turn
from clew.retrieval import search as words
from clew.retrieval.question import parse_question
from clew.retrieval.recall import recall
from clew.retrieval.search import Words
from clew.settings import RecallSettings

AT = datetime(2024, 3, 1, tzinfo=UTC)
TALK = (
    Turn("I came in third.", "Katherine", AT),
    Turn("I am happy.", "Katherine", AT),
    Turn("Hey Kit! Well done.", "Ben", AT),
)
QUESTION = "What did Kit come in, and who is Dodo?"

Change = Callable[[Memory, Path], object]


def remember(session: str, *turns: Turn) -> Change:
    return lambda memory, _: memory.remember(turns, session=session)


def read(memory: Memory, folder: Path) -> None:
    (folder / "races.md").write_text("# Races\n\nKit came in third. Dodo came in fourth.\n")
    memory.read(folder / "races.md")


CHANGES: dict[str, Change] = {
    "the first turn": remember("one", *TALK[:1]),
    "nothing": lambda _memory, _folder: None,
    "a turn more": remember("one", *TALK[:2]),
    "another speaker, who greets": remember("one", *TALK),
    "a long turn, in parts": remember("two", Turn("Dodo came in fourth, and slept. " * 80, "Ben", AT)),
    "the first fact": lambda memory, _: memory.remember_facts([Fact("Dodo is fourth.", ("episode:two/0",))]),
    "the first passage": read,
    "another name": lambda memory, _: memory.alias("Ben", ["Dodo"]),
    "an assistant": remember("three", Turn("Who?", "user", AT), Turn("Kit is third.", "assistant", AT)),
    "the speaker who had a name": lambda memory, _: memory.forget(session="one"),
    "documents go": lambda memory, _: memory.forget(document="Races"),
    "everything goes": lambda memory, _: memory.forget(space=True),
    "others come": remember("one", Turn("Dodo is my cat.", "Ann", AT)),
}


def asked_anew(memory: Memory) -> Recall:
    """The answer of a handle that knows nothing of the space yet."""
    space = memory.space
    return recall(Space(space.graph, space.encoder, space.name), QUESTION, RecallSettings(engine="local"))


def test_whatever_another_handle_changed_is_seen_at_once(open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    memory = open_memory()
    writer = open_memory(name=memory.space.name)
    for change, make in CHANGES.items():
        make(writer, tmp_path)
        told, anew = recall(memory.space, QUESTION, RecallSettings(engine="local")), asked_anew(memory)
        assert (told.hits, told.text) == (anew.hits, anew.text), change
        assert bool(told.hits) == (change != "everything goes"), change


def test_a_speaker_who_has_just_come_can_be_named(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember([Turn("I came in third.", "Ann", AT)], session="one")
    with pytest.raises(NotFound):
        memory.recall("third", where=Filter(speaker="Ben"))
    open_memory(name=memory.space.name).remember([Turn("I came in third, too.", "Ben", AT)], session="two")
    assert [hit.speaker for hit in memory.recall("third", where=Filter(speaker="Ben")).hits] == ["Ben"]


def test_a_space_that_is_being_forgotten_is_refused_until_that_is_over(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember([Turn("I came in third.", "Ann", AT)], session="one")
    memory.recall("third")
    close = queries.parse(
        "close",
        "// $space: STRING\n// $closed: BOOLEAN\nMATCH (n:Clew {space: $space, id: 'space'}) SET n.closed = $closed",
    )
    memory.space.write(close, closed=True)
    with pytest.raises(Conflict, match="being forgotten"):
        memory.recall("third")
    memory.space.write(close, closed=False)
    assert memory.recall("third").hits


def test_what_is_forgotten_between_two_searches_is_not_there(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    memory.remember([Turn(f"I drank tea {number} times.", "Ann", AT) for number in range(15)], session="one")
    settings = memory.settings.recall.changed(pool=1)
    before = Filter(as_of=AT - timedelta(days=1))  # nothing holds, and more than what is looked at first could
    question = parse_question("tea", [])
    context = replace(
        context_of(memory), question=question, where=before, searched=frozenset({"Episode"}), settings=settings
    )

    def search(transaction: SpaceTransaction) -> Words:
        fetch = words.send_words(transaction, context)
        memory.forget(space=True)
        return fetch()

    assert memory.space.reading(search) == Words({}, {}, None)


def test_both_statements_read_what_a_space_holds_alike() -> None:
    alone, beside = ("".join(queries.load(f"recall/{name}").text.split()) for name in ("contents", "words"))
    begin = alone.index("MATCH(space:Clew")
    assert alone[begin:] in beside
