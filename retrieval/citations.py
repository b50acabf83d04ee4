"""Citations, numbers in square brackets of any script: read in an answer as it comes, and kept out of what is quoted.

Of three memories, ``Since May [1, 9]; by train [2-3].`` cites all and one that was not shown: it becomes
``Since May [1]; by train [2-3].``
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clew.text.quotation import CLOSES, COMMAS, DASHES, NUMBERS, OPENS, WITHIN

_RANGE = rf"\d{{1,9}}(?:\s*[{DASHES}]\s*\d{{1,9}})?"
_AND = rf"(?:\s*[{COMMAS}](?:\s*and\b)?|\s+and\b)\s*"
_CITATION = re.compile(
    rf"(?<!\s)(\s*+){OPENS}\s*({_RANGE}(?:{_AND}{_RANGE})*)\s*{CLOSES}|{OPENS}(?={NUMBERS}(?:{OPENS}|\Z))"
)
"""Or a bracket that another one follows: it might become a citation once that is taken out."""
_UNFINISHED = re.compile(rf"(?<!\s)\s*+(?:{OPENS}{NUMBERS})?\Z")
_UNDECIDED = re.compile(f"[{WITHIN}]*")
"""Signs that neither begin nor end a citation."""


@dataclass
class Citations:
    """The citations of one answer.

    Attributes:
        shown: how many memories the model was shown; they have the numbers from 1.
        places: the numbers that were cited and shown, in the order of their first citation.
        unknown: how many others were cited.
    """

    shown: int
    places: list[int] = field(default_factory=list[int])
    unknown: int = 0
    _gap: tuple[int, str] = (-1, "")
    """Where a citation was taken out, and the white space that was before it: one that follows at once gets it."""

    def kept(self, pieces: Iterable[str]) -> Iterator[str]:
        """The text without what was not shown, in pieces; the white space before that goes too, and around the text."""
        held, begun = "", False
        for piece in _deciding(pieces):
            held += piece
            unfinished = _UNFINISHED.search(held)  # what may become a citation, with the space before it
            ready = unfinished.start() if unfinished else len(held)
            whole, held = held[:ready], held[ready:]
            text = _CITATION.sub(self._checked, whole)
            self._gap = (self._gap[0] - ready, self._gap[1])
            text = text if begun else text.lstrip()
            if text:
                begun = True
                yield text
        if rest := _CITATION.sub(self._checked, held).rstrip():
            yield rest if begun else rest.lstrip()

    def _checked(self, found: re.Match[str]) -> str:
        if not found[2]:
            return "("
        numbers = [sorted(map(int, re.findall(r"\d+", each))) for each in re.split(_AND, found[2])]
        ranges = [(each[0], each[-1]) for each in numbers]  # of 3-5, 5-3 or 3
        known = [(max(low, 1), min(high, self.shown)) for low, high in ranges if low <= self.shown and high >= 1]
        self.unknown += sum(high - low + 1 for low, high in ranges) - sum(high - low + 1 for low, high in known)
        cited = [place for low, high in known for place in range(low, high + 1)]
        self.places += dict.fromkeys(place for place in cited if place not in self.places)
        end, gap = self._gap
        space = found[1] or (gap if found.start() == end else "")
        if not known:
            self._gap = (found.end(), space)
            return ""
        shown = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in known)
        return f"{space}[{found[2] if known == ranges else shown}]"


def _deciding(pieces: Iterable[str]) -> Iterator[str]:
    """Join pieces that decide nothing to the next one, so that each character is looked at about once."""
    waiting: list[str] = []
    for piece in pieces:
        waiting.append(piece)
        if not _UNDECIDED.fullmatch(piece):
            yield "".join(waiting)
            waiting = []
    yield "".join(waiting)
