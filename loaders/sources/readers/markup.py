"""Tidies HTML before it is parsed: removes markup that the parser fails on, or takes forever over."""

import re
from html import escape

from clew.errors import InvalidInput

MAX_TAGS = 1_000_000
"""Tags of a page, ends included; the parser takes 20 seconds and a gigabyte for these."""

_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)

# Whatever begins to match does match, to the end of the page if need be, so no character is looked at twice.
_MARKUP = re.compile(
    r"""
    <!--(?:-?>|.*?(?:--!?>|\Z))                              # a comment
    |<[!?][^>]*+(?:>|\Z)                                     # a declaration
    |<(?:script|style)(?=[\s/>])(?:[^<>/]|/(?!>))*+/>        # XHTML's way to say that there is nothing in it
    |<(script|style)(?=[\s/>])[^<>]*+>.*?(?:</\1(?=[\s/>])[^<>]*+>?|\Z)  # what is no text, and may look like tags
    |(?P<tag></?[a-z](?:=\s*+(?:"[^"]*+"|'[^']*+')|[^>])*+(?P<end>>?))
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def tidy(html: str, name: str, *, is_xml: bool = False) -> str:
    """Return a page without comments, declarations, scripts, styles, and a last tag that never ends.

    Args:
        html: the page.
        name: what the error calls it.
        is_xml: whether what `<![CDATA[` opens is text, up to its `]]>`; in HTML it is a declaration.

    Raises:
        InvalidInput: it has more than a million tags.
    """
    if is_xml:
        html = _CDATA.sub(lambda match: escape(match[1], quote=False), html)
    kept, found = _MARKUP.subn(_kept, html)
    if found > MAX_TAGS:
        raise InvalidInput(f"{name} has {found:,} tags, more than {MAX_TAGS:,}; split it, or save it as text")
    return kept


def _kept(match: re.Match[str]) -> str:
    return match["tag"] if match["end"] else ""
