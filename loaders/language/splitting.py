"""Splits texts into stretches that fit the encoder: of documents the passages, of long turns the parts."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

MAX_STRETCH_TOKENS = 200  # estimated tokens of a text that the encoder reads whole: it reads 256

# Marks on letters are no pieces of their own: the encoder drops them.
_PIECE = re.compile("[A-Za-z\u0300-\u036f]{1,7}|[0-9]{1,3}|[^\\s\u0300-\u036f]")

# From a section down to a part of a word. What a pattern matches stays at the end of the part before it. None of
# them looks ahead or back over a run of any length: a long row of dots or spaces would take forever.
WORDS = (r"\s+", r"\S{32}", "")
SEPARATORS = (
    r"\n(?=#{1,6} )",
    r"\n[^\S\n]*\n\s*",
    r"\n",
    r"(?<!\b\w)(?<!\b(?:Mr|Ms|Dr|St|Jr|Sr|vs))(?<!\bMrs)[.!?…][\"'”’)\]]{0,3}\s+|[\u3002\uff01\uff1f][」』”’]{0,3}\s*",
    r"[;:,—]\s+|[\u3001\uff0c\uff1b]\s*",
    *WORDS,
)


def tokens(text: str) -> int:
    """Estimate the word pieces of a text from its characters alone.

    Seven letters of a Latin word, or part of seven, are one piece. So are three digits of a number, or part of three,
    and any other visible character. Hangul syllables count by their letters. For English encyclopedia text the estimate
    is 1.07 times the pieces of the encoder's WordPiece; a passage of 200 was never more than 245. Lists of foreign
    names, and Latin languages with longer words, have more. Joining texts never makes them longer.
    """
    return sum(1 for _ in _pieces(text))


def visible(text: str) -> bool:
    """Return whether a text has a character that a reader can see."""
    return any(not each.isspace() and unicodedata.category(each) not in {"Cc", "Cf"} for each in text)


def spans(text: str, room: int = MAX_STRETCH_TOKENS) -> list[tuple[int, int]]:
    """Return where the stretches of a text begin and end, in order; they leave out nothing visible.

    Each has at most `room` tokens and neither begins nor ends with white space. A text that has no more is one stretch.
    Text that is appended changes the last few stretches only.
    """
    found: list[tuple[int, int]] = []
    end = 0
    for stretch in _stretches(text, room):
        begin, end = end, end + len(stretch)
        if visible(stretch):
            found.append((begin + len(stretch) - len(stretch.lstrip()), end - len(stretch) + len(stretch.rstrip())))
    return found


def opening(text: str, room: int) -> str:
    """Return at most the first `room` tokens of a text, cut between words if possible."""
    text = text.strip()
    return text if tokens(text) <= room else _splitter(room, WORDS).split_text(text)[0].strip()


def tokens_up_to(text: str, most: int) -> int:
    """Count the tokens of a text, up to one more than `most`."""
    return sum(1 for _ in islice(_pieces(text), most + 1))


def _pieces(text: str) -> Iterator[object]:
    return _PIECE.finditer(text if text.isascii() else unicodedata.normalize("NFD", text))


@cache
def _splitter(room: int, separators: tuple[str, ...]) -> "RecursiveCharacterTextSplitter":
    """Return what splits a text without losing a character of it."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter(
        separators=list(separators),
        is_separator_regex=True,
        keep_separator="end",
        chunk_size=room,
        chunk_overlap=0,
        length_function=partial(tokens_up_to, most=room),
        strip_whitespace=False,
    )


def _stretches(text: str, room: int) -> Iterator[str]:
    """Split a text and join neighbours while they fit: the end of a long paragraph and the short one behind it."""
    if tokens_up_to(text, room) <= room:
        yield text
        return
    held, size = "", 0
    for part in _splitter(room, SEPARATORS).split_text(text):
        more = tokens_up_to(part, room)
        if held and size + more > room:
            yield held
            held, size = "", 0
        held, size = held + part, size + more
    if held:
        yield held
