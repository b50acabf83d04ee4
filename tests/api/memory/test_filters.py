"""A filter lets pass what a reading of all that is stored lets pass: no more, and never silently less."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.loaders.upkeep.migrations import add_terms
from clew.model import Fact, Filter, Turn

START = datetime(2024, 3, 1, tzinfo=UTC)
HOSTILE = ("", "a", 'a"', "a:t", "$where", "n` DETACH DELETE n //", "a\u0000", "\U0001f99c", "\ud7ff", "terms")
WORDS = ("", "a", "ab", "b", "\ue000", "\U0001f99c", "2024-03-01", "1", "true", "null", "'", "\u0000")
SCALARS: tuple[object, ...] = (*WORDS, None, True, False, 0, 1, 1.0, -1, 2**70, 2**70 + 1, 0.1, -0.5, 1e-300, -1e300)
OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "gt": lambda held, bound: held > bound,
    "gte": lambda held, bound: held >= bound,
    "lt": lambda held, bound: held < bound,
    "lte": lambda held, bound: held <= bound,
}


class Said(NamedTuple):
    """A turn as it was given."""

    id: str
    session: str
    turn: Turn


def kind_of(value: object) -> str:
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def is_as(held: object, wanted: object) -> bool:
    """The meaning of a filter by metadata, as its documentation has it."""
    for each in held if isinstance(held, list) else [held]:  # pyright: ignore[reportUnknownVariableType]
        item = cast("object", each)
        if isinstance(wanted, Mapping):
            bounds = cast("Mapping[str, object]", wanted)
            if all(kind_of(item) == kind_of(bound) and OPERATORS[name](item, bound) for name, bound in bounds.items()):
                return True
        elif any(kind_of(item) == kind_of(one) and item == one for one in cast("Sequence[object]", wanted)):
            return True
    return False


def passes(said: Said, where: Filter) -> bool:
    turn = said.turn
    assert turn.at
    return (
        (not where.sessions or said.session in where.sessions)
        and (not where.speakers or turn.speaker.casefold() in {each.casefold() for each in where.speakers})
        and (where.since is None or turn.at >= where.since)
        and (where.until is None or turn.at < where.until)
        and all(
            key in turn.metadata
            and is_as(turn.metadata[key], wanted if isinstance(wanted, Mapping | list) else [wanted])
            for key, wanted in (where.metadata or {}).items()
        )
    )


def corpus() -> list[Said]:
    """Every value under every key somewhere; sessions, speakers and times cross them."""
    found: list[Said] = []
    for number in range(120):
        metadata: dict[str, object] = {
            key: SCALARS[(number * (place + 1) + place) % len(SCALARS)]
            for place, key in enumerate(HOSTILE)
            if (number + place) % 3
        }
        metadata["tags"] = [WORDS[number % len(WORDS)], number % 4, {"deep": 1}]
        session = f"s{number % 4}"
        turn = Turn(f"I saw {number} parrots.", ("Ann", "Ben", "Cleo")[number % 3], START + timedelta(hours=number))
        turn = Turn(turn.text, turn.speaker, turn.at, metadata=metadata)
        found.append(Said(f"episode:{session}/{number // 4}", session, turn))
    return found


CORPUS = corpus()


@pytest.fixture(scope="module")
def parrots(open_module_memory: Callable[..., Memory]) -> Memory:
    """The corpus; another tenant has the same turns in sessions of the same names."""
    for name in ("filters", "filters-of-another"):
        memory = open_module_memory(name)
        if not memory.sessions().items:
            for session in sorted({each.session for each in CORPUS}):
                memory.remember([each.turn for each in CORPUS if each.session == session], session=session)
    return open_module_memory("filters")


bounds = st.one_of(
    st.sampled_from([each for each in SCALARS if kind_of(each) == "number"]), st.floats(-2, 2), st.integers(-2, 2)
) | st.one_of(st.sampled_from(WORDS), st.text(max_size=2))


@st.composite
def ranges(draw: st.DrawFn) -> dict[str, object]:
    one, two = draw(st.tuples(bounds, bounds).filter(lambda both: kind_of(both[0]) == kind_of(both[1])))
    low, high = sorted([one, two])  # pyright: ignore[reportArgumentType]
    lows, highs = draw(st.sampled_from(["gt", "gte", ""])), draw(st.sampled_from(["lt", "lte", ""]))
    if not (lows or highs) or (low == high and (lows, highs) != ("gte", "lte")):
        lows, highs = "gte", "lte"
    return {name: bound for name, bound in ((lows, low), (highs, high)) if name}


wanted = st.sampled_from(SCALARS) | st.lists(st.sampled_from(SCALARS), min_size=1, max_size=4) | ranges()
several = st.lists(st.sampled_from(["s0", "s1", "s2", "s3"]), min_size=1, max_size=3) | st.sampled_from(["s0", None])
filters = st.builds(
    lambda metadata, session, speaker, since, hours: Filter(
        metadata=metadata,
        session=session,
        speaker=speaker,
        since=since,
        until=(since or START) + timedelta(hours=hours) if hours else None,
    ),
    st.dictionaries(st.sampled_from([*HOSTILE, "tags", "unknown"]), wanted, max_size=2),
    several,
    st.lists(st.sampled_from(["Ann", "ben", "CLEO"]), min_size=1, max_size=3) | st.none(),
    st.sampled_from([None, START + timedelta(hours=30)]),
    st.sampled_from([None, 1, 50]),
)


@pytest.mark.slow
@settings(max_examples=60)
@given(where=filters)
def test_a_list_and_a_recall_hold_exactly_what_passes(parrots: Memory, where: Filter) -> None:
    expected = {each.id for each in CORPUS if passes(each, where)}
    assert {each.id for each in parrots.search(where, limit=1000)} == expected
    if where.is_open:  # recall names the speakers and sessions beside the hits
        return
    hits = parrots.recall("Who saw parrots?", where, limit=200).hits
    assert {hit.id for hit in hits} == expected


@pytest.mark.slow
@settings(max_examples=30)
@given(where=filters.filter(lambda where: bool(where.metadata)))
def test_few_that_pass_are_found_among_many(parrots: Memory, where: Filter) -> None:
    """Of 20 hits that the index gives for a pool of two, none may pass."""
    small = parrots.settings.recall.changed(pool=2)
    expected = {each.id for each in CORPUS if passes(each, where)}
    found = {hit.id for hit in parrots.recall("Who saw 7 parrots?", where, settings=small).hits}
    assert found <= expected
    assert len(found) >= min(2, len(expected))


def test_facts_pass_by_the_turn_that_they_rest_on(memory: Memory) -> None:
    memory.remember(
        [
            Turn("I like tea.", "Ann", START, metadata={"channel": "mail", "size": 1}),
            Turn("I like rum.", "Ben", START, metadata={"channel": "chat", "size": 9}),
            Turn("I like gin.", "Ben", START),
        ],
        session="s",
    )
    memory.remember([Turn("I like ale.")], session="t")
    rows = {"Ann likes tea.": "s/0", "Ben likes rum.": "s/1", "Ben likes gin.": "s/2", "Somebody likes ale.": "t/0"}
    memory.remember_facts([Fact(text, (f"episode:{turn}",)) for text, turn in rows.items()])

    def of(**sides: Any) -> set[str]:
        where = Filter(kinds=["fact"], **sides)
        listed = {each.text for each in memory.search(where)}
        assert {hit.text for hit in memory.recall("Who likes what?", where).hits} == listed
        return listed

    assert of(metadata={"channel": "mail"}) == {"Ann likes tea."}
    assert of(metadata={"size": {"gt": 1}}) == {"Ben likes rum."}
    assert of(metadata={"channel": ["mail", "chat"]}, speaker=["Ann", "Ben"]) == {"Ann likes tea.", "Ben likes rum."}
    assert of(metadata={"channel": "mail"}, session="t") == set()
    assert of(session=["s", "t"]) == set(rows)
    assert of(session=["t"], min_belief=1.0) == of(session="t")


def test_a_memory_passes_by_the_things_that_it_names(memory: Memory) -> None:
    said = ("We flew to Lisbon with Miso.", "They say Lisbon is sunny.", "We like it, but Oslo is cold.")
    memory.remember([Turn(text) for text in said], session="s")
    memory.read("They built Lisbon on the Tagus.", title="Portugal")
    assert {each.text for each in memory.search(Filter(entity="Oslo"))} == {said[2]}
    where = Filter(entity=["the lisbon"], kinds=["episode", "passage"])
    expected = {*said[:2], "They built Lisbon on the Tagus."}
    assert {each.text for each in memory.search(where)} == expected
    assert {hit.text for hit in memory.recall("How is it there?", where).hits} == expected
    assert {hit.text for hit in memory.recall("How is it?", Filter(entity="Oslo")).hits} == {said[2]}
    with pytest.raises(NotFound, match="names nothing that is called 'Madrid'"):
        memory.search(Filter(entity="Madrid"))


def test_what_is_believed_less_does_not_pass(memory: Memory) -> None:
    memory.remember([Turn("I may like tea."), Turn("I like rum.")], session="s")
    tea, rum = Fact("Tea is liked.", ("episode:s/0",), belief=0.5), Fact("Rum is liked.", ("episode:s/1",), belief=0.9)
    memory.remember_facts([tea, rum])
    where = Filter(kinds=["fact"], min_belief=0.9)
    assert {each.text for each in memory.search(where)} == {"Rum is liked."}
    assert {hit.text for hit in memory.recall("What is liked?", where).hits} == {"Rum is liked."}
    everything = memory.recall("What is liked?", Filter(min_belief=0.9)).hits
    assert {hit.text for hit in everything} == {"Rum is liked.", "I may like tea.", "I like rum."}


def test_many_sessions_at_once(memory: Memory) -> None:
    """More pairs than the index is asked for one by one."""
    for number in range(24):
        memory.remember([Turn(f"I saw {number} owls.", "Ann", START)], session=f"s{number}")
    names = [f"s{number}" for number in range(23)]
    hits = memory.recall("Which owls?", Filter(session=names, speaker=["Ann"])).hits
    assert {hit.session for hit in hits} == set(names)


def test_a_key_that_nobody_has_is_no_error(parrots: Memory) -> None:
    where = Filter(metadata={"nobody": "has it"})
    assert parrots.search(where).items == ()
    assert parrots.recall("Who saw parrots?", where).hits == ()


def test_a_long_text_is_told_from_another(memory: Memory) -> None:
    memory.remember([Turn("One.", metadata={"k": "x" * 1000}), Turn("Two.", metadata={"k": "x" * 1001})], session="s")
    assert [each.text for each in memory.search(Filter(metadata={"k": "x" * 1000}))] == ["One."]
    assert {each.text for each in memory.search(Filter(metadata={"k": {"gt": "x" * 1000}}))} == {"Two."}


def test_a_part_of_a_long_turn_passes_with_its_turn(memory: Memory) -> None:
    story = " ".join(f"On day {number} we sailed on and saw birds over the water." for number in range(60))
    memory.remember(
        [Turn(story, metadata={"book": 1}), Turn(story.replace("birds", "whales"), metadata={"book": 2})], session="s"
    )
    assert [hit.id for hit in memory.recall("Who saw whales?", Filter(metadata={"book": 1})).hits] == ["episode:s/0"]


@pytest.mark.parametrize(
    ("metadata", "complaint"),
    [
        ({"k": {"above": 1}}, r"metadata 'k' is wanted within \{'above': 1\}; give gt or gte, lt or lte"),
        ({"k": {}}, "give gt or gte"),
        ({"k": {"gt": 1, "gte": 2}}, "give gt or gte, lt or lte, or one of each"),
        ({"k": {"gt": 1, "lt": "2"}}, "bounds that are all numbers, or all texts or dates"),
        ({"k": {"gt": True}}, "all numbers, or all texts"),
        ({"k": {"gt": 2, "lt": 1}}, "holds nothing"),
        ({"k": {"gt": 1, "lte": 1}}, "holds nothing"),
        ({"k": []}, "give at least one"),
        ({"k": [{"gt": 1}]}, "give text, a number, true, false or None"),
        ({"k": float("nan")}, "give text, a number"),
        ({"k": "x" * 1001}, "1,001 characters; give at most 1,000"),
        ({1: "x"}, "give keys with the values that are wanted"),
        ("k=v", "give keys with the values that are wanted"),
    ],
)
def test_metadata_that_nothing_can_have_is_refused(metadata: Any, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        Filter(metadata=metadata)


@pytest.mark.parametrize("field", ["session", "speaker", "entity"])
def test_names_are_one_or_several(field: str) -> None:
    assert getattr(Filter(**cast("Any", {field: ["a", "b", "a"]})), field) == ("a", "b")
    for wrong in ([], 5, ["a", 5]):
        with pytest.raises(InvalidInput, match=f"{field} is .*; give a name, or several"):
            Filter(**cast("Any", {field: wrong}))


def test_confidence_is_a_share() -> None:
    with pytest.raises(InvalidInput, match="min_belief is 2; give 0 to 1"):
        Filter(min_belief=2)


def test_a_filter_shows_what_it_narrows() -> None:
    assert repr(Filter()) == "Filter()"
    where = Filter(session="s", metadata={"size": {"gte": 3}}, entity=["Miso"])
    assert repr(where) == "Filter(session='s', metadata={'size': {'gte': 3}}, entity=('Miso',))"


def test_days_are_compared_as_they_are_written(memory: Memory) -> None:
    memory.remember(
        [Turn("Paid.", metadata={"due": "2024-05-01"}), Turn("Open.", metadata={"due": "2024-06-01"})], session="s"
    )
    assert [each.text for each in memory.search(Filter(metadata={"due": {"lt": date(2024, 5, 15)}}))] == ["Paid."]


def test_turns_of_before_get_their_terms(memory: Memory, graph: Graph) -> None:
    """A store of an older version keeps none; a long turn's parts have those of the turn."""
    story = " ".join(f"On day {number} we sailed on and saw birds over the water." for number in range(60))
    memory.remember([Turn(story, metadata={"book": 1}), Turn("No.")], session="s")
    before = memory.recall("Who saw birds?", Filter(metadata={"book": 1})).hits
    dropped = generated("drop", "MATCH (node:Clew {space: $space}) REMOVE node.terms")
    graph.execute(dropped, space=memory.space.name)
    assert memory.search(Filter(metadata={"book": 1})).items == ()
    assert [add_terms(memory.space), add_terms(memory.space)] == [1, 1]
    assert [hit.id for hit in memory.recall("Who saw birds?", Filter(metadata={"book": 1})).hits] == ["episode:s/0"]
    assert memory.recall("Who saw birds?", Filter(metadata={"book": 1})).hits == before


