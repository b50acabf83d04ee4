"""Corrections: short turns that put an earlier one of their speaker right, as words say or as the encoder reads them.

Few people say that they correct ("scratch that"). Most just say what is right: "The concert is at eight". The
vectors of such turns differ from those of other short turns along one direction. It is learnt from wordings of our own,
for each encoder; `benchmarks/directions.py` learns it and says what it is worth. It is not sure. So a turn is shown
with what may correct it, right before that, and no more is claimed. It stands behind a turn that says that it corrects.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from clew.model import Hit, Replacement
from clew.retrieval.directions import directions
from clew.text.language import function_words, language

MOST = 30
"""The best hits among which corrections are looked for."""

LOOK_BACK = 6
"""Turns before a correction, among which is what it corrects."""

MOST_WORDS = 15
"""Of a turn that corrects without saying so: who says more tells something else."""

MOST_CHARACTERS = 120
"""Of such a turn."""

_WORD = re.compile(r"[^\W\d_]+")
"""Without numbers: the right one may stand in another turn, too."""

_SAYS_SO = re.compile(
    r"\b(?:scratch that|take (?:that|it) back|correction|correct(?:ing)? myself|stand corrected|my mistake|typo|"
    r"i (?:meant|misspoke|misread|mistyped|misheard)|i (?:should|meant to) have said|"
    r"i(?: was|'m) (?:wrong|mistaken|misinformed)|(?:got|had|mixed) (?:that|it|this) (?:wrong|up))\b",
    re.IGNORECASE,
)


def with_corrections(hits: Sequence[Hit], likeness: Mapping[str, float | None], encoder: str) -> tuple[Hit, ...]:
    """Return hits of which those that a later turn may correct know that one (`Hit.replaced_by`).

    Args:
        hits: best first.
        likeness: of turns, by id, the cosine of their vector with the encoder's direction.
        encoder: its identity; with one for which nothing was learnt only what says that it corrects does.
    """
    learnt = directions("corrections").get(encoder)
    threshold = learnt.threshold if learnt else math.inf
    corrected = {
        earlier.id: later
        for later, earlier in sorted(_pairs(hits[:MOST]), key=lambda pair: (says_so(pair[0].text), pair[0].position))
        if says_so(later.text) or (likeness.get(later.id) or 0.0) >= threshold
    }  # of several the last that says so, or else the last
    return tuple(
        replace(hit, replaced_by=Replacement(corrected[hit.id].id, corrected[hit.id].text))
        if hit.id in corrected and not hit.replaced_by
        else hit
        for hit in hits
    )


def _pairs(hits: Sequence[Hit]) -> list[tuple[Hit, Hit]]:
    """Return turns that may correct, each with the earlier turn of its speaker that it would be about.

    That is the last one with a word in common, or else the last one. A turn that says that it corrects may be long, and
    may follow a question. Without a word in common another one is about the last turn only where all that was said
    between is among the hits.
    """
    placed = {(hit.session, hit.position): hit for hit in hits if hit.kind == "Episode" and hit.speaker}
    found: list[tuple[Hit, Hit]] = []
    for hit in placed.values():
        before = [placed.get((hit.session, hit.position - back)) for back in range(1, LOOK_BACK + 1)]
        own = [each for each in before if each and each.speaker == hit.speaker and "?" not in each.text]
        is_sure = says_so(hit.text)
        answers = before[0] and before[0].speaker != hit.speaker and "?" in before[0].text
        if own and (is_sure or (not answers and may_correct(hit.text))):
            content = _content(hit.text)
            about = [each for each in own if content & _content(each.text)]
            if is_sure or all(before[: hit.position - own[0].position]):
                about.append(own[0])
            found += [(hit, each) for each in about[:1]]
    return found


@lru_cache(maxsize=8192)
def says_so(text: str) -> bool:
    """Return whether a text says that it corrects."""
    return _SAYS_SO.search(text) is not None


@lru_cache(maxsize=8192)
def may_correct(text: str) -> bool:
    """Return whether a text is short and does not ask, in the language that the direction was learnt in."""
    return (
        "?" not in text
        and len(text) <= MOST_CHARACTERS
        and len(text.split()) <= MOST_WORDS
        and language(text) in {"", "en"}
    )


@lru_cache(maxsize=8192)
def _content(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - function_words(text)
