"""The checks that a turn must pass before anything of it is written."""

import json
from collections.abc import Iterable, Mapping
from typing import cast

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput
from clew.graph.space import MAX_NAME_CHARACTERS
from clew.loaders.language.splitting import visible
from clew.model import Metadata, Turn
from clew.text.arguments import quoted

MAX_METADATA_DEPTH = 100  # lists and objects inside each other
MAX_TEXT_CHARACTERS = 2_000_000  # characters of a turn's text: its parts are written with it, in one transaction


def check(turn: Turn, name: str) -> Turn:
    """Return a turn with valid Unicode, and metadata that JSON can hold. Errors call it `name`."""
    texts: dict[str, str] = {}
    for field in ("text", "speaker", "caption"):
        value: object = getattr(turn, field)
        if not isinstance(value, str | None):
            raise InvalidInput(f"{name}: {field} is {quoted(value)}; give text")
        texts[field] = well_formed(value or "")
    if not visible(texts["text"]):
        raise InvalidInput(f"{name} has no text; leave it out, or say what happened")
    if len(texts["text"]) > MAX_TEXT_CHARACTERS:
        raise InvalidInput(
            f"{name} has {len(texts['text']):,} characters; read it as a document, or give several turns of at most "
            f"{MAX_TEXT_CHARACTERS:,}"
        )
    if len(texts["speaker"]) > MAX_NAME_CHARACTERS:
        raise InvalidInput(
            f"{name}: speaker has {len(texts['speaker'])} characters; give at most {MAX_NAME_CHARACTERS}"
        )
    metadata = cast("object", turn.metadata)
    metadata = dict[str, object]() if metadata is None else metadata
    if not isinstance(metadata, Mapping):
        raise InvalidInput(f"{name}: metadata is {quoted(metadata)}; give an object")
    metadata = cast("Metadata", metadata)
    if metadata:
        metadata_json(metadata, name)
    speaker, caption = texts["speaker"].strip(), texts["caption"].strip()
    return Turn(texts["text"], speaker, turn.at, caption, metadata, turn.expires_at)


def metadata_json(metadata: Metadata, name: str) -> str:
    """Return metadata as JSON, which the graph keeps: values of JSON's types, not deeper than `MAX_METADATA_DEPTH`."""
    if _is_deeper(metadata, MAX_METADATA_DEPTH):
        raise InvalidInput(f"{name}: metadata is nested deeper than {MAX_METADATA_DEPTH}; keep it flatter")
    try:
        return json.dumps(dict(metadata), ensure_ascii=True, allow_nan=False, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: metadata is not JSON: {error}; keep text, numbers, lists and objects") from None


def _is_deeper(value: object, depth: int) -> bool:
    """Return whether a value of lists and objects is nested deeper than so many."""
    parts: Iterable[object] = ()
    if isinstance(value, Mapping):
        parts = cast("Mapping[str, object]", value).values()
    elif isinstance(value, list | tuple):
        parts = cast("Iterable[object]", value)
    return depth < 0 or any(_is_deeper(part, depth - 1) for part in parts)
