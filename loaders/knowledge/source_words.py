"""Checks that a fact or a triplet shares words with its source: a small model cites turns for what nobody said.

One word in common is enough, names of the speakers aside, so this proves nothing. Facts are checked against English
turns alone, which their small words show: a fact of others may be in other words and is no invention.
"""

import re
from collections.abc import Iterable, Sequence

from clew.loaders.knowledge.pending import Said
from clew.text.names import normalise
from clew.text.names.phrases import is_empty, read

STEM = 5  # letters by which two forms of a word are one: "adopted" and "adoption"

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_AS_DIGITS = {word: str(number) for number, word in enumerate(_NUMBERS, 2)}
"""Small words, but not here: who says "two kids" speaks of 2 children."""

ENGLISH = 0.25  # share of words such as "the" and "did" from which on turns are English


def is_grounded(text: str, cited: Iterable[Said], shown: Sequence[Said]) -> bool:
    """Return whether a fact shares a word with a turn that it cites, or with the turn before, which that may answer.

    The turn before says nothing for a fact about another speaker than who answers: "Yes" is said of oneself. The turns
    that are `shown` include the cited ones.
    """
    names = {stem for turn in shown for stem in _stems(turn.speaker)}
    claimed = _stems(text) - names
    about = next((stem for word in read(text) if (stem := normalise(word.text)[:STEM]) in names), "")
    places = {(turn.session, turn.position): turn for turn in shown}
    heard: list[str] = []
    for turn in cited:
        heard.append(turn.shown)
        before = places.get((turn.session, turn.position - 1))
        if before and (not about or about in _stems(turn.speaker)):
            heard.append(before.shown)
    said = " ".join(heard)
    words = read(said)
    is_english = bool(words) and sum(is_empty(word.text) for word in words) >= ENGLISH * len(words)
    return not claimed or not is_english or not claimed.isdisjoint(_stems(said))


def is_named(name: str, said: str) -> bool:
    """Return whether a text holds a name, or shares a word with it.

    It holds no "Rome" in "Jerome" and no 19 in 1929; a script without case needs no gap.
    """
    if not name or not _stems(name).isdisjoint(_stems(said)):
        return bool(name)
    said, name = said.casefold(), name.casefold()
    found = re.finditer(rf"{re.escape(name)}(?!(?<=\d)\d)", said)
    return any(not (_needs_gap(name[0]) and _needs_gap(said[: match.start()][-1:])) for match in found)


def _needs_gap(sign: str) -> bool:
    return sign.isdigit() or sign.upper() != sign


def _stems(text: str) -> set[str]:
    heard = [word.text for word in read(text)]
    numbers = {_AS_DIGITS[word.lower()] for word in heard if word.lower() in _AS_DIGITS}
    return numbers | {normalise(word)[:STEM] for word in heard if not is_empty(word)}
