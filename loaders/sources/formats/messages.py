"""Messages in JSON: one list of turns in any of the usual shapes, or conversations that each have such a list.

So are OpenAI's and Anthropic's messages, LangChain's and LangGraph's, fine-tuning lines, ShareGPT, Claude's export, and
what DiscordChatExporter writes.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.loaders.sources.fields import field_of
from clew.loaders.sources.formats import jsonl
from clew.loaders.sources.json_stream import fields_of, listed
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import Row

LISTS = (
    *("messages", "conversation", "conversations", "chats", "sessions", "turns", "dialogue", "dialog", "history"),
    *("chat", "chat_history", "chat_messages", "items"),
)
"""Names of the list of messages in a conversation, and of that of conversations in an export."""

_AROUND = frozenset({*LISTS, "values", "channel_values"})

_Object = Mapping[str, object]


def fits(first: object) -> bool:
    """Return whether a file's first object is a turn, or has conversations or turns in it."""
    return is_export(first) or (isinstance(first, dict) and is_turn(cast("_Object", first)))


def is_export(first: object) -> bool:
    """Return whether an object has a list of conversations or of turns in it."""
    values = fields_of(first)
    return not is_turn(values) and any(isinstance(values.get(name), list | dict) for name in _AROUND)


def is_turn(values: _Object) -> bool:
    """Return whether an object has a text, or stands around one."""
    has_text = any(field_of(name) == "text" for name in values)
    return has_text or any(isinstance(values.get(name), dict) for name in ("data", "kwargs"))


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the turns of a file; those of a conversation without an id belong to one that is called like the file."""
    found: Iterator[tuple[_Object, object]] = listed(path, name, _AROUND)
    if path.suffix.lower() in (".jsonl", ".ndjson"):
        found = (({}, value) for _, value in jsonl.values(path, name, notes))
    message = conversation = 0
    for around, value in found:
        if _list(value) is None:
            message += 1
            yield f"{name}, message {message}", _told(value, _id(around), around)
        else:
            conversation += 1
            place = f"{name}, conversation {conversation}"
            yield from _conversation(value, f"{path.stem}/{conversation}", place, notes)


def _conversation(value: object, default: str, place: str, notes: Notes) -> Iterator[Row]:
    """Yield the turns of a conversation, or of those in it: a list without an id is a part of its own."""
    around = fields_of(value)
    session, members = _id(around) or default, _list(value) or []
    if members and all(_list(each) is not None for each in members):
        for number, each in enumerate(members, 1):
            yield from _conversation(each, f"{session}/{number}", f"{place}, part {number}", notes)
    elif members and notes.is_first(session, place):
        around = {name: each for name, each in around.items() if each is not members}
        for number, each in enumerate(members, 1):
            yield f"{place}, message {number}", _told(each, session, around)
    elif not members:
        notes.say("conversations without a message are left out", place)


def _list(value: object) -> list[object] | None:
    """Return the messages or the parts of a conversation; None of what is a turn."""
    if isinstance(value, list):
        pair = cast("list[object]", value)
        return None if len(pair) == 2 and isinstance(pair[0], str) else pair
    values = fields_of(value)
    if is_turn(values):
        return None
    return next((cast("list[object]", values[key]) for key in LISTS if isinstance(values.get(key), list)), None)


def _told(value: object, session: str, around: _Object) -> object:
    """Return a turn with what its conversation says of it: the session, the title, and where it has none its time."""
    if not isinstance(value, dict):
        return value
    turn = dict(cast("_Object", value))
    if session:
        turn = {name: each for name, each in turn.items() if field_of(name) != "session"} | {"session": session}
    title = around.get("title") or around.get("name")
    if isinstance(title, str) and "title" not in turn:
        turn["title"] = title
    at = next((around[name] for name in around if field_of(name) == "at" and around[name]), None)
    if at and not any(field_of(name) == "at" and turn[name] for name in turn):
        turn["at"] = at
    return turn


def _id(around: _Object) -> str:
    """Return what a conversation is called; empty where it has no name."""
    for name in around:
        value = around[name]
        if field_of(name) == "session" or name in ("id", "uuid"):
            value = cast("_Object", value).get("id") if isinstance(value, dict) else value
            if isinstance(value, str | int) and value != "" and not isinstance(value, bool):
                return str(value)
    return ""
