"""How much of a question's evidence a ranking finds: among so many turns, or in so many words."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import Stemmer

from clew.text.names import words

WORDS = 1000
TOPS = (5, 10, 20, 50)

RECALL, ALL = f"r@{WORDS}w", f"all@{WORDS}w"
PACKED, ALL_PACKED = "r packed", "all packed"
_STEMMER = Stemmer.Stemmer("english")
_SMALL = words("stop.txt")

COVERED, ANSWERED = "covered", "answer words"


def figures(ranking: Sequence[str], evidence: AbstractSet[str], costs: Mapping[str, int]) -> dict[str, float]:
    """Shares of the evidence, 0..1, at each cut; `all` is 1 where nothing is missing.

    Args:
        ranking: ids of turns, best first.
        evidence: ids of the turns that answer.
        costs: words of each turn's dated line.
    """
    fitting = within(ranking, costs, WORDS)
    found = {f"r@{top}": share(ranking[:top], evidence) for top in TOPS}
    return found | {RECALL: share(fitting, evidence), ALL: float(evidence <= set(fitting))}


def packed(ids: Sequence[str], evidence: AbstractSet[str]) -> dict[str, float]:
    """The same for the turns of a packed text."""
    return {PACKED: share(ids, evidence), ALL_PACKED: float(evidence <= set(ids))}


def told(covered: Sequence[str], text: str, evidence: AbstractSet[str], answer: str) -> dict[str, float]:
    """Return the share of the evidence that a packed text covers, and whether it has every word of the answer.

    Args:
        covered: ids of the turns in it, and of those that say a fact in it; optimistic, since a fact says less.
        text: the packed text.
        evidence: ids of the turns that answer.
        answer: the gold answer; small words do not count, and endings are cut. Every text tells one of small words
            alone, such as yes.
    """
    words = stems(answer)
    return {COVERED: share(covered, evidence), ANSWERED: float(words <= stems(text))}


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
