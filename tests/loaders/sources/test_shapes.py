"""Every usual shape of a turn, given in Python and in files, is the same turn."""

import csv
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from langchain_core.load import dumpd
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage, messages_to_dict

from clew.errors import InvalidInput
from clew.loaders.conversation.turns import turns_of
from clew.loaders.sources import detection
from clew.loaders.sources.notes import Notes
from clew.model import Note, Turn

Write = Callable[[str, object], Path]
AT = datetime(2024, 5, 8, 13, 56, tzinfo=UTC)
ANN, BEN = Turn("My cat is Miso.", "Ann", AT), Turn("A fine name.", "Ben", AT)
USER, MODEL = Turn("My cat is Miso.", "user"), Turn("A fine name.", "assistant")
TIME = "2024-05-08T13:56:00Z"

NAMED = {
    "ours": {"speaker": "Ann", "text": "My cat is Miso.", "at": TIME},
    "log": {"author": "Ann", "message": "My cat is Miso.", "created_at": TIME},
    "camel": {"userName": "Ann", "content": "My cat is Miso.", "createdAt": 1715176560000},
    "table": {"From": "Ann", "Body": "My cat is Miso.", "Date": "8 May 2024", "Time": "13:56 UTC"},
    "role": {"role": "Ann", "content": "My cat is Miso.", "timestamp": 1715176560},
    "person": {"author": {"id": 7, "name": "Ann"}, "content": "My cat is Miso.", "ts": "1715176560.000000"},
    "wrapped": {"message": {"content": "My cat is Miso.", "sender": "Ann"}, "datetime": "2024-05-08 13:56:00+00:00"},
    "zoned": {"sender": "Ann", "text": "My cat is Miso.", "sent_at": "2024-05-08T15:56:00+02:00"},
}


@pytest.mark.parametrize("name", NAMED)
def test_a_turn_is_read_under_all_usual_names(write: Write, name: str) -> None:
    shape = NAMED[name]
    assert turns_of([shape], Notes()) == [ANN]
    (listed,) = detection.read(write("talk.json", [shape]))
    (lines,) = detection.read(write("talk.jsonl", json.dumps(shape)))
    assert listed.turns == lines.turns == (ANN,)
    assert lines.session == "talk"


def test_a_table_is_read_under_all_usual_names(tmp_path: Path) -> None:
    path = tmp_path / "talk.csv"
    for shape in (NAMED["ours"], NAMED["log"], NAMED["camel"], NAMED["table"], NAMED["zoned"]):
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(shape))
            writer.writeheader()
            writer.writerow(shape)
        (talk,) = detection.read(path)
        assert talk.turns == (ANN,)


MESSAGES: Sequence[BaseMessage] = (
    SystemMessage("You help."),
    HumanMessage("My cat is Miso."),
    AIMessage("", tool_calls=[{"name": "note", "args": {}, "id": "t1"}]),
    ToolMessage("done", tool_call_id="t1"),
    AIMessage([{"type": "text", "text": "A fine name."}]),
)
OPENAI = [
    {"role": "system", "content": "You help."},
    {"role": "user", "content": [{"type": "text", "text": "My cat is Miso."}]},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "t1", "type": "function", "function": {}}]},
    {"role": "tool", "tool_call_id": "t1", "content": "done"},
    {"role": "assistant", "content": "A fine name.", "refusal": None, "annotations": []},
]
CHATS: dict[str, list[object]] = {
    "openai": list[object](OPENAI),
    "anthropic": [
        {"role": "user", "content": "My cat is Miso."},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "id": "t1"}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "A fine name."}], "type": "message"},
    ],
    "google": [
        {"role": "user", "parts": [{"text": "My cat is Miso."}]},
        {"role": "model", "parts": [{"text": "A fine name."}]},
    ],
    "sharegpt": [{"from": "human", "value": "My cat is Miso."}, {"from": "gpt", "value": "A fine name."}],
    "to_dict": list[object](messages_to_dict(MESSAGES)),
    "dumpd": [dumpd(each) for each in MESSAGES],
    "model_dump": [each.model_dump() for each in MESSAGES],
    "pairs": [["system", "You help."], ["human", "My cat is Miso."], ["ai", "A fine name."]],
}


@pytest.mark.parametrize("name", CHATS)
def test_a_chat_with_a_model_is_the_same_in_every_shape(write: Write, name: str) -> None:
    shape = CHATS[name]
    given = Notes()
    assert turns_of(shape, given) == [USER, MODEL]
    lists = [write("one.json", {"messages": shape})]
    lists += [write("two.json", [{"messages": shape}]), write("three.jsonl", json.dumps({"messages": shape}))]
    if name != "pairs":
        lists.append(write("four.json", shape))
    for path in lists:
        (talk,) = detection.read(path)
        assert talk.turns == (USER, MODEL)
        assert _counts(talk.notes, "left out") == _counts(given.all(), "left out")


