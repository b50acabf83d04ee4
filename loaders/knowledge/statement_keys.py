"""Keys that are equal for sentences that say the same, by their words alone; and the ids of facts."""

import hashlib
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from clew.graph.schema.properties import STATEMENT_KEY
from clew.text.names import KEYS, in_full, normalise

ARTICLES = frozenset({"a", "an", "the"})

_BEFORE = "\"'\u2018\u2019\u201c\u201d\u00ab\u00bb([{*_"
_AFTER = f"{_BEFORE})]}}.,;:!?\u2026"
_SIGNS = {"So", "Sc", "Sm"}  # categories of signs that say something by themselves: symbols, currencies, mathematics


def statement_key(text: str, valid_from: datetime | None) -> str:
    """Return the words of a sentence in order, without articles, case and punctuation.

    Nor does it matter how apostrophes, hyphens and minus signs are written. A closing article is none: hepatitis A.
    Signs that stand alone, such as emoji, % or <, are words. The plural is folded away in small letters alone: Peter
    and Peters are two people. The day since which a sentence holds belongs to it, if it names one: one goes to the gym
    many times. A key that is longer than an index holds is a digest.
    """
    written = [word for word in unicodedata.normalize("NFKC", text).translate(KEYS).split() if _word(word)]
    words = (_word(word) for word in written[:-1] if word.casefold() not in ARTICLES)
    day = f"@{valid_from.date().isoformat()}" if valid_from else ""
    key = " ".join((*words, *map(_word, written[-1:]))) + day
    return digest((key,)) if STATEMENT_KEY.fault(key) else key


def fact_id(key: str, source: str) -> str:
    """Return the id of a fact by its key and its first source: said again after it was replaced, it is another fact."""
    return f"fact:{digest((key, source))[:20]}"


def digest(parts: Sequence[str]) -> str:
    """Return 64 hex digits that tell sequences of texts apart."""
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()


def _word(word: str) -> str:
    """Normalise a word; a number keeps its sign and its unit, as in -5, $5 and 5%; of signs alone these stay."""
    if any(map(str.isdigit, word)):
        return word.casefold().lstrip(_BEFORE).rstrip(_AFTER)
    may_be_name = word.lstrip(_BEFORE)[:1].isupper() and not word.isupper()
    return (in_full if may_be_name else normalise)(word) or "".join(
        sign for sign in word if sign == "%" or unicodedata.category(sign) in _SIGNS
    )
