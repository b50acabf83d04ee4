"""Every format: it is detected, and its sessions, turns, speakers and times are read; what is broken is reported."""

import json
import random
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from clew.errors import InvalidInput
from clew.loaders.sources import detection
from clew.loaders.sources.formats import whatsapp
from clew.loaders.sources.notes import Notes
from clew.model import Transcript, Turn

Write = Callable[[str, object], Path]
Said = tuple[str, str, datetime | None]  # who says what, and when


def at(day: int, hour: int, minute: int, second: int = 0, hours: int = 0) -> datetime:
    return datetime(2024, 3, day, hour, minute, second, tzinfo=timezone(timedelta(hours=hours)))


class Case(NamedTuple):
    """A file of a format, and what it says."""

    name: str
    content: object
    sessions: dict[str, list[Said]]
    notes: tuple[str, ...] = ()  # beginnings of what is noted


def _chatgpt(key: str, parent: str | None, role: str, text: str, created: float) -> dict[str, object]:
    content = {"content_type": "text", "parts": [text]}
    message = {"author": {"role": role}, "content": content, "create_time": created, "recipient": "all"}
    return {"id": key, "parent": parent, "children": [], "message": message}


CASES: dict[str, Case] = {
    "jsonl": Case(
        "log.jsonl",
        '{"conversation_id": "c-1", "author": "Ann", "text": "We moved.", "created_at": "2024-03-12T21:41:00Z"}\n'
        '{"conversation_id": "c-2", "author": "Ben", "text": "Where to?", "created_at": "2024-03-12T21:42:00Z"}\n',
        {"c-1": [("Ann", "We moved.", at(12, 21, 41))], "c-2": [("Ben", "Where to?", at(12, 21, 42))]},
    ),
    "chatgpt": Case(
        "conversations.json",
        [
            {
                "id": "c-1",
                "title": "Boiler",
                "create_time": 1710279600.0,
                "current_node": None,
                "mapping": {
                    "a": _chatgpt("a", None, "user", "The boiler shows F28.", 1710279660.0),
                    "b": _chatgpt("b", "a", "assistant", "An old answer.", 1710279670.0),
                    "c": _chatgpt("c", "a", "assistant", "Check the gas valve.", 1710279680.0),
                },
            },
            {"id": "c-2", "title": "Empty", "mapping": {}, "current_node": "gone"},
        ],
        {
            "c-1": [
                ("user", "The boiler shows F28.", at(12, 21, 41)),
                ("assistant", "Check the gas valve.", at(12, 21, 41, 20)),
            ]
        },
        ("messages of other branches", "conversations are left out"),
    ),
    "claude": Case(
        "conversations.json",
        [
            {
                "uuid": "u-1",
                "name": "Bread",
                "chat_messages": [
                    {
                        "uuid": "m1",
                        "sender": "human",
                        "text": "My starter is called Bubbles.",
                        "content": [{"type": "text", "text": "My starter is called Bubbles."}],
                        "created_at": "2024-03-12T21:41:00Z",
                        "attachments": [],
                    },
                    {
                        "uuid": "m2",
                        "sender": "assistant",
                        "text": "",
                        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "A good name."}],
                        "created_at": "2024-03-12T21:42:00Z",
                    },
                ],
            }
        ],
        {
            "u-1": [
                ("user", "My starter is called Bubbles.", at(12, 21, 41)),
                ("assistant", "A good name.", at(12, 21, 42)),
            ]
        },
        ("parts of messages are left out: thinking",),
    ),
    "claude-code": Case(
        "5e1.jsonl",
        "\n".join(
            map(
                json.dumps,
                (
                    {"type": "summary", "summary": "Pin node", "leafUuid": "x"},
                    {
                        "type": "user",
                        "message": {"role": "user", "content": "Pin node to 20."},
                        "uuid": "u1",
                        "timestamp": "2024-03-12T21:41:00.000Z",
                        "sessionId": "5e1",
                    },
                    {
                        "type": "user",
                        "isSidechain": True,
                        "message": {"role": "user", "content": "Find the file."},
                        "timestamp": "2024-03-12T21:41:30.000Z",
                        "sessionId": "5e1",
                    },
                    {
                        "type": "assistant",
                        "message": {
                            "role": "assistant",
                            "content": [
                                {"type": "text", "text": "Done."},
                                {"type": "tool_use", "id": "t", "input": {}},
                            ],
                        },
                        "timestamp": "2024-03-12T21:42:00.000Z",
                        "sessionId": "5e1",
                    },
                ),
            )
        ),
        {"5e1": [("user", "Pin node to 20.", at(12, 21, 41)), ("assistant", "Done.", at(12, 21, 42))]},
        ("entries that are no messages", "messages between agents", "parts of messages are left out: tool_use"),
    ),
    "openai": Case(
        "tuning.jsonl",
        json.dumps({"messages": [{"role": "system", "content": "You help."}, {"role": "user", "content": "Hi."}]})
        + "\n"
        + json.dumps({"messages": [{"role": "user", "content": "Ho."}]}),
        {"tuning/1": [("user", "Hi.", None)], "tuning/2": [("user", "Ho.", None)]},
        ("messages of the system or of tools", "turns have no time"),
    ),
    "sharegpt": Case(
        "talks.json",
        [{"id": "t1", "conversations": [{"from": "human", "value": "Hi."}, {"from": "gpt", "value": "Hello."}]}],
        {"t1": [("user", "Hi.", None), ("assistant", "Hello.", None)]},
        ("turns have no time",),
    ),
    "langgraph": Case(
        "state.json",
        {
            "values": {"messages": [{"type": "human", "content": "Hi.", "id": "m1", "additional_kwargs": {}}]},
            "next": [],
            "created_at": "2024-03-12T21:41:00Z",
        },
        {"state": [("user", "Hi.", None)]},
        ("turns have no time",),
    ),
    "whatsapp": Case(
        "WhatsApp Chat with Nora.txt",
        "12/03/24, 9:40\u202fpm - Messages are end-to-end encrypted.\n"
        "12/03/24, 9:41\u202fpm - Nora: Did you book the vet?\n"
        "12/03/24, 9:43\u202fpm - Tom: Yes, Friday:\n10:15 with Dr Ames\n"
        "13/03/24, 8:00\u202fam - Nora: <Media omitted>\n",
        {
            "WhatsApp Chat with Nora": [
                ("Nora", "Did you book the vet?", at(12, 21, 41)),
                ("Tom", "Yes, Friday:\n10:15 with Dr Ames", at(12, 21, 43)),
            ]
        },
        ("messages of the app", "times have no zone"),
    ),
    "telegram": Case(
        "result.json",
        {
            "about": "All chats.",
            "chats": {
                "list": [
                    {
                        "name": "Nora",
                        "type": "personal_chat",
                        "id": 77,
                        "messages": [
                            {
                                "id": 1,
                                "type": "service",
                                "date_unixtime": "1710279600",
                                "action": "phone_call",
                                "text": "",
                            },
                            {
                                "id": 2,
                                "type": "message",
                                "date": "2024-03-12T22:41:00",
                                "date_unixtime": "1710279660",
                                "from": "Nora",
                                "text": ["See ", {"type": "link", "text": "https://vet.example"}, "!"],
                            },
                        ],
                    },
                    {
                        "name": "Tom",
                        "type": "personal_chat",
                        "id": 78,
                        "messages": [
                            {"id": 1, "type": "message", "date_unixtime": "1710279720", "from": "Tom", "text": "Hi."}
                        ],
                    },
                ]
            },
        },
        {"77": [("Nora", "See https://vet.example!", at(12, 21, 41))], "78": [("Tom", "Hi.", at(12, 21, 42))]},
        ("messages of the app",),
    ),
    "slack": Case(
        "2024-03-12.json",
        [
            {
                "type": "message",
                "user": "U1",
                "text": "Port 5433 &amp; no other",
                "ts": "1710279660.000000",
                "user_profile": {"real_name": "Nora Blum"},
            },
            {"type": "message", "subtype": "channel_join", "user": "U2", "text": "<@U2> joined", "ts": "1710279661.0"},
        ],
        {"2024-03-12": [("Nora Blum", "Port 5433 & no other", at(12, 21, 41))]},
        ("messages of the app",),
    ),
    "discord": Case(
        "general.json",
        {
            "guild": {"id": "1", "name": "Home"},
            "channel": {"id": "55", "name": "general"},
            "messages": [
                {
                    "id": "9",
                    "type": "Default",
                    "timestamp": "2024-03-12T22:41:00+01:00",
                    "content": "The key is under the mat.",
                    "author": {"id": "3", "name": "nora", "nickname": "Nora"},
                }
            ],
            "messageCount": 1,
        },
        {"55": [("nora", "The key is under the mat.", at(12, 21, 41))]},
    ),
    "discord-csv": Case(
        "general.csv",
        "AuthorID,Author,Date,Content,Attachments,Reactions\n"
        '3,nora,2024-03-12T22:41:00.0000000+01:00,"The key, again.",,\n',
        {"general": [("nora", "The key, again.", at(12, 21, 41))]},
    ),
    "mail": Case(
        "box.mbox",
        b"From nora@example.org Tue Mar 12 21:41:00 2024\n"
        b"Message-ID: <a@x>\nFrom: =?utf-8?q?Nora_M=C3=BCller?= <nora@example.org>\nTo: tom@example.org\n"
        b"Subject: Keys\nDate: Tue, 12 Mar 2024 22:41:00 +0100\nContent-Type: text/plain; charset=iso-8859-1\n"
        b"Content-Transfer-Encoding: quoted-printable\n\nDie Schl=FCssel liegen bereit.\n\n"
        b"From tom@example.org Tue Mar 12 21:43:00 2024\n"
        b"Message-ID: <b@x>\nIn-Reply-To: <a@x>\nFrom: tom@example.org\nDate: Tue, 12 Mar 2024 21:43:00 +0000\n"
        b"Content-Type: text/html\n\n<style>p {}</style><p>Thank&nbsp;you!</p>\n",
        {
            "a@x": [
                ("Nora Müller", "Die Schlüssel liegen bereit.", at(12, 21, 41)),
                ("tom@example.org", "Thank you!", at(12, 21, 43)),
            ]
        },
    ),
    "longmemeval": Case(
        "longmemeval_s.json",
        [
            {
                "question_id": "q1",
                "question": "What did I study?",
                "haystack_dates": ["2024/03/12 (Tue) 21:41"],
                "haystack_session_ids": ["s1"],
                "haystack_sessions": [[{"role": "user", "content": "I studied marine biology.", "has_answer": True}]],
            }
        ],
        {"q1/s1": [("user", "I studied marine biology.", at(12, 21, 41))]},
    ),
    "locomo": Case(
        "locomo.json",
        {
            "sample_id": "s",
            "conversation": {
                "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "We moved."}],
                "session_1_date_time": "9:41 pm on 12 March, 2024",
            },
        },
        {"s/session_1": [("Ann", "We moved.", at(12, 21, 41))]},
    ),
    "beam": Case(
        "chat.json",
        [
            {
                "conversation_id": "7",
                "chat": [
                    [{"role": "user", "content": "Hi.", "id": 1, "time_anchor": "March-12-2024"}],
                    [{"role": "user", "content": "Ho.", "id": 2, "time_anchor": "March-13-2024"}],
                ],
            }
        ],
        {"7/1": [("user", "Hi.", at(12, 0, 0))], "7/2": [("user", "Ho.", at(13, 0, 0))]},
        ("times have no zone",),
    ),
    "mem0": Case(
        "mem0.json",
        {
            "results": [
                {
                    "id": "9a",
                    "memory": "Likes hiking",
                    "user_id": "alice",
                    "created_at": "2024-03-12T14:41:00-07:00",
                    "updated_at": None,
                }
            ]
        },
        {"mem0/alice": [("alice", "Likes hiking", at(12, 21, 41))]},
    ),
    "zep": Case(
        "facts.json",
        {
            "facts": [
                {"uuid": "f1", "fact": "Ann lives in Leeds", "valid_at": "2024-03-12T21:41:00Z", "invalid_at": None},
                {
                    "uuid": "f2",
                    "fact": "Ann lived in Bath",
                    "valid_at": "2024-03-01T00:00:00Z",
                    "invalid_at": "2024-03-12",
                },
            ]
        },
        {
            "zep": [
                ("", "Ann lives in Leeds", at(12, 21, 41)),
                ("", "Ann lived in Bath (until 2024-03-12)", at(1, 0, 0)),
            ]
        },
        ("memories have ended", "turns have no speaker"),
    ),
    "letta": Case(
        "blocks.json",
        {"blocks": [{"id": "block-1", "label": "human", "value": "Ann has a cat.", "limit": 5000, "description": "x"}]},
        {"letta/human": [("", "Ann has a cat.", None)]},
        ("turns have no speaker", "turns have no time"),
    ),
    "graphiti": Case(
        "episodes.json",
        {
            "episodes": [
                {
                    "uuid": "e1",
                    "content": "Ann: I moved to Leeds.",
                    "source": "message",
                    "source_description": "chat",
                    "group_id": "ann",
                    "valid_at": "2024-03-12T21:41:00Z",
                    "created_at": "2024-03-13T00:00:00Z",
                }
            ]
        },
        {"zep/ann": [("", "Ann: I moved to Leeds.", at(12, 21, 41))]},
        ("turns have no speaker",),
    ),
    "langmem": Case(
        "store.json",
        [
            {
                "namespace": ["memories", "ann"],
                "key": "k1",
                "value": {"kind": "Memory", "content": {"content": "Ann has a cat."}},
                "created_at": "2024-03-12T21:41:00+00:00",
            }
        ],
        {"store/memories/ann": [("", "Ann has a cat.", at(12, 21, 41))]},
        ("turns have no speaker",),
    ),
}
FORMAT = {
    **{name: name for name in CASES},
    **dict.fromkeys(("claude", "openai", "sharegpt", "langgraph", "discord", "beam"), "messages"),
    **dict.fromkeys(("mem0", "zep", "graphiti", "letta", "langmem"), "memories"),
    "discord-csv": "csv",
}


