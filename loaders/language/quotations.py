"""Blanks out other people's words, so that nobody takes them for the speaker's own."""

import re

_REST = r"\n]*(?:\n(?![^\S\n]*\n)"
"""Of what lies in quotation marks: over single line breaks, up to a blank line where the closing mark is missing."""
_MARKS = {"\u201c": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb"}
_ELISIONS = "bout|cause|cos|coz|em|n|round|til|till|tis|twas|[0-9]0s"
"""What an apostrophe opens, and no quotation."""
_SINGLE = r"(?:[^'\u2018\u2019\n]|(?<=\w)['\u2019](?=\w)|\n(?![^\S\n]*\n)){1,1000}"
_QUOTED = re.compile(
    "|".join(
        (
            r"^[^\S\n]*>.*$",  # a line of a mail
            r"^[^\S\n]*(?P<fence>`{3,}|~{3,})[^`\n]*(?:\n(?![^\S\n]*(?P=fence)).*)*(?:\n.*)?",  # code
            rf'(?<![0-9])"[^"{_REST}[^"\n]*)*"?',  # 55" is a width
            *(rf"{opening}[^{closing}{_REST}[^{closing}\n]*)*[{closing}]?" for opening, closing in _MARKS.items()),
            rf"(?<![^\s(\[])['\u2018](?=\S)(?!(?:{_ELISIONS})\b){_SINGLE}(?<!\s)['\u2019](?!\w)",
        )
    ),
    re.MULTILINE,
)


def unquoted(text: str) -> str:
    """Return a text in which quotations are blanks; what stays keeps its place.

    They are what stands in quotation marks, lines that begin with `>`, and code between fences. A single word
    stays between single quotation marks alone, which may be apostrophes.
    """
    return _QUOTED.sub(_blank, text)


def unquoted_but_words(text: str) -> str:
    """Return the same where single words in any quotation marks stay: one may be a name."""
    return _QUOTED.sub(lambda match: _blank(match) if _has_words(match[0]) else match[0], text)


def _blank(match: re.Match[str]) -> str:
    is_word = match[0][0] in "'\u2018" and not _has_words(match[0])
    return match[0] if is_word else "\0" * len(match[0])


def _has_words(quoted: str) -> bool:
    return any(map(str.isspace, quoted))