TOOLS = {
    "openai": [
        {"role": "user", "content": "Which trains go?"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "t1", "type": "function", "function": {"name": "trains", "arguments": '{"to": "Ghent"}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "t1", "content": "At 8:10."},
        {"role": "assistant", "content": "One at 8:10."},
    ],
    "anthropic": [
        {"role": "user", "content": "Which trains go?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "trains", "input": {"to": "Ghent"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "At 8:10."}]},
        {"role": "assistant", "content": "One at 8:10."},
    ],
    "langchain": [
        HumanMessage("Which trains go?"),
        AIMessage("", tool_calls=[{"name": "trains", "args": {"to": "Ghent"}, "id": "t1"}]),
        ToolMessage("At 8:10.", tool_call_id="t1"),
        AIMessage("One at 8:10."),
    ],
}


@pytest.mark.parametrize("name", TOOLS)
def test_what_tools_do_is_kept_where_that_is_asked_for(write: Write, name: str) -> None:
    shape: Sequence[object] = TOOLS[name]
    kept = [
        Turn("Which trains go?", "user"),
        Turn('trains({"to": "Ghent"})', "assistant"),
        Turn("At 8:10.", "tool"),
        Turn("One at 8:10.", "assistant"),
    ]
    assert turns_of(shape, Notes(keeps_tools=True)) == kept
    left, left_out = Notes(), [kept[0], kept[3]]
    assert turns_of(shape, left) == left_out
    assert sum(_counts(left.all(), "left out").values()) >= 2
    if name != "langchain":
        (talk,) = detection.read(write("talk.json", shape), notes=Notes(keeps_tools=True))
        assert list(talk.turns) == kept


def test_messages_of_langchain_are_the_same_as_objects() -> None:
    assert turns_of(MESSAGES, Notes()) == turns_of(OPENAI, Notes()) == [USER, MODEL]


def _counts(notes: Sequence[Note], word: str) -> dict[str, int]:
    return {note.what: note.count for note in notes if word in note.what}


def test_what_stands_around_a_list_of_messages_is_kept(write: Write) -> None:
    talks = [
        {"id": "a", "title": "Cats", "created_at": TIME, "messages": OPENAI},
        {"uuid": "b", "name": "More", "chat_messages": [{"sender": "human", "text": "Hi.", "created_at": TIME}]},
        {"conversations": [{"from": "human", "value": "Hi."}]},
    ]
    found = list(detection.read(write("export.json", talks)))
    assert [each.session for each in found] == ["a", "b", "export/3"]
    assert {(turn.at, turn.metadata["title"]) for turn in found[0].turns} == {(AT, "Cats")}
    assert found[1].turns == (Turn("Hi.", "user", AT, metadata={"title": "More"}),)


def test_what_stands_beside_a_text_is_no_wrapper_of_it() -> None:
    shape = {"text": "Hi.", "user": 7, "id": "m1", "data": {"text": "x"}, "type": "note"}
    (turn,) = turns_of([shape], Notes())
    assert turn == Turn("Hi.", "7", metadata={"id": "m1", "data": {"text": "x"}, "type": "note"})


def test_pictures_are_remembered_by_their_alternative_text() -> None:
    notes = Notes()
    content = [{"type": "text", "text": "Look!"}, {"type": "image_url", "alt": "a grey cat", "image_url": {"url": "x"}}]
    assert turns_of([{"role": "user", "content": content}], notes) == [Turn("Look!", "user", caption="a grey cat")]
    assert not notes.all()


def test_turns_of_several_sessions_are_not_made_one() -> None:
    with pytest.raises(InvalidInput, match="sessions 'a' and 'b'; give one at a time"):
        turns_of([{"text": "Hi.", "session_id": "a"}, {"text": "Ho.", "session_id": "b"}], Notes())


def test_what_is_not_understood_is_said(write: Write) -> None:
    lines = [
        {"session": "a", "text": "Hi.", "Uhrzeit": "13:56", "Member": "Ann"},
        {"session": "a", "text": ""},
        {"session": "b", "text": "Ho.", "at": "soon", "speaker": "Ben"},
        {"session": "b", "text": "He.", "at": TIME, "speaker": "Ben"},
    ]
    found = list(detection.read(write("talk.jsonl", "\n".join(map(json.dumps, lines)))))
    assert [len(each.turns) for each in found] == [1, 2]
    assert not found[1].notes
    told = {note.what: (note.count, note.example.partition("talk.jsonl, ")[2], note.is_lost) for note in found[0].notes}
    assert told == {
        "rows have no time, though the field 'Uhrzeit' looks like one": (1, "line 1", False),
        "rows have no speaker, though the field 'Member' looks like one": (1, "line 1", False),
        "rows are left out": (1, "line 2 has no text; leave it out, or say what happened", True),
        "times are not understood": (
            1,
            "line 3: at 'soon' is not a full date; write it like 2023-05-08T13:56:00Z",
            False,
        ),
        "turns have no speaker": (1, "line 1", False),
        "turns have no time, and are kept undated": (1, "line 1", False),
        "turns have no time of their own, and take that of a neighbour": (1, "line 3", False),
    }


def test_pieces_of_a_models_text_are_one_text() -> None:
    pieces = [{"type": "text", "text": "That is "}, {"type": "text", "text": "hers."}]
    parted = [pieces[0], {"type": "tool_use", "name": "look", "input": {}}, pieces[1]]
    assert turns_of([{"role": "assistant", "content": pieces}], Notes()) == [Turn("That is hers.", "assistant")]
    assert turns_of([{"role": "assistant", "content": parted}], Notes()) == [Turn("That is \nhers.", "assistant")]
    assert turns_of([{"role": "user", "content": pieces}], Notes()) == [Turn("That is \nhers.", "user")]
