"""Turns as callers pass them, read and dated before anything is written."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, tzinfo

from clew.errors import InvalidInput
from clew.loaders.sources.dates import Dates
from clew.loaders.sources.fields import row_of
from clew.loaders.sources.notes import Notes
from clew.model import Turn
from clew.text.arguments import quoted
from clew.text.instants import fixed, now


def turns_of(given: Iterable[object], notes: Notes) -> list[Turn]:
    """Read what a caller gives as the turns of one session, in any of the usual shapes; what is left out is noted.

    Raises:
        InvalidInput: a turn cannot be used, or the turns name several sessions or other positions.
    """
    shapes = list(given)
    dates = Dates("this session", zone=notes.zone)
    rows = [row_of(shape, f"turn {number}", dates, notes.anew()) for number, shape in enumerate(shapes)]
    for number, row in enumerate(rows):
        if row and row.position not in (None, number):
            raise InvalidInput(
                f"turn {number} has position {row.position}; give all turns of the session in their order"
            )
    named = sorted({row.session for row in rows if row and row.session})
    if len(named) > 1:
        raise InvalidInput(f"the turns are of sessions {quoted(named[0])} and {quoted(named[1])}; give one at a time")
    # Read again: a later date may show whether the day or the month comes first.
    rows = [row_of(shape, f"turn {number}", dates, notes) for number, shape in enumerate(shapes)]
    return [row.turn for row in rows if row]


def dated(turns: Iterable[Turn], default: datetime | None, before: datetime | None = None) -> list[Turn]:
    """Give each turn a date: its own, else that of the turn before, or of the first that has one, or the default.

    `before` is that of the turn before the first, where there is one.
    """
    turns = list(turns)
    at = before or next((turn.at for turn in turns if turn.at), default)
    found: list[Turn] = []
    for turn in turns:
        at = turn.at or at
        found.append(replace(turn, at=at))
    return found


def checked(turns: Iterable[object], zone: tzinfo = UTC, *, tools: bool = False) -> list[Turn]:
    """Read the turns of one session, and date them; where none has a date it is the present. Raises as `turns_of`."""
    notes = Notes(is_strict=True, keeps_tools=tools, zone=zone)
    return dated(turns_of(turns, notes), fixed(now().astimezone(zone)))
