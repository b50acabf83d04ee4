"""Whom a question names: a speaker by the label, the first name, a short form of it, or another spelling."""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from clew.naming import words

MIN_LETTERS = 3
"""Of a short form without its ending: "Kat" of "Katie"."""
MIN_SPELLING = 5
"""Letters of a name of which another spelling is recognised."""
SAME_SPELLING = 0.75
"""Share of letters that two spellings of a name have in common, in their order; the first letter is the same."""

_NAME_LIKE = re.compile(r"(?<!\w)[^\W\d_]+(?:['’]s)?(?!\w)")
_ENDING = re.compile(r"(?:ie|y|e|i)$")
_SMALL = words("stop.txt")


def without_names(query: str, speakers: Sequence[str]) -> tuple[str, set[str]]:
    """Return the query without the names of speakers, and who they are.

    Whole names count before first names, and these before what is only like one of them.
    """
    named: set[str] = set()
    text = query
    for forms in ({name: tuple(name.split()) for name in speakers}, {name: (name.split()[0],) for name in speakers}):
        present = [name for name in speakers if _pattern(forms[name]).search(text)]
        for name in present:
            text = _pattern(forms[name]).sub(" ", text)
        named |= set(present)
    for word in dict.fromkeys(_NAME_LIKE.findall(text)):
        if meant := _meant(word, [name for name in speakers if name not in named]):
            text = _pattern((word,)).sub(" ", text)
            named.add(meant)
    return " ".join(text.split()), named


@lru_cache(maxsize=4096)
def _pattern(name: tuple[str, ...]) -> re.Pattern[str]:
    joined = r"\s+".join(map(re.escape, name))
    return re.compile(rf"(?<!\w){joined}(?:['’]s)?(?!\w)", re.IGNORECASE)


def _meant(word: str, speakers: Sequence[str]) -> str:
    """Return the one speaker whom a word written like a name may mean; empty where there is none, or several."""
    name = re.sub(r"['’]s$", "", word)
    if not name[0].isupper() or name.lower() in _SMALL:
        return ""
    alike = [speaker for speaker in speakers if is_alike(name, speaker.split()[0])]
    return alike[0] if len(alike) == 1 else ""


def is_alike(name: str, label: str) -> bool:
    """Return whether a name is a short form or another spelling of a label, such as Katie or Kathrine of Katherine."""
    given, full = _plain(name), _plain(label)
    if not given or not full or given[0] != full[0]:
        return False
    if given == full:
        return True
    short = _ENDING.sub("", given)
    short = short[:-1] if short[-2:-1] == short[-1:] else short
    if MIN_LETTERS <= len(short) < len(full) and len(given) < len(full) and full.startswith(short):
        return True
    is_long = min(len(given), len(full)) >= MIN_SPELLING
    return is_long and SequenceMatcher(None, given, full, autojunk=False).ratio() >= SAME_SPELLING


def _plain(name: str) -> str:
    """Fold case and accents."""
    return "".join(each for each in unicodedata.normalize("NFD", name.casefold()) if each.isalpha())
