"""Memory without a search: sessions, their turns, and one memory with what it is joined to."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from clew.errors import InvalidInput, NotFound
from clew.memory import Memory
from clew.model import Fact, Turn

MAY = datetime(2023, 5, 8, 13, tzinfo=UTC)


@pytest.fixture
def told(memory: Memory) -> Memory:
    """Two sessions of two turns and one, and a fact."""
    memory.remember([Turn("I moved to Lisbon.", "Ann", MAY), Turn("How is it?", "Ben", MAY)], session="monday")
    memory.remember([Turn("It is warm.", "Ann", MAY + timedelta(days=4), caption="a beach")], session="friday")
    memory.remember_facts([Fact("Ann lives in Lisbon.", ("episode:monday/0",), belief=0.5, valid_from=MAY)])
    return memory


def test_sessions_are_listed_the_latest_first(told: Memory) -> None:
    friday, monday = told.sessions()
    assert (friday.name, friday.turns, friday.at, friday.speakers) == ("friday", 1, MAY + timedelta(days=4), ("Ann",))
    assert (monday.name, monday.turns, monday.speakers) == ("monday", 2, ("Ann", "Ben"))
    assert told.sessions(limit=1) == (friday,)
    assert told.sessions(skip=1) == (monday,)
    told.forget(ids="episode:monday/1")
    assert told.sessions()[1].turns == 1


def test_turns_are_read_in_pages(told: Memory) -> None:
    first, second = told.turns("monday")
    assert (first.id, first.position, first.speaker, first.text, first.at) == (
        "episode:monday/0", 0, "Ann", "I moved to Lisbon.", MAY,
    )  # fmt: skip
    assert told.turns("monday", first=1) == (second,)
    assert told.turns("monday", limit=1) == (first,)
    assert told.turns("monday", first=2) == ()
    assert told.turns("friday")[0].caption == "a beach"


def test_a_memory_says_what_it_holds_and_what_it_is_joined_to(told: Memory) -> None:
    (fact,) = [hit.id for hit in told.recall("Where does Ann live?").hits if hit.kind == "Fact"]
    found = told.look_up(fact)
    assert (found.kind, found.text) == ("Fact", "Ann lives in Lisbon.")
    assert (found.properties["belief"], found.properties["valid_from"]) == (0.5, MAY)
    assert not {"embedding", "search_text", "space", "valid_to"} & found.properties.keys()
    support = [(each.id, each.kind, each.outgoing) for each in found.links if each.type == "DERIVED_FROM"]
    assert support == [("episode:monday/0", "Episode", True)]
    back = [each.id for each in told.look_up("episode:monday/0").links if not each.outgoing and each.kind == "Fact"]
    assert back == [fact]
    assert len(told.look_up("episode:monday/0", links=2).links) == 2


def test_what_is_not_there_is_said(told: Memory, open_memory: Callable[..., Memory]) -> None:
    other = open_memory()
    assert other.sessions() == ()
    for memory, session, id in ((told, "tuesday", "episode:tuesday/0"), (other, "monday", "episode:monday/0")):
        with pytest.raises(NotFound, match="is not in this space"):
            memory.turns(session)
        with pytest.raises(NotFound, match="is not in this space"):
            memory.look_up(id)
    for given in (-1, 0, 1001, 2**31):
        with pytest.raises(InvalidInput, match="limit is "):
            told.sessions(limit=given)
    with pytest.raises(InvalidInput, match="first is "):
        told.turns("monday", first=2**70)
