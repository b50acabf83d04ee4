"""Finds the types that an instruction names: by a type's own words, by some of them, else by closeness in meaning.

KARMA's code compares the whole instruction with each type, and takes one for all of it; here each thing that is named
has its own. Words that name no topic end a phrase, unless a type is called so: a side table, the can.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.model.places import type_words
from clew.model.short_term import Mention
from clew.text.names import topic
from clew.text.names.phrases import UNSPACED, is_empty, read

MAX_WORDS: Final = 3  # words of a phrase that names a thing
MAX_TASK_WORDS: Final = 200
"""Of an instruction that are looked at: ALFRED's have 24 at most, and each word costs up to three vectors."""

HEAD: Final = 0.9  # score of a type whose last words the phrase is: a knife may be a butter knife
PART: Final = 0.8
"""Score of a type of whose words the phrase is others, where it means no type better: soap may be a soap bar."""

MIN_CLOSENESS: Final = 0.65
"""Cosine from which a phrase means a type; chosen on the sentences of ALFRED's tasks in rooms of even number."""

TIE: Final = 0.02  # types that are so close to the best one are meant as well

DETERMINERS: Final = frozenset(
    ("a", "an", "the", "my", "your", "our", "his", "her", "its", "their", "some", "any", "each", "every", "another")
)
"""Words after which a word is a noun: `the can`, not `you can`."""

_UNSPACED = re.compile(f"[{UNSPACED}]")

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class _Phrase(NamedTuple):
    words: tuple[str, ...]
    first: int
    last: int

    @property
    def text(self) -> str:
        return " ".join(self.words)


def mentions(task: str, types: Iterable[str], embed: Embed) -> tuple[Mention, ...]:
    """Return the things of these types that an instruction names, in its order; a phrase may mean several types."""
    names = {each: topic(type_words(each)).split() for each in types}
    phrases = list(_phrases(task))
    named = [(phrase, sort, 1.0) for phrase, sort in _exact(task, names)]
    for phrase in sorted(phrases, key=lambda each: each.first - each.last):
        if _is_free(phrase, named):
            shared = {sort: score for sort, words in names.items() if (score := _shared(phrase, words))}
            least = HEAD if any(score > PART for score in shared.values()) else PART
            named += [(phrase, sort, score) for sort, score in shared.items() if score >= least]
    whole = not any(_UNSPACED.search(sort) for _, sort, _ in named)  # else what is left is cut out of a sentence
    left = [each for each in phrases if _is_free(each, named) and (whole or not _UNSPACED.search(each.text))]
    for phrase, close in sorted(_close(left, list(names), embed), key=lambda each: -max(each[1].values())):
        if _is_free(phrase, named):
            named += [(phrase, sort, score) for sort, score in close.items()]
    named.sort(key=lambda each: (each[0].first, -each[2], each[1]))
    return tuple(Mention(phrase.text, sort, score, phrase.first) for phrase, sort, score in named)


def parted(task: str, types: Iterable[str]) -> str:
    """Return an instruction with spaces around the types that it names in a script that sets none between words."""
    words = {type_words(each) for each in types}
    names = [re.escape(each) for each in sorted(words, key=len, reverse=True) if _UNSPACED.search(each)]
    return re.sub("|".join(names), r" \g<0> ", task, flags=re.IGNORECASE) if names else task


def closeness(task: str, types: Sequence[str], embed: Embed) -> Mapping[str, float]:
    """Return how close each type is to what is closest to it in an instruction: the cosine, 0 where nothing is."""
    phrases = [each.text for each in _phrases(task)]
    if not phrases or not types:
        return dict.fromkeys(types, 0.0)
    best = _cosines(phrases, types, embed).max(axis=0)
    return {sort: max(0.0, float(score)) for sort, score in zip(types, best, strict=True)}


def _exact(task: str, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[_Phrase, str]]:
    """Yield the longest runs of words that are all words of a type, one of which would end a phrase."""
    words, taken = read(task)[:MAX_TASK_WORDS], -1
    longest = max(map(len, names.values()), default=0)
    for first in range(len(words)):
        for last in range(min(first + longest, len(words)) - 1, max(first, taken + 1) - 1, -1):
            run = words[first : last + 1]
            empty = [is_empty(word.text) for word in run]
            if first <= taken or not any(empty) or not all(word.joined for word in run[1:]):
                continue
            if all(empty) and not (first and run[0].joined and words[first - 1].text.lower() in DETERMINERS):
                continue
            own = topic(" ".join(word.text for word in run)).split()
            sorts = [sort for sort, each in names.items() if each == own]
            if sorts and len(own) == len(run):  # else an article is in the run
                taken = last
                phrase = _Phrase(tuple(word.text.lower() for word in run), first, last)
                yield from ((phrase, sort) for sort in sorts)
                break


def _phrases(task: str) -> Iterator[_Phrase]:
    words = read(task)[:MAX_TASK_WORDS]
    for first in range(len(words)):
        for last in range(first, min(first + MAX_WORDS, len(words))):
            run = words[first : last + 1]
            if any(is_empty(word.text) for word in run) or not all(word.joined for word in run[1:]):
                break
            yield _Phrase(tuple(word.text.lower() for word in run), first, last)


def _shared(phrase: _Phrase, words: Sequence[str]) -> float:
    """Return how surely a phrase means the type with these words, by the words alone; 0 where it does not show."""
    own = topic(phrase.text).split()
    if "".join(own) == "".join(words):
        return 1.0
    if not own or not any(words[at : at + len(own)] == own for at in range(len(words))):
        return 0.0
    return HEAD if words[-len(own) :] == own else PART


def _close(
    phrases: Sequence[_Phrase], names: Sequence[str], embed: Embed
) -> Iterator[tuple[_Phrase, Mapping[str, float]]]:
    """Yield the phrases that are close to a type in meaning, with all types that are as close."""
    if not phrases or not names:
        return
    cosines = _cosines([each.text for each in phrases], names, embed)
    for phrase, scores in zip(phrases, cosines, strict=True):
        best = float(scores.max())
        if best >= MIN_CLOSENESS:
            least = max(best - TIE, MIN_CLOSENESS)
            yield (
                phrase,
                {sort: min(1.0, float(score)) for sort, score in zip(names, scores, strict=True) if score >= least},
            )


def _cosines(phrases: Sequence[str], types: Sequence[str], embed: Embed) -> NDArray[np.float64]:
    return _units(embed(phrases)) @ _units(embed([type_words(each) for each in types])).T


def _units(vectors: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    found = np.array(vectors, dtype=np.float64)
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def _is_free(phrase: _Phrase, named: Iterable[tuple[_Phrase, str, float]]) -> bool:
    return all(phrase.last < other.first or other.last < phrase.first for other, _, _ in named)
