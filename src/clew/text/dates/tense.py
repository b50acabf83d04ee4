"""Whether a statement speaks of the past or of the future where it names a date."""

import re
from bisect import bisect_left, bisect_right
from datetime import date
from functools import cached_property

from clew.text.names import words
from clew.text.sentences import spans


class Told:
    """A text, the day on which it was said, and what in it speaks of the future or of the past."""

    def __init__(self, text: str, day: date) -> None:
        self.text = text
        self.day = day

    def step(self, match: re.Match[str]) -> int:
        """Return where a date lies: 1 ahead, -1 behind, 0 where nothing says.

        The verb nearest before it says, of its clause or else of its sentence; without one, the first that follows.
        """
        before = self.text[max(match.start() - 8, 0) : match.start()].lower().split()[-1:]
        if before == ["since"]:
            return -1
        first, last = (bisect_right(self._ends, place) for place in (match.start(), match.end() - 1))
        start, end = self._parts[first][0], self._parts[last][1]  # "Feb. 29" is in two sentences
        since = self._breaks[bisect_right(self._breaks, match.start()) - 1]
        until = self._breaks[bisect_left(self._breaks, match.end())]
        step = self._verb(match, max(start, since), min(end, until)) or self._verb(match, start, end)
        if step < 0 and _BORN.search(self.text, start, end):
            return 0
        return min(step, 0) if before == ["from"] else step  # "I have a photo of us from 4 July"

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
_MEANT = "(?:going|ha(?:ve|s)|hop(?:e|ing)|want|need|plan|planning|expect|expecting)"
_AHEAD = (
    r"\b(?:will|shall|won['\u2019]t|gonna|going|upcoming|starts|begins|leaves|let['\u2019]s|can['\u2019]t\swait|"
    r"(?:hope|hoping|want|need|plan|planning|expect)s?\sto|(?<!\bto\s)ha(?:ve|s)\s(?:to|an?|my|our))\b|"
    r"['\u2019]ll\b|['\u2019](?:ve|s)\sgot\s(?:to|an?|my|our)\b|"
    r"(?:\b(?:(?-i:am)|is|are)|\b(?:i|we|you|they|s?he|it)['\u2019](?:m|re|s))\s(?:(?:on|due|set|expected|scheduled|planned|"
    r"supposed|meant|booked|confirmed)\b|(?!feeling|wondering|thinking)[a-z]{1,15}ing\b)"
)
_NO_NAME = r"(?-i:(?<![a-z,]\s)|(?=[a-z]))"
_NO_PARTICIPLE = not_after("be get getting being am is are")
_BEHIND = (
    r"(?:['\u2019]ve|\bha(?:ve|s)\s(?:already|just|recently|finally))\b(?!\s(?:already\s|just\s)?(?:got|been|booked|planned|scheduled|set)\b)|"
    rf"\b(?:(?:was|were|did)(?:n['\u2019]t)?(?:\s[a-z]{{1,15}}){{0,2}}?\s{_MEANT}|was|were|did(?:n['\u2019]t)?|had|"
    rf"{_NO_NAME}{_NO_PARTICIPLE}(?:{'|'.join(sorted(words('past.txt', 'clew.text.dates')))}|"
    rf"{not_after('a an the my our your his her its their')}"
    r"(?!excited|scheduled|interested|supposed|married|invited|booked|planned|tired)[a-z]{1,15}[a-df-z]ed))\b"
)
"""A past verb: a name such as Fred or Rose is none, nor is what stands behind an article ("a used car") or a verb that
is not of the past ("will be held"); what was meant is past as a whole ("was going to", "did you have a good time")."""
_VERB = re.compile(f"(?P<behind>{_BEHIND})|(?P<ahead>{_AHEAD})", re.IGNORECASE)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
"""It does not say in which year: "I was born on 7 May"."""
