"""Tells sentences in the first person, which say who they are about only beside the name of their speaker."""

import re

from clew.loaders.language.self_statements import words_of
from clew.text.names import words
from clew.text.sentences import unquoted

_SELVES = words("selves.txt", "clew.loaders.language")
_UNSPACED = ("我", "私", "僕", "俺")
"""The same, at the head of a sentence of a script without gaps between words."""
_NUMBERED = re.compile(r"\b[^\W\d_]\w+ I\b")
"""World War I."""


def is_in_first_person(text: str) -> bool:
    """Return whether a text speaks of its speaker as "I" or "we", quotations aside."""
    spoken = _NUMBERED.sub(_without_number, unquoted(text))
    return spoken.startswith(_UNSPACED) or not _SELVES.isdisjoint(words_of(spoken))


def _without_number(match: re.Match[str]) -> str:
    """Blank the "I" behind a word with a capital, unless that opens the text: "Yesterday I"."""
    return match[0][:-1] if match.start() and match[0][0].isupper() else match[0]
