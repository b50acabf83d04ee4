"""The tense of a statement where it names a date: past or future."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from datetime import date
from functools import cached_property

from clew.text.dates.periods import Period
from clew.text.names import words
from clew.text.sentences import spans

NEAR = 60
"""Days within which a date without a year is that of the year around, whatever its verb."""

FAR = 200
"""Days beyond which a verb does not decide the year. On BEAM's development half, all that it decided so was wrong."""


class Told:
    """A text, the day on which it was said, and what in it speaks of the future or of the past."""

    def __init__(self, text: str, day: date) -> None:
        self.text = text
        self.day = day

    def nearest(self, match: re.Match[str], on_side: Callable[[int], Period | None]) -> Period | None:
        """Return the one of the dates behind and ahead that is meant; None where it may be either.

        An arrangement and "since" decide. Else the verb does, where the date is not far away on its side: people name
        the year of what is far. Without a verb only a date that is close on one side, and not on the other, is meant.

        Args:
            match: where the text names a day without a year.
            on_side: the closest such date behind (-1) and ahead (1), the day of saying included.
        """
        before = self._word_before(match)
        if before == "since" or self.is_arranged(match):
            return on_side(-1 if before == "since" else 1)
        if step := self.step(match):
            found = on_side(step)
            return found if found and self._distance(found) <= FAR else None
        start, end = self._sentence(match)
        if before == "from" or _BORN.search(self.text, start, end):
            return None
        near = {found for step in (-1, 1) if (found := on_side(step)) and self._distance(found) <= NEAR}
        return near.pop() if len(near) == 1 else None

    def step(self, match: re.Match[str]) -> int:
        """Return where a date lies: 1 ahead, -1 behind, 0 where nothing says.

        The verb nearest before it says, of its clause or else of its sentence; without one, the first that follows.
        """
        start, end = self._sentence(match)
        if _HEADS.match(self.text, match.end()):
            end = match.end()  # "14 June: finish the packed boxes" speaks of what is to be done on that day
        since = self._breaks[bisect_right(self._breaks, match.start()) - 1]
        until = self._breaks[bisect_left(self._breaks, match.end())]
        step = self._verb(match, max(start, since), min(end, until)) or self._verb(match, start, end)
        if step < 0 and _BORN.search(self.text, start, end):
            return 0
        return min(step, 0) if self._word_before(match) == "from" else step  # "I have a photo of us from 4 July"

    def step_behind(self, match: re.Match[str]) -> int:
        """Return where the first verb that follows a date in its sentence puts it; 0 where none follows."""
        return self._verb(match, match.start(), self._sentence(match)[1])

    def _distance(self, period: Period) -> int:
        """Return the days from the day of saying to a period; 0 inside it."""
        return max((period.since - self.day).days, (self.day - period.until).days + 1, 0)

    def _sentence(self, match: re.Match[str]) -> tuple[int, int]:
        first, last = (bisect_right(self._ends, place) for place in (match.start(), match.end() - 1))
        return self._parts[first][0], self._parts[last][1]  # "Feb. 29" is in two sentences

    def is_arranged(self, match: re.Match[str]) -> bool:
        """Return whether somebody put something on that date: "tickets for 4 July", "moved the dentist to 18 March"."""
        if not (words := _ARRANGED.get(self._word_before(match))):
            return False
        return words.search(self.text, self._sentence(match)[0], match.start()) is not None

    def is_moved(self, match: re.Match[str]) -> bool:
        """Return whether something moved from a first date to a last one, which then are no range."""
        return _CHANGED.search(self.text, self._sentence(match)[0], match.start()) is not None

    def _word_before(self, match: re.Match[str]) -> str:
        """Return the word before a date; of an expression that begins with "on", "for" or "to", that word."""
        first = match[0].split(maxsplit=1)[0].lower()
        before = self.text[max(match.start() - 12, 0) : match.start()].lower().removesuffix("the ").split()[-1:]
        return first if first in _ARRANGED else "".join(before)

    def _verb(self, match: re.Match[str], start: int, end: int) -> int:
        """Return what the verb in a part of the text says that is nearest to a date in it."""
        places, steps = self._verbs
        first, before, after, last = (bisect_left(places, at) for at in (start, match.start(), match.end(), end))
        return steps[before - 1] if first < before else steps[after] if after < last else 0

    @cached_property
    def _parts(self) -> list[tuple[int, int]]:
        return spans(self.text)

    @cached_property
    def _ends(self) -> list[int]:
        return [end for _, end in self._parts]

    @cached_property
    def _breaks(self) -> list[int]:
        """Where clauses begin, and the end of the text."""
        return [0, *(each.end() for each in _BREAK.finditer(self.text)), len(self.text)]

    @cached_property
    def _verbs(self) -> tuple[list[int], list[int]]:
        found = [*_VERB.finditer(self.text)]
        return [each.start() for each in found], [1 if each["ahead"] else -1 for each in found]


