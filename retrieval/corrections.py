"""Corrections: short turns that put an earlier one of their speaker right, as words say or as the encoder reads them.

Few people say that they correct ("scratch that"). Most just say what is right: "The concert is at eight". The
vectors of such turns differ from those of other short turns along one direction. It is learnt from wordings of our own,
for each encoder; `benchmarks/directions.py` learns it and says what it is worth. It is not sure. So a turn that
a question is about is shown with what may correct it, right before that, and no more is claimed. Any turn stands behind
one that says that it corrects it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from clew.model import Hit, Replacement
from clew.retrieval.directions import directions
from clew.text.language import function_words, language

MOST = 30
"""The best hits that are looked at for corrections, and for other statements about one thing."""

LOOK_BACK = 6
"""Turns before a correction, among which is what it corrects: the one of its speaker that it is most like."""

FARTHER = 0.02
"""Taken from their cosine for each turn between; chosen on the corrections that the direction is learnt from."""

ANSWERS = 0.25
"""Of the best relevance: a turn of less is not shown with what may correct it, as the question is not about it."""

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


def parameters(encoder: str) -> dict[str, object]:
    """Return how the database tells turns that read like corrections, and what each is about; see `recall/read`."""
    learnt = directions("corrections").get(encoder)
    return {
        "short": MOST_CHARACTERS,
        "direction": learnt.vector if learnt else None,
        "threshold": learnt.threshold if learnt else None,
        "back": LOOK_BACK,
        "farther": FARTHER,
    }


def with_corrections(hits: Sequence[Hit], corrects: Mapping[str, str]) -> tuple[Hit, ...]:
    """Return hits of which those that a later turn may correct know that one (`Hit.replaced_by`).

    Args:
        hits: best first.
        corrects: of turns that read like corrections, by id, the turn that each would be about.
    """
    best = {hit.id: hit for hit in hits[:MOST] if hit.kind == "Episode" and hit.speaker}
    least = ANSWERS * max((hit.relevance for hit in best.values()), default=0.0)
    pairs: list[tuple[Hit, Hit]] = []
    for hit in best.values():
        sure = says_so(hit.text)
        about = best.get(corrects.get(hit.id, ""))
        if sure and hit.id not in corrects:
            about = _told_before(hit, best.values())
        if about and (sure or (may_correct(hit.text) and about.relevance >= least)):
            pairs.append((hit, about))
    pairs.sort(key=lambda pair: (says_so(pair[0].text), pair[0].position))
    corrected = {earlier.id: later for later, earlier in pairs}  # the last that says so, or else the last
    return tuple(
        replace(hit, replaced_by=Replacement(corrected[hit.id].id, corrected[hit.id].text))
        if hit.id in corrected and not hit.replaced_by
        else hit
        for hit in hits
    )


def _told_before(later: Hit, hits: Iterable[Hit]) -> Hit | None:
    """Return what a turn that says that it corrects is about: a turn with a word in common, or else the last one."""
    before = [
        hit
        for hit in hits
        if hit.session == later.session
        and hit.speaker == later.speaker
        and "?" not in hit.text
        and 0 < later.position - hit.position <= LOOK_BACK
    ]
    content = _content(later.text)
    return max(before, key=lambda hit: (bool(content & _content(hit.text)), hit.position), default=None)


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
