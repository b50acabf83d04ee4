"""Turns as callers pass them, checked and cleaned before anything is written."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import cast

from clew.clock import as_utc, now, parse_instant
from clew.errors import InvalidInput
from clew.model import Metadata, Turn
from clew.space import LONGEST_NAME

_SURROGATE = re.compile("[\ud800-\udfff]")

FIELDS = frozenset(field.name for field in fields(Turn))


def checked(turns: Iterable[Turn | Mapping[str, object]]) -> list[Turn]:
    """Check every turn and give each a date: its own, else that of the turn before, else the present.

    Raises:
        InvalidInput: a turn cannot be used; says which, what is wrong with it, and the remedy.
    """
    result: list[Turn] = []
    at = now()
    for position, given in enumerate(turns):
        turn = check(given, f"turn {position}")
        at = turn.at or at
        result.append(replace(turn, at=at))
    return result


def check(given: Turn | Mapping[str, object], name: str) -> Turn:
    """One turn with valid Unicode, a date in UTC where it has one, and metadata that JSON can hold.

    Args:
        given: a `Turn`, or a mapping with its fields.
        name: what the error calls it.
    """
    turn = given if isinstance(given, Turn) else _from_mapping(given, name)
    if not any(_is_visible(character) for character in turn.text):
        raise InvalidInput(f"{name} has no text; leave it out, or say what happened")
    if len(turn.speaker) > LONGEST_NAME:
        raise InvalidInput(f"{name}: speaker has {len(turn.speaker)} characters; give at most {LONGEST_NAME}")
    try:
        return Turn(
            text=valid(turn.text),
            speaker=valid(turn.speaker).strip(),
            at=as_utc(turn.at) if turn.at else None,
            caption=valid(turn.caption).strip(),
            metadata=turn.metadata,
        )
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error}") from None


def metadata_json(metadata: Metadata, name: str) -> str:
    """Metadata as the text that the graph keeps.

    Raises:
        InvalidInput: a value is not of JSON's types.
    """
    try:
        return json.dumps(dict(metadata), ensure_ascii=True, allow_nan=False, sort_keys=True)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"{name}: metadata is not JSON: {error}; keep text, numbers, lists and objects") from None


def valid(text: str) -> str:
    """The text with every half of a surrogate pair replaced by U+FFFD, which is what UTF-8 can carry."""
    return _SURROGATE.sub("\ufffd", text)


def _is_visible(character: str) -> bool:
    return not character.isspace() and unicodedata.category(character) not in {"Cc", "Cf"}


def _from_mapping(given: Mapping[str, object], name: str) -> Turn:
    if unknown := sorted(set(given) - FIELDS):
        raise InvalidInput(f"{name} has unknown fields {unknown}; put them into its metadata")
    texts = {field: _text(given.get(field, ""), field, name) for field in ("text", "speaker", "caption")}
    metadata = given.get("metadata") or dict[str, object]()
    if not isinstance(metadata, Mapping):
        raise InvalidInput(f"{name}: metadata is {metadata!r}; give an object")
    return Turn(**texts, at=_instant(given.get("at"), name), metadata=cast(Mapping[str, object], metadata))


def _text(value: object, field: str, name: str) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    raise InvalidInput(f"{name}: {field} is {value!r}; give text")


def _instant(value: object, name: str) -> datetime | None:
    match value:
        case None:
            return None
        case datetime():
            return value
        case str():
            return parse_instant(value, f"{name}: date")
        case _:
            raise InvalidInput(f"{name}: date {value!r} is not text; write it like 2023-05-08T13:56:00Z")
