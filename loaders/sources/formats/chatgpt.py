"""ChatGPT's export (`conversations.json`): trees of messages, of which the branch last looked at is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import session_name, turn_of
from clew.loaders.sources.json_stream import elements, twice
from clew.loaders.sources.quoting import called, kind
from clew.model import Transcript, Turn
from clew.text.arguments import quoted

_SPEAKERS = frozenset({"user", "assistant"})
_SPOKEN = frozenset({"text", "multimodal_text"})

_Object = dict[str, object]


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read every conversation that says something; its session is called by its id, because titles change.

    What system and tools say, what is hidden, and what an assistant says to a tool is left out.
    """
    dates = Dates(called(path))

    def read() -> Iterator[Transcript]:
        for number, conversation in enumerate(elements(path), 1):
            name = conversation.get("conversation_id") or conversation.get("id")
            place = f"{called(path)}, conversation {quoted(name) if name else number}"
            if not isinstance(name, str):
                raise InvalidInput(f"{place} has no id; export it again")
            if turns := tuple(_turns(conversation, place, dates)):
                yield Transcript(session_name(name, place), turns)

    yield from twice(read, called(path))


def _turns(conversation: _Object, place: str, dates: Dates) -> Iterator[Turn]:
    title, at = conversation.get("title"), conversation.get("create_time")
    for key, message in _branch(conversation, place):
        at = message.get("create_time") or at
        role, content = _object(message.get("author")).get("role"), _object(message.get("content"))
        is_spoken = (
            role in _SPEAKERS
            and content.get("content_type") in _SPOKEN
            and message.get("recipient", "all") == "all"
            and not _object(message.get("metadata")).get("is_visually_hidden_from_conversation")
        )
        parts = content.get("parts")
        texts: list[str] = []
        captions: list[str] = []
        for part in cast("list[object]", parts) if isinstance(parts, list) else []:
            spoken = part if isinstance(part, str) else _object(part).get("text")  # also a transcript of speech
            shows = _object(_object(_object(part).get("metadata")).get("dalle")).get("prompt")
            texts += [spoken] if isinstance(spoken, str) and spoken.strip() else []
            captions += [shows] if isinstance(shows, str) and shows.strip() else []
        if is_spoken and visible("\n".join(texts)):
            yield turn_of(
                text="\n".join(texts),
                speaker=role,
                at=at,
                caption="; ".join(captions),
                metadata={"message": key} | ({"title": title} if title else {}),
                place=f"{place}, message {quoted(key)}",
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
            raise InvalidInput(f"{place}: the branch of current_node breaks at {quoted(key)}; export it again")
        node = _object(nodes[key])
        branch[key] = _object(node.get("message"))
        key = node.get("parent")
    return list(reversed(branch.items()))


def _object(value: object) -> _Object:
    return cast("_Object", value) if isinstance(value, dict) else {}
