"""A row of named values, as formats with one turn a row hold them, into a turn with its place."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast
from unicodedata import normalize

from clew.errors import InvalidInput
from clew.graph.space import check_name
from clew.loaders.conversation.turns import check, metadata_json
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.quoting import kind
from clew.model import Metadata, Turn
from clew.text.arguments import quoted

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "session": ("session",),
    "position": ("position",),
    "speaker": ("speaker", "role"),
    "text": ("text", "content"),
    "at": ("at", "timestamp", "date"),
    "caption": ("caption",),
    "metadata": ("metadata",),
}
"""Our fields and the names they may have, the better first; every other name goes into the metadata.

The best name that has a value counts. A worse one goes into the metadata, unless it is null or empty.
"""

_OURS = tuple(name for names in SYNONYMS.values() for name in names)


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn and its place; `position` is None if the source has only its order."""

    session: str
    position: int | None
    turn: Turn


def row_of(values: Mapping[str, object], place: str, dates: Dates, session: str) -> TurnRow:
    """Read one row of JSON values by name; rows that name no session belong to the one given."""
    names, others = _layout(tuple(values), tuple(name for name in _OURS if values.get(name) not in (None, "")))
    known = {field: values.get(name) for field, name in names.items()}
    rest, given = {name: values[name] for name in others}, known["metadata"]
    if given is not None and given != "":
        if not isinstance(given, dict):
            raise InvalidInput(f"{place}: metadata is {quoted(given)}, {kind(given)}; give an object")
        metadata = cast("dict[str, object]", given)
        if both := sorted(metadata.keys() & rest.keys()):
            raise InvalidInput(f"{place}: {quoted(both[0])} is both a field and inside metadata; keep one of them")
        rest = metadata | rest
    turn = turn_of(
        text=known["text"],
        speaker=known["speaker"],
        at=known["at"],
        caption=known["caption"],
        metadata=rest,
        place=place,
        dates=dates,
        at_name=names["at"],
    )
    name = known["session"]
    if name is None or name == "":
        name = session
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise InvalidInput(f"{place}: session is {quoted(name)}, {kind(name)}; give its name as text")
    position = known["position"]
    if isinstance(position, str) and position.isascii() and position.isdigit() and len(position) < 16:
        position = int(position)
    elif position == "":
        position = None
    if position is not None and (isinstance(position, bool) or not isinstance(position, int) or position < 0):
        raise InvalidInput(f"{place}: position is {quoted(position)}; give 0, 1, 2 and so on, or leave it out")
    return TurnRow(session_name(str(name), place), position, turn)


def turn_of(
    *,
    text: object,
    place: str,
    dates: Dates,
    speaker: object = "",
    at: object = None,
    caption: object = "",
    metadata: Metadata | None = None,
    at_name: str = "date",
) -> Turn:
    """Make a turn of the values in a source; errors call it `place`, and its date `at_name`."""
    if metadata:
        metadata_json(metadata, place)
    turn = Turn(
        text=_text(text, "text", place),
        speaker=_text(speaker, "speaker", place),
        at=dates.read(at, f"{place}: {at_name}"),
        caption=_text(caption, "caption", place),
        metadata=metadata or {},
    )
    return check(turn, place)


def session_name(name: str, place: str) -> str:
    """Return a session's name in its composed spelling (NFC), or say why it cannot be one."""
    try:
        return _good_name(name)
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from None


@lru_cache(maxsize=256)
def _layout(given: tuple[str, ...], filled: tuple[str, ...]) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Return the names that a row uses for our fields, and its other names; most rows of a file share one layout."""
    names = {field: next((name for name in known if name in filled), field) for field, known in SYNONYMS.items()}
    empty = frozenset(_OURS).difference(filled)
    return names, tuple(name for name in given if name not in names.values() and name not in empty)


@lru_cache(maxsize=256)
def _good_name(name: str) -> str:
    return check_name("session", normalize("NFC", name))


def _text(value: object, field: str, place: str) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    raise InvalidInput(f"{place}: {field} is {quoted(value)}, {kind(value)}; give text")
