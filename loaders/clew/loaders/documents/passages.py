"""Splits documents into passages that fit the encoder."""

from clew.loaders.language.splitting import MAX_STRETCH_TOKENS, opening, spans, tokens

MAX_TITLE_TOKENS = 50
"""Tokens of a title that stand above a passage."""


def heading(title: str) -> str:
    """Return the title that stands above each passage: at most its first 50 tokens, cut between words if possible."""
    return opening(title, MAX_TITLE_TOKENS)


def split(title: str, text: str) -> list[str]:
    """Return a document's passages in order: stretches of its text that do not overlap and leave out nothing visible.

    Each has at most 200 tokens together with `heading(title)`. A document that has no more is one passage. What is
    appended to a document changes its last few passages only.
    """
    return [text[begin:end] for begin, end in spans(text, MAX_STRETCH_TOKENS - tokens(heading(title)))]
