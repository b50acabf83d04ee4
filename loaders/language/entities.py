"""Finds the entities of a text without a model: runs of capitalised words, and the subject of its title.

The recipe was measured on HotpotQA and MuSiQue, where PageRank over these entities lifts recall most. It needs
capitals: of scripts without them only titles are found, as the words of other texts. It is blind to every other text;
`mentions.py` matches the titles of a space where it writes the graph.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.text.names import words
from clew.text.names.phrases import Word, is_empty, name, read

LEAD = 120  # characters of a text in which its lead is looked for
MAX_NAME_WORDS = 8  # words of a name; a longer run of capitals is a heading or a shout
_INSIDE = words("inside.txt", "clew.loaders.language")
_QUALIFIER = re.compile(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]\s*$")


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity that a text names: its normalised name, and its spelling there."""

    key: str
    text: str


def named(text: str, speaker: str = "") -> tuple[Entity, ...]:
    """Return the entities that a text names, in the order of the text, each once.

    A run of capitalised words is one entity, with small words such as "of" inside it. A single word that opens a
    sentence counts only if the text has it inside a sentence too, or if the speaker is called so.
    """
    runs = list(_runs(read(text)))
    inside = {name(run) for run in runs if not run[0].opens} | {name(read(speaker))}
    found: dict[str, Entity] = {}
    for run in runs:
        parts = [run]
        # If somebody owns something in the run, owner and thing are named as well.
        owns = (place for place, word in enumerate(run[:-1], 1) if word.text.endswith(("'s", "\u2019s")))
        if place := next(owns, 0):
            parts += [run[:place], *_trimmed(run[place:])]
        for part in parts:
            key = name(part)
            if key and (len(part) > 1 or not part[0].opens or key in inside):
                found.setdefault(key, Entity(key, _spelt(text, part)))
    return tuple(found.values())


def subject(title: str) -> Entity | None:
    """Return the subject of a document: its title without a qualifier in parentheses.

    None where the title says nothing, or is the opening of the text, cut with an ellipsis. "It (novel)" is about
    "it novel": the bare word would be found everywhere.
    """
    for candidate in (_QUALIFIER.sub("", title), title):
        if (key := name(read(candidate))) and not title.endswith("\u2026"):
            return Entity(key, " ".join(candidate.split()))
    return None


def lead(text: str) -> Entity | None:
    """Return the first name in the opening of a text, which stands for the subject if no title does."""
    run = next(_runs(read(text[:LEAD].rpartition(" ")[0] or text[:LEAD])), None)
    return Entity(name(run), _spelt(text, run)) if run and name(run) else None


def _spelt(text: str, run: Sequence[Word]) -> str:
    return " ".join(text[run[0].start : run[-1].end].split())


def _runs(words: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """Yield runs of capitalised words, without the empty words at either end."""
    run: list[Word] = []
    for word in words:
        if run and not (word.joined and (word.is_capital or word.text[0].isdigit() or word.text.lower() in _INSIDE)):
            yield from _trimmed(run)
            run = []
        if run or word.is_capital:
            run.append(word)
    yield from _trimmed(run)


def _trimmed(run: Sequence[Word]) -> Iterator[Sequence[Word]]:
    if len(run) > MAX_NAME_WORDS:
        return
    while run and (is_empty(run[0].text) or not run[0].is_capital):
        run = run[1:]
    while run and (run[-1].text.lower() in _INSIDE or is_empty(run[-1].text)):
        run = run[:-1]
    if run:
        yield run
