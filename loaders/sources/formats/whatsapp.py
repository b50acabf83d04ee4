"""WhatsApp's export of a chat as text: Android's and iOS's lines, with clocks of 12 and of 24 hours."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clew.errors import InvalidInput
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import Row, lines, open_file
from clew.text.instants import MONTHS

_CLOCK = r"(?P<hour{0}>\d{{1,2}})[:.](?P<minute{0}>\d\d)(?:[:.](?P<second{0}>\d\d))?(?:\s*(?P<half{0}>[ap])\.?\s?m\.?)?"
_MOMENT = (
    r"(?P<a{0}>\d{{1,4}})[./-]\s?(?P<b{0}>\d{{1,2}})[./-]\s?(?P<c{0}>\d{{1,4}})\.?,?\s(?:[^\W\d]{{1,3}}\.?\s)?" + _CLOCK
)
_LINE = re.compile(
    rf"[\u200e\u200f]?(?:\[{_MOMENT.format(1)}\]|{_MOMENT.format(2)}\s[-\u2013])\s(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""A message's first line: ``12/03/24, 9:41 pm - Nora: text``, or ``[12.03.24, 21:41:05] Nora: text``."""

_LIKE_FIRST = re.compile(
    r"\W{0,2}\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d|.{0,40}\d[:.].{0,12}(?:\s[-\u2013]|\])\s[^:\n]{1,40}:\s"
)
"""A line that begins as the first one of a message does, or ends so before what is said."""

_MADE_BY_THE_APP = re.compile(r"\u200e|<[^<>]+>\s*\Z")
"""The beginning of what stands for a picture, a call or a message that was deleted."""


class _Message(NamedTuple):
    number: int
    date: tuple[int, int, int]  # as it is written
    clock: tuple[int, int, int]
    is_upper: bool  # PM
    rest: str


def fits(first: object) -> bool:
    """Return whether a file's first line is that of a message."""
    return isinstance(first, str) and bool(_LINE.match(first))


def rows(path: Path, name: str, notes: Notes) -> Iterator[Row]:
    """Yield the messages of a chat; those of the app itself are left out.

    The dates show whether the day or the month comes first, else the order of the messages does. Where both fit, the
    habit of the space counts, else the day comes first, but for ``PM`` in capitals; that is noted.
    """
    is_day_first = _is_day_first(path, name, notes)
    session = path.parent.name if path.stem == "_chat" else path.stem
    for message in _messages(path, name, notes):
        place = f"{name}, line {message.number}"
        speaker, colon, text = message.rest.partition(": ")
        if not colon or _MADE_BY_THE_APP.match(text):
            notes.say("messages of the app are left out, such as for pictures and calls", place)
            continue
        day = _ordered(message.date, is_day_first=is_day_first)
        at = "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(*day, *message.clock)
        who = speaker.strip("\u200e\u200f\u202a\u202c ~")
        yield place, {"session": session, "speaker": who, "text": text, "at": at}


def _messages(path: Path, name: str, notes: Notes) -> Iterator[_Message]:
    last: _Message | None = None
    with open_file(path) as file:
        for _, number, text in lines(file, name, 1):
            found = _LINE.match(text.rstrip("\r\n"))
            if found is None:
                place = f"{name}, line {number}"
                if last and _LIKE_FIRST.match(text):
                    notes.say("lines look like a message, and are read as words of the one before", place)
                elif not last and text.strip():
                    told = f"{place} stands before the first message; correct it, or leave it out"
                    notes.fault("lines are left out", InvalidInput(told))
                last = last._replace(rest=f"{last.rest}\n{text.rstrip()}") if last else None
                continue
            if last:
                yield last._replace(rest=last.rest.rstrip())
            part = {key[:-1]: value for key, value in found.groupdict().items() if key != "rest" and value}
            half = part.get("half", "")
            hour = int(part["hour"]) % 12 + 12 * (half in "pP") if half else int(part["hour"])
            date = (int(part["a"]), int(part["b"]), int(part["c"]))
            clock = (hour, int(part["minute"]), int(part.get("second", 0)))
            last = _Message(number, date, clock, half.isupper(), found["rest"])
    if last:
        yield last._replace(rest=last.rest.rstrip())


def _ordered(date: tuple[int, int, int], *, is_day_first: bool) -> tuple[int, int, int]:
    """Return year, month and day."""
    first, second, third = date
    if first > 31:
        return date
    year = third if third > 99 else 2000 + third
    return (year, second, first) if is_day_first else (year, first, second)


def _is_day_first(path: Path, name: str, notes: Notes) -> bool:
    shown, orders = set[bool](), {True: True, False: True}
    before: dict[bool, tuple[int, ...]] = {}
    example, is_upper = "", False
    for message in _messages(path, name, notes.anew()):
        first, second, _ = message.date
        if first <= 31:
            example, is_upper = example or f"{name}, line {message.number}", is_upper or message.is_upper
            shown |= {first > MONTHS} if (first > MONTHS) != (second > MONTHS) else set[bool]()
        for order in orders:
            moment = (*_ordered(message.date, is_day_first=order), *message.clock[:2])
            orders[order] &= moment >= before.get(order, moment)
            before[order] = moment
    known = shown if len(shown) == 1 else {order for order, is_kept in orders.items() if is_kept}
    if len(known) == 1:
        return known.pop()
    is_day_first = not is_upper if notes.day_first is None else notes.day_first
    if example:
        told = "the day" if is_day_first else "the month"
        notes.say(f"dates may have the day or the month first, and are read with {told} first", example)
    return is_day_first
