"""By which names a turn addresses whom it is said to: "Hey Mel!", "Thanks, Jo."."""

import re

_GREETING = (
    "hi|hey|hello|hiya|howdy|dear|welcome(?: back)?|bye|goodbye|thanks|thank you|thx|congrats|congratulations|sorry"
    "|cheers|good (?:morning|afternoon|evening|night)|happy birthday|nice to (?:meet|see) you"
)
_ADDRESSED = re.compile(
    rf"(?:^|[.!?\u2026\n]\s*)(?i:{_GREETING}),?\s+(?:(?:Mrs?|Ms|Dr|Prof)\.?\s+)?"
    rf"(?P<name>[^\W\d_][^\W\d_'’]+)(?=\s*(?:[,.!?:;\u2026\n\u2014-]|$))"
)
_NOBODY = frozenset({
    "again", "all", "bro", "buddy", "dear", "dr", "dude", "everybody", "everyone", "folks", "friend", "friends", "guys",
    "pal", "man", "mate", "mr", "mrs", "ms", "prof", "so", "team", "there", "though", "too", "world", "you",
})  # fmt: skip
"""What else stands after a greeting."""

OPENING_CHARACTERS = 100
"""Of a turn, in which names are looked for: a letter that is quoted further on greets somebody else."""


def addressed(text: str) -> list[str]:
    """Return the names after a greeting or thanks at a turn's opening, with a capital, each once, in its order."""
    names = (match["name"] for match in _ADDRESSED.finditer(text[:OPENING_CHARACTERS]))
    return list(dict.fromkeys(name for name in names if name[0].isupper() and name.lower() not in _NOBODY))
