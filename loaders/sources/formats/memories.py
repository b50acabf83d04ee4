"""Exports of other memories: mem0, Zep and Graphiti, LangMem and LangGraph's stores, Letta's blocks.

Each memory is a turn of its own, of a session that is called by its origin and its owner.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.loaders.sources.json_stream import fields_of, listed
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import Row

_LISTS = ("results", "memories", "episodes", "edges", "facts", "items", "blocks")
_ORIGINS = {"memory": "mem0", "fact": "zep", "source_description": "zep", "namespace": "store", "label": "letta"}
"""Fields that show where a memory comes from."""

_Object = Mapping[str, object]


def fits(first: object) -> bool:
    """Return whether a file's first object is a memory, or has a list of some."""
    values = fields_of(first)
    inner = next((values[name] for name in _LISTS if isinstance(values.get(name), list)), None)
    if inner:
        values = cast("list[_Object]", inner)[0]
    return isinstance(values, dict) and bool(_text(values)) and bool(_ORIGINS.keys() & values.keys())


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the memories with their times and ids; of one that has ended, its text says until when it held."""
    for number, (_, value) in enumerate(listed(path, name, _LISTS), 1):
        place = f"{name}, memory {number}"
        memory = fields_of(value)
        origin = next((_ORIGINS[key] for key in _ORIGINS if key in memory), "")
        if not origin:
            yield place, value
            continue
        namespace = memory.get("namespace")
        spoken = "/".join(map(str, cast("list[object]", namespace))) if isinstance(namespace, list) else namespace
        keys = ("user_id", "agent_id", "run_id", "group_id", "label")
        owner = spoken or next((memory[key] for key in keys if memory.get(key)), "")
        text, ended = _text(memory), memory.get("invalid_at") or memory.get("expired_at")
        if ended:
            notes.say("memories have ended, and their texts say when", place)
            text = f"{text} (until {ended})"
        at = next((memory[key] for key in ("valid_at", "created_at", "updated_at") if memory.get(key)), None)
        id = next((memory[key] for key in ("id", "uuid", "key") if memory.get(key)), None)
        metadata = {"origin": origin} | ({"id": id} if id else {})
        speaker = memory.get("user_id") or ""
        session = f"{origin}/{owner}" if owner else origin
        yield place, {"session": session, "speaker": speaker, "text": text, "at": at, "metadata": metadata}


def _text(memory: _Object) -> str:
    """Return what a memory says, wherever it stands."""
    for key in ("memory", "fact", "content", "value", "text", "data"):
        value = memory.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, dict) and (inner := _text(cast("_Object", value))):
            return inner
    return ""
