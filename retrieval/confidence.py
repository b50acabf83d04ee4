"""How sure it is that memory holds what was asked: absolute, 0 to 1, unlike a score, which compares hits.

Two things speak for a hit: it is similar to the question, and it has the question's words, rare ones above all. A hit
whose words are beside it, in the turns or passages next to it, counts half of them.

Chosen on LiHua-World's development file and four of BEAM's chats. Similarity tells their questions from those of others
(AUROC 0.99 and 1.00 with MiniLM, 0.93 and 1.00 with e5-small). The words tell what is said from what is only near to
it (0.75 and 0.71, 0.75 and 0.66).
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from clew.model import Hit
from clew.text.names import words

WITHOUT_WORDS = 0.3
"""What a similar hit is worth that has none of the question's words."""

ON_DATE = 0.5
"""The relevance, at least, of a hit of a day, a month or a year that the question names."""

BESIDE = 2
"""Turns or passages before and after a hit whose words count half."""

_SIMILAR = {"minilm-l6-v2-int8": (0.35, 0.05), "e5-small-v2-int8": (0.28, 0.06)}
"""By the encoder's identity: the cosine from which a hit is rather similar than not, and how quickly that changes."""

_FUNCTION_WORDS = words("function_words.txt", "clew.retrieval")
_SMALL_TALK = words("small_talk.txt", "clew.retrieval")
_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]{2,}")
_SUFFIX = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|ly|e)$")


def is_small_talk(text: str) -> bool:
    """Return whether a message greets, thanks or agrees, and asks for nothing."""
    said = set(_WORD.findall(text.casefold()))
    return not said - _FUNCTION_WORDS - _SMALL_TALK and bool(said & _SMALL_TALK)


def relevances(query: str, hits: Sequence[Hit], similarity: Mapping[str, float], encoder: str) -> list[float]:
    """Return how relevant each hit is, 0 to 1.

    Args:
        query: as asked.
        hits: of all kinds.
        similarity: cosine of each that was found by its vector, by id; that of others is at most the lowest of these.
        encoder: its identity; for one that is not calibrated the words alone decide.
    """
    if not hits or is_small_talk(query):
        return [0.0] * len(hits)
    wanted = _stems(query) - set(map(_stem, _FUNCTION_WORDS))
    texts = [_stems(f"{hit.speaker} {hit.text} {hit.caption} {hit.title}") & wanted for hit in hits]
    held = Counter(word for text in texts for word in text)
    # how telling a word is among what was found: other spaces have no part in it
    telling = {word: math.log(1 + (len(hits) - held[word] + 0.5) / (held[word] + 0.5)) for word in wanted}
    whole = sum(telling.values())
    placed = {(hit.session or hit.document, hit.position): text for hit, text in zip(hits, texts, strict=True)}
    centre, width = _SIMILAR.get(encoder, (-math.inf, 1.0))
    lowest = min(similarity.values(), default=0.0)
    found: list[float] = []
    for hit, own in zip(hits, texts, strict=True):
        near = range(hit.position - BESIDE, hit.position + BESIDE + 1)
        around = own.union(*(placed.get((hit.session or hit.document, each), set[str]()) for each in near))
        has, has_beside = (sum(telling[word] for word in some) / (whole or 1) for some in (own, around))
        similar = 1 / (1 + math.exp((centre - similarity.get(hit.id, lowest)) / width))
        if len(wanted) > 1:
            similar = max(similar, has * has)  # with nearly all of its words a hit is about it, however unlike it looks
        relevance = similar * (WITHOUT_WORDS + (1 - WITHOUT_WORDS) * (has + has_beside) / 2)
        found.append(max(relevance, ON_DATE) if hit.parts.date > 0 else relevance)
    return found


def _stems(text: str) -> set[str]:
    found: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if _UNSPACED.fullmatch(word):  # no spaces between words: each two letters stand for one
            found.update(word[place : place + 2] for place in range(len(word) - 1))
        else:
            found.add(_stem(word))
    return found


def _stem(word: str) -> str:
    return _SUFFIX.sub("", word)
