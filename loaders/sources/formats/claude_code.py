"""Claude Code's transcripts: JSON lines with what a person and the agent said, and all that the agent did."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from clew.loaders.sources.formats import jsonl
from clew.loaders.sources.json_stream import fields_of
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import Row

_Object = Mapping[str, object]


def fits(first: object) -> bool:
    """Return whether a file's first object is an entry of a transcript."""
    return isinstance(first, dict) and bool({"sessionId", "leafUuid", "snapshot"} & cast("_Object", first).keys())


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield what was said; what agents said to each other, and what is no message, is left out."""
    for place, entry in jsonl.values(path, name, notes):
        values = fields_of(entry)
        message = values.get("message")
        if not isinstance(message, dict) or values.get("isMeta"):
            notes.say("entries that are no messages are left out", place)
        elif values.get("isSidechain"):
            notes.say("messages between agents are left out", place)
        else:
            said = cast("_Object", message)
            row = {"session": values.get("sessionId"), "at": values.get("timestamp"), "role": said.get("role")}
            yield place, {**row, "content": said.get("content"), "metadata": {"message": values.get("uuid")}}
