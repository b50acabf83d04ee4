"""LoCoMo: a list of samples, or one sample, each a long conversation of two people in dated sessions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import session_name, turn_of
from clew.loaders.sources.json_stream import elements, twice
from clew.loaders.sources.quoting import called, kind
from clew.model import Transcript, Turn

_SESSION = re.compile(r"session_(\d+)")


def transcripts(path: Path) -> Iterator[Transcript]:
    """Read every session as `SAMPLE/session_N`; each turn carries its session's date and its `dia_id`."""
    dates = Dates(called(path), silent=True)  # the format has no zones

    def read() -> Iterator[Transcript]:
        for sample in elements(path):
            name = str(sample.get("sample_id") or path.stem)
            place = f"{called(path)}, {name}"
            conversation = sample.get("conversation")
            if not isinstance(conversation, dict):
                raise InvalidInput(f"{place}: conversation is {kind(conversation)}; give LoCoMo's object of sessions")
            yield from _sessions(cast("dict[str, object]", conversation), name, place, dates)

    yield from twice(read, called(path))


def _sessions(conversation: dict[str, object], sample: str, place: str, dates: Dates) -> Iterator[Transcript]:
    # Some samples have dates of sessions that they do not have, so only the sessions count.
    for _, key in sorted((int(match[1]), match[0]) for match in map(_SESSION.fullmatch, conversation) if match):
        turns, at = conversation[key], conversation.get(f"{key}_date_time")
        if not isinstance(turns, list):
            raise InvalidInput(f"{place}: {key} is {kind(turns)}; give a list of turns")
        if not at:
            raise InvalidInput(f"{place}: {key}_date_time is missing; write it like 1:56 pm on 8 May, 2023")
        session, said = session_name(f"{sample}/{key}", place), list[Turn]()
        for count, turn in enumerate(cast("list[object]", turns), 1):
            turn_place = f"{place} {key}, turn {count}"
            if not isinstance(turn, dict):
                raise InvalidInput(f"{turn_place} is {kind(turn)}; give an object with speaker and text")
            values = cast("dict[str, object]", turn)
            made = turn_of(
                text=values.get("text"),
                speaker=values.get("speaker"),
                at=at,
                caption=values.get("blip_caption"),
                metadata={"dia_id": values["dia_id"]} if "dia_id" in values else None,
                place=turn_place,
                dates=dates,
                at_name=f"{key}_date_time",
            )
            said.append(made)
        if said:
            yield Transcript(session, tuple(said))
