"""Each published format, as a small invented file, becomes sessions, and questions with what answers them."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def longmemeval(folder: Path) -> Path:
    row = {
        "question_id": "q1",
        "question_type": "multi-session",
        "question": "What do I grow?",
        "answer": 2,
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["s1", "s2"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 08:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hi."}],
            [{"role": "user", "content": "I grow leeks.", "has_answer": True}],
        ],
        "answer_session_ids": ["s2"],
    }
    return _written(folder / "longmemeval_s.json", [row, {**row, "question_id": "q2_abs"}])


def beam(folder: Path) -> Path:
    messages = [
        {"role": "user", "id": 0, "time_anchor": "March-15-2024", "content": "I grow leeks. ->-> 1,1"},
        {"role": "assistant", "id": 1, "content": "Water them."},
    ]
    later = [{"role": "user", "id": 2, "content": "Now I grow kale."}]
    batches = [{"batch_number": 1, "turns": [messages]}, {"batch_number": 2, "turns": [later]}]
    _written(folder / "7" / "chat.json", batches)
    update = {"original_info": [0], "updated_info": [2]}
    probing = {
        "abstention": [{"question": "How tall am I?", "ideal_response": "Unknown."}],
        "knowledge_update": [{"question": "What do I grow?", "answer": "Kale.", "source_chat_ids": update}],
    }
    _written(folder / "7" / "probing_questions" / "probing_questions.json", probing)
    return folder


def realtalk(folder: Path) -> Path:
    said = {"speaker": "Ida", "date_time": "29.12.2023, 17:37:10"}
    chat = {
        "session_2": [{**said, "dia_id": "D2:1", "clean_text": "", "blip_caption": "a photo of a leek"}],
        "session_1": [{**said, "dia_id": "D1:1", "clean_text": "I grow leeks."}],
        "session_1_date_time": "29.12.2023, 17:37:10",
        "qa": [{"question": "What does Ida grow?", "answer": "leeks", "category": 1, "evidence": ["D2:1", "D9:9"]}],
    }
    _written(folder / "Chat_1_Ida_Ben.json", chat)
    return folder


def lihua(folder: Path) -> Path:
    texts = {"20260105_1100": "Time: 20260105_11:00\nLiHua: I grow leeks.\nAnd kale.\nBenOtt: Nice: really.\n"}
    texts["20260106_0900"] = "Time: 20260106_09:00\nBenOtt: Good morning.\n"
    for name, text in texts.items():
        (folder / "data" / "week1").mkdir(parents=True, exist_ok=True)
        (folder / "data" / "week1" / f"{name}.txt").write_text(text, "utf-8")
    asked = {"question": "What grows?", "answer": "leeks", "evidence": "20260105_11:00<and>20260106_09:00"}
    null = {"question": "How tall?", "answer": "?", "evidence": "", "type": "Null"}
    _written(folder / "qa" / "query_set.json", {"0": {**asked, "type": "Multi"}, "1": null})
    return folder


def realmem(folder: Path) -> Path:
    def session(name: str, *turns: dict[str, Any]) -> dict[str, Any]:
        day = {"session_uuid": name, "session_identifier": "Garden_2:S1_01", "current_time": "2025-12-15 (Monday)"}
        return {**day, "dialogue_turns": turns, "extracted_memory": []}

    reply = {"speaker": "Assistant", "content": "Kale next to the leeks.", "memory_session_uuids": ["aa", "bb"]}
    dialogues = [
        session("aa", {"speaker": "User", "content": "I grow leeks.", "is_query": False}),
        session("bb", {"speaker": "User", "content": "Continue the plan.", "is_query": True}, reply),
        session("cc", {"speaker": "User", "content": "Thanks.", "is_query": True}),
    ]
    _written(folder / "Ida_dialogues_256k.json", {"_metadata": {"person_name": "Ida"}, "dialogues": dialogues})
    return folder


def friendsqa(folder: Path) -> Path:
    said = [(["Ida Ott"], "I grow leeks ."), (["Ben", "Ida Ott"], "Great !")]
    told = [{"uid": place, "speakers": names, "utterance": text} for place, (names, text) in enumerate(said)]
    answers = [{"answer_text": "leeks", "utterance_id": 0, "is_speaker": False}]
    asked = {"id": "s01_e02_c03_What_Paraphrased", "question": "What does Ida grow ?", "answers": answers}
    scene = {"title": "s01_e02_c03", "paragraphs": [{"utterances:": told, "qas": [asked]}]}
    return _written(folder / "friendsqa_dev.json", {"data": [scene]})


def precisionmembench(folder: Path) -> Path:
    def belief(name: str, user: str, scope: str) -> dict[str, Any]:
        known = {"canonical_name": "leeks", "aliases": ["vegetables"], "content": "Grows leeks."}
        return {"_id": name, "user_id": user, "scope": [scope], "created_at": "2026-09-01T00:00:00Z", **known}

    users = [("b-1", "test-user", "domain:garden"), ("b-2", "other", "domain:garden"), ("b-3", "test-user", "domain:x")]
    _written(folder / "beliefs.seed.json", [belief(*each) for each in users])
    case = {"category": "Alias resolution", "scope": ["domain:garden"], "query": "Which vegetables?"}
    expected = [{"relevantBeliefs": {"shouldOnlyInclude": ids}} for ids in (["b-1"], [])]
    _written(folder / "retrieval.cases.json", [{**case, "expect": each} for each in expected])
    return folder


def _written(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")
    return path


CASES: dict[Callable[[Path], Path], tuple[list[tuple[str, list[str]]], str, set[str], str]] = {
    longmemeval: ([("s1", ["Hello.", "Hi."]), ("s2", ["I grow leeks."])], "multi-session", {"s2/0"}, "2"),
    beam: (
        [("session_1", ["I grow leeks.", "Water them."]), ("session_2", ["Now I grow kale."])],
        "knowledge_update",
        {"0", "2"},
        "Kale.",
    ),
    realtalk: (
        [("session_1", ["I grow leeks."]), ("session_2", ["a photo of a leek"])],
        "multi-hop",
        {"D2:1"},
        "leeks",
    ),
    lihua: (
        [("20260105_11:00", ["I grow leeks.\nAnd kale.", "Nice: really."]), ("20260106_09:00", ["Good morning."])],
        "Multi",
        {"20260105_11:00", "20260106_09:00"},
        "leeks",
    ),
    realmem: (
        [("aa", ["I grow leeks."]), ("bb", ["Continue the plan.", "Kale next to the leeks."]), ("cc", ["Thanks."])],
        "Garden",
        {"aa"},
        "Kale next to the leeks.",
    ),
    friendsqa: ([("s01_e02_c03", ["I grow leeks .", "Great !"])], "What", {"s01_e02_c03/0"}, "leeks"),
    precisionmembench: ([("b-1", ["Grows leeks. (leeks, vegetables)"])], "Alias resolution", {"b-1"}, ""),
}


@pytest.mark.parametrize("made", CASES, ids=lambda made: made.__name__)
def test_a_published_file_becomes_sessions_and_questions(
    made: Callable[[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, group, evidence, answer = CASES[made]
    source, out = made(tmp_path), tmp_path / "out" / "chats.json.xz"
    script = [sys.executable, str(BENCHMARKS / "chats_formats.py"), made.__name__, str(source), str(out)]
    subprocess.run(script, check=True)
    monkeypatch.syspath_prepend(BENCHMARKS)
    from recall_data import talks  # pyright: ignore[reportMissingImports]

    (talk,) = talks(out, conversations=None, questions=None)
    said = [(each.session, [turn.text for turn in each.turns]) for each in talk.transcripts]
    assert said == sessions
    (asked,) = talk.questions  # the other has no answer in it
    assert (asked.group, asked.evidence, asked.answer) == (group, evidence, answer)


def test_times_and_speakers_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from chats_data import content, transcripts  # pyright: ignore[reportMissingImports]
    from chats_formats import write  # pyright: ignore[reportMissingImports]

    expected = {
        longmemeval: ("user", datetime(2023, 5, 20, 2, 21, tzinfo=UTC)),
        beam: ("user", datetime(2024, 3, 15, tzinfo=UTC)),
        realtalk: ("Ida", datetime(2023, 12, 29, 17, 37, 10, tzinfo=UTC)),
        lihua: ("Li Hua", datetime(2026, 1, 5, 11, tzinfo=UTC)),
        realmem: ("user", datetime(2025, 12, 15, tzinfo=UTC)),
        precisionmembench: ("user", datetime(2026, 9, 1, tzinfo=UTC)),
    }
    for made, (speaker, at) in expected.items():
        write(made.__name__, made(tmp_path / made.__name__), tmp_path / "chats.json")
        (given,) = content(tmp_path / "chats.json")
        first = transcripts(given)[0].turns[0]
        assert (first.speaker, first.at) == (speaker, at), made.__name__


def test_a_request_is_asked_before_its_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from chats_formats import write  # pyright: ignore[reportMissingImports]
    from recall_data import talks  # pyright: ignore[reportMissingImports]

    write("realmem", realmem(tmp_path), tmp_path / "chats.json")
    (talk,) = talks(tmp_path / "chats.json", conversations=None, questions=None)
    ((said, so_far),) = talk.stages()
    assert [each.session for each in said] == [each.session for each in so_far.transcripts] == ["aa"]
    assert set(so_far.ids) == {"episode:aa/0"}
    assert so_far.is_of_sessions


@pytest.mark.parametrize("name", ["beam", "longmemeval", "precisionmembench", "realtalk"])
def test_a_file_of_another_form_is_refused_and_nothing_is_written(name: str, tmp_path: Path) -> None:
    given, out = tmp_path / "given.json", tmp_path / "out.json"
    given.write_text('{"a": 1', "utf-8")
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "chats_formats.py"), name, given, out],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert f"{given} cannot be read as {name}" in done.stderr
    assert "Traceback" not in done.stderr
    assert not out.exists()
