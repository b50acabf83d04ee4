"""Roles in a chat with an assistant: labels that are no names, and whom a question means by "I" and "you"."""

import re
from collections.abc import Iterable

_OWNER = frozenset({"user", "human"})
_ANSWERING = frozenset({"assistant", "ai"})
_ROLES = _OWNER | _ANSWERING | {"system", "tool"}

_FIRST_PERSON = re.compile(r"\b(?:I|I['’]\w+|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b")
_SAID = (
    "say|said|tell|told|recommend(?:ed)?|suggest(?:ed)?|explain(?:ed)?|advi[sc]ed?|propose[d]?|mention(?:ed)?|give|gave"
    "|list(?:ed)?|describe[d]?|answer(?:ed)?"
)
_SECOND_PERSON = re.compile(
    rf"\b(?:did|had|have)\s+you\s+(?:\w+\s+)?(?:{_SAID}|given)\b|\byou\s+(?:{_SAID})\b"
    r"|\byour\s+(?:answer|advice|suggestion|recommendation|explanation|proposal)s?\b",
    re.IGNORECASE,
)


def is_role(speaker: str) -> bool:
    """Return whether a speaker's label says what they are, not what they are called."""
    return speaker.strip().casefold() in _ROLES


def meant(query: str, speakers: Iterable[str]) -> str:
    """Return the speaker whom a question of a chat's owner means without a name; empty where that is unknown.

    What the assistant is asked to repeat was said by the assistant; "I" and "my" mean the user.
    """
    roles = {name.strip().casefold(): name for name in speakers if is_role(name)}
    wanted = _ANSWERING if _SECOND_PERSON.search(query) else _OWNER if _FIRST_PERSON.search(query) else frozenset[str]()
    return next((name for role, name in roles.items() if role in wanted), "")