def test_an_export_of_a_part_is_remembered_as_it_was(
    memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    """Everything that a caller gave comes back, of the turns that pass and of no other."""
    at = datetime(2024, 3, 1, 20, tzinfo=timezone(timedelta(hours=-7)))
    end = datetime(2100, 1, 1, tzinfo=UTC)
    told = [
        Turn("I moved to Porto.\nFor good.", "Ann", at, metadata={"channel": "mail", "session": ["x"], "n": 1.5}),
        Turn("Did you?", "Bo", at, metadata={"channel": "chat"}),
        Turn("Look!", "Ann", at, caption="a harbour", metadata={"channel": "mail"}, expires_at=end),
    ]
    memory.remember(told, session="monday")
    memory.remember([Turn("Nobody in particular.", "", at, metadata={"channel": "mail"})], session="a/b")
    wrong = memory.add(Turn("I moved to Prto.", "Ann", at, metadata={"channel": "mail"}), session="monday")
    memory.correct(wrong, "I moved to Porto, I said.")

    where = Filter(metadata={"channel": "mail"})
    assert memory.export(tmp_path / "part.jsonl", where) == 4
    other = open_memory()
    done = list(other.remember_file(tmp_path / "part.jsonl"))
    assert {each.session: each.appended for each in done} == {"monday": 3, "a/b": 1}
    assert not any(note.is_lost for each in done for note in each.notes)

    given = """
        MATCH (t:Episode {space: $space}) WHERE t['position'] IS NOT NULL AND t['metadata'] CONTAINS 'mail'
        RETURN t.session AS session, t.speaker AS speaker, t.text AS text, t.caption AS caption, t.at AS at,
          t['metadata'] AS metadata, t['expires_at'] AS expires_at ORDER BY session, t.position
    """
    assert rows(other, given) == rows(memory, given)
    assert other.search(Filter(metadata={"channel": "chat"})).items == ()


def test_an_export_of_a_part_takes_turns_alone(memory: Memory, tmp_path: Path) -> None:
    memory.add("I live in Porto.", session="monday", speaker="Ann")
    path = tmp_path / "part.jsonl"
    with pytest.raises(InvalidInput, match="leave `kinds` out"):
        memory.export(path, Filter(kinds=["fact"]))
    with pytest.raises(NotFound, match="no turn of space"):
        memory.export(path, Filter(until=datetime(2000, 1, 1, tzinfo=UTC)))
    with pytest.raises(NotFound, match="'Bo'"):
        memory.export(path, Filter(speaker="Bo"))
    assert not list(tmp_path.iterdir())
