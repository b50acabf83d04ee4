"""Tells what an answer says from what it repeats of memory: a memory that is stored again poses as new evidence."""

import re

SHINGLE_WORDS = 4
"""Words that stand in one order in both texts are taken for a repetition."""

MAX_ECHOED = 0.6
"""Share of a sentence's shingles that may stand in memory; from there on it is an echo."""

_SENTENCE = re.compile(r"[^.!?\u2026\n]+[.!?\u2026]*[\"'”’)\]]*\s*|[.!?\u2026\n]+\s*")
_WORD = re.compile(r"\w+")


def without_echo(text: str, recalled: str, asked: str = "") -> str:
    """Return a text without the sentences that repeat what was recalled word by word, whole or for the most part.

    A paraphrase is no repetition: it stays, as the words of who said it.

    Args:
        text: an answer.
        recalled: what memory gave for it.
        asked: the request; words that were just said in it are no echo of memory.
    """
    held = _shingles(recalled) - _shingles(asked)
    short = f" {' '.join(_words(recalled))} "
    kept = [each for each in _SENTENCE.findall(text) if not _is_echo(_words(each), held, short)]
    return "".join(kept).strip()


def _is_echo(words: list[str], held: set[tuple[str, ...]], recalled: str) -> bool:
    if not words:
        return False
    if len(words) < SHINGLE_WORDS:
        return len(words) > 1 and f" {' '.join(words)} " in recalled
    own = [tuple(words[at : at + SHINGLE_WORDS]) for at in range(len(words) - SHINGLE_WORDS + 1)]
    return sum(each in held for each in own) >= MAX_ECHOED * len(own)


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = _words(text)
    return {tuple(words[at : at + SHINGLE_WORDS]) for at in range(len(words) - SHINGLE_WORDS + 1)}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
