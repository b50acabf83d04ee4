"""ChatGPT's export (`conversations.json`): trees of messages, of which the branch last looked at is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.json_stream import elements, fields_of
from clew.loaders.sources.notes import LEFT_OUT, Notes
from clew.loaders.sources.quoting import kind
from clew.loaders.sources.rows import Row
from clew.text.arguments import quoted

_SPEAKERS = frozenset({"user", "assistant"})
_SPOKEN = frozenset({"text", "multimodal_text"})

_Object = Mapping[str, object]


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield what is said in every conversation; its session is called by its id, because titles change.

    Hidden messages are left out, and so are those of the system, of tools, and to tools.
    """
    for number, conversation in enumerate(elements(path, name), 1):
        id = conversation.get("conversation_id") or conversation.get("id")
        place = f"{name}, conversation {quoted(id) if id else number}"
        try:
            branch = _branch(conversation, place, notes)
        except InvalidInput as error:
            notes.fault(LEFT_OUT, error)
            continue
        id = str(id)
        if not notes.is_first(id, place):
            continue
        title, at = conversation.get("title"), conversation.get("create_time")
        about = {"title": title} if title else {}
        for key, message in branch:
            at = message.get("create_time") or at
            message_place = f"{place}, message {quoted(key)}"
            if said := _said(message, message_place, notes):
                metadata = {"message": key} | about
                yield message_place, {"session": id, "create_time": at, "metadata": metadata, **said}


def _said(message: _Object, place: str, notes: Notes) -> dict[str, object]:
    """Return who says what in a message; nothing where it is left out."""
    role, content = str(fields_of(message.get("author")).get("role")), fields_of(message.get("content"))
    is_spoken = (
        role in _SPEAKERS
        and str(content.get("content_type")) in _SPOKEN
        and message.get("recipient", "all") == "all"
        and not fields_of(message.get("metadata")).get("is_visually_hidden_from_conversation")
    )
    parts = content.get("parts")
    texts: list[str] = []
    captions: list[str] = []
    for part in cast("list[object]", parts) if isinstance(parts, list) else []:
        spoken = part if isinstance(part, str) else fields_of(part).get("text")  # also a transcript of speech
        shows = fields_of(fields_of(fields_of(part).get("metadata")).get("dalle")).get("prompt")
        texts += [spoken] if isinstance(spoken, str) and spoken.strip() else []
        captions += [shows] if isinstance(shows, str) and shows.strip() else []
    if is_spoken and visible("\n".join(texts)):
        return {"speaker": role, "text": "\n".join(texts), "caption": "; ".join(captions)}
    if message and (texts or is_spoken):
        what = "messages without words" if is_spoken else "messages of the system, of tools or to them, or hidden,"
        notes.say(f"{what} are left out", place)
    return {}


def _branch(conversation: _Object, place: str, notes: Notes) -> list[tuple[str, _Object]]:
    """Return the messages from the first to the current one; where none is current, to the latest."""
    mapping = conversation.get("mapping")
    if not isinstance(conversation.get("conversation_id") or conversation.get("id"), str):
        raise InvalidInput(f"{place} has no id; export it again")
    if not isinstance(mapping, dict):
        raise InvalidInput(f"{place}: mapping is {kind(mapping)}; export it again")
    nodes = cast("Mapping[str, object]", mapping)
    key = conversation.get("current_node")
    if nodes and not (isinstance(key, str) and key in nodes):
        if key is not None:
            notes.say(
                "conversations whose current message is missing are read to the latest", f"{place}: {quoted(key)}"
            )
        inner = {str(fields_of(node).get("parent")) for node in nodes.values()}
        leaves = {each: fields_of(fields_of(nodes[each]).get("message")) for each in nodes.keys() - inner}
        made = {each: message.get("create_time") for each, message in leaves.items()}
        times = {each: at if isinstance(at, int | float) else 0.0 for each, at in made.items()}
        key = max(times, key=lambda each: (times[each], each), default=None)
    branch: dict[str, _Object] = {}
    while key is not None:
        if not isinstance(key, str) or key not in nodes or key in branch:
            raise InvalidInput(f"{place}: the branch of current_node breaks at {quoted(key)}; export it again")
        node = fields_of(nodes[key])
        branch[key] = fields_of(node.get("message"))
        key = node.get("parent")
    if others := len(nodes.keys() - branch.keys()):
        notes.say("messages of other branches are left out", place, others)
    return list(reversed(branch.items()))
