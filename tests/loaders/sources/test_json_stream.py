"""LoCoMo, ChatGPT's export and LangChain's messages: JSON files with whole conversations."""

import json
import os
import re
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import (
    AIMessage,
    ChatMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    messages_to_dict,
)

from clew.errors import InvalidInput
from clew.loaders.conversation.turns import turns_of
from clew.loaders.sources import detection, json_stream
from clew.loaders.sources.notes import Notes
from clew.model import Transcript, Turn

Write = Callable[[str, object], Path]
SHARED = Path(__file__).parents[4] / "shared"
LOCOMO = SHARED / "data" / "locomo" / "locomo7.json"
EXPECTED = "CI" in os.environ
MAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def sample(name: str = "s1", **sessions: object) -> dict[str, Any]:
    return {"sample_id": name, "conversation": {"speaker_a": "Ann", "speaker_b": "Bob", **sessions}, "qa": []}


def said(text: object = "Look", **more: object) -> dict[str, object]:
    return {"speaker": "Ann", "dia_id": "D1:1", "text": text, **more}


LOCOMO_DATE = "1:56 pm on 8 May, 2023"


@pytest.mark.filterwarnings("error")
def test_locomo_reads_sessions_in_order(write: Write) -> None:
    first = sample(
        session_10=[said("ten")],
        session_10_date_time=LOCOMO_DATE,
        session_2=[said("two", blip_caption="a red boat", img_url=["x"])],
        session_2_date_time=LOCOMO_DATE,
        session_3=[],
        session_3_date_time=LOCOMO_DATE,
        session_11_date_time=LOCOMO_DATE,
    )
    expected = [
        Transcript("s1/session_2", (Turn("two", "Ann", MAY, "a red boat", {"dia_id": "D1:1"}),)),
        Transcript("s1/session_10", (Turn("ten", "Ann", MAY, "", {"dia_id": "D1:1"}),)),
    ]
    assert list(detection.read(write("one.json", first))) == expected
    assert list(detection.read(write("list.json", [first]))) == expected


