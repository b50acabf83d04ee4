"""The names of things as a game says them: memory folds plurals, and a game that has matches knows no match."""

import re
from collections.abc import Iterable, Mapping

from clew.model.triplet import Triplet
from clew.text.names import in_full, normalise

MAX_WORDS = 4  # of a name
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def plurals(texts: Iterable[str]) -> dict[str, str]:
    """Return the names that texts say in the plural alone, by the name in memory: ``{"match": "matches"}``."""
    found, alone = dict[str, str](), set[str]()
    for text in texts:
        words = _WORD.findall(text.lower())
        for first in range(len(words)):
            for end in range(first + 1, min(first + MAX_WORDS, len(words)) + 1):
                phrase = " ".join(words[first:end])
                name, said = normalise(phrase), in_full(phrase)
                if name != said:
                    found.setdefault(name, said)
                else:
                    alone.add(name)
    return {name: said for name, said in found.items() if name not in alone}


def in_words(triplet: Triplet, said: Mapping[str, str]) -> str:
    """Return a triplet as a sentence, in the names that a game says."""
    subject, other = (said.get(each, each) for each in (triplet.subject, triplet.object))
    return Triplet(subject, triplet.predicate, other).text
