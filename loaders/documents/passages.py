"""Splits documents into passages that fit the encoder."""

from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.language.splitting import MAX_STRETCH_TOKENS, opening, spans, tokens

MAX_TITLE_TOKENS = 50
"""Tokens of a title that stand above a passage."""

_DIGITS = 16


def passage_id(source: str, title: str, text: str, repeated: int) -> str:
    """Return the id of a passage; the first, second and so on with its title and text in a document."""
    return f"passage:{source}#{digest((title, text))[:_DIGITS]}" + (f".{repeated}" if repeated > 1 else "")


def forgotten_note(id: str, text: str) -> str:
    """Return what a document keeps of a passage that is forgotten for good: a digest of its text, whatever the title.

    Of a text that the document has several times, it tells which.
    """
    return digest((text,)) + id.rpartition("#")[2][_DIGITS:]


def heading(title: str) -> str:
    """Return the title that stands above each passage: at most its first 50 tokens, cut between words if possible."""
    return opening(title, MAX_TITLE_TOKENS)


def split(title: str, text: str) -> list[str]:
    """Return a document's passages in order: stretches of its text that do not overlap and leave out nothing visible.

    Each has at most 200 tokens together with `heading(title)`. A document that has no more is one passage. What is
    appended to a document changes its last few passages only.
    """
    return [text[begin:end] for begin, end in spans(text, MAX_STRETCH_TOKENS - tokens(heading(title)))]
