"""Whom a text addresses: found in what is remembered ("Hey Mel!"), left out of what is asked ("Mel, where is it?")."""

import re
from collections.abc import Collection
from functools import partial

_GREETING = (
    "hi|hey|hello|hiya|howdy|dear|welcome(?: back)?|bye|goodbye|thanks|thank you|thx|congrats|congratulations|sorry"
    "|cheers|good (?:morning|afternoon|evening|night)|happy birthday|nice to (?:meet|see) you"
)
_START = r"(?P<before>^|[.!?\u2026\n]\s*)"
"""Of a sentence."""
_ADDRESSED = re.compile(
    rf"{_START}(?i:{_GREETING}),?\s+(?:(?:Mrs?|Ms|Dr|Prof)\.?\s+)?"
    rf"(?P<name>[^\W\d_][^\W\d_'’]+)(?=\s*(?:[,.!?:;\u2026\n\u2014-]|$))"
)
_NOBODY = frozenset({
    "again", "all", "bro", "buddy", "dear", "dr", "dude", "everybody", "everyone", "folks", "friend", "friends", "guys",
    "pal", "man", "mate", "mr", "mrs", "ms", "prof", "so", "team", "there", "though", "too", "world", "you",
})  # fmt: skip
"""Words after a greeting that are no names."""

_GREETED = re.compile(rf"{_START}(?i:{_GREETING}),?\s+[^\W\d_][\w'’-]+\s*(?:[,.!?:;\u2026\n\u2014-]\s*|$)")
_NO_LIST = r"(?!(?:and|or)\b|who(?:m|se)?\b[^,?]*,)(?=[a-z]|I\b)"
"""Follows a name and a comma where neither a list nor a clause about the name goes on."""

OPENING_CHARACTERS = 100
"""Of a turn, in which names are looked for: a letter that is quoted further on greets somebody else."""


def addressed(text: str) -> list[str]:
    """Return the names after a greeting or thanks at a turn's opening, with a capital, each once, in its order."""
    names = (match["name"] for match in _ADDRESSED.finditer(text[:OPENING_CHARACTERS]))
    return list(dict.fromkeys(name for name in names if name[0].isupper() and name.lower() not in _NOBODY))


def without_vocatives(query: str, names: Collection[str]) -> str:
    """Return a query without the greetings and names by which it addresses somebody: it does not mean them.

    Any name counts behind a greeting and before a sign ("Hi Nova."). One of `names` needs no sign there. It also counts
    at the opening of a sentence ("Mel, where is it?") and at the end of the query ("Where is it, Mel?"). In a list of
    names none does. A query that only greets stays as it is.

    Args:
        query: as asked.
        names: whole names and first names of all who speak.
    """
    kept = _GREETED.sub(r"\g<before>", query)
    if known := "|".join(re.escape(name) for name in names if name and name.casefold() in kept.casefold()):
        kept = re.sub(rf"{_START}(?i:(?:{_GREETING}),?\s+(?:{known}))(?!\w)[\s,.!?:;-]*", r"\g<before>", kept)
        kept = re.sub(rf"{_START}(?i:{known}),\s+{_NO_LIST}", r"\g<before>", kept)
        kept = re.sub(rf"(?<!\w)(?P<last>[\w'’]+),\s+(?i:{known})(?=[\s.!?]*$)", partial(_unless_listed, known), kept)
    return kept if re.search(r"\w", kept) else query


def _unless_listed(known: str, found: re.Match[str]) -> str:
    """Return the last word before a closing name alone; all of it where that word is a name, too."""
    return found[0] if re.fullmatch(known, found["last"], re.IGNORECASE) else found["last"]
