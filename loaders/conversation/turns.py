"""Turns as callers pass them, checked and cleaned before anything is written."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import cast

from clew.errors import InvalidInput
from clew.graph.space import MAX_NAME_CHARACTERS
from clew.loaders.language.splitting import visible
from clew.loaders.sources.dates import Dates
from clew.model import Metadata, Turn
from clew.text.arguments import quoted
from clew.text.instants import now

_SURROGATE = re.compile("[\ud800-\udfff]")

MAX_METADATA_DEPTH = 100  # lists and objects inside each other
MAX_TEXT_CHARACTERS = 2_000_000  # characters of a turn's text: its parts are written with it, in one transaction

FIELDS = frozenset(field.name for field in fields(Turn))


def checked(turns: Iterable[Turn | Mapping[str, object]]) -> list[Turn]:
    """Check every turn and give each a date: its own, else that of the turn before, or of the first that has one.

    Where none has one it is the present.

    Raises:
        InvalidInput: a turn cannot be used; says which, what is wrong with it, and the remedy.
    """
    dates = Dates("this session")
    all_given = list(turns)
    for position, given in enumerate(all_given):
        if isinstance(given, Mapping):
            dates.see(given.get("at"), f"turn {position}")
    turns = [check(given, f"turn {position}", dates) for position, given in enumerate(all_given)]
    at = next((turn.at for turn in turns if turn.at), None) or now()
    dated: list[Turn] = []
    for turn in turns:
        at = turn.at or at
        dated.append(replace(turn, at=at))
    return dated


def check(given: Turn | Mapping[str, object], name: str, dates: Dates | None = None) -> Turn:
    """Return a turn with valid Unicode, a date in UTC if it has one, and metadata that JSON can hold.

    Errors call it `name`. Without `dates` it warns of a time without a zone each time.
    """
    if isinstance(given, Turn):
        fields: Mapping[str, object] = {field: getattr(given, field) for field in FIELDS}
    elif not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] - a text is an easy mistake
        raise InvalidInput(f"{name} is {quoted(given)}; give a list of turns, each like {{'text': …, 'speaker': …}}")
    elif unknown := sorted(set(given) - FIELDS):
        raise InvalidInput(f"{name} has unknown fields {unknown}; put them into its metadata")
    else:
        fields = given
    texts: dict[str, str] = {}
    for field in ("text", "speaker", "caption"):
        value = fields.get(field)
        if not isinstance(value, str | None):
            raise InvalidInput(f"{name}: {field} is {quoted(value)}; give text")
        texts[field] = valid(value or "")
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
    metadata = fields.get("metadata")
    metadata = dict[str, object]() if metadata is None else metadata
    if not isinstance(metadata, Mapping):
        raise InvalidInput(f"{name}: metadata is {quoted(metadata)}; give an object")
    at = (dates or Dates(name)).read(fields.get("at"), f"{name}: date")
    speaker, caption = texts["speaker"].strip(), texts["caption"].strip()
    return Turn(texts["text"], speaker, at, caption, cast(Mapping[str, object], metadata))


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


def valid(text: str) -> str:
    """Replace every half of a surrogate pair by U+FFFD, because UTF-8 cannot carry it."""
    return _SURROGATE.sub("\ufffd", text)
