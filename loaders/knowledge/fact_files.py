"""Reads files of facts that were made elsewhere: JSON lines of ours, and the observations in LoCoMo's samples."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo

from clew.errors import InvalidInput
from clew.loaders.conversation.episodes import episode_id
from clew.loaders.conversation.turns import valid
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.json_stream import decode, elements
from clew.loaders.sources.quoting import called, shown
from clew.loaders.sources.readers.raw import regular
from clew.model import Fact

_DIALOG = re.compile(r"D:?(\d+):(\d+)")
_OBSERVATION = re.compile(r"session_(\d+)_observation")
_KNOWN = ("episode:", "passage:")


def read(path: Path) -> list[Fact]:
    """Read all facts of a file, in its order: `.jsonl`, one object a line, or `.json` as LoCoMo has it.

    A line has `text`; `sources`, ids of turns or passages, or `SESSION/POSITION` of a turn; and, where known,
    `belief`, `valid_from`, `valid_to` and `concepts`. A date is of UTC where it names no zone.

    Raises:
        InvalidInput: a line cannot be used; names the line, the field and the remedy.
    """
    facts = list(_observations(path) if regular(path).suffix.lower() == ".json" else _lines(path))
    if not facts:
        raise InvalidInput(f"{called(path)} holds no fact; check that it is the right file")
    return facts


def _lines(path: Path) -> Iterator[Fact]:
    """Yield the fact of each line, after all lines have shown whether the day comes first in their dates."""
    dates = Dates(called(path), silent=True)
    values = {place: decode(line, place) for place, line in _written(path)}
    for place, value in values.items():
        if isinstance(value, Mapping):
            for name in ("valid_from", "valid_to"):
                dates.see(cast("Mapping[str, object]", value).get(name), f"{place}: {name}")
    return (_fact(value, place, dates) for place, value in values.items())


def _written(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each line that is not blank, after what errors call it."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{called(path)}, line {number}", line
    except UnicodeDecodeError:
        raise InvalidInput(f"{called(path)} is not UTF-8 text; save it as UTF-8") from None
    except OSError as error:
        raise InvalidInput(f"{called(path)} cannot be read: {error.strerror}; check the path") from None


def _instant(value: object, field: ValidationInfo) -> object:
    dates = cast("Dates", field.context)
    return dates.read(value, str(field.field_name)) if isinstance(value, str) else value


_Instant = Annotated[datetime | None, BeforeValidator(_instant)]


class _Line(BaseModel):
    """A fact as a line of a file holds it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = Field(pattern=r"[^\W_]")
    sources: list[str] = Field(min_length=1)
    belief: float = Field(default=1.0, gt=0, le=1)
    valid_from: _Instant = None
    valid_to: _Instant = None
    concepts: list[str] = []


def _fact(value: object, place: str, dates: Dates) -> Fact:
    try:
        line = _Line.model_validate(value, context=dates)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"])) or "the line"
        raise InvalidInput(f"{place}: {name} is {shown(first['input'])}: {first['msg'].lower()}; correct it") from None
    except InvalidInput as error:
        raise InvalidInput(f"{place}: {error}") from None
    if line.valid_from and line.valid_to and line.valid_to <= line.valid_from:
        raise InvalidInput(f"{place}: valid_to is not after valid_from; correct one of them")
    given = map(valid, line.sources)
    sources = tuple(source if source.startswith(_KNOWN) else f"episode:{source}" for source in given)
    text = " ".join(line.text.split())
    return Fact(text, sources, line.belief, line.valid_from, line.valid_to, tuple(map(valid, line.concepts)))


def _observations(path: Path) -> Iterator[Fact]:
    for sample in elements(path):
        name = str(sample.get("sample_id") or path.stem)
        observed = sample.get("observation")
        if not isinstance(observed, dict):
            raise InvalidInput(f"{called(path)}, {name}: no observation; give LoCoMo's file, or JSON lines of facts")
        sessions = cast("Mapping[str, object]", observed)
        for key in sorted(sessions, key=_number):
            yield from _session(sessions[key], name, f"{called(path)}, {name}, {key}")


def _number(key: str) -> int:
    match = _OBSERVATION.fullmatch(key)
    return int(match[1]) if match else 0


def _session(observed: object, sample: str, place: str) -> Iterator[Fact]:
    """Yield the facts of ``{speaker: [[text, turn or turns], ...]}``; turns may share one text, separated by commas."""
    try:
        said = cast("Mapping[str, Iterable[tuple[str, object]]]", observed)
        for pairs in said.values():
            for text, turns in pairs:
                yield Fact(_sentence(text), tuple(_sources(sample, str(turns))))
    except (AttributeError, TypeError, ValueError):
        raise InvalidInput(f"{place} does not hold, per speaker, a list of [text, turns]; correct it") from None


def _sentence(text: str) -> str:
    if not any(map(str.isalnum, text)):
        raise ValueError(text)
    return valid(" ".join(text.split()))


def _sources(sample: str, turns: str) -> Iterator[str]:
    for session, number in _DIALOG.findall(turns):
        yield episode_id(f"{sample}/session_{int(session)}", int(number) - 1)
