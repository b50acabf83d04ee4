"""Standing wishes of a user: instructions for all answers to come, and preferences."""

import re
from collections.abc import Callable, Iterable

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction

PREFERENCE = 1 / 3
"""How much of an instruction a preference weighs; chosen on five chats with an assistant."""

MAX_WISH_CHARACTERS = 2000
"""Of the opening of a turn in which a wish is looked for."""

_OPENING = r"(?:^|[.!?:;]\s*|\n[^\S\n]*|,\s*(?:and|so|but)\s+)(?:(?:please|also|and|so|just|but|ok|okay)[\s,]+)*"
_NO_VERB = r"mind|again|been|heard|seen|done|had|knew|thought|felt|happy|good|nice|great|glad|an?|the|my|our|his|her"
_INSTRUCTION = re.compile(
    rf"{_OPENING}(?:always|never)\s+(?!(?:{_NO_VERB})\b|\w+ed\b)\w"
    r"|\byou\s+(?:(?:should|must)\s+|to\s+)(?:always|never)\b"
    r"|\bfrom\s+(?:now|here)\s+on(?:wards?)?\b|\bgoing\s+forward\b"
    r"|\b(?:when(?:ever)?|every\s+time|each\s+time|any\s?time|if)\s+I\s+(?:ask|request)\b",
    re.IGNORECASE,
)
_PREFERENCE = re.compile(
    r"\bI(?:'d|’d|\s+would)?\s+(?:(?:\w+ly|always|much|also)\s+)*(?:prefer|rather)\b|\bmy\s+preference\b", re.IGNORECASE
)


def wish_strength(text: str) -> float:
    """Return how much a turn is a standing wish: 1 for an instruction, less for a preference, 0 for neither."""
    if _INSTRUCTION.search(text):
        return 1.0
    return PREFERENCE if _PREFERENCE.search(text) else 0.0


def send_wishes(transaction: SpaceTransaction, ids: Iterable[str]) -> Callable[[], dict[str, float]]:
    """Ask for the openings of some turns; what is returned fetches by id how strong each wish among them is."""
    query = load("recall/openings", tuple[str, str])
    fetch = transaction.send(query, ids=list(ids), opening=MAX_WISH_CHARACTERS)
    return lambda: {id: strength for id, opening in fetch() if (strength := wish_strength(opening))}
