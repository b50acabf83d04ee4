"""Memory without a search: sessions, their turns, and one memory with what it is joined to."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.queries import generated
from clew.model import Fact, Filter, Page, SpaceOverview, Turn
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
    friday, monday = told.sessions()
    assert (friday.name, friday.turns, friday.at, friday.speakers) == ("friday", 1, MAY + timedelta(days=4), ("Ann",))
    assert (monday.name, monday.turns, monday.speakers) == ("monday", 2, ("Ann", "Ben"))
    first = told.sessions(limit=1)
    assert (first.items, len(first)) == ((friday,), 1)
    told.remember([Turn("Rain.", "Ann", MAY + timedelta(days=9))], session="sunday")  # a page stays right meanwhile
    told.forget(session="friday")
    assert told.sessions(limit=1, after=first.after) == Page((monday,))
    told.forget(ids="episode:monday/1")
    assert told.sessions().items[1].turns == 1


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
    assert browse.sessions(other.space) == Page(())
    for memory, session, id in ((told, "tuesday", "episode:tuesday/0"), (other, "monday", "episode:monday/0")):
        with pytest.raises(NotFound, match="is not in this space"):
            browse.turns(memory.space, session)
        with pytest.raises(NotFound, match="is not in this space"):
            browse.look_up(memory.space, id)
    for number in (-1, 0, 1001, 2**31):
        with pytest.raises(InvalidInput, match="limit is "):
            browse.sessions(told.space, limit=number)
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


def test_every_page_follows_the_one_before_in_a_space_of_undated_sessions_too(memory: Memory) -> None:
    for number in range(5):
        memory.remember([Turn("Hello.", at=MAY if number % 2 else MAY + timedelta(days=1))], session=f"s{number}")
    found, after = list[str](), ""
    while True:
        page = memory.sessions(limit=2, after=after)
        found += [each.name for each in page]
        if not (after := page.after):
            break
    assert found == ["s0", "s2", "s4", "s1", "s3"]


@pytest.mark.parametrize("after", ["no", "[]", "[1, 2]", '["a"]', '["a", "b"]', '["2023-05-08", 7]', "{}", "null"])
def test_what_no_page_told_is_refused(told: Memory, after: str) -> None:
    with pytest.raises(InvalidInput, match="give what `after` of the page before told"):
        told.sessions(after=after)
    with pytest.raises(InvalidInput, match="give what `after` of the page before told"):
        told.search(after=after)


def test_facts_are_listed_with_what_they_rest_on(told: Memory) -> None:
    (fact,) = told.facts()
    assert (fact.kind, fact.text, fact.belief) == ("Fact", "Ann lives in Lisbon.", 0.5)
    assert (fact.valid_from, fact.valid_to, fact.sources) == (MAY, None, ("episode:monday/0",))
    assert told.facts(Filter(speaker="ann")).items == (fact,)
    assert told.facts(Filter(session="friday")).items == told.facts(Filter(speaker="Ben")).items == ()
    assert told.facts(Filter(as_of=MAY - timedelta(days=1))).items == ()
    with pytest.raises(NotFound, match="no speaker 'Zoe'"):
        told.facts(Filter(speaker="Zoe"))


def test_a_statement_tells_its_versions(told: Memory) -> None:
    (leeds,) = told.facts()
    june = MAY + timedelta(days=30)
    told.remember_facts([Fact("Ann lives in Porto.", ("episode:friday/0",), valid_from=june, replaces=leeds.id)])
    (porto,) = told.facts()
    assert [(each.text, each.valid_from, each.valid_to) for each in told.history(porto.id)] == [
        ("Ann lives in Lisbon.", MAY, june),
        ("Ann lives in Porto.", june, None),
    ]
    assert told.history(leeds.id) == told.history(porto.id)
    assert told.facts(Filter(as_of=MAY)).items == (told.history(porto.id)[0],)
    assert [each.id for each in told.history("episode:monday/0")] == ["episode:monday/0"]
    with pytest.raises(NotFound, match="is not in this space"):
        told.history("fact:none")


def test_what_passes_a_filter_is_listed_without_a_question(told: Memory) -> None:
    assert [each.id for each in told.search(Filter(speaker="Ann"))] == ["episode:friday/0", "episode:monday/0"]
    assert [each.id for each in told.search(Filter(until=MAY + timedelta(days=1)))] == [
        "episode:monday/0",
        "episode:monday/1",
    ]
    assert {each.kind for each in told.search()} == {"Episode", "Fact"}
    told.add(Turn("Yesterday I went to Sintra.", "Ann", MAY + timedelta(days=12)), session="later")
    since, until = MAY + timedelta(days=11, hours=-13), MAY + timedelta(days=12, hours=-13)
    assert [each.id for each in told.search(Filter(since=since, until=until))] == ["episode:later/0"]
    assert told.search(Filter(since=since, until=until, by="said")).items == ()
    with pytest.raises(InvalidInput, match="kind 'cat' is not searched"):
        told.search(Filter(kinds=["cat"]))


def test_people_and_things_are_listed_with_their_mentions(told: Memory) -> None:
    (lisbon,) = (each for each in told.entities() if each.name == "Lisbon")
    assert lisbon.mentions == 2  # the turn and the fact
    assert told.get(lisbon.id).kind == "Entity"


def test_the_spaces_of_a_store_are_listed(told: Memory, open_memory: Callable[..., Memory]) -> None:
    open_memory().add("Hello.", session="s", at=MAY)
    found, after = dict[str, SpaceOverview](), ""
    while page := told.spaces(limit=1000, after=after):
        found.update((each.name, each) for each in page)
        if not (after := page.after):
            break
    assert (found[told.space.name].sessions, found[told.space.name].last) == (2, MAY + timedelta(days=4))
    assert found[told.space.name].waiting == len({each.name.partition(",")[0] for each in told.pending()})
    assert len(told.spaces(limit=1)) == 1


@given(days=st.lists(st.integers(0, 3), min_size=1, max_size=7), limit=st.integers(1, 3), gone=st.integers(0, 6))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_hold_everything_once_while_others_write(
    open_memory: Callable[..., Memory], days: list[int], limit: int, gone: int
) -> None:
    memory = open_memory()
    for number, day in enumerate(days):
        memory.add(Turn(f"Turn {number}.", "Ann", MAY + timedelta(days=day)), session="s")
    whole = [each.id for each in memory.search(limit=100)]
    assert sorted(whole) == sorted(f"episode:s/{number}" for number in range(len(days)))
    page = memory.search(limit=limit)
    found = [each.id for each in page]
    forgotten = whole[gone % len(whole)]
    memory.forget(ids=forgotten)
    memory.add(Turn("Later.", "Ann", MAY + timedelta(days=9)), session="s")
    while page.after:
        page = memory.search(limit=limit, after=page.after)
        found += [each.id for each in page]
    assert [each for each in found if each != forgotten] == [each for each in whole if each != forgotten]