def dated(*turns: object) -> dict[str, Any]:
    return sample(session_1=list(turns), session_1_date_time=LOCOMO_DATE)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([dated(said(), said(""))], "s1 session_1, turn 2 has no text"),
        ([dated(said(), "x")], "s1 session_1, turn 2 is 'x'; give a list of turns"),
        (
            [sample(session_1=[said()], session_1_date_time="May")],
            "session_1, turn 1: at 'May' is not a full date",
        ),
        ([sample(session_1=[said()])], "s1: session_1_date_time is missing"),
        ([sample(session_1={})], "s1: session_1 is an object; give a list"),
        ([dated(said()), {"sample_id": "s2", "conversation": []}], "s2: conversation is a list"),
        ([dated(said()), dated(said())], "session 's1/session_1' is there twice"),
        ([sample()], "holds no turn"),
    ],
)
def test_locomo_names_what_is_wrong(write: Write, content: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        next(detection.read(write("f.json", content), is_strict=True))


@pytest.mark.skipif(not LOCOMO.exists() and not EXPECTED, reason=f"{LOCOMO.name} is not beside the checkout")
@pytest.mark.filterwarnings("error")
def test_locomo_as_it_is() -> None:
    raw = json.loads(LOCOMO.read_text("utf-8"))
    talks = {entry["sample_id"]: entry["conversation"] for entry in raw}
    transcripts = list(detection.read(LOCOMO))
    turns = [turn for transcript in transcripts for turn in transcript.turns]
    assert detection.detect(LOCOMO).name == "locomo"
    with detection.opened(LOCOMO) as (file,):
        assert (len(file.sessions), sum(file.sessions.values())) == (len(transcripts), len(turns))
    assert sorted(transcript.session for transcript in transcripts) == sorted(
        f"{name}/{key}" for name, talk in talks.items() for key in talk if re.fullmatch(r"session_\d+", key)
    )
    assert list(dict.fromkeys(transcript.session.split("/")[0] for transcript in transcripts)) == list(talks)
    for transcript in transcripts:
        name, _, key = transcript.session.partition("/")
        expected = talks[name][key]
        at = datetime.strptime(talks[name][f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        assert [turn.text for turn in transcript.turns] == [turn["text"] for turn in expected]
        assert [turn.metadata for turn in transcript.turns] == [{"dia_id": turn["dia_id"]} for turn in expected]
        assert [turn.caption for turn in transcript.turns] == [t.get("blip_caption", "").strip() for t in expected]
        assert {turn.at for turn in transcript.turns} == {at}
        assert {turn.speaker for turn in transcript.turns} <= {talks[name]["speaker_a"], talks[name]["speaker_b"]}


def test_locomo_sessions_may_have_numbers_with_zeros(write: Write) -> None:
    talk = {f"session_{number}": [{"speaker": "Ann", "text": number}] for number in ("10", "09", "1")}
    dates = {f"{session}_date_time": "1:56 pm on 8 May, 2023" for session in talk}
    found = detection.read(write("talk.json", [{"sample_id": "s", "conversation": talk | dates}]))
    assert [each.session for each in found] == ["s/session_1", "s/session_09", "s/session_10"]


def node(parent: str | None, role: str, *parts: object, kind: str = "text", **more: object) -> dict[str, object]:
    content = {"content_type": kind, "parts": list(parts)}
    message = {"author": {"role": role}, "content": content, "create_time": None, **more}
    return {"parent": parent, "children": [], "message": message}


def chat(mapping: dict[str, object], current: str, name: str = "c1") -> dict[str, object]:
    return {
        "conversation_id": name,
        "title": "Boats",
        "create_time": 1683554160.0,
        "current_node": current,
        "mapping": mapping,
    }


def test_chatgpt_messages_without_a_time_are_as_old_as_what_stands_before_them(write: Write) -> None:
    mapping: dict[str, object] = {
        "ask": node(None, "user", "Draw a boat"),
        "tool": node("ask", "tool", "done", create_time=1683554220.5),
        "answer": node("tool", "assistant", "Here."),
    }
    (talk,) = detection.read(write("conversations.json", [chat(mapping, "answer")]))
    assert [turn.at for turn in talk.turns] == [MAY, datetime(2023, 5, 8, 13, 57, 0, 500_000, UTC)]


def test_chatgpt_follows_the_current_branch(write: Write) -> None:
    image = {"content_type": "image_asset_pointer", "metadata": {"dalle": {"prompt": "a red boat"}}}
    upload = {"content_type": "image_asset_pointer", "metadata": None}
    speech = {"content_type": "audio_transcription", "text": "spoken"}
    mapping: dict[str, object] = {
        "root": {"parent": None, "message": None, "children": []},
        "system": node("root", "system", "You help."),
        "hidden": node("system", "user", "profile", metadata={"is_visually_hidden_from_conversation": True}),
        "old": node("hidden", "user", "first try"),
        "ask": node("hidden", "user", "Draw a boat", create_time=1683554220.5),
        "call": node("ask", "assistant", '{"prompt": ""}', recipient="dalle.text2im"),
        "code": node("call", "assistant", "x", kind="code"),
        "tool": node("code", "tool", image, kind="multimodal_text"),
        "empty": node("tool", "assistant", ""),
        "unseen": node("empty", "assistant", "\u200b\ufeff"),
        "answer": node("unseen", "assistant", image, "Here.", "", "And there.", kind="multimodal_text"),
        "talk": node("answer", "user", upload, speech, kind="multimodal_text"),
        "silent": node("talk", "user", upload, kind="multimodal_text"),
    }
    silent = chat({"a": node(None, "system", "You help.")}, "a", "c2")
    path = write("conversations.json", [chat(mapping, "silent"), silent])
    about = {"title": "Boats"}
    asked = datetime(2023, 5, 8, 13, 57, 0, 500_000, UTC)
    expected = (
        Turn("Draw a boat", "user", asked, "", {"message": "ask"} | about),
        Turn("Here.\nAnd there.", "assistant", asked, "a red boat", {"message": "answer"} | about),
        Turn("spoken", "user", asked, "", {"message": "talk"} | about),
    )
    assert list(detection.read(path)) == [Transcript("c1", expected)]
    assert detection.detect(path).name == "chatgpt"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"mapping": {}}, "conversation 1 has no id"),
        ({"id": "c", "mapping": []}, "conversation 'c': mapping is a list"),
        (chat({}, "x"), "conversation 'c1': the branch of current_node breaks at 'x'"),
        (chat({"x": node("gone", "user", "a")}, "x"), "breaks at 'gone'"),
        (chat({"x": node("y", "user", "a"), "y": node("x", "user", "b")}, "x"), "breaks at 'x'"),
        (chat({"x": node(None, "user", "a", create_time="soon")}, "x"), "message 'x': create_time 'soon' is not"),
        ([chat({"x": node(None, "user", "a")}, "x")] * 2, "session 'c1' is there twice"),
        (chat({"x": node(None, "tool", "a")}, "x"), "holds no turn"),
    ],
)
def test_chatgpt_names_what_is_wrong(write: Write, content: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        next(detection.read(write("f.json", content), is_strict=True))


MESSAGES = [
    SystemMessage("You help."),
    HumanMessage("Where do I live?", id="m1"),
    AIMessage("", tool_calls=[{"name": "recall", "args": {}, "id": "t1"}]),
    AIMessage("\u200b"),
    ToolMessage("In Bath.", tool_call_id="t1"),
    AIMessage([{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "In Bath."}, "Since May."]),
    HumanMessage([{"type": "image_url", "image_url": {"url": "x"}}, {"type": "text", "text": "Here?"}], name="Ann"),
    ChatMessage(content="Yes.", role="guide"),
]
SAID = (
    Turn("Where do I live?", "user", metadata={"message": "m1"}),
    Turn("In Bath.\nSince May.", "assistant"),
    Turn("Here?", "Ann"),
    Turn("Yes.", "guide"),
)


def test_messages_as_objects() -> None:
    notes = Notes()
    assert tuple(turns_of(MESSAGES, notes)) == SAID
    assert {note.what: note.count for note in notes.all()} == {
        "messages of the system or of tools are left out": 2,
        "messages without words are left out": 2,
        "calls of tools are left out": 1,
        "parts of messages are left out: reasoning": 1,
        "parts of messages are left out: image_url": 1,
    }
    assert turns_of([], notes) == []


def test_messages_as_a_file(write: Write) -> None:
    path = write("monday.json", messages_to_dict(MESSAGES))
    assert list(detection.read(path)) == [Transcript("monday", SAID)]
    assert detection.detect(path).name == "messages"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ([{"type": "human", "data": {"content": "a"}}, {"speaker": "Ann"}], "message 2 has no text"),
        ([{"type": "ai", "data": {"content": 5}}], "message 1: content is 5, a number"),
        ([{"type": "ai", "data": {"content": "a", "name": 5}}], "message 1: speaker is 5"),
        ([{"type": "system", "data": {"content": "a"}}], "holds no turn"),
    ],
)
def test_messages_name_what_is_wrong(write: Write, content: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        next(detection.read(write("f.json", content), is_strict=True))


GOOD = '{"type": "human", "data": {"content": "a"}}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (f"[{GOOD},\n{GOOD}", "line 2: broken JSON: a comma or the end of the list is missing"),
        (f"[{GOOD}\n{GOOD}]", "line 2: broken JSON: a comma or the end"),
        (f"[{GOOD},\n]", "line 2: broken JSON: a comma is before the end"),
        (f"[{GOOD}]\n]", "line 2: broken JSON: there is more after its end"),
        (f"[{GOOD},\n\n{{'a': 1}}]", "line 3: broken JSON: Expecting property name"),
        (f"[{GOOD},\n\n5]", "message 2 is 5; give a list of turns"),
        (f'[{GOOD},\n{{"a": "open', "line 2: broken JSON: Unterminated string"),
        (f'[{GOOD},\n{{"a": NaN}}]', "line 2: broken JSON: NaN"),
        (f"[{GOOD},\n" + '{"a":' * 100_000, "line 2: broken JSON: it is nested too deeply"),
        ("[]", "holds no turn"),
        (" \n ", "is empty"),
        (b'[{"type": "human\xff"}]', "is not UTF-8 text"),
        (b"\0\1\2\3", "line 1: broken JSON"),
    ],
)
def test_broken_json_names_the_line(write: Write, content: str | bytes, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        next(detection.read(write("f.json", content), "messages", is_strict=True))


@pytest.mark.parametrize("piece", [1, 2, 7, 100])
def test_json_is_read_in_pieces_of_any_size(write: Write, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(json_stream, "PIECE", piece)
    content = [{"a": [n, -1.5e-7, True, None, 'é😀\\"\n' * n, {"b": {}}]} for n in range(40)]
    for text in (json.dumps(content), "\ufeff" + json.dumps(content, indent=3, ensure_ascii=False) + "\r\n"):
        assert list(json_stream.elements(write("f.json", text))) == content


@pytest.mark.slow
def test_one_conversation_is_in_memory_at_a_time(write: Write) -> None:
    line = json.dumps(dated(*[said("x" * 1000)] * 100))
    path = write("f.json", "[" + ",\n".join(line.replace("s1", f"s{n}") for n in range(150)) + "]")
    assert path.stat().st_size > 15_000_000
    tracemalloc.start()
    assert sum(1 for _ in detection.read(path)) == 150
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 9_000_000


def test_times_without_zone_are_said_with_the_file(write: Write) -> None:
    nodes: dict[str, object] = {"x": node(None, "user", "a", create_time="2023-05-08 13:56")}
    (talk,) = detection.read(write("f.json", [chat(nodes, "x")]))
    assert talk.turns[0].at == MAY
    assert [note.what for note in talk.notes] == ["times have no zone and are read as UTC"]
    assert "f.json" in talk.notes[0].example
