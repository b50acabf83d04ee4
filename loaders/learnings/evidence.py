"""Finds the grounds of a new learning: the steps that show it, and what the learnings rest on that it continues.

A claim names sources that say something together: it falls with any of them. A learning goes when it has no claim left.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from clew.model.learnings import Learning, learning_key, words_of
from clew.text.names.phrases import is_empty

MAX_STEPS = 5  # steps that a learning rests on, where its writer named none
CLOSE: Final = 0.85
"""Cosine from which a learning continues another in other words, with the default encoder. Chosen on 14 pairs in the
style of CLIN's samples. Of 7 that say the same 5 are closer; of 7 others 2, what is done to a thing and its undoing."""

_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


class ClaimSource(NamedTuple):
    """A source of a claim, by its node's id."""

    claim: str
    source: str


class Prior(NamedTuple):
    """A learning that a new one may continue."""

    id: str  # of its node
    key: str  # equal for those of the same cause and effect
    relation: str  # how the cause bears on the effect; empty for free text
    vector: list[float]  # of its text, of length 1
    grounds: list[ClaimSource]  # what it rests on


class Resting(NamedTuple):
    """The learnings that a new one continues, and its grounds, by ids."""

    continues: tuple[str, ...]
    grounds: tuple[ClaimSource, ...]


def shown_by(learning: Learning, steps: Mapping[int, str]) -> tuple[int, ...]:
    """Return the places of the steps that share most with a learning, at most five; none where none shares a word.

    A word counts the more, the fewer steps have it.
    """
    words = {place: _stems(text) for place, text in steps.items()}
    common = Counter(word for each in words.values() for word in each)
    wanted = _stems(f"{learning.cause} {learning.effect}" if learning.relation else learning.text)
    shared = {place: sum(1 / common[word] for word in sorted(wanted & each)) for place, each in words.items()}
    best = sorted((place for place in shared if shared[place]), key=lambda place: (-shared[place], place))
    return tuple(sorted(best[:MAX_STEPS]))


def resting(
    learning: Learning,
    vector: Sequence[float],
    priors: Sequence[Prior],
    own: Sequence[ClaimSource],
    *,
    is_shown: bool,
    is_summary: bool = False,
) -> Resting:
    """Decide what a new learning continues, and what it rests on.

    - It says the same as earlier ones: it rests on what these rest on, and on its own sources where they are named.
    - It says so in other words: on all of that together, for nobody can tell whose words it has. Of a summary, on what
      the closest rests on.
    - It is new, or says the opposite: on its own sources, for what showed that a cause helps does not show that it
      does not.

    Args:
        learning: the new one.
        vector: of its text, of length 1.
        priors: the learnings that it may continue.
        own: sources of its own, all of one claim.
        is_shown: whether its writer named them.
        is_summary: whether its set summarises others.
    """
    key = learning_key(learning)
    if same := [each for each in priors if each.key == key]:
        agreeing = [each for each in same if _agree(each.relation, learning.relation)]
        inherited = [ground for each in agreeing for ground in each.grounds]
        grounds = dict.fromkeys([*inherited, *(own if is_shown or not agreeing else ())])
        return Resting(tuple(each.id for each in same), tuple(grounds))
    cosines = np.array([each.vector for each in priors]) @ np.array(vector) if priors else np.zeros(1)
    best = int(np.argmax(cosines))
    close = priors[best] if cosines[best] >= CLOSE else None
    if close and _agree(close.relation, learning.relation):
        sources = sorted({each.source for each in (*close.grounds, *(() if is_summary else own))})
        claim = f"together {hashlib.sha256(chr(10).join(sources).encode()).hexdigest()[:16]}"
        return Resting((close.id,), tuple(ClaimSource(claim, source) for source in sources))
    return Resting((close.id,) if close else (), tuple(own))


def _agree(one: str, other: str) -> bool:
    """Return whether two relations both say that a cause does not contribute, or neither does."""
    return (one == "does not contribute") == (other == "does not contribute")


def _stems(text: str) -> set[str]:
    return {_ENDING.sub("", word) for word in words_of(text).split() if not is_empty(word)}
