"""Hits into the text that a prompt gets: one header per session with its date, turns in time order, then documents."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from clew.clock import BEGINNING, day
from clew.model import Hit


def pack(hits: Sequence[Hit], words: int) -> tuple[tuple[Hit, ...], str]:
    """Take the best hits until the first that would not fit.

    Args:
        hits: best first.
        words: what the text may hold, its headers included; words are what white space separates.

    Returns:
        The hits taken, in the order of the text, and the text. A hit that alone is longer than the budget is cut.
    """
    taken: list[Hit] = []
    left = words
    headers: set[str] = set()
    for hit in hits:
        new = {header(hit)} - headers
        cost = count(line(hit)) + sum(map(count, new))
        if cost > left:
            break
        left -= cost
        headers |= new
        taken.append(hit)
    if not taken and hits:
        return tuple(hits[:1]), _cut(render(hits[:1]), words)
    taken.sort(key=_place)
    return tuple(taken), render(taken)


def render(hits: Iterable[Hit]) -> str:
    """The text of hits that are in time order: a line each, under a header where the session or the day changes."""
    lines: list[str] = []
    groups: dict[str, list[str]] = {}
    for hit in hits:
        groups.setdefault(header(hit), []).append(line(hit))
    for name, members in groups.items():
        lines += [name, *members, ""]
    return "\n".join(lines).rstrip()


def header(hit: Hit) -> str:
    """What stands over a session's turns, ``Session trip, 8 May 2023``, or over passages: ``Document Lisbon``."""
    return f"Session {_flat(hit.session)}, {day(hit.at)}" if hit.at else f"Document {_flat(hit.title)}"


def line(hit: Hit) -> str:
    """One turn: ``Ann: text [image: caption]``, on one line so that no text can pose as a header."""
    speaker = f"{hit.speaker}: " if hit.speaker else ""
    caption = f" [image: {hit.caption}]" if hit.caption else ""
    return _flat(f"{speaker}{hit.text}{caption}")


def count(text: str) -> int:
    """Words: what white space separates."""
    return len(text.split())


def _place(hit: Hit) -> tuple[bool, datetime, str, int]:
    """Turns in time order, then passages by document."""
    return hit.at is None, hit.at or BEGINNING, hit.session or f"{hit.title} {hit.document}", hit.position


def _flat(text: str) -> str:
    return " ".join(text.split())


def _cut(text: str, words: int) -> str:
    kept: list[str] = []
    for line_ in text.split("\n"):
        kept.append(" ".join(line_.split()[:words]))
        words -= count(kept[-1])
        if words <= 0:
            break
    return "\n".join(kept) + "…"
