"""Tells what an answer says from what it repeats of memory: a memory that is stored again poses as new evidence."""

import re

SHINGLE_WORDS = 4  # words that stand in one order in both texts are taken for a repetition
WORD_CHARACTERS = 2  # characters that count as a word in scripts that put no space between words
MAX_ECHOED = 0.6  # share of a sentence's shingles that may stand in memory; from there on it is an echo
_ENDS = ".!?\u2026\u3002\uff01\uff0e\uff1f\uff61\u0589\u061f\u06d4\u0964\u0965\u104a\u104b\u1362\u1367\u17d4\u17d5"
"""The ends of sentences: Latin, Chinese and Japanese, Armenian, Arabic, Indic, Burmese, Ethiopic, Khmer."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Letters and marks of Thai, Lao, Burmese, Khmer, Kana and Han: no space stands between words; one ends a clause."""

_SENTENCE = re.compile(
    rf"[^{_ENDS}\n]+?(?:(?=[{_ENDS}\n]|\Z)[{_ENDS}]*[\"'”’)\]\u300d\u300f\uff09\u3011\u300b]*\s*"
    rf"|(?<=[{_UNSPACED}])[^\S\n]+(?=[{_UNSPACED}]))|[{_ENDS}\n]+\s*"
)
_WORD = re.compile(rf"(?![{_ENDS}])[{_UNSPACED}]|[^\W{_UNSPACED}]+")
_CHARACTER = re.compile(f"[{_UNSPACED}]")


def without_echo(text: str, recalled: str, asked: str = "") -> str:
    """Return an answer without the sentences that repeat what was recalled word by word, whole or for the most part.

    A paraphrase is no repetition: it stays, as the words of who said it. Words of the request are no echo of memory.
    """
    held = _shingles(recalled) - _shingles(asked)
    short = f" {' '.join(_words(recalled))} "
    kept = list[str]()
    for sentence in _SENTENCE.findall(text):
        words = _words(sentence)
        if own := _runs(words):
            is_echo = sum(each in held for each in own) >= MAX_ECHOED * len(own)
        else:
            is_echo = sum(map(_size, words)) > WORD_CHARACTERS and f" {' '.join(words)} " in short
        if not is_echo:
            kept.append(sentence)
    return "".join(kept).strip()


def _shingles(text: str) -> set[tuple[str, ...]]:
    return set(_runs(_words(text)))


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    """Return from each word on the fewest that are long enough to be a repetition."""
    runs: list[tuple[str, ...]] = []
    end = size = 0
    for start, word in enumerate(words):
        while end < len(words) and size < SHINGLE_WORDS * WORD_CHARACTERS:
            size += _size(words[end])
            end += 1
        if size < SHINGLE_WORDS * WORD_CHARACTERS:
            break
        runs.append(tuple(words[start:end]))
        size -= _size(word)
    return runs


def _size(word: str) -> int:
    """Return how many characters of a script without spaces a word stands for."""
    return 1 if _CHARACTER.match(word) else WORD_CHARACTERS


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
