"""Plain text, and Markdown, which stays as it is written: it is made to be read."""

import re
from collections.abc import Iterator
from pathlib import Path

from clew.loaders.language.splitting import visible
from clew.loaders.sources.readers.raw import text_of
from clew.loaders.sources.readers.written import Written, clean, written

# What `---` opens is front matter where nothing stands in it, or only what YAML has: keys of a few words, comments,
# lists, and what is indented below them. Else it is a line across the page, and prose follows.
_KEY = r"[\"']?\w[\w.-]*(?: [\w.-]+){0,2}[\"']?[ \t]*:(?:[ \t].*)?\n"
_FRONT = re.compile(
    rf"---[ \t]*\n((?:(?:#.*\n+)*{_KEY}(?:{_KEY}|(?:#.*|-(?:[ \t].*)?|[ \t].*|)\n)*)?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
_FRONT_TITLE = re.compile(r"^[\"']?title[\"']?[ \t]*:(.*)$", re.MULTILINE | re.IGNORECASE)
_FRONT_NAMES = re.compile(
    r"^(?P<key>alias|aliases|tag|tags|keywords)[ \t]*:(?P<names>.*(?:\n[ \t]*-[ \t]+.*|\n[ \t]+\S.*)*)",
    re.MULTILINE | re.IGNORECASE,
)
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^']|'')*)'")
_HEADING = re.compile(r" {0,3}#[ \t]+(\S.*)")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*")
_FENCE = re.compile(r" {0,3}(```|~~~)")
MAX_HEADING_CHARACTERS = 1000  # characters of a heading that are looked at
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")


def read_plain(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a text file."""
    yield written(path, text_of(path), title)


def read_markdown(path: Path, title: str | None) -> Iterator[Written]:
    """Return the one document of a Markdown file.

    Front matter is not text, but may hold the title; its aliases and tags stand above the text, which is found by them.
    """
    text = clean(text_of(path))
    front = _FRONT.match(text)
    body = text[front.end() :] if front else text
    found = _FRONT_TITLE.search(front[1]) if front else None
    own = found[1].strip() if found else ""
    if quotes := _QUOTED.match(own):
        own = (quotes[1] or "").replace('\\"', '"') or (quotes[2] or "").replace("''", "'")
    else:
        own = own.split(" #")[0]
        if own.startswith(("|", ">", "&", "*", "[", "{", "#")) or own in {"null", "~"}:
            own = ""
    heading = _heading(body)
    for found in reversed(list(_FRONT_NAMES.finditer(front[1]))) if front and visible(body) else ():
        names = (name.strip(" \t\"'#-") for name in re.split(r"[,\[\]\n]", found["names"]))
        label = "Also called" if found["key"].casefold().startswith("alias") else "Tags"
        if given := ", ".join(filter(None, names)):
            body = f"{label}: {given}\n\n{body}"
    yield written(path, body, title, own, heading)


def _heading(text: str) -> str:
    """Return the first heading of the first level outside of code blocks."""
    fence, before = "", ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and fence in {"", mark[1]}:
            fence = "" if fence else mark[1]
        elif not fence:
            if heading := _HEADING.fullmatch(line):
                return _plain(heading[1][:MAX_HEADING_CHARACTERS])
            if before.strip() and _UNDERLINE.fullmatch(line):
                return _plain(before[:MAX_HEADING_CHARACTERS])
        before = "" if fence or mark else line
    return ""


def _plain(heading: str) -> str:
    words = re.sub(r"(?<!\S)#+$|\{#[^{}]*\}$", "", heading.strip()).strip()
    return re.sub(r"[*`]|(?<!\w)_+|_+(?!\w)", "", _LINK.sub(r"\1", words)).strip()
