"""Finds the topics of a text without a model: its proper names and its most specific words.

It is cheap, deterministic and blind to every other text, so that memory can grow turn by turn. On conversations these
concepts add next to nothing to recall (`docs/rules.md`). They are there to be walked at a low weight, to be seen, and
to be joined by what a language model finds. The word lists are English: of other languages, the small words stay in.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from clew.text.names import normalise, words
from clew.text.names.phrases import MARKS

MAX_CONCEPTS = 6  # concepts of one text
MAX_NAME_WORDS = 5  # words of a proper name; a longer run of capitals is a heading or a shout
MAX_WORD_CHARACTERS = 30  # characters of a word; a longer one is an address, a key, or a script without spaces
_WORD = re.compile(rf"[^\W_][\w{MARKS}]*(?:[-\u2010\u2011&'\u2019][^\W_][\w{MARKS}]*)*[+#]*")
_APOSTROPHE = re.compile("['\u2019]")
_SENTENCE_END = frozenset('.!?\u2026:;\n\r"\u201c\u201d()*')
_GREETINGS = frozenset({"hey", "hi", "hello", "thanks", "congrats", "congratulations", "wow", "yeah", "sorry", "bye"})
_OPENERS = frozenset({"new", "great", "big", "little", "old", "high"})
_JOINS = frozenset({"of", "de", "del", "la", "van", "von", "der"})
_NAME_WEIGHT = 1000
_STOP = words("stop.txt")
_TOPICS = words("topics.txt", "clew.loaders.language")


@dataclass(frozen=True, slots=True)
class _Word:
    """The roles that a word can have, wherever it stands."""

    lower: str
    topic: str  # The name of the topic that it stands for by itself; empty where it is none
    names: bool  # Whether it can be part of a proper name
    joins: bool  # Whether it can stand inside one


@dataclass(slots=True)
class _Run:
    words: list[str]
    opens: bool  # Whether it opens a sentence, so that its first capital says nothing
    called: bool  # Whether it may be somebody spoken to: it comes after a greeting, or a comma that follows no name


def concepts(text: str) -> tuple[str, ...]:
    """Return the normalised names of at most six topics, in the order of the text.

    A run of capitalised words is one topic, such as "new york". Other words count unless they are stop words,
    adverbs or past tenses; where there are too many, names come first and then the longest.
    """
    found: dict[str, int] = {}
    for name, weight in _candidates(text):
        found.setdefault(name, len(name) + weight)
    if len(found) <= MAX_CONCEPTS:
        return tuple(found)
    best = frozenset(sorted(found, key=found.__getitem__, reverse=True)[:MAX_CONCEPTS])
    return tuple(name for name in found if name in best)


def _candidates(text: str) -> Iterator[tuple[str, int]]:
    run: _Run | None = None
    before = _read("")
    end = 0
    for match in _WORD.finditer(text):
        start = match.start()
        word = _read(match[0])
        if run and text[end:start] != " ":
            yield from _topics(run, text[end : end + 1])
            run = None
        if run and (word.names or word.joins or (word.lower == "the" and run.words[-1] == "of")):
            run.words.append(match[0])
        elif word.names:
            gap = text[end:start]
            opens = not before.lower or not _SENTENCE_END.isdisjoint(gap)
            called = (gap == " " and before.lower in _GREETINGS) or (gap == ", " and not before.names)
            run = _Run([match[0]], opens, called)
        else:
            if run:
                yield from _topics(run, " ")
                run = None
            if word.topic:
                yield word.topic, 0
        before, end = word, match.end()
    if run:
        yield from _topics(run, text[end : end + 1])


def _topics(run: _Run, after: str) -> Iterator[tuple[str, int]]:
    parts, opens = run.words, run.opens
    while parts and (parts[-1] == "the" or _read(parts[-1]).joins):
        parts = parts[:-1]
    if opens and len(parts) > 1 and parts[0].endswith(("ed", "ing")):
        yield from _single(parts[:1])
        parts, opens = parts[1:], False
    if len(parts) == 1 and run.called and after in "!?.":
        return
    if len(parts) > MAX_NAME_WORDS or (len(parts) == 1 and (opens or parts[0].lower() in _OPENERS)):
        yield from _single(parts)
    elif name := _name(" ".join(parts)):
        yield name, _NAME_WEIGHT


def _single(parts: list[str]) -> Iterator[tuple[str, int]]:
    return ((topic, 0) for part in parts if (topic := _read(part).topic))


@lru_cache(maxsize=65536)
def _read(word: str) -> _Word:
    lower = word.lower()
    is_short, is_long = len(word) < 3 and not (len(word) == 2 and word.isupper()), len(word) > MAX_WORD_CHARACTERS
    may_be_topic = not (is_short or is_long or word[0].isdigit() or _is_stop(lower)) and (
        lower in _TOPICS or not lower.endswith(("ly", "ed")) or lower.endswith("eed")
    )
    topic = normalise(lower) if may_be_topic else ""
    names = word[:1].isupper() and not is_long and (lower in _OPENERS or not _is_stop(lower))
    return _Word(lower, "" if _is_stop(topic) else topic, names, lower in _JOINS)


@lru_cache(maxsize=8192)
def _name(text: str) -> str:
    name = normalise(text)
    return "" if _is_stop(name) else name


def _is_stop(lower: str) -> bool:
    return lower in _STOP or _APOSTROPHE.split(lower, maxsplit=1)[0] in _STOP
