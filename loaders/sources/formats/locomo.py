"""LoCoMo: a list of samples, or one sample, each a long conversation of two people in dated sessions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import elements, fields_of
from clew.loaders.sources.notes import LEFT_OUT, Notes
from clew.loaders.sources.quoting import kind
from clew.loaders.sources.rows import Row

_SESSION = re.compile(r"session_(\d+)")


def fits(first: object) -> bool:
    """Return whether a file's first object is a sample."""
    return isinstance(first, dict) and isinstance(cast("dict[str, object]", first).get("conversation"), dict)


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield every session as `SAMPLE/session_N`; each turn carries its session's date and its `dia_id`."""
    for sample in elements(path, name):
        called = str(sample.get("sample_id") or path.stem)
        place, conversation = f"{name}, {called}", sample.get("conversation")
        if not isinstance(conversation, dict):
            fault = f"{place}: conversation is {kind(conversation)}; give LoCoMo's object of sessions"
            notes.fault(LEFT_OUT, InvalidInput(fault))
            continue
        talk = cast("dict[str, object]", conversation)
        # Some samples have dates of sessions that they do not have, so only the sessions count.
        for _, key in sorted((int(match[1]), match[0]) for match in map(_SESSION.fullmatch, talk) if match):
            turns, at, session = talk[key], talk.get(f"{key}_date_time"), f"{called}/{key}"
            if not isinstance(turns, list):
                fault = f"{place}: {key} is {kind(turns)}; give a list of turns"
                notes.fault(LEFT_OUT, InvalidInput(fault))
            elif not at:
                fault = f"{place}: {key}_date_time is missing; write it like 1:56 pm on 8 May, 2023"
                notes.fault(LEFT_OUT, InvalidInput(fault))
            elif notes.is_first(session, name):
                for count, turn in enumerate(cast("list[object]", turns), 1):
                    told = fields_of(turn)
                    row = {"session": session, "at": at, "text": told.get("text"), "speaker": told.get("speaker")}
                    about = {"dia_id": told["dia_id"]} if "dia_id" in told else {}
                    row |= {"caption": told.get("blip_caption"), "metadata": about}
                    yield f"{place} {key}, turn {count}", row if told else turn
