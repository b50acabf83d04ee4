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
from collections.abc import Sequence
from functools import cache, lru_cache

from clew.text.language import FUNCTION_WORDS, function_words
from clew.text.names import words

WITHOUT_WORDS = 0.3
"""The worth of a similar hit that has none of the question's words."""

BESIDE = 2
"""Turns or passages before and after a hit whose words count half."""

_SIMILAR = {
    "minilm-l6-v2-int8": (0.35, 0.05),
    "e5-small-v2-int8": (0.28, 0.06),
    # low, because a question in other words is less like its answer in German and French: 0.34 silences 8 % of these
    "use-multilingual-v3-6bit": (0.26, 0.05),
}
"""By the encoder's identity: the cosine from which a hit is rather similar than not, and how quickly that changes."""

ASKS = re.compile("[?\uff1f\u061f]")
_QUESTION_WORDS = frozenset(("what", "when", "where", "which", "who", "whom", "whose", "why", "how"))
SMALL_TALK = words("small_talk.txt", "clew.retrieval")
WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]{2,}")
_SUFFIX = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|ly|e)$")


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return _SUFFIX.sub("", word)


def is_small_talk(text: str) -> bool:
    """Return whether a message greets, thanks or agrees, and asks for nothing: "What do I do tomorrow?" asks."""
    said = set(WORD.findall(text.casefold()))
    others = said - SMALL_TALK
    asks = others & _QUESTION_WORDS or (others and ASKS.search(text))
    return not asks and others <= FUNCTION_WORDS["en"] and len(others) < len(said)


def relevances(
    query: str, texts: Sequence[str], places: Sequence[tuple[str, int]], similarities: Sequence[float], encoder: str
) -> list[float]:
    """Return how relevant each hit is, 0 to 1.

    Args:
        query: as asked.
        texts: of the hits, with their speakers, captions and titles.
        places: of each its session or document, and its position there.
        similarities: of each its cosine, -1 to 1.
        encoder: its identity; for one that is not calibrated the words alone decide.
    """
    if is_small_talk(query):
        return [0.0] * len(texts)
    wanted = content(query)
    held = [stems(text) & wanted for text in texts]
    counts = Counter(word for words in held for word in words)
    # how telling a word is among what was found: other spaces have no part in it
    telling = {word: math.log(1 + (len(texts) - counts[word] + 0.5) / (counts[word] + 0.5)) for word in wanted}
    whole = sum(telling.values()) or 1.0

    @cache  # most hits have none of the words, or the same few
    def share(some: frozenset[str]) -> float:
        return sum(telling[word] for word in some) / whole

    placed = dict(zip(places, held, strict=True))
    centre, width = _SIMILAR.get(encoder, (-math.inf, 1.0))
    found: list[float] = []
    for own, (place, position), cosine in zip(held, places, similarities, strict=True):
        near = range(position - BESIDE, position + BESIDE + 1)
        has, has_beside = share(own), share(own.union(*[placed.get((place, each), own) for each in near]))
        similar = 1 / (1 + math.exp((centre - cosine) / width))
        if len(wanted) > 1:
            similar = max(similar, has * has)  # with nearly all of its words a hit is about it, however unlike it looks
        found.append(similar * (WITHOUT_WORDS + (1 - WITHOUT_WORDS) * (has + has_beside) / 2))
    return found


def content(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, but for those that every text has."""
    return stems(text) - frozenset(map(_stem, function_words(text)))


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Return the words of a text without capitals and endings; of an unspaced one, each two letters."""
    words = WORD.findall(text.lower())
    if text.isascii():
        return frozenset(map(_stem, words))
    found: set[str] = set()
    for word in words:
        if _UNSPACED.fullmatch(word):  # no spaces between words: each two letters stand for one
            found.update(word[place : place + 2] for place in range(len(word) - 1))
        else:
            found.add(_stem(word))
    return frozenset(found)
