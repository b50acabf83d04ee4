"""How sure recall has to be for an agent that did not ask memory: its middleware recalls for every message of a user.

Most messages need no memory. They are small talk, or ask what anyone knows. An encoder's vectors of English messages
tell these from those that ask for what was said and done, along one direction (`benchmarks/directions.py`). They are
not always right, so such a message is not refused: its hits have to fit better. Of a remark in no known language the
direction is asked only where it has an English word or one of small talk.
"""

import re
from collections.abc import Sequence

from clew.retrieval.confidence import ASKS, SMALL_TALK, WORD
from clew.retrieval.directions import directions
from clew.retrieval.question import Question
from clew.text.language import FUNCTION_WORDS, language

GENERAL = 0.35
"""The confidence needed for a message that needs no memory, as its vector says.

Chosen with the next one on development questions of conversations and documents, and on the shown half of `truth.py`.
The messages of `wordings/requests_free.txt` that need no memory had a part in it.
"""

OTHER = 0.2
"""The same for another English one that names nobody of memory, and says no "I", "we" or "you"."""

LEAST = 0.12
"""The same for any other message: it may name somebody of memory, or not be in English.

It meets 1.7 % of the answered questions of LoCoMo and BEAM with silence, 0.13 more than the 2 % that are allowed.
"""

REMARK = 0.15
"""The same for any other remark, in any language."""

REMARK_WORDS = 5
"""Words of a remark, at most; it asks nothing."""

MANY = 100
"""Texts of a space from which on this is needed in full, but for a remark: the best of few is less near by chance."""

_PERSONS = re.compile(
    r"\b(?:i|me|my|myself|we|(?-i:us)|ours?|ourselves|you|yours?|yourself|yourselves)\b", re.IGNORECASE
)
_NAMES = re.compile(r"(?<=[a-z,] )[A-Z]\w+")
_ENGLISH = FUNCTION_WORDS["en"] | SMALL_TALK
"""Without one of these a remark in no known language may be in any."""


def needed(question: Question, vector: Sequence[float], encoder: str, texts: int, found: Sequence[str]) -> float:
    """Return the confidence from which on hits are worth showing where nobody asked memory, 0 to 1.

    Args:
        question: the message.
        vector: its embedding, of length 1.
        encoder: the identity of what embedded it.
        texts: of the space.
        found: texts of the hits.
    """
    message, few = question.query, min(1.0, texts / MANY)
    said, spoken = WORD.findall(message.casefold()), language(message)
    is_remark = not ASKS.search(message) and len(said) <= REMARK_WORDS
    least = REMARK if is_remark else LEAST * few
    is_known = spoken == "en" or (not spoken and is_remark and not _ENGLISH.isdisjoint(said))
    is_named = question.speakers and not question.by_role and not says_person(message)  # "I" may mean a speaker
    if is_named or not is_known:
        return least
    learnt = directions("requests").get(encoder)
    if learnt and learnt.reaches(vector):
        return GENERAL * few
    is_of_memory = any(name in text for name in _NAMES.findall(message) for text in found)
    return least if spoken != "en" or is_of_memory or says_person(message) else max(least, OTHER * few)


def says_person(message: str) -> bool:
    """Return whether a message says "I", "we" or "you" in English."""
    return _PERSONS.search(message) is not None
