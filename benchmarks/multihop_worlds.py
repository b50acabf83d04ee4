"""Corpora of any size: copies of real paragraphs, in each of which every name is another, the same throughout it.

A copy is a little world of its own. Its paragraphs are joined as the real ones are, because whatever was one name stays
one name, and nothing joins it to the other copies but what is no name, numbers, and initials.
"""

import re
from collections.abc import Iterator, Sequence

from multihop_data import Corpus, Paragraph

from clew.text.names.phrases import Word, is_empty, read

SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en", "is", "ol")]
LENGTH = 3
"""Syllables of a made-up name; about as many letters as names have."""

DIFFERENT = len(SYLLABLES) ** LENGTH
STEP = 700_001
"""Shares no factor with that number, so that names do not repeat before all have been used."""

_PART = re.compile(r"[^\W\d_]+")

Pieces = list[str]
"""A text, cut: every second piece is a part of a name."""


class Worlds:
    """As many copies of some corpora as are asked for.

    A name is a capitalised word inside a sentence, or in a title, that is not one such as "the"; where a word that is a
    name opens a sentence, it is replaced there too. Single letters stay.
    """

    def __init__(self, corpora: Sequence[Corpus]) -> None:
        paragraphs = [each for corpus in corpora for each in corpus.paragraphs]
        asked = [each.text for corpus in corpora for each in corpus.questions]
        parts = {part: None for each in paragraphs for part in _names(each)}
        self._numbers = {part: number for number, part in enumerate(parts)}
        self._paragraphs = [(each.id, self._cut(each.title), self._cut(each.text)) for each in paragraphs]
        self._questions = [self._cut(text) for text in asked]

    def paragraphs(self, world: int) -> Iterator[Paragraph]:
        """Those of one copy."""
        for id, title, text in self._paragraphs:
            yield Paragraph(f"{world}/{id}", self._told(title, world), self._told(text, world))

    def questions(self, world: int) -> list[str]:
        """What is asked of one copy."""
        return [self._told(pieces, world) for pieces in self._questions]

    def _cut(self, text: str) -> Pieces:
        pieces: Pieces = []
        end = 0
        for word in read(text):
            for match in _PART.finditer(word.text) if word.is_capital else ():
                if match[0].lower() in self._numbers:
                    pieces += [text[end : word.start + match.start()], match[0]]
                    end = word.start + match.end()
        return [*pieces, text[end:]]

    def _told(self, pieces: Pieces, world: int) -> str:
        return "".join(self._made_up(piece, world) if place % 2 else piece for place, piece in enumerate(pieces))

    def _made_up(self, part: str, world: int) -> str:
        number = (world * len(self._numbers) + self._numbers[part.lower()]) * STEP % DIFFERENT
        made = ""
        for _ in range(LENGTH):
            number, place = divmod(number, len(SYLLABLES))
            made += SYLLABLES[place]
        return made.upper() if part.isupper() else made.capitalize() if part[0].isupper() else made


def _names(paragraph: Paragraph) -> Iterator[str]:
    titles = (word for word in read(paragraph.title) if word.is_capital)
    inside = (word for word in read(paragraph.text) if word.is_capital and not word.opens)
    for word in (*titles, *inside):
        yield from _parts(word)


def _parts(word: Word) -> Iterator[str]:
    yield from (part.lower() for part in _PART.findall(word.text) if len(part) > 1 and not is_empty(part))
