"""One document as read, and the rules for its text and title."""

import re
from dataclasses import dataclass
from pathlib import Path

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput
from clew.loaders.language.splitting import visible
from clew.loaders.sources.quoting import called, source
from clew.text.arguments import quoted
from clew.text.names import composed

MAX_TITLE_CHARACTERS = 300  # characters of a title; a longer one is cut
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f\xad\ufeff]")
"""Beside control characters the soft hyphen, which says where a word may be divided, and the byte order mark. Nobody
sees them, and full text would not find a word that holds one."""

_LINE_END = re.compile("\r\n|[\r\x0b\x0c\x85\u2028]")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+|\u2029")


@dataclass(frozen=True, slots=True)
class Written:
    """One document as read."""

    source: str  # its identity: the absolute path of its file, links followed; of a record, ``PATH#KEY``
    title: str  # one line, never blank
    text: str  # its words, in valid Unicode, blocks an empty line apart; at least one character is visible
    file: str = ""  # the absolute path of its file; empty where it was in none


def written(path: Path, text: str, *titles: str | None) -> Written:
    """Return the document of a file, called by the first of the titles that has words, else by its file's name."""
    text = clean(text)
    if not visible(text):
        raise InvalidInput(f"{called(path)} has no text; leave it out, or give a file with words")
    known = next((found for title in titles if (found := line(title or ""))), "")
    return Written(source(path), known or by_name(path), text, source(path))


def by_name(path: Path) -> str:
    """Make a title of a file's name."""
    return line(re.sub("[-_]+", " ", path.stem)) or line(path.name)


def line(title: str) -> str:
    """Return a title as one line in one spelling (NFC), cut if it is too long; empty if nothing of it is visible."""
    words = " ".join(composed(clean(title)).split())
    return opening(words, MAX_TITLE_CHARACTERS) if visible(words) else ""


def opening(words: str, longest: int) -> str:
    """Return the words that fit, and an ellipsis if some are left out."""
    if len(words) <= longest:
        return words
    cut = words[: longest - 1]
    return f"{cut.rsplit(' ', 1)[0] if ' ' in cut[longest // 2 :] else cut}…"


def clean(text: str) -> str:
    """Clean a text: valid Unicode, plain line ends, at most one blank line at a time, no control characters."""
    text = _LINE_END.sub("\n", _CONTROL.sub("", well_formed(text)))
    return _BLANK_LINES.sub("\n\n", text).strip()


def checked_title(title: str | None) -> str | None:
    """Return the title that a caller gave, which must be visible."""
    if title is not None and not line(title):
        raise InvalidInput(f"title {quoted(title)} is blank; give words, or leave it out")
    return title
