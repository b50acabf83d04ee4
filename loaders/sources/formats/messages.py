"""LangChain messages: as objects, and as files that `messages_to_dict` has made of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import session_name, turn_of
from clew.loaders.sources.json_stream import elements, twice
from clew.loaders.sources.quoting import called, kind
from clew.model import Transcript, Turn
from clew.text.arguments import quoted

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

_SPEAKERS = {"human": "user", "ai": "assistant", "chat": ""}
_UNSPOKEN = frozenset({"system", "developer", "tool", "function", "remove"})


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read a file's messages as one session that is called like the file."""

    def read() -> Iterator[Transcript]:
        dates, said = Dates(called(path)), list[Turn]()
        for number, message in enumerate(elements(path), 1):
            place = f"{called(path)}, message {number}"
            type_, data = message.get("type"), message.get("data")
            if not isinstance(type_, str) or not isinstance(data, dict):
                fault = f"{place} has type {quoted(type_)} and data {kind(data)}"
                raise InvalidInput(f"{fault}; write it with messages_to_dict")
            if turn := _turn(type_, cast("dict[str, object]", data), place, dates):
                said.append(turn)
        if said:
            yield Transcript(session_name(path.stem, called(path)), tuple(said))

    yield from twice(read, called(path))


def turns_from_messages(messages: "Iterable[BaseMessage]") -> list[Turn]:
    """Return the turns of people and models; leave out messages of system and tools, and tool calls."""
    dates = Dates("the messages")
    turns = (
        _turn(message.type, message.model_dump(), f"message {number}", dates)
        for number, message in enumerate(messages, 1)
    )
    return [turn for turn in turns if turn]


def _turn(type_: str, data: dict[str, object], place: str, dates: Dates) -> Turn | None:
    who = type_.removesuffix("MessageChunk").lower()
    if who in _UNSPOKEN:
        return None
    if who not in _SPEAKERS:
        raise InvalidInput(f"{place}: type is {quoted(type_)}; give human, ai, chat, system, tool or function")
    content = data.get("content")
    if not isinstance(content, str | list):
        raise InvalidInput(f"{place}: content is {kind(content)}; give text or a list of blocks")
    texts: list[str] = []
    for block in [content] if isinstance(content, str) else cast("list[object]", content):
        values = cast("dict[str, object]", block) if isinstance(block, dict) else {"text": block}
        text = values.get("text")  # blocks of images, reasoning and tool calls have none
        if isinstance(text, str) and text and str(values.get("type", "text")).startswith(("text", "output_text")):
            texts.append(text)
    if not visible("\n".join(texts)):
        return None
    return turn_of(
        text="\n".join(texts),
        speaker=data.get("name") or data.get("role") or _SPEAKERS[who],
        metadata={"message": data["id"]} if data.get("id") else None,
        place=place,
        dates=dates,
    )
