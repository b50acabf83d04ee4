"""LongMemEval: questions, each with a history of dated sessions of a user and an assistant."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

from clew.errors import InvalidInput
from clew.loaders.sources.json_stream import elements, fields_of
from clew.loaders.sources.notes import LEFT_OUT, Notes
from clew.loaders.sources.quoting import kind
from clew.loaders.sources.rows import Row


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield every session of every history as `QUESTION/SESSION`, with its date."""
    for number, sample in enumerate(elements(path, name), 1):
        question = str(sample.get("question_id") or number)
        place, sessions = f"{name}, {question}", sample.get("haystack_sessions")
        given = [sample.get(f"haystack_{each}") for each in ("session_ids", "dates")]
        names, dates = (cast("list[object]", each) if isinstance(each, list) else [] for each in given)
        listed = cast("list[object]", sessions) if isinstance(sessions, list) else []
        if not listed or len(listed) != len(dates):
            told = f"{place}: haystack_sessions has {len(listed)} lists and haystack_dates {len(dates)}"
            notes.fault(LEFT_OUT, InvalidInput(f"{told}; give one date a session"))
            continue
        for count, (turns, at) in enumerate(zip(listed, dates, strict=True), 1):
            session = f"{question}/{names[count - 1] if count <= len(names) else count}"
            if not isinstance(turns, list):
                notes.fault(LEFT_OUT, InvalidInput(f"{place}: session {count} is {kind(turns)}; give a list of turns"))
            elif notes.is_first(session, place):
                for turn, value in enumerate(cast("list[object]", turns), 1):
                    told = fields_of(value)
                    row = {"session": session, "at": at, "role": told.get("role"), "content": told.get("content")}
                    yield f"{place}, {session}, turn {turn}", row if told else value
