"""ChatGPT's export (`conversations.json`): trees of messages, of which the branch last looked at is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import session_name, turn_of
from clew.loaders.sources.json_stream import elements, twice
from clew.loaders.sources.quoting import called, kind, shown
from clew.model import Transcript, Turn

_SPEAKERS = frozenset({"user", "assistant"})
_SPOKEN = frozenset({"text", "multimodal_text"})

_Object = dict[str, object]


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read every conversation that says something; its session is called by its id, because titles change.

    What system and tools say, what is hidden, and what an assistant says to a tool is left out.

    Raises:
        InvalidInput: a conversation cannot be used; nothing was yielded.
    """
    dates = Dates(called(path))
    yield from twice(lambda: _transcripts(path, dates), called(path))


def _transcripts(path: Path, dates: Dates) -> Iterator[Transcript]:
    for number, conversation in enumerate(elements(path), 1):
        name = conversation.get("conversation_id") or conversation.get("id")
        place = f"{called(path)}, conversation {shown(name) if name else number}"
        if not isinstance(name, str):
            raise InvalidInput(f"{place} has no id; export it again")
        turns = tuple(_turns(conversation, place, dates))
        if turns:
            yield Transcript(session_name(name, place), turns)


def _turns(conversation: _Object, place: str, dates: Dates) -> Iterator[Turn]:
    title, at = conversation.get("title"), conversation.get("create_time")
    for key, message in _branch(conversation, place):
        at = message.get("create_time") or at
        text, caption = _content(_object(message.get("content")))
        if not (_is_spoken(message) and visible(text)):
            continue
        yield turn_of(
            text=text,
            speaker=_object(message.get("author")).get("role"),
            at=at,
            caption=caption,
            metadata={"message": key} | ({"title": title} if title else {}),
            place=f"{place}, message {shown(key)}",
            dates=dates,
            at_name="create_time",
        )


def _branch(conversation: _Object, place: str) -> list[tuple[str, _Object]]:
    """Return the messages from the first to the current one."""
    mapping = conversation.get("mapping")
    if not isinstance(mapping, dict):
        raise InvalidInput(f"{place}: mapping is {kind(mapping)}; export it again")
    nodes = cast("Mapping[str, object]", mapping)
    branch: dict[str, _Object] = {}
    key = conversation.get("current_node")
    while key is not None:
        if not isinstance(key, str) or key not in nodes or key in branch:
            raise InvalidInput(f"{place}: the branch of current_node breaks at {shown(key)}; export it again")
        node = _object(nodes[key])
        branch[key] = _object(node.get("message"))
        key = node.get("parent")
    return list(reversed(branch.items()))


def _is_spoken(message: _Object) -> bool:
    return (
        _object(message.get("author")).get("role") in _SPEAKERS
        and _object(message.get("content")).get("content_type") in _SPOKEN
        and message.get("recipient", "all") == "all"
        and not _object(message.get("metadata")).get("is_visually_hidden_from_conversation")
    )


def _content(content: _Object) -> tuple[str, str]:
    """Return the text of a message, transcripts of speech included, and what is known of its images."""
    parts = content.get("parts")
    texts: list[str] = []
    captions: list[str] = []
    for part in cast("list[object]", parts) if isinstance(parts, list) else []:
        spoken = part if isinstance(part, str) else _object(part).get("text")
        shows = _object(_object(_object(part).get("metadata")).get("dalle")).get("prompt")
        texts += [spoken] if isinstance(spoken, str) and spoken.strip() else []
        captions += [shows] if isinstance(shows, str) and shows.strip() else []
    return "\n".join(texts), "; ".join(captions)


def _object(value: object) -> _Object:
    return cast("_Object", value) if isinstance(value, dict) else {}
