"""A turn that is longer than the encoder reads is remembered whole, and found by any of its parts."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.api.opening import prepare_store
from clew.graph.queries import generated, load
from clew.loaders.language.splitting import spans
from clew.loaders.upkeep.migrations import BEFORE_PARTS
from clew.model import Filter, Hit, Recall, Turn
from clew.settings import Settings
from clew.text.instants import FOREVER

pytestmark = pytest.mark.whole_store

TOPICS = (
    "Glaciers carve wide valleys while they slide over rock, and leave long walls of rubble behind them.",
    "A violin bow is strung with the hair of horses, which is rubbed with rosin before a concert.",
    "Sourdough rises because wild yeast and bacteria ferment the flour for a whole day.",
    "The octopus has three hearts, and two of them stop beating whenever it swims.",
    "Lighthouses used lenses made of many rings of glass, so that one lamp was seen for miles.",
)
LONG = "\n\n".join(f"{topic} {'This was noted with care and without haste. ' * 14}".strip() for topic in TOPICS)
ASKED = Turn("Tell me five things that I do not know.", "user", datetime(2024, 3, 1, tzinfo=UTC))
ANSWER = Turn(LONG, "assistant", datetime(2024, 3, 2, tzinfo=UTC))
THANKS = Turn("Thank you.", "user", datetime(2024, 3, 2, tzinfo=UTC))
ANSWER_ID = "episode:chat/1"
QUESTIONS = (
    "How many hearts does an octopus have?",
    "What is a violin bow strung with?",
    "How far is a lighthouse seen?",
)


@pytest.fixture
def chat(memory: Memory) -> Memory:
    memory.remember([ASKED, ANSWER, THANKS], session="chat")
    return memory


@pytest.fixture(scope="module")
def told(module_memory: Memory) -> Memory:
    """The same chat, for tests that change nothing."""
    module_memory.remember([ASKED, ANSWER, THANKS], session="chat")
    return module_memory


def the_answer(found: Recall) -> Hit:
    (hit,) = (hit for hit in found.hits if hit.id == ANSWER_ID)
    return hit


def shown(hit: Hit) -> str:
    return " ".join(hit.text[begin:end] for begin, end in hit.spans)


def parts(memory: Memory) -> list[dict[str, object]]:
    statement = "MATCH (part:Clew {space: $space, kind: 'Part'}) RETURN part.id AS id, part.text AS text ORDER BY id"
    return memory.space.read(generated("parts", statement))


@pytest.mark.parametrize(("question", "topic"), list(zip(QUESTIONS, (3, 1, 4), strict=True)))
def test_the_part_that_answers_is_found_and_shown(told: Memory, question: str, topic: int) -> None:
    found = told.recall(question, settings=told.settings.recall.changed(words=160))
    hit = the_answer(found)
    assert found.hits[0] == hit
    assert hit.text == LONG
    begin, end = hit.spans[0]
    assert TOPICS[topic] in LONG[begin:end]
    assert TOPICS[topic] in found.text
    assert f"user: {ASKED.text}\n" in found.text
    assert "2 March 2024\nassistant: … " in found.text
    assert found.shortened == (ANSWER_ID,)
    assert len(found.text.split()) <= 160


def test_an_answer_that_is_shown_alone_says_what_it_replied_to(told: Memory) -> None:
    found = told.recall(QUESTIONS[0], settings=told.settings.recall.changed(words=160, limit=1))
    assert f"2 March 2024\nassistant (asked: {ASKED.text}): … " in found.text


def test_parts_are_no_memories_of_their_own(told: Memory) -> None:
    found = told.recall(QUESTIONS[0])
    assert {hit.kind for hit in found.hits} == {"Episode"}
    assert len({hit.id for hit in found.hits}) == len(found.hits) == 3
    assert set(the_answer(found).spans) == {(begin, end) for begin, end in _whole_spans()}


def _whole_spans() -> list[tuple[int, int]]:
    """The stretches, each reaching to the next."""
    begins = [begin for begin, _ in spans(LONG)]
    return list(zip(begins, [*begins[1:], len(LONG)], strict=True))


def test_with_words_to_spare_a_turn_is_shown_whole(told: Memory) -> None:
    found = told.recall(QUESTIONS[0], settings=told.settings.recall.changed(words=2000))
    assert found.shortened == ()
    assert " ".join(LONG.split()) in found.text


@pytest.mark.parametrize("words", [5, 40, 120, 200, 300, 500, 700])
def test_no_budget_is_exceeded(told: Memory, words: int) -> None:
    found = told.recall(QUESTIONS[1], settings=told.settings.recall.changed(words=words))
    assert 0 < len(found.text.split()) <= words


def test_a_filter_and_a_time_hold_for_parts(told: Memory) -> None:
    assert [hit.id for hit in told.recall(QUESTIONS[0], Filter(speaker="assistant")).hits] == [ANSWER_ID]
    assert ANSWER_ID not in {hit.id for hit in told.recall(QUESTIONS[0], Filter(speaker="user")).hits}
    before = told.recall(QUESTIONS[0], Filter(as_of=datetime(2024, 3, 1, 12, tzinfo=UTC)))
    assert [hit.id for hit in before.hits] == ["episode:chat/0"]


def test_a_filter_leaves_the_question_out_that_an_answer_replied_to(told: Memory) -> None:
    question = "How many hearts does an octopus have?"
    assert the_answer(told.recall(question)).replied_to == ASKED.text
    found = told.recall(question, Filter(speaker="assistant"))
    assert the_answer(found).replied_to == ""
    assert ASKED.text not in found.text


def test_i_means_the_user_and_did_you_the_assistant(told: Memory) -> None:
    weight = told.settings.recall.role_weight
    for question, meant in (("What do I not know?", "user"), ("What did you tell me of glaciers?", "assistant")):
        gains = {hit.speaker: hit.parts.speaker for hit in told.recall(question).hits}
        assert gains == {name: weight * (name == meant) for name in ("user", "assistant")}


@pytest.mark.parametrize(("speaker", "full"), [("assistant", 4), ("Ann", 1)])
def test_in_a_chat_of_few_sessions_the_words_of_one_count_less(memory: Memory, speaker: str, full: int) -> None:
    settings = memory.settings.recall.changed(session_full=4, session_weight=0.4)
    for number in range(1, 6):
        memory.remember([Turn(f"Glaciers are cold, day {number}.", speaker)], session=f"s{number}")
        best = max(hit.parts.session for hit in memory.recall("glaciers", settings=settings).hits)
        assert best == pytest.approx(0.4 * min(1, number / full))


def test_a_turn_that_the_encoder_reads_whole_has_no_parts(memory: Memory) -> None:
    memory.remember([ASKED, Turn(TOPICS[0], "assistant")], session="chat")
    assert parts(memory) == []
    assert memory.recall("Which valleys?").hits[0].spans == ()


@pytest.mark.parametrize("ids", ["episode:chat/1", "session"])
def test_no_part_outlives_its_turn(chat: Memory, ids: str) -> None:
    assert len(parts(chat)) == len(spans(LONG))
    if ids == "session":
        chat.forget(session="chat")
    else:
        chat.forget(ids=ids)
    assert parts(chat) == []
    assert "octopus" not in chat.recall(QUESTIONS[0]).text


def test_a_turn_that_is_added_has_parts_too(memory: Memory) -> None:
    id = memory.add(ANSWER, session="chat", id="mine")
    assert memory.add(ANSWER, session="chat", id="mine") == id
    assert [part["id"] for part in parts(memory)] == sorted(f"part:{id}#{begin}" for begin, _ in spans(LONG))


def test_parts_are_exported_and_restored(chat: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    chat.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert parts(other) == parts(chat)
    assert other.recall(QUESTIONS[0]).text == chat.recall(QUESTIONS[0]).text


def test_an_export_of_before_gets_its_parts(chat: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    chat.export(tmp_path / "new.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "new.jsonl").read_text("utf-8").splitlines()]
    lines[0]["schema"] = BEFORE_PARTS
    kept = [
        line
        for line in lines
        if line.get("node", {}).get("kind") != "Part" and line.get("relation", {}).get("type") != "HAS_PART"
    ]
    kept[-1]["end"] -= len(parts(chat))
    (tmp_path / "old.jsonl").write_text("\n".join(map(json.dumps, kept)), "utf-8")
    other = open_memory()
    for _ in range(2):
        other.restore(tmp_path / "old.jsonl")
        assert parts(other) == parts(chat)


def test_a_store_of_before_gets_its_parts_at_its_next_opening(chat: Memory) -> None:
    before = parts(chat)
    found = chat.recall(QUESTIONS[2]).text
    chat.space.write(generated("older", "MATCH (part:Clew {space: $space, kind: 'Part'}) DETACH DELETE part"))
    chat.space.graph.write(load("maintain/set_version"), version=BEFORE_PARTS)
    prepare_store(chat.space, Settings())
    assert parts(chat) == before
    assert chat.recall(QUESTIONS[2]).text == found
    held = "MATCH (p:Clew {space: $space, kind: 'Part'}) RETURN collect(DISTINCT p.expired_at) AS ends"
    assert chat.space.read(generated("held", held)) == [{"ends": [FOREVER]}]


def test_a_space_of_before_whose_forgetting_was_interrupted_does_not_stand_in_the_way(chat: Memory) -> None:
    older = """
        MATCH (space:Clew {space: $space, id: 'space'}) SET space.closed = true
        WITH space MATCH (part:Clew {space: $space, kind: 'Part'}) DETACH DELETE part
    """
    chat.space.write(generated("older", older))
    chat.space.graph.write(load("maintain/set_version"), version=BEFORE_PARTS)
    prepare_store(chat.space, Settings())
    assert chat.stats().nodes == {}
