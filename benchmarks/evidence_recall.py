"""Shares of a question's evidence and of its answer's words that a ranking or a text has."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import Stemmer

from clew.text.names import words

WORDS = 1000
_STEMMER = Stemmer.Stemmer("english")
_SMALL = words("stop.txt")


def contained(answer: str, text: str) -> float:
    """Return the share of an answer's words that stand in a text; of an answer without words, such as none, all do."""
    wanted = stems(answer)
    return len(wanted & stems(text)) / len(wanted) if wanted else 1.0


def stems(text: str) -> set[str]:
    """Return the stems of a text's words, small words left out."""
    words = (word for word in re.findall(r"\w+", text.lower()) if word not in _SMALL)
    return set(_STEMMER.stemWords(list(words)))


def share(ids: Sequence[str], evidence: AbstractSet[str]) -> float:
    """How much of the evidence is among the ids."""
    return len(evidence & set(ids)) / len(evidence)


def within(ranking: Sequence[str], costs: Mapping[str, int], budget: int) -> list[str]:
    """The best turns until the first that overflows the budget."""
    taken: list[str] = []
    for id in ranking:
        budget -= costs[id]
        if budget < 0:
            break
        taken.append(id)
    return taken
