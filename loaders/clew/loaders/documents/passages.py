"""Splits documents into passages that fit the encoder."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

MAX_PASSAGE_TOKENS = 200
"""Tokens of a passage with its title: the encoder reads 256."""
MAX_TITLE_CHARACTERS = 50
"""Tokens of a title that stand above a passage."""

# Marks on letters are no pieces of their own: the encoder drops them.
_PIECE = re.compile("[A-Za-z\u0300-\u036f]{1,7}|[0-9]{1,3}|[^\\s\u0300-\u036f]")

# From a section down to a part of a word. What a pattern matches stays at the end of the part before it. None of
# them looks ahead or back over a run of any length: a long row of dots or spaces would take forever.
_WORDS = (r"\s+", r"\S{32}", "")
_SEPARATORS = (
    r"\n(?=#{1,6} )",
    r"\n[^\S\n]*\n\s*",
    r"\n",
    r"(?<!\b\w)(?<!\b(?:Mr|Ms|Dr|St|Jr|Sr|vs))(?<!\bMrs)[.!?…][\"'”’)\]]{0,3}\s+|[\u3002\uff01\uff1f][」』”’]{0,3}\s*",
    r"[;:,—]\s+|[\u3001\uff0c\uff1b]\s*",
    *_WORDS,
)


def tokens(text: str) -> int:
    """Estimate the word pieces of a text from its characters alone.

    One for every seven letters of a Latin word or part of seven, one for every three digits of a number or part of
    three, one for any other visible character; Hangul syllables count by their letters. Of English encyclopedia text
    that is 1.07 times what the encoder's WordPiece makes of it; a passage of 200 was never more than 245. Lists of
    foreign names, and Latin languages with longer words, have more. Joining texts never makes them longer.
    """
    return sum(1 for _ in _pieces(text))


def visible(text: str) -> bool:
    """Return whether a text has a character that a reader can see."""
    return any(not each.isspace() and unicodedata.category(each) not in {"Cc", "Cf"} for each in text)


def heading(title: str) -> str:
    """Return the title that stands above each passage: at most its first 50 tokens, cut between words if possible."""
    if tokens(title) <= MAX_TITLE_CHARACTERS:
        return title.strip()
    return _splitter(MAX_TITLE_CHARACTERS, _WORDS).split_text(title.strip())[0].strip()


def split(title: str, text: str) -> list[str]:
    """Return a document's passages in order: stretches of its text that do not overlap and leave out nothing visible.

    Each has at most `MAX_PASSAGE_TOKENS` tokens together with `heading(title)`. A document that has no more is one
    passage. What is appended to a document changes its last few passages only.
    """
    room = MAX_PASSAGE_TOKENS - tokens(heading(title))
    if _at_most(text) <= room:
        passages: Iterable[str] = [text]
    else:
        passages = _joined(_splitter(room, _SEPARATORS).split_text(text), room)
    return [passage.strip() for passage in passages if visible(passage)]


def _pieces(text: str) -> Iterator[object]:
    return _PIECE.finditer(text if text.isascii() else unicodedata.normalize("NFD", text))


def _at_most(text: str) -> int:
    """Count the tokens of a text, up to one more than fit into a passage."""
    return sum(1 for _ in islice(_pieces(text), MAX_PASSAGE_TOKENS + 1))


@cache
def _splitter(room: int, separators: tuple[str, ...]) -> "RecursiveCharacterTextSplitter":
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        separators=list(separators),
        is_separator_regex=True,
        keep_separator="end",
        chunk_size=room,
        chunk_overlap=0,
        length_function=_at_most,
        strip_whitespace=False,
    )


def _joined(parts: Iterable[str], room: int) -> Iterator[str]:
    """Join neighbours while they fit, such as the end of a long paragraph and the short one behind it."""
    held, size = "", 0
    for part in parts:
        more = _at_most(part)
        if held and size + more > room:
            yield held
            held, size = "", 0
        held, size = held + part, size + more
    if held:
        yield held
