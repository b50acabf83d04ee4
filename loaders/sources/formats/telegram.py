"""Telegram Desktop's export as JSON (`result.json`): of one chat, or of all."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.loaders.language.splitting import visible
from clew.loaders.sources.json_stream import fields_of, listed
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import Row

_Object = Mapping[str, object]


def fits(first: object) -> bool:
    """Return whether a file's first object is a chat, or has a list of chats."""
    values = fields_of(first)
    chats = values.get("chats")
    is_all = isinstance(chats, dict) and isinstance(cast("_Object", chats).get("list"), list)
    return is_all or (isinstance(values.get("messages"), list) and {"type", "id", "name"} <= values.keys())


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the messages; a chat is called by its id, because names change. Messages of the app itself are left out."""
    for around, value in listed(path, name, ("chats", "list", "messages")):
        chat = fields_of(value)
        if isinstance(chat.get("messages"), list):
            messages = cast("list[object]", chat["messages"])
            for message in messages:
                yield from _message(chat, message, name, notes)
            if not messages:
                notes.say("conversations without a message are left out", f"{name}, chat {chat.get('id')}")
        else:
            yield from _message(around, value, name, notes)


def _message(chat: _Object, given: object, name: str, notes: Notes) -> Iterator[Row]:
    message = fields_of(given)
    place = f"{name}, chat {chat.get('id')}, message {message.get('id')}"
    if not message:
        yield place, given
        return
    text = message.get("text")
    pieces = cast("list[object]", text) if isinstance(text, list) else [text]
    texts = [cast("_Object", each).get("text") if isinstance(each, dict) else each for each in pieces]
    written = "".join(each for each in texts if isinstance(each, str))
    if message.get("type") != "message" or not visible(written):
        what = "messages without words" if message.get("type") == "message" else "messages of the app"
        notes.say(f"{what} are left out", place)
        return
    metadata = {"message": message.get("id"), "title": chat.get("name")}
    at = message.get("date_unixtime") or message.get("date")
    speaker = message.get("from") or ""
    row = {"session": chat.get("id"), "speaker": speaker, "text": written, "at": at, "metadata": metadata}
    yield place, row
