"""Whether a short answer is right: exact match and F1 by words, per question, as SQuAD counts them.

Source: Rajpurkar et al. 2016, section 6.1; both are taken over the best of the answers that are right.
"""

import string
from collections import Counter
from collections.abc import Sequence

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = frozenset({"a", "an", "the"})


def words(answer: str) -> list[str]:
    """What counts of an answer: its words in lower case, without punctuation and articles."""
    return [word for word in answer.lower().translate(_PUNCTUATION).split() if word not in _ARTICLES]


def scores(answer: str, right: Sequence[str]) -> dict[str, float]:
    """``EM`` and ``F1`` of an answer, 0..1; `right` has at least one."""
    return {
        "EM": max(float(words(answer) == words(each)) for each in right),
        "F1": max(_f1(words(answer), words(each)) for each in right),
    }


def _f1(said: Sequence[str], right: Sequence[str]) -> float:
    """The harmonic mean of precision and recall over words; where either has none, whether both have none."""
    if not said or not right:
        return float(said == right)
    shared = (Counter(said) & Counter(right)).total()
    return 2 * shared / (len(said) + len(right))
