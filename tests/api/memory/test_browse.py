"""Memory without a search: sessions, their turns, and one memory with what it is joined to."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unicodedata import normalize

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.queries import generated
from clew.model import Fact, Turn
from clew.retrieval import browse

RENAMED = generated(
    "renamed",
    """
    MATCH (session:Clew {space: $space, id: 'session:before'})-[:HAS_EPISODE]->(turn)
    SET session.id = 'session:' + $name, session.text = $name, turn.session = $name, turn.id = 'episode:' + $name + '/0'
    """,
)
MAY = datetime(2023, 5, 8, 13, tzinfo=UTC)


@pytest.fixture
def told(memory: Memory) -> Memory:
    """Two sessions of two turns and one, and a fact."""
    memory.remember([Turn("I moved to Lisbon.", "Ann", MAY), Turn("How is it?", "Ben", MAY)], session="monday")
    memory.remember([Turn("It is warm.", "Ann", MAY + timedelta(days=4), caption="a beach")], session="friday")
    memory.remember_facts([Fact("Ann lives in Lisbon.", ("episode:monday/0",), belief=0.5, valid_from=MAY)])
    return memory


def test_sessions_are_listed_the_latest_first(told: Memory) -> None:
    friday, monday = browse.sessions(told.space)
    assert (friday.name, friday.turns, friday.at, friday.speakers) == ("friday", 1, MAY + timedelta(days=4), ("Ann",))
    assert (monday.name, monday.turns, monday.speakers) == ("monday", 2, ("Ann", "Ben"))
    assert browse.sessions(told.space, limit=1) == (friday,)
    assert browse.sessions(told.space, skip=1) == (monday,)
    told.forget(ids="episode:monday/1")
    assert browse.sessions(told.space)[1].turns == 1


def test_turns_are_read_in_pages(told: Memory) -> None:
    first, second = browse.turns(told.space, "monday")
    assert (first.id, first.position, first.speaker, first.text, first.at) == (
        "episode:monday/0", 0, "Ann", "I moved to Lisbon.", MAY,
    )  # fmt: skip
    assert browse.turns(told.space, "monday", first=1) == (second,)
    assert browse.turns(told.space, "monday", limit=1) == (first,)
    assert browse.turns(told.space, "monday", first=2) == ()
    assert browse.turns(told.space, "friday")[0].caption == "a beach"


def test_a_memory_says_what_it_holds_and_what_it_is_joined_to(told: Memory) -> None:
    (fact,) = [hit.id for hit in told.recall("Where does Ann live?").hits if hit.kind == "Fact"]
    found = browse.look_up(told.space, fact)
    assert (found.kind, found.text) == ("Fact", "Ann lives in Lisbon.")
    assert (found.properties["belief"], found.properties["valid_from"]) == (0.5, MAY)
    assert not {"embedding", "search_text", "space", "valid_to"} & found.properties.keys()
    support = [(each.id, each.kind, each.outgoing) for each in found.links if each.type == "DERIVED_FROM"]
    assert support == [("episode:monday/0", "Episode", True)]
    back = [
        each.id
        for each in browse.look_up(told.space, "episode:monday/0").links
        if not each.outgoing and each.kind == "Fact"
    ]
    assert back == [fact]
    assert len(browse.look_up(told.space, "episode:monday/0", links=2).links) == 2


def test_what_is_not_there_is_said(told: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    assert browse.sessions(other.space) == ()
    for memory, session, id in ((told, "tuesday", "episode:tuesday/0"), (other, "monday", "episode:monday/0")):
        with pytest.raises(NotFound, match="is not in this space"):
            browse.turns(memory.space, session)
        with pytest.raises(NotFound, match="is not in this space"):
            browse.look_up(memory.space, id)
    for given in (-1, 0, 1001, 2**31):
        with pytest.raises(InvalidInput, match="limit is "):
            browse.sessions(told.space, limit=given)
    with pytest.raises(InvalidInput, match="first is "):
        browse.turns(told.space, "monday", first=2**70)


def test_a_session_is_read_and_forgotten_however_unicode_writes_its_name(memory: Memory) -> None:
    """A Mac's names of files come with their accents apart, and a person types them together."""
    one, other = (normalize(form, "Café São Jorge") for form in ("NFC", "NFD"))
    for stored, asked in ((one, other), (other, one)):
        memory.add("I moved to Lisbon.", session=stored)
        assert [turn.text for turn in browse.turns(memory.space, asked)] == ["I moved to Lisbon."]
        assert f"session:{stored}" in memory.forget(session=asked).ids
        with pytest.raises(NotFound, match="has no memory"):
            memory.forget(session=asked)


def test_a_session_is_one_for_its_writers_however_unicode_writes_its_name(memory: Memory, tmp_path: Path) -> None:
    one, other = (normalize(form, "Café São Jorge") for form in ("NFC", "NFD"))
    memory.add("I moved to Lisbon.", session=other)
    assert memory.add("I moved back.", session=one) == f"episode:{other}/1"
    turns = [{"text": "I moved to Lisbon."}, {"text": "I moved back."}, {"text": "It rained."}]
    assert memory.remember(turns, session=one).appended == 1
    (tmp_path / "talk.jsonl").write_text("".join(f"{json.dumps({**turn, 'session': one})}\n" for turn in turns))
    assert [each.unchanged for each in memory.remember_file(tmp_path / "talk.jsonl")] == [3]
    assert [(each.name, each.turns) for each in browse.sessions(memory.space)] == [(other, 3)]


def test_of_two_sessions_whose_names_read_alike_each_is_reached_by_its_own(memory: Memory) -> None:
    """A store of before may hold two."""
    spellings = [normalize(form, "Café") for form in ("NFC", "NFD")]
    for spelling in spellings:
        memory.add(spelling, session="before")
        memory.space.write(RENAMED, name=spelling)
    for spelling in spellings:
        assert [turn.text for turn in browse.turns(memory.space, spelling)] == [spelling]
        assert f"session:{spelling}" in memory.forget(session=spelling).ids
