"""When two sentences say the same, judged by their words alone; and what names a fact."""

import hashlib
import unicodedata
from collections.abc import Sequence
from datetime import datetime

from clew.naming import normalise

ARTICLES = frozenset({"a", "an", "the"})

_BEFORE = "\"'\u2018\u2019\u201c\u201d\u00ab\u00bb([{*_"
_AFTER = f"{_BEFORE})]}}.,;:!?\u2026"


def statement_key(text: str, valid_from: datetime | None) -> str:
    """What is equal for sentences that say the same: their words, in order, without articles, case and punctuation.

    Where a sentence holds since a day that it names, the day belongs to it: one goes to the gym many times.
    """
    words = (_word(word) for word in unicodedata.normalize("NFKC", text).casefold().split() if word not in ARTICLES)
    day = f"@{valid_from.date().isoformat()}" if valid_from else ""
    return " ".join(word for word in words if word) + day


def fact_id(key: str, source: str) -> str:
    """The id of a fact by what it says and who said it first: said again after it was replaced, it is another one."""
    return f"fact:{digest((key, source))[:20]}"


def digest(parts: Sequence[str]) -> str:
    """What tells sequences of texts apart, in 64 hex digits."""
    return hashlib.sha256("\0".join(parts).encode(errors="surrogatepass")).hexdigest()


def _word(word: str) -> str:
    """A word as it counts; a number keeps its sign and what it counts, as in -5, $5 and 5%."""
    if any(map(str.isdigit, word)):
        return word.lstrip(_BEFORE).rstrip(_AFTER)
    return normalise(word)
