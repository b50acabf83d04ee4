"""ChatGPT's export (`conversations.json`): trees of messages, of which the branch last looked at is read, or all."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.json_stream import elements, fields_of
from clew.loaders.sources.notes import LEFT_OUT, Notes
from clew.loaders.sources.parts import TOOL
from clew.loaders.sources.quoting import kind
from clew.loaders.sources.rows import Row
from clew.text.arguments import quoted

_SPEAKERS = frozenset({"user", "assistant"})
_SPOKEN = frozenset({"text", "multimodal_text"})

_Object = Mapping[str, object]


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield what is said in every conversation; its session is called by its id, because titles change.

    Hidden messages are left out, and so are those of the system. Where all branches are kept, what another one has of
    its own is a session that is called by its first message.
    """
    for number, conversation in enumerate(elements(path, name), 1):
        id = conversation.get("conversation_id") or conversation.get("id")
        place = f"{name}, conversation {quoted(id) if id else number}"
        try:
            branches = _branches(conversation, place, notes)
        except InvalidInput as error:
            notes.fault(LEFT_OUT, error)
            continue
        if not notes.is_first(str(id), place):
            continue
        title, at = conversation.get("title"), conversation.get("create_time")
        about = {"title": title} if title else {}
        for count, branch in enumerate(branches):
            session = f"{id}/{branch[0][0]}" if count else str(id)
            for key, message in branch:
                at = message.get("create_time") or at
                message_place = f"{place}, message {quoted(key)}"
                if said := _said(message, message_place, notes):
                    metadata = {"message": key} | about
                    yield message_place, {"session": session, "create_time": at, "metadata": metadata, **said}


def _said(message: _Object, place: str, notes: Notes) -> dict[str, object]:
    """Return who says what in a message; nothing where it is left out."""
    author, content = fields_of(message.get("author")), fields_of(message.get("content"))
    role, to = str(author.get("role")), message.get("recipient", "all")
    is_tools = notes.keeps_tools and role != "system" and (role == TOOL or to != "all")
    is_spoken = (
        is_tools or (role in _SPEAKERS and to == "all" and str(content.get("content_type")) in _SPOKEN)
    ) and not fields_of(message.get("metadata")).get("is_visually_hidden_from_conversation")
    parts = content.get("parts", [content])
    texts: list[str] = []
    captions: list[str] = []
    for part in cast("list[object]", parts) if isinstance(parts, list) else []:
        spoken = part if isinstance(part, str) else fields_of(part).get("text")  # also a transcript of speech
        shows = fields_of(fields_of(fields_of(part).get("metadata")).get("dalle")).get("prompt")
        texts += [spoken] if isinstance(spoken, str) and spoken.strip() else []
        captions += [shows] if isinstance(shows, str) and shows.strip() else []
    if is_spoken and visible("\n".join(texts)):
        text = "\n".join(texts) if to == "all" else f"{to}({' '.join(texts)})"
        speaker = author.get("name") or role if is_tools else role
        return {"speaker": speaker, "text": text, "caption": "; ".join(captions)}
    if message and (texts or is_spoken):
        what = "messages without words" if is_spoken else "messages of the system, of tools or to them, or hidden,"
        notes.say(f"{what} are left out", place)
    return {}


def _branches(conversation: _Object, place: str, notes: Notes) -> list[list[tuple[str, _Object]]]:
    """Return the messages from the first to the current one; where none is current, to the latest.

    Where they are kept, the other branches follow, each with what none before has, the latest first.
    """
    mapping = conversation.get("mapping")
    if not isinstance(conversation.get("conversation_id") or conversation.get("id"), str):
        raise InvalidInput(f"{place} has no id; export it again")
    if not isinstance(mapping, dict):
        raise InvalidInput(f"{place}: mapping is {kind(mapping)}; export it again")
    nodes = cast("Mapping[str, object]", mapping)
    leaves = _leaves(nodes)
    current = conversation.get("current_node")
    if isinstance(current, str) and (current in nodes or not nodes):
        leaves.insert(0, current)
    elif nodes and current is not None:
        told = "conversations whose current message is missing are read to the latest"
        notes.say(told, f"{place}: {quoted(current)}")
    known: dict[str, _Object] = {}
    branches: list[list[tuple[str, _Object]]] = []
    for leaf in leaves if notes.keeps_branches else leaves[:1]:
        branch: dict[str, _Object] = {}
        key: object = leaf
        while key is not None and not (isinstance(key, str) and key in known):
            if not isinstance(key, str) or key not in nodes or key in branch:
                raise InvalidInput(f"{place}: the branch of current_node breaks at {quoted(key)}; export it again")
            node = fields_of(nodes[key])
            branch[key] = fields_of(node.get("message"))
            key = node.get("parent")
        known |= branch
        branches += [list(reversed(branch.items()))] if branch else []
    if others := len(nodes.keys() - known.keys()):
        notes.say("messages of other branches are left out", place, others)
    return branches


def _leaves(nodes: Mapping[str, object]) -> list[str]:
    """Return the messages that nothing follows, the latest first."""
    inner = {str(fields_of(node).get("parent")) for node in nodes.values()}
    made = {each: fields_of(fields_of(nodes[each]).get("message")).get("create_time") for each in nodes.keys() - inner}
    times = {each: at if isinstance(at, int | float) else 0.0 for each, at in made.items()}
    return sorted(times, key=lambda each: (times[each], each), reverse=True)
