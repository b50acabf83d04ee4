"""HTML: the text that a reader of the page sees, without markup, scripts and menus."""

import codecs
import re
from collections.abc import Iterator
from html import escape
from itertools import chain
from pathlib import Path

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.loaders.language.splitting import visible
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import content, decoded, marked, quietly
from clew.loaders.sources.readers.written import Written, written
from clew.text.arguments import quoted

MAX_TAGS = 1_000_000  # tags of a page, ends included; the parser takes 20 seconds and a gigabyte for these
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)

# Comments, declarations, scripts, styles, and a last tag that never ends: the parser fails on them, or takes forever.
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

_CHARSET = re.compile(
    rb"""<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)|^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)""",
    re.IGNORECASE,
)
# Browsers read these names as their supersets, and take the word of no page that says UTF-16 in ASCII.
# fmt: off
_SUPERSETS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949", "utf-16": "utf-8", "utf-16-le": "utf-8", "utf-16-be": "utf-8",
}
# fmt: on
_BY_BROWSERS = re.compile(r"^x-|(?<=^iso-8859-8)-i$", re.IGNORECASE)
"""Encodings only browsers know: ``x-sjis``, and ``iso-8859-8-i``, whose letters are in order of reading."""
_OF_WINDOWS = {"windows-31j": "cp932", "windows-874": "cp874", "windows-949": "cp949"}
_NO_CHARSETS = frozenset({"unicode-escape", "raw-unicode-escape", "utf-7", "idna", "punycode", "undefined"})


def read(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a page, its text as in `page_text`. Its title is `<title>`, else its first `<h1>`."""
    name = called(path)
    text, own = text_and_title(content(path), name, is_xml=path.suffix.lower() == ".xhtml")
    if not visible(text):
        raise InvalidInput(f"{name} has no text that shows; save the page as its browser shows it")
    yield written(path, text, title, own)


def text_and_title(data: bytes, name: str, *, is_xml: bool = False) -> tuple[str, str]:
    """Return the text of a page and its title; either may be empty."""
    encoding, start = marked(data)
    html = decoded(data[start:], encoding or _charset(data[:4096], name), name)
    if is_xml or html.lstrip().startswith("<?xml"):  # in HTML this would be a declaration
        html = _CDATA.sub(lambda match: escape(match[1], quote=False), html)
    tidied, tags = _MARKUP.subn(lambda match: match["tag"] if match["end"] else "", html)
    if tags > MAX_TAGS:
        raise InvalidInput(f"{name} has {tags:,} tags, more than {MAX_TAGS:,}; split it, or save it as text")
    return _parsed(tidied, name)


def _charset(opening: bytes, name: str) -> str:
    """Return the encoding that a page names; UTF-8 if it names none."""
    found = _CHARSET.search(opening)
    if not found:
        return "utf-8"
    label = (found[1] or found[2]).decode("ascii", "replace")
    try:
        codec = codecs.lookup(_OF_WINDOWS.get(label.lower()) or _BY_BROWSERS.sub("", label)).name
    except LookupError:
        codec = ""
    if not codec or codec in _NO_CHARSETS:
        raise InvalidInput(f"{name} names the charset {quoted(label)}, which is unknown; save it as UTF-8")
    return _SUPERSETS.get(codec, codec)


def _parsed(html: str, name: str) -> tuple[str, str]:
    try:
        from bs4 import BeautifulSoup

        from clew.loaders.sources.readers.page_text import page_text
    except ImportError:
        raise MissingDependency(f"{name} needs beautifulsoup4, not installed; {install_hint('documents')}") from None
    try:
        with quietly():
            page = BeautifulSoup(html, "html.parser")
        # A picture inside the page may have a title as well.
        titles = [found.get_text() for found in page.find_all("title") if found.find_parent("svg") is None]
        headings = map(page_text, page.find_all("h1"))
        return page_text(page), next(filter(visible, chain(titles, headings)), "")
    except Exception as error:  # noqa: BLE001  a broken page can make the parser raise anything
        raise InvalidInput(f"{name} is broken HTML: {quoted(str(error))}; save it again from a browser") from None
