"""Remembering: verbatim, dated, chained, idempotent, all or nothing."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from clew.api.memory import Memory
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph import store
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.graph.space import SpaceTransaction
from clew.loaders.conversation import episodes, sessions
from clew.loaders.conversation.episodes import Episode
from clew.loaders.conversation.turns import checked
from clew.model import Remembered, Turn
from clew.text.instants import NaiveTimeWarning

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
TURNS = [
    Turn("I moved to Lisbon last week!", "Ann", MONDAY, metadata={"mood": "happy", "tags": ["move"]}),
    Turn("Look at my balcony.", "Ann", MONDAY, caption="a balcony with red flowers"),
    Turn("How is the flat in Lisbon?", "Ben", MONDAY),
]

Rows = list[dict[str, object]]


def rows(memory: Memory, text: str) -> Rows:
    return memory.space.read(generated("test", text))


def test_a_session_is_kept_verbatim_dated_and_chained(memory: Memory) -> None:
    assert memory.remember(TURNS, session="monday").appended == 3
    assert rows(memory, "MATCH (n:Episode {space: $space}) RETURN n.text AS text, n.speaker AS speaker, n.at AS at, "
                "n.caption AS caption, n.search_text AS search ORDER BY n.position") == [
        {"text": "I moved to Lisbon last week!", "speaker": "Ann", "at": MONDAY, "caption": "",
         "search": "[8 May 2023] Ann: I moved to Lisbon last week!"},
        {"text": "Look at my balcony.", "speaker": "Ann", "at": MONDAY, "caption": "a balcony with red flowers",
         "search": "[8 May 2023] Ann: Look at my balcony. [image: a balcony with red flowers]"},
        {"text": "How is the flat in Lisbon?", "speaker": "Ben", "at": MONDAY, "caption": "",
         "search": "[8 May 2023] Ben: How is the flat in Lisbon?"},
    ]  # fmt: skip
    assert rows(memory, "MATCH (a:Clew {space: $space})-[:NEXT]->(b) RETURN a.position AS a, b.position AS b "
                "ORDER BY a") == [{"a": 0, "b": 1}, {"a": 1, "b": 2}]  # fmt: skip
    assert rows(memory, "MATCH (:Session {space: $space, id: 'session:monday'})-[:HAS_EPISODE]->(n) "
                "RETURN count(n) AS number") == [{"number": 3}]  # fmt: skip


def test_turns_that_share_a_name_meet_in_its_entity(memory: Memory) -> None:
    memory.remember(TURNS, session="monday")
    met = rows(memory, "MATCH (n:Episode {space: $space})-[:MENTIONS]->(c:Entity {space: $space, name: 'lisbon'}) "
               "RETURN n.position AS position ORDER BY position")  # fmt: skip
    assert met == [{"position": 0}, {"position": 2}]


def test_concepts_can_be_switched_off(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory(concepts=False)
    memory.remember(TURNS, session="monday")
    assert "Concept" not in memory.stats().nodes


def test_remembering_twice_changes_nothing(memory: Memory, contents: Callable[[Memory], object]) -> None:
    memory.remember(TURNS, session="monday")
    before = contents(memory)
    again = memory.remember(TURNS, session="monday")
    assert (again.appended, again.unchanged) == (0, 3)
    assert contents(memory) == before


def test_growing_a_session_equals_remembering_it_at_once(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    grown, whole = open_memory(), open_memory()
    for length in (1, 2, 2, 3):
        grown.remember(TURNS[:length], session="monday")
    whole.remember(TURNS, session="monday")
    assert contents(grown) == contents(whole)


def test_another_text_at_a_stored_position_is_refused_and_nothing_is_written(
    memory: Memory, contents: Callable[[Memory], object]
) -> None:
    memory.remember(TURNS[:2], session="monday")
    before = contents(memory)
    with pytest.raises(Conflict, match="turn 1"):
        memory.remember([TURNS[0], Turn("Something else.", "Ann"), TURNS[2]], session="monday")
    assert contents(memory) == before


def test_live_turns_are_appended_and_a_retry_changes_nothing(
    memory: Memory, contents: Callable[[Memory], object]
) -> None:
    first = memory.add("Good morning.", session="live", speaker="Ann", at=MONDAY, id="m-1")
    second = memory.add("Good morning, Ann.", session="live", speaker="Ben", at=MONDAY)
    before = contents(memory)
    assert memory.add("Good morning.", session="live", speaker="Ann", at=MONDAY, id="m-1") == first == "episode:m-1"
    assert contents(memory) == before
    assert second == "episode:live/1"
    assert rows(memory, "MATCH (:Clew {space: $space, id: 'episode:m-1'})-[:NEXT]->(n) RETURN n.id AS id") == [
        {"id": second}
    ]


def test_turns_that_are_appended_equal_those_remembered_at_once(
    memory: Memory, open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    memory.remember(TURNS[:1], session="monday")
    assert memory.append(TURNS[1:], session="monday") == tuple(
        f"episode:monday/{position}" for position in range(1, len(TURNS))
    )
    assert memory.append([], session="monday") == ()
    whole = open_memory()
    whole.remember(TURNS, session="monday")
    assert contents(memory) == contents(whole)


def test_appended_turns_have_any_shape_and_come_again_when_appended_again(memory: Memory) -> None:
    turns = [{"role": "user", "content": "Hello."}, {"role": "system", "content": "Be kind."}, HumanMessage("Hi.")]
    assert [len(memory.append(turns, session="chat")) for _ in range(2)] == [2, 2]
    assert [turn.text for turn in memory.turns("chat")] == ["Hello.", "Hi."] * 2


def test_of_appended_turns_all_or_none_are_written(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="turn 1"):
        memory.append([TURNS[0], {"text": 5}], session="monday")
    with pytest.raises(InvalidInput, match=r"2,001 turns are more than 2,000; append fewer"):
        memory.append([Turn("Hello.")] * 2001, session="monday")
    with pytest.raises(NotFound):
        memory.turns("monday")


def test_an_id_of_another_turn_is_refused(memory: Memory) -> None:
    memory.add("Good morning.", session="live", id="m-1")
    with pytest.raises(Conflict, match="give another id"):
        memory.add("Good evening.", session="live", id="m-1")


def test_live_and_whole_sessions_continue_each_other(memory: Memory) -> None:
    memory.remember(TURNS[:1], session="monday")
    memory.add(TURNS[1], session="monday")
    assert memory.remember(TURNS, session="monday").appended == 1


def test_a_turn_without_a_date_takes_that_of_the_turn_before(memory: Memory) -> None:
    memory.remember([TURNS[0], Turn("Oh, and it rains.", "Ann")], session="monday")
    assert rows(memory, "MATCH (n:Episode {space: $space}) RETURN DISTINCT n.at AS at") == [{"at": MONDAY}]


def test_turns_before_the_first_date_of_a_session_take_that_date() -> None:
    turns = checked([Turn("Hello!", "Ann"), Turn("Hi.", "Ben"), TURNS[0], Turn("Oh.", "Ann")])
    assert {turn.at for turn in turns} == {MONDAY}


def test_mappings_are_turns_too(memory: Memory) -> None:
    memory.remember([{"text": "Hi.", "speaker": "Ann", "at": "2023-05-08T15:56:00+02:00"}], session="monday")
    assert memory.recall("Hi").hits[0].at == MONDAY


@pytest.mark.parametrize(
    ("turn", "complaint"),
    [
        ({"text": ""}, "turn 1 has no text"),
        ({"text": "\u200b\x00 "}, "turn 1 has no text"),
        ({"text": 7}, "turn 1: text is 7"),
        ({"text": "x", "at": "last week"}, "turn 1: at 'last week' is not a full date"),
        ({"text": "x", "at": "May 2023"}, "turn 1: at 'May 2023' is not a full date"),
        ({"text": "x", "at": [5]}, "turn 1: at is list"),
        ({"text": "x", "when": "now"}, "turn 1: when 'now' is not a full date"),
        ({"text": "x", "metadata": [1]}, "metadata is"),
        ({"text": "x", "metadata": {"a": object()}}, "metadata is not JSON"),
        ({"text": "x", "metadata": {"a": float("nan")}}, "metadata is not JSON"),
        ({"text": "x", "speaker": "y" * 201}, "speaker has 201 characters"),
    ],
)
def test_a_bad_turn_is_named_and_nothing_is_written(memory: Memory, turn: dict[str, object], complaint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.remember([{"text": "fine"}, turn], session="s")
    assert complaint in str(caught.value)
    assert memory.stats().nodes == {}


@pytest.mark.parametrize("session", ["", "  ", "x" * 201, "\ud800"])
def test_a_session_needs_a_name_that_can_be_kept(memory: Memory, session: str) -> None:
    with pytest.raises(InvalidInput, match="session"):
        memory.remember(TURNS, session=session)


def test_no_turns_change_nothing(memory: Memory) -> None:
    assert memory.remember([], session="s").appended == 0
    assert memory.stats().nodes == {}


@pytest.mark.parametrize(
    "text",
    [
        "'}) DETACH DELETE n //",
        "</script><script>alert(1)</script>",
        "nul\x00nul",
        "a\ud800b",
        "🙂" * 300,
        "x" * 100_000,
    ],
)
def test_hostile_text_is_data(memory: Memory, text: str) -> None:
    memory.remember([Turn(text, "Ann'); MATCH (n) DETACH DELETE n; //")], session="s\"'`")
    hit = memory.recall("anything", settings=memory.settings.recall.changed(words=1)).hits[0]
    assert hit.text == text.replace("\ud800", "\ufffd")


def test_files_resume_where_they_were_interrupted(memory: Memory, tmp_path: Path) -> None:
    lines = [json.dumps({"session": f"s{i // 2}", "text": f"turn {i}", "at": "2023-05-08T00:00:00Z"}) for i in range(6)]
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    memory.remember([{"text": "turn 0", "at": "2023-05-08T00:00:00Z"}], session="s0")
    seen: list[int] = []
    results = memory.remember_file(path, on_progress=lambda progress: seen.append(progress.done))
    assert [(result.appended, result.unchanged) for result in results] == [(1, 1), (2, 0), (2, 0)]
    assert seen == [2, 4, 6]


def test_a_strict_load_of_a_bad_file_writes_nothing(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"session": "a", "text": "fine"}\n{"session": "b", "text": ', "utf-8")
    with pytest.raises(InvalidInput, match="line 2: broken JSON"):
        memory.remember_file(path, strict=True)
    assert memory.stats().nodes == {}


def test_of_a_file_that_is_bad_in_part_the_rest_is_read_and_the_part_reported(memory: Memory, tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text(
        '{"session": "a", "text": "fine", "at": "2024-05-08T00:00:00Z"}\n{"session": "b", "text": ', "utf-8"
    )
    (done,) = memory.remember_file(path)
    assert (done.session, done.appended) == ("a", 1)
    lost = [note for note in done.notes if note.is_lost]
    assert [(note.what, note.count) for note in lost] == [("rows are left out", 1)]
    assert "talk.jsonl, line 2: broken JSON" in lost[0].example


def test_bulk_equals_the_usual_way(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object], tmp_path: Path
) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text("\n".join(json.dumps({"text": f"turn {i} of tea", "at": "2023-05-08T00:00:00Z"}) for i in range(9)))
    usual, bulk = open_memory(), open_memory()
    usual.remember_file(path)
    bulk.remember_file(path, bulk=True)
    assert contents(bulk) == contents(usual)
    assert [hit.id for hit in bulk.recall("tea").hits] == [hit.id for hit in usual.recall("tea").hits]


@pytest.mark.slow
def test_bulk_builds_the_search_indexes_once_for_all_files(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{name}.jsonl" for name in ("ann", "ben", "cem")]
    for path in paths:
        path.write_text(json.dumps({"text": f"{path.stem} drinks tea", "at": "2023-05-08T00:00:00Z"}), "utf-8")
    build, built = store.make_indexes, list[int]()

    def counted(graph: Graph, dimensions: int) -> None:
        built.append(dimensions)
        build(graph, dimensions)

    monkeypatch.setattr(store, "make_indexes", counted)
    assert [each.session for each in memory.remember_file(paths, bulk=True)] == ["ann", "ben", "cem"]
    assert built == [384]
    assert len(memory.recall("tea").hits) == 3


@pytest.mark.parametrize("id", ["", "s/5", "x" * 201, "\ud800"])
def test_an_id_that_cannot_be_kept_is_refused(memory: Memory, id: str) -> None:
    with pytest.raises(InvalidInput, match="id"):
        memory.add("Good morning.", session="s", id=id)


def test_the_order_in_which_speakers_join_does_not_matter(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    turns = [Turn("Hello.", "Zoe", MONDAY), Turn("Hi.", "Ann", MONDAY)]
    grown, whole = open_memory(), open_memory()
    grown.remember(turns[:1], session="s")
    grown.remember(turns, session="s")
    whole.remember(turns, session="s")
    assert contents(grown) == contents(whole)


def test_times_without_a_zone_are_utc_and_said_once() -> None:
    with pytest.warns(NaiveTimeWarning) as said:
        turns = checked([{"text": "a", "at": "2023-05-08 13:56"}, {"text": "b", "at": "2023-05-08 13:57"}])
    assert turns[0].at == MONDAY
    assert len(said) == 1


@pytest.mark.filterwarnings("ignore::clew.text.instants.NaiveTimeWarning")
def test_one_date_shows_whether_the_day_comes_first_in_all() -> None:
    turns = checked([{"text": "a", "at": "12/06/2023"}, {"text": "b", "at": "13/06/2023"}])
    assert [turn.at for turn in turns] == [datetime(2023, 6, day, tzinfo=UTC) for day in (12, 13)]


@pytest.mark.parametrize("given", ["We moved.", {"text": "We moved."}, [None]])
def test_what_is_no_list_of_turns_is_said_to_be_none(given: object) -> None:
    with pytest.raises(InvalidInput, match="give a list of turns"):
        checked(given)  # pyright: ignore[reportArgumentType]


def test_a_long_session_goes_in_pages_and_one_that_was_interrupted_is_completed(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PAGE_NODES", 4)
    memory, whole = open_memory(), open_memory()
    said = [Turn(f"Turn {number} is of tea.", "Ann", datetime(2023, 5, 8, tzinfo=UTC)) for number in range(11)]
    append, written = episodes.append, list[int]()

    def failing(space: Any, transaction: SpaceTransaction, page: Sequence[Episode], last: Any, **links: Any) -> None:
        append(space, transaction, page, last, **links)
        written.append(len(page))
        if len(written) == 2:
            raise ConnectionError("the power was cut")

    with monkeypatch.context() as cut:
        cut.setattr(episodes, "append", failing)
        with pytest.raises(ConnectionError):
            memory.remember(said, session="s")
    assert written == [4, 4]
    assert memory.stats().nodes["Episode"] == 4
    assert memory.remember(said, session="s") == Remembered("s", 7, 4)
    monkeypatch.setattr(sessions, "PAGE_NODES", 2000)
    whole.remember(said, session="s")
    assert contents(memory) == contents(whole)


def test_a_turn_that_no_transaction_takes_is_refused_with_what_to_do(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="has 2,000,001 characters; read it as a document, or give several turns"):
        memory.add("x" * 2_000_001, session="s")
    assert memory.stats().nodes == {}