def said(transcripts: list[Transcript]) -> dict[str, list[Said]]:
    return {each.session: [(turn.speaker, turn.text, turn.at) for turn in each.turns] for each in transcripts}


@pytest.mark.parametrize("name", CASES)
def test_a_format_is_detected_and_read(write: Write, name: str) -> None:
    case = CASES[name]
    path = write(case.name, case.content)
    assert detection.detect(path).name == FORMAT[name]
    found = list(detection.read(path))
    assert said(found) == case.sessions
    told = [note.what for note in found[0].notes]
    assert len(told) == len(case.notes), told
    assert all(any(what.startswith(each) for what in told) for each in case.notes), told


def leaves(value: Any, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    if isinstance(value, dict):
        inner: list[tuple[object, Any]] = list(cast("dict[object, Any]", value).items())
    elif isinstance(value, list):
        inner = list(enumerate(cast("list[Any]", value)))
    else:
        return [path]
    return [path, *(leaf for key, each in inner for leaf in leaves(each, (*path, key)))]


def malformed(content: object, chance: random.Random) -> object:
    """A file of which something is broken: it ends early, lacks a piece, or has another value somewhere."""
    if isinstance(content, bytes):
        return cast("str", malformed(content.decode("latin-1"), chance)).encode("latin-1")
    if isinstance(content, str):
        start = chance.randrange(len(content))
        end = len(content) if chance.random() < 0.3 else start + chance.randrange(1, 12)
        return content[:start] + content[end:]
    changed = json.loads(json.dumps(content))
    way = chance.random()
    if way < 0.3:
        return malformed(json.dumps(content), chance)
    *path, last = chance.choice([leaf for leaf in leaves(changed) if leaf])
    inner = changed
    for key in path:
        inner = inner[key]
    if way < 0.5 and isinstance(inner, dict):
        del inner[last]
    else:
        inner[last] = chance.choice([None, 5, "", [], {}, True, "x", ["x"], {"x": 1}, -1e300])
    return changed


@pytest.mark.parametrize("name", CASES)
def test_what_is_malformed_is_one_clear_error_or_reported(write: Write, name: str) -> None:
    case = CASES[name]
    whole = sum(map(len, case.sessions.values()))
    for seed in range(40):
        path = write(f"{seed}/{case.name}", malformed(case.content, random.Random(f"{name} {seed}")))
        try:
            found = list(detection.read(path))
        except InvalidInput:
            continue
        kept = [turn.text for each in found for turn in each.turns]
        notes = found[0].notes
        reported = sum(note.count for note in notes if "left out" in note.what)
        # Where a line that begins a message is broken, its words belong to the message before, and that is said.
        joined = sum(note.count for note in notes if re.search("like a message|may hold|no header|damaged", note.what))
        # Nothing shows that a chat or a box of mails went on.
        is_cut = not isinstance(case.content, list | dict) and _bytes(case.content).startswith(path.read_bytes())
        is_whole = is_cut or whole <= len(kept) + reported + joined
        assert is_whole, (seed, kept, [str(note) for note in notes])


def _bytes(content: object) -> bytes:
    return content if isinstance(content, bytes) else str(content).encode()


def test_all_branches_of_chatgpt_are_kept_where_that_is_asked_for(write: Write) -> None:
    nodes = [
        _chatgpt("a", None, "user", "The boiler shows F28.", 1710279660.0),
        _chatgpt("b", "a", "assistant", "An old answer.", 1710279670.0),
        _chatgpt("c", "a", "assistant", "Check the gas valve.", 1710279680.0),
        _chatgpt("d", "b", "user", "Is it open?", 1710279690.0),
        _chatgpt("e", "b", "user", "Where is it?", 1710279700.0),
    ]
    talk = {"id": "c-1", "current_node": "c", "mapping": {str(node["id"]): node for node in nodes}}
    path = write("conversations.json", [talk])
    found = {each.session: [turn.text for turn in each.turns] for each in detection.read(path)}
    assert found == {"c-1": ["The boiler shows F28.", "Check the gas valve."]}
    every = list(detection.read(path, notes=Notes(keeps_branches=True)))
    assert {each.session: [turn.text for turn in each.turns] for each in every} == found | {
        "c-1/b": ["An old answer.", "Where is it?"],
        "c-1/d": ["Is it open?"],
    }
    assert not every[0].notes


def test_what_chatgpt_does_with_tools_is_kept_where_that_is_asked_for(write: Write) -> None:
    nodes = [
        _chatgpt("a", None, "user", "Which trains go?", 1710279660.0),
        _chatgpt("b", "a", "assistant", "", 1710279670.0),
        _chatgpt("c", "b", "tool", "At 8:10.", 1710279680.0),
        _chatgpt("d", "c", "assistant", "One at 8:10.", 1710279690.0),
    ]
    call = cast("dict[str, object]", nodes[1]["message"])
    call |= {"recipient": "browser", "content": {"content_type": "code", "text": "open('trains')"}}
    tool = cast("dict[str, object]", nodes[2]["message"])
    tool["author"] = {"role": "tool", "name": "browser"}
    path = write("conversations.json", [{"id": "c", "mapping": {str(node["id"]): node for node in nodes}}])
    (talk,) = detection.read(path, notes=Notes(keeps_tools=True))
    assert [(turn.speaker, turn.text) for turn in talk.turns] == [
        ("user", "Which trains go?"),
        ("assistant", "browser(open('trains'))"),
        ("browser", "At 8:10."),
        ("assistant", "One at 8:10."),
    ]
    (talk,) = detection.read(path)
    assert [turn.text for turn in talk.turns] == ["Which trains go?", "One at 8:10."]
    assert [note.count for note in talk.notes] == [2]


def test_whatsapp_of_many_places(write: Write) -> None:
    lines = {
        "[12.03.24, 21:41:05] Nora: Hallo": at(12, 21, 41, 5),
        "[2024-03-12, 9:41:05\u202fp.m.] Nora: Hi": at(12, 21, 41, 5),
        "3/12/24, 9:41\u202fPM - Nora: Hi": at(12, 21, 41),
        "12/03/2024 21:41 - Nora: Hola": at(12, 21, 41),
        "12.3.2024 klo 21.41 - Nora: Hei": at(12, 21, 41),
        "\u200e[12/03/2024, 21:41:05] Nora: Hi": at(12, 21, 41, 5),
        "13/03/24, 12:05\u202fam - Nora: Hi": at(13, 0, 5),
    }
    for number, (line, moment) in enumerate(lines.items()):
        (talk,) = detection.read(write(f"{number}.txt", f"{line}\n"))
        assert [(turn.speaker, turn.at) for turn in talk.turns] == [("Nora", moment)], line


def test_whatsapp_takes_the_order_that_leaves_its_messages_in_order(write: Write) -> None:
    path = write("talk.txt", "11/03/24, 9:41 - Nora: Hi\n12/03/24, 9:41 - Tom: Ho\n1/04/24, 9:41 - Nora: He\n")
    notes = Notes()
    times = [cast("Mapping[str, object]", row)["at"] for _, row in whatsapp.rows(path, "talk.txt", notes)]
    assert times == ["2024-03-11 09:41:00", "2024-03-12 09:41:00", "2024-04-01 09:41:00"]
    assert not notes.all()


def test_a_line_that_may_begin_a_message_is_said(write: Write) -> None:
    first = "12/03/24, 9:41 - Nora: Did you book the vet?\n"
    for stray in (
        "12/03/24 at - Tom: Yes",
        "12/03/24, 9:4x - Tom: Yes",
        "[12.03.24, 9:43:x] Tom: Yes",
        "2/03/24 - Yes",
    ):
        (talk,) = detection.read(write("talk.txt", f"{first}{stray}\n"))
        assert [turn.text for turn in talk.turns] == [f"Did you book the vet?\n{stray}"]
        (note,) = [note for note in talk.notes if "look like a message" in note.what]
        assert (note.count, note.example.rpartition(", ")[2], note.is_lost) == (1, "line 2", False)
    for words in ("10:15 with Dr Ames", "1. bread\n2. butter", "It is 5 - 3: two", "- milk"):
        (talk,) = detection.read(write("talk.txt", f"{first}{words}\n"))
        assert not [note for note in talk.notes if "look like a message" in note.what], words
    (talk,) = detection.read(write("talk.txt", f"Hello\n\n{first}"), "whatsapp")
    assert [note.count for note in talk.notes if note.is_lost] == [1]


def test_a_mail_that_may_be_two_is_said(write: Write) -> None:
    header = "Message-ID: <{0}@x>\nFrom: {0}@x\nDate: Tue, 12 Mar 2024 22:41:00 +0100\n\n"
    one, two = (f"From {each}@x Tue Mar 12 21:41:00 2024\n{header.format(each)}" for each in ("ann", "ben"))
    told = "messages may hold another one"
    for broken in (f"{one}Hello\n{two}Hi\n", f"{one}Hello\n\nFr{two[4:]}Hi\n"):
        (talk,) = detection.read(write("box.mbox", broken))
        assert [note.count for note in talk.notes if note.what.startswith(told)] == [1], broken
    talks = list(detection.read(write("box.mbox", f"{one}Hello\n\nFrom here on all is well.\n\n{two}Hi\n")))
    assert any(note.what.startswith("messages have no header") for talk in talks for note in talk.notes)
    talks = list(detection.read(write("box.mbox", f"{one}Hello\n\n{two}Hi\n")))
    assert not [note for talk in talks for note in talk.notes]


def test_a_text_that_is_no_chat_is_none(write: Write) -> None:
    for text in ("12 March: we moved.\n", "Nora: Hi\n", "12/03/24 was a fine day - Nora: said so\n"):
        with pytest.raises(InvalidInput, match="unknown format"):
            next(detection.read(write("diary.txt", text)))


def test_slack_is_read_from_its_folder_of_channels(write: Write, tmp_path: Path) -> None:
    write("export/users.json", [{"id": "U1", "name": "nora", "profile": {"real_name": "Nora Blum"}}])
    write("export/channels.json", [{"id": "C1", "name": "general"}])
    for day, text in ((13, "Second <@U1>"), (12, "First")):
        message = {"type": "message", "user": "U1", "text": text, "ts": f"{at(day, 9, 0).timestamp():.6f}"}
        write(f"export/general/2024-03-{day}.json", [message])
    write("export/random/2024-03-12.json", [{"type": "message", "user": "U9", "text": "Hm", "ts": "1710279660.0"}])
    expected = {
        "general": [("Nora Blum", "First", at(12, 9, 0)), ("Nora Blum", "Second @Nora Blum", at(13, 9, 0))],
        "random": [("U9", "Hm", at(12, 21, 41))],
    }
    assert said(list(detection.read(tmp_path / "export"))) == expected
    with ZipFile(tmp_path / "Home Slack export.zip", "w") as archive:
        for file in sorted((tmp_path / "export").rglob("*.json")):
            archive.write(file, file.relative_to(tmp_path))
    assert said(list(detection.read(tmp_path / "Home Slack export.zip"))) == expected


@pytest.mark.parametrize("is_packed", [False, True])
def test_an_export_is_read_whole_with_the_files_beside_it(write: Write, tmp_path: Path, is_packed: bool) -> None:
    case = CASES["chatgpt"]
    write("export/conversations-000.json", case.content)
    write("export/user.json", {"id": "u", "email": "ann@example.org"})
    write("export/shared_conversations.json", [])
    write("export/chat.html", "<html></html>")
    path = tmp_path / "export"
    if is_packed:
        with ZipFile(path := tmp_path / "export.zip", "w") as archive:
            for file in sorted((tmp_path / "export").iterdir()):
                archive.write(file, file.name)
    found = list(detection.read(path))
    assert said(found) == case.sessions
    (left,) = [note for note in found[0].notes if note.what.startswith("files of the folder")]
    assert (left.count, left.is_lost) == (2, False)


def test_a_chat_of_an_archive_is_called_like_the_archive(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "WhatsApp Chat - Nora.zip", "w") as archive:
        archive.writestr("_chat.txt", "[12.03.24, 21:41:05] Nora: Hallo\n")
        archive.writestr("photo.jpg", b"\0")
        archive.writestr("../outside.json", "[]")
    assert [each.session for each in detection.read(tmp_path / "WhatsApp Chat - Nora.zip")] == ["WhatsApp Chat - Nora"]


def test_what_is_no_archive_is_said(write: Write) -> None:
    with pytest.raises(InvalidInput, match="cannot be unpacked: File is not a zip file; export it again"):
        next(detection.read(write("export.zip", "hello")))


def test_an_archive_that_cannot_be_unpacked_is_said(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("chat.jsonl", '{"text": "Hello Ben!"}\n' * 20)
    whole = path.read_bytes()
    begin = 30 + len("chat.jsonl")  # a header is 30 bytes and the name
    damaged = whole[:begin] + b"\xff" * 8 + whole[begin + 8 :]
    locked, central = bytearray(whole), whole.index(b"PK\x01\x02")
    locked[6] = locked[central + 8] = 1  # the flags of a file stand at these places of its two headers
    for content, reason in ((damaged, "cannot be unpacked: "), (bytes(locked), "is locked by a password")):
        path.write_bytes(content)
        with pytest.raises(InvalidInput, match=reason):
            next(detection.read(path))


def test_the_ending_and_the_named_format_win(write: Write) -> None:
    lines = '{"text": "12/03/24, 9:41 pm - Nora: Hi"}'
    (talk,) = detection.read(write("chat.jsonl", lines))
    assert talk.turns == (Turn("12/03/24, 9:41 pm - Nora: Hi"),)
    (talk,) = detection.read(write("chat.txt", lines), "jsonl")
    assert talk.turns == (Turn("12/03/24, 9:41 pm - Nora: Hi"),)
    with pytest.raises(InvalidInput):
        next(detection.read(write("chat.json", [{"role": "user", "content": "Hi."}]), "chatgpt"))


def test_times_are_in_the_zone_that_they_name(write: Write) -> None:
    (talk,) = detection.read(write("talk.jsonl", '{"text": "Hi.", "at": "2024-03-12T22:41:00+01:00"}'))
    moment = talk.turns[0].at
    assert moment is not None
    assert moment == datetime(2024, 3, 12, 21, 41, tzinfo=UTC)
    assert moment.utcoffset() == timedelta(hours=1)
