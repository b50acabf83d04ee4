"""Which stretches of long turns match a question."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple, Protocol

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import Run
from clew.model import Span
from clew.retrieval import wishes
from clew.retrieval.context import Context

WORDS_SHARE = 0.1
"""What it adds to a stretch's similarity if it holds all words of the question."""


class Text(Protocol):
    """A memory with a text."""

    @property
    def id(self) -> str:
        """Of the memory."""
        ...

    @property
    def text(self) -> str:
        """What it says."""
        ...


class _Parts(NamedTuple):
    id: str
    starts: list[int]
    similarities: list[float]


def matching_spans(
    run: Run, context: Context, texts: Sequence[Text], wished: AbstractSet[str]
) -> dict[str, tuple[Span, ...]]:
    """Return where the parts of texts stand that have some, by id of the text: the best match first.

    Of a standing wish, whose id is in `wished`, the part that says what is wished comes before it.
    """
    if not any(declared().kind(label).part_of for label in context.searched):
        return {}
    by_id = {each.id: each.text for each in texts}
    found = run(load("recall/parts", _Parts), ids=list(by_id), vector=list(context.vector))
    words = context.question.words
    matched = {
        each.id: ranked(by_id[each.id], pairwise([*each.starts, len(by_id[each.id])]), each.similarities, words)
        for each in found
    }
    return {id: _wish_first(by_id[id], spans) if id in wished else spans for id, spans in matched.items()}


def _wish_first(text: str, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    opening = text[: wishes.MAX_CHARACTERS]
    return tuple(sorted(spans, key=lambda span: -wishes.strength(opening[slice(*span)])))


def ranked(text: str, spans: Iterable[Span], similarities: Sequence[float], words: Sequence[str]) -> tuple[Span, ...]:
    """Return spans of a text by how well they match a question, the best first.

    Args:
        text: what they are of.
        spans: in the order of the text.
        similarities: of each to the question, 0 to 1.
        words: of the question, in lower case.
    """
    matched = [
        (similarity + WORDS_SHARE * _share(text[begin:end], words), begin, end)
        for (begin, end), similarity in zip(spans, similarities, strict=True)
    ]
    return tuple((begin, end) for _, begin, end in sorted(matched, key=lambda each: (-each[0], each[1])))


def _share(text: str, words: Sequence[str]) -> float:
    lower = text.lower()
    return sum(word in lower for word in words) / len(words) if words else 0.0
