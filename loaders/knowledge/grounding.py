"""Checks that a fact or a triplet shares words with its source: a small model cites turns for what nobody said.

Not a proof, only the least that can be asked: one word in common, names of the speakers aside. Of facts it is asked of
English turns, by whose small words it is known that they are; a fact in other words than theirs is no invention.
"""

import re
from collections.abc import Iterable, Sequence

from clew.loaders.knowledge.chunks import Said
from clew.text.names import normalise
from clew.text.names.phrases import is_empty, read

STEM = 5
"""Letters by which two forms of a word are one: "adopted" and "adoption"."""

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_AS_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS, 2)}
"""Small words, but not here: who says "two kids" speaks of 2 children."""

ENGLISH = 0.25
"""Share of words such as "the" and "did" from which on turns are English."""


def is_grounded(text: str, cited: Iterable[Said], shown: Sequence[Said]) -> bool:
    """Return whether a fact shares a word with a turn that it cites, or with the turn before, which that may answer.

    The turn before says nothing for a fact about another speaker than who answers: "Yes" is said of oneself.

    Args:
        text: the fact.
        cited: turns of `shown`.
        shown: what its author could read, in order.
    """
    names = {stem for turn in shown for stem in _stems(turn.speaker)}
    claimed = _stems(text) - names
    said = " ".join(turn.shown for turn in _with_what_they_answer(cited, shown, _whom(text, names)))
    return not claimed or not _is_english(said) or not claimed.isdisjoint(_stems(said))


def is_named(name: str, said: str) -> bool:
    """Return whether a text holds a name, or shares a word with it."""
    return bool(name) and (not _stems(name).isdisjoint(_stems(said)) or _holds(said.casefold(), name.casefold()))


def _holds(said: str, name: str) -> bool:
    """Return whether a text holds a name: no "Rome" in "Jerome", no 19 in 1929; a script without case needs no gap."""
    found = re.finditer(rf"{re.escape(name)}(?!(?<=\d)\d)", said)
    return any(not (_has_gaps(name[0]) and _has_gaps(said[: match.start()][-1:])) for match in found)


def _has_gaps(sign: str) -> bool:
    return sign.isdigit() or sign.upper() != sign


def _whom(text: str, names: set[str]) -> str:
    """Return the stem of the first speaker whom a fact names, whom it is about; empty if it names none."""
    return next((stem for word in read(text) if (stem := normalise(word.text)[:STEM]) in names), "")


def _with_what_they_answer(cited: Iterable[Said], shown: Sequence[Said], whom: str) -> Iterable[Said]:
    """Yield the cited turns and, where the one that it is about speaks in them, what they may answer."""
    places = {(turn.session, turn.position): turn for turn in shown}
    for turn in cited:
        yield turn
        before = places.get((turn.session, turn.position - 1))
        if before and (not whom or whom in _stems(turn.speaker)):
            yield before


def _is_english(text: str) -> bool:
    found = read(text)
    return bool(found) and sum(is_empty(word.text) for word in found) >= ENGLISH * len(found)


def _stems(text: str) -> set[str]:
    heard = [word.text for word in read(text)]
    numbers = {_AS_DIGITS[word.lower()] for word in heard if word.lower() in _AS_DIGITS}
    return numbers | {normalise(word)[:STEM] for word in heard if not is_empty(word)}
