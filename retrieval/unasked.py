"""How sure recall has to be for an agent that did not ask memory: its middleware recalls for every message of a user.

Most messages need no memory. They are small talk, or ask what anyone knows. An encoder's vectors of English messages
tell these from those that ask for what was said and done, along one direction (`benchmarks/directions.py`). They are
not always right, so such a message is not refused: its hits have to fit better.
"""

import re
from collections.abc import Sequence

from clew.retrieval.directions import directions
from clew.retrieval.question import Question
from clew.text.language import language

GENERAL = 0.35
"""The confidence needed for a message that needs no memory, as its vector says.

Chosen with the next one on development questions of conversations and documents, and on the shown half of
`truth.py`.
"""

OTHER = 0.25
"""The same for one that names nobody of memory, and says no "I", "we" or "you"."""

PERSONAL = 0.1
"""The same for any other message: it may name somebody of memory, or not be in English."""

REMARK = 0.15
"""The same for any other remark: it meets 31 of 37 shown remarks of `truth.py`."""

REMARK_WORDS = 5
"""Words of a remark, at most; it asks nothing."""

_ASKS = re.compile("[?\uff1f\u061f]")
_WORD = re.compile(r"[^\W_]+")
_PERSONS = re.compile(r"\b(?:i|me|my|mine|myself|we|us|ours?|you|yours?)\b", re.IGNORECASE)


def needed(question: Question, vector: Sequence[float], encoder: str, share: float) -> float:
    """Return the confidence from which on hits are worth showing where nobody asked memory, 0 to 1.

    Args:
        question: the message.
        vector: its embedding, of length 1.
        encoder: the identity of what embedded it.
        share: of the hits asked for, that there are, 0 to 1. The best of few is less like a message by chance.
    """
    message = question.query
    is_remark = not _ASKS.search(message) and len(_WORD.findall(message)) <= REMARK_WORDS
    least = REMARK if is_remark else PERSONAL * share
    if (question.speakers and not question.by_role) or language(message) not in ({"en", ""} if is_remark else {"en"}):
        return least
    learnt = directions("requests").get(encoder)
    if learnt and learnt.reaches(vector):
        return GENERAL
    return least if says_person(message) else max(least, OTHER * share)


def says_person(message: str) -> bool:
    """Return whether a message says "I", "we" or "you" in English."""
    return _PERSONS.search(message) is not None