def not_after(words: str, then: str = "") -> str:
    """Return a pattern that holds where none of some words, each with a pattern behind it, stands before."""
    return "".join(rf"(?<!\b{word}{then}\s)" for word in words.split())


_BREAK = re.compile(
    r"[,;:]\s|\s[-\u2013\u2014]\s|\u2014|\b(?:and|but|or|so|that|because|while|when|if|although|though|who|which)\b",
    re.IGNORECASE,
)
_MOVED = r"mov|chang|postpon|push|delay|shift|switch|reschedul|brought|put\soff|extend"
_BOOKED = (
    r"book|reserv|schedul|plan|arrang|sign(?:ed|ing)?\sup|register|invit|ticket|appointment|reservation|set\b|order"
    r"|rent|hir|flights?\b|confirm"
)
_CHANGED = re.compile(rf"\b(?:{_MOVED})", re.IGNORECASE | re.ASCII)
_HEADS = re.compile(r"[*_\s]{0,4}[:|\u2013\u2014-]")
_ARRANGED = {"to": _CHANGED, "for": re.compile(rf"\b(?:{_BOOKED}|{_MOVED})", re.IGNORECASE | re.ASCII)}
"""Of each preposition before a date, the words that make an arrangement of it, whatever their tense."""
_MEANT = "(?:going|ha(?:ve|s)|hop(?:e|ing)|want|need|plan|planning|expect|expecting)"
_AHEAD = (
    r"\b(?:(?<!\bmy\s)(?<!\ba\s)(?<!\bthe\s)(?<!\bour\s)will|shall|won['\u2019]t|gonna|going|upcoming|(?:start|begin|leave|end|expire|open|close|arrive|depart|finishe)s|let['\u2019]s|can['\u2019]t\swait|"
    r"(?:hope|hoping|want|need|plan|planning|expect)s?\sto|(?<!\bto\s)ha(?:ve|s)\s(?:to|an?|my|our))\b|"
    r"['\u2019]ll\b|['\u2019](?:ve|s)\sgot\s(?:to|an?|my|our)\b|"
    r"(?:\b(?:(?-i:am)|is|are)|\b(?:i|we|you|they|s?he|it)['\u2019](?:m|re|s))\s(?:(?:on|due|set|expected|scheduled|planned|"
    r"supposed|meant|booked|confirmed)\b|(?!feeling|wondering|thinking)[a-z]{1,15}ing\b)"
)
_NO_NAME = r"(?-i:(?<![a-z,]\s)|(?=[a-z]))"
_NO_PARTICIPLE = not_after("be get getting being am is are")
_BEHIND = (
    r"(?:^|(?<=[.!?]\s))(?:just\s)?been\b|(?:['\u2019]ve|\bha(?:ve|s)\s(?:already|just|recently|finally))\b(?!\s(?:already\s|just\s)?(?:got|been|booked|planned|scheduled|set)\b)|"
    rf"\b(?:(?:was|were|did)(?:n['\u2019]t)?(?:\s[a-z]{{1,15}}){{0,2}}?\s{_MEANT}|was|were|did(?:n['\u2019]t)?|had|"
    rf"{_NO_NAME}{_NO_PARTICIPLE}{not_after('a an the my our your his her its their')}"
    rf"(?:{'|'.join(sorted(words('past.txt', 'clew.text.dates')))}|"
    r"(?!excited|scheduled|interested|supposed|married|invited|booked|planned|tired)[a-z]{1,15}[a-df-z]ed))\b"
)
"""A past verb. A name such as Fred or Rose is none, nor is a word behind an article ("a used car"). Neither is one
behind a verb that is not of the past ("will be held"). An intention or a question is past as a whole ("was going to",
"did you have a good time")."""
_VERB = re.compile(f"(?P<behind>{_BEHIND})|(?P<ahead>{_AHEAD})", re.IGNORECASE)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
"""It does not say in which year: "I was born on 7 May"."""
