"""LangChain messages: as objects, and as files that `messages_to_dict` has made of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import session_name, turn_of
from clew.loaders.sources.json_stream import elements, twice
from clew.loaders.sources.quoting import called, kind, shown
from clew.model import Transcript, Turn

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

_SPEAKERS = {"human": "user", "ai": "assistant", "chat": ""}
_UNSPOKEN = frozenset({"system", "developer", "tool", "function", "remove"})


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read a file's messages as one session that is called like the file.

    Raises:
        InvalidInput: a message cannot be used; nothing was yielded.
    """
    yield from twice(lambda: _transcripts(path), called(path))


def turns_from_messages(messages: "Iterable[BaseMessage]") -> list[Turn]:
    """Return the turns of people and models; leave out messages of system and tools, and tool calls.

    Raises:
        InvalidInput: a message cannot be used.
    """
    dates = Dates("the messages")
    turns = (
        _turn(message.type, message.model_dump(), f"message {number}", dates)
        for number, message in enumerate(messages, 1)
    )
    return [turn for turn in turns if turn]


def _transcripts(path: Path) -> Iterator[Transcript]:
    dates = Dates(called(path))
    turns = (
        _from_file(message, f"{called(path)}, message {number}", dates)
        for number, message in enumerate(elements(path), 1)
    )
    if said := tuple(turn for turn in turns if turn):
        yield Transcript(session_name(path.stem, called(path)), said)


def _from_file(message: dict[str, object], place: str, dates: Dates) -> Turn | None:
    type_, data = message.get("type"), message.get("data")
    if not isinstance(type_, str) or not isinstance(data, dict):
        raise InvalidInput(f"{place} has type {shown(type_)} and data {kind(data)}; write it with messages_to_dict")
    return _turn(type_, cast("dict[str, object]", data), place, dates)


def _turn(type_: str, data: dict[str, object], place: str, dates: Dates) -> Turn | None:
    who = type_.removesuffix("MessageChunk").lower()
    if who in _UNSPOKEN:
        return None
    if who not in _SPEAKERS:
        raise InvalidInput(f"{place}: type is {shown(type_)}; give human, ai, chat, system, tool or function")
    text = _text(data.get("content"), place)
    if not visible(text):
        return None
    return turn_of(
        text=text,
        speaker=data.get("name") or data.get("role") or _SPEAKERS[who],
        metadata={"message": data["id"]} if data.get("id") else None,
        place=place,
        dates=dates,
    )


def _text(content: object, place: str) -> str:
    match content:
        case str():
            return content
        case list():
            return "\n".join(filter(None, map(_block, cast("list[object]", content))))
        case _:
            raise InvalidInput(f"{place}: content is {kind(content)}; give text or a list of blocks")


def _block(block: object) -> str:
    """Return the text of a block; images, reasoning and tool calls have none."""
    if isinstance(block, str):
        return block
    values = cast("dict[str, object]", block) if isinstance(block, dict) else {}
    text = values.get("text")
    return text if isinstance(text, str) and str(values.get("type", "text")).startswith(("text", "output_text")) else ""
