"""Made-up conversations of any size, with the shapes that make memory slow: hubs, long tails, many sessions."""

import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from clew.embedding import MiniLM
from clew.model import Transcript, Turn

VOCABULARY = 20_000
NAMES = 5_000
SESSION = 25
DIMENSIONS = 384
SPEAKERS = ("Ann", "Ben", "Cleo", "Dan")


class BagOfWords(Embeddings):
    """Vectors without a model: the normalised sum of a random vector per word, the same in every process.

    It passes for the default encoder, so that what it writes can stand in a store which was opened with that.
    """

    identity = MiniLM.identity

    def __init__(self) -> None:
        self._words = np.random.default_rng(1).standard_normal((4096, DIMENSIONS)).astype(np.float32)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One unit vector per text."""
        return [self._vector(text).tolist() for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The unit vector of a query."""
        return self._vector(text).tolist()

    def _vector(self, text: str) -> NDArray[np.float32]:
        rows = [zlib.crc32(word.encode()) % 4096 for word in text.lower().split()]
        total = self._words[rows].sum(axis=0)
        return total / np.linalg.norm(total)


class Words:
    """A seeded source of sentences whose words follow Zipf's law."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        syllables = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "is", "ol")]
        picks = np.random.default_rng(0).integers(0, len(syllables), (VOCABULARY, 3))
        self._words = ["".join(syllables[i] for i in row) for row in picks]
        ranks = np.arange(1, VOCABULARY + 1)
        self._chances = 1 / (ranks + 20.0)
        self._chances /= self._chances.sum()

    def sentence(self, length: int) -> str:
        """So many words, the frequent ones often."""
        return " ".join(self._words[i] for i in self._random.choice(VOCABULARY, length, p=self._chances))

    def sentences(self, count: int, low: int = 8, high: int = 24) -> list[str]:
        """So many sentences of `low` to `high` words."""
        lengths = self._random.integers(low, high, count)
        words = self._random.choice(VOCABULARY, int(lengths.sum()), p=self._chances)
        ends = np.cumsum(lengths)
        return [" ".join(self._words[i] for i in words[e - n : e]) for e, n in zip(ends, lengths, strict=True)]

    def names(self, count: int) -> list[str]:
        """So many names of two capitalised words, the frequent ones often."""
        ranks = np.arange(1, NAMES + 1)
        picks = self._random.choice(NAMES, count, p=(1 / (ranks + 5.0)) / (1 / (ranks + 5.0)).sum())
        return [f"{self._words[-1 - i].capitalize()} {self._words[i].capitalize()}" for i in picks]


def transcripts(count: int, seed: int = 1, session: int = SESSION) -> Iterator[Transcript]:
    """Sessions of `session` turns, one a day, until `count` turns are told; each turn names two people."""
    words = Words(seed)
    start = datetime(2020, 1, 1, 9, tzinfo=UTC)
    for number in range(0, count, session):
        at = start + timedelta(hours=number)
        size = min(session, count - number)
        names = words.names(2 * size)
        texts = [
            f"{text}, said {a} to {b}"
            for text, a, b in zip(words.sentences(size), names[::2], names[1::2], strict=True)
        ]
        turns = tuple(Turn(text, SPEAKERS[i % 4], at + timedelta(minutes=i)) for i, text in enumerate(texts))
        yield Transcript(f"s{number // session:06}", turns)


def questions(count: int, seed: int = 2) -> list[str]:
    """Questions made of the same words; every second names a speaker."""
    texts = Words(seed).sentences(count, 4, 9)
    return [f"What did {SPEAKERS[i % 4]} say of {text}?" if i % 2 else f"{text}?" for i, text in enumerate(texts)]
