"""Splits chat text into sentences, and blanks what it quotes.

The rules of sentences look only a few characters around a gap. Nobody takes the quoted words of others for the
speaker's own.
"""

import re

MAX_TOKEN_CHARACTERS = 24  # characters before a gap that decide whether a sentence ends there

# White space, or the place behind an ideographic full stop, which needs none.
_GAP = re.compile(r"\s+|(?<=[\u3002\uff01\uff1f])(?=[^\s\u3002\uff01\uff1f\u300d\u300f\u201d\u2019\"')\]])")
_BREAK = re.compile(r"[\n\r\v\f\x85\u2028\u2029]")
_STOPS = ("!", "?", "\u3002", "\uff01", "\uff1f")
_QUOTES = ('"', "'", "\u201d", "\u2019", ")", "]")
_CLOSERS = frozenset([*_QUOTES, "*", "_", "~", "\ufe0f", "\u200d"])
_OPENERS = "([\"'\u201c\u2018*_"
_ABBREVIATED = frozenset({"mt", "approx", "vs", "e.g", "i.e"})
_TITLES = frozenset({"mr", "mrs", "ms", "dr", "st", "prof", "rev", "gen", "sgt", "capt", "lt", "col", *_ABBREVIATED})
_MONTHS = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec")
_COUNTED = frozenset({*_MONTHS, "no", "nos", "vol", "ch", "p", "pp", "fig"})
"""Words that a number follows: "No. 5", "Jan. 5"."""
_MAY_END = frozenset({"etc", "jr", "sr", "inc", "ltd", "co", "ft", "al", "a.m", "p.m"})


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in order, verbatim: with the white space between them they are the text.

    A line break always ends one; so do a full stop and its kin, and an emoji before a capital. Abbreviations,
    initials, decimals, list numbers and an ellipsis before a small letter do not. Nothing visible is left out.
    """
    return [text[start:end] for start, end in spans(text)]


def spans(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text start and end: none is empty, none begins or ends with white space."""
    found: list[tuple[int, int]] = []
    place = 0
    for gap in _GAP.finditer(text):
        if gap.start() == place:
            place = gap.end()
        elif _ends(text, place, gap):
            found.append((place, gap.start()))
            place = gap.end()
    if place < len(text):
        found.append((place, len(text)))
    return found


def _ends(text: str, place: int, gap: re.Match[str]) -> bool:
    """Return whether the sentence that starts at a place ends at a gap."""
    after = text[gap.end() : gap.end() + 1]
    if not after or _BREAK.search(gap[0]):
        return True
    if text[gap.start() - 1].isalnum():
        return False
    token = text[max(place, gap.start() - MAX_TOKEN_CHARACTERS) : gap.start()].split()[-1]
    end = len(token)
    while end and (token[end - 1] in _CLOSERS or _is_emoji(token[end - 1])):
        end -= 1
    word = token[:end]
    if token.endswith(_QUOTES) and after.islower():
        return False  # "Stop!" she said
    if word.endswith(_STOPS):
        return True
    if word.endswith((".", "\u2026")):
        return _closes(word, after, alone=gap.start() - place == len(token))
    return after.isupper() and any(map(_is_emoji, token[len(word) :]))


def _closes(word: str, after: str, *, alone: bool) -> bool:
    """Return whether a word's full stop ends a sentence; `alone` if the word is the whole sentence."""
    if word.endswith(("..", "\u2026")):
        return not after.islower()
    stem = word[:-1].lstrip(_OPENERS)
    lower = stem.lower()
    if lower in _TITLES or (lower in _COUNTED and after.isdigit()) or (alone and stem.isdigit() and len(stem) <= 2):
        return False
    if lower in _MAY_END:
        return after.isupper()
    if len(stem) == 1 and stem.isupper() and stem != "I":
        return False  # J. Smith
    return "." not in stem or not all(len(part) == 1 and part.isalpha() for part in stem.split("."))  # U.S. Army


def _is_emoji(sign: str) -> bool:
    return "\u2600" <= sign <= "\u27bf" or "\U0001f000" <= sign <= "\U0001faff"


# Quotations

_REST = r"\n]*(?:\n(?![^\S\n]*\n)"
"""The rest of a quotation: over single line breaks, up to a blank line where the closing mark is missing."""
_MARKS = {"\u201c": "\u201d", "\u201e": "\u201c\u201d", "\u00ab": "\u00bb"}
_ELISIONS = "bout|cause|cos|coz|em|n|round|til|till|tis|twas|[0-9]0s"
"""Words that an apostrophe opens, and no quotation."""
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
