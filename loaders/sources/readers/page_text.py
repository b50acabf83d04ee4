"""The text of a parsed page: a walk through its tags that never recurses, since pages may be nested at will."""

import re
from collections.abc import Iterator
from itertools import dropwhile

from bs4 import Tag
from bs4.element import NavigableString, PageElement, PreformattedString

_UNSEEN = frozenset({"script", "style", "template", "noscript", "nav", "title", "iframe"})
# fmt: off
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup",
    "hr", "legend", "li", "main", "menu", "ol", "option", "p", "pre", "search", "section", "summary", "table", "ul",
})
# fmt: on
_CELLS = frozenset({"td", "th"})
_UNCLOSED = frozenset({"p", "li", "dt", "dd", "tr", "td", "th", "option"})
_IN_HEAD = frozenset({"base", "link", "meta", "script", "style", "template", "noscript", "title"})
_NOT_SHOWN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)

# What the walk leaves between words: the end of a block, of a line, the start and the end of a table's cell.
_BLOCK, _LINE, _CELL, _END = "\x01", "\x02", "\x03", "\x04"
_MARKS = re.compile(f"[{_BLOCK}-{_END}]")
# A cell that is made of paragraphs stays in its row. A run is looked at from its start only, and given up as a whole.
_CELL_START = re.compile(rf"{_CELL}[\s{_BLOCK}]++")
_CELL_END = re.compile(rf"(?<![\s{_BLOCK}])[\s{_BLOCK}]*+{_END}")


def page_text(page: Tag) -> str:
    """Return the text that a reader of a page sees: blocks an empty line apart, a line for each row of a table.

    Scripts, styles, menus (`nav`), comments and what is hidden are not text; the words for a picture (`alt`) are.
    """
    text = _CELL_END.sub("", _CELL_START.sub(_CELL, "".join(_walk(page))))
    blocks: list[str] = []
    for block in text.split(_BLOCK):
        rows: list[str] = []
        for line in block.split(_LINE):
            cells = (" ".join(cell.replace(_END, "").split()) for cell in line.split(_CELL))
            rows.append(" | ".join(filter(None, cells)))
        blocks.append("\n".join(filter(None, rows)))
    return "\n\n".join(filter(None, blocks))


def _walk(page: Tag) -> Iterator[str]:
    """Yield the words with marks between them; each open tag waits with its breaks and the children that are left."""
    waiting = [(page, _shown(page), False)]
    while waiting:
        tag, children, keeps_lines = waiting[-1]
        child = next(children, None)
        if child is None:
            waiting.pop()
            yield _BLOCK if tag.name in _BLOCKS else ""
            yield _END if tag.name in _CELLS else ""
        elif isinstance(child, Tag):
            if child.name in _BLOCKS:
                yield _BLOCK
            elif child.name in {"br", "tr"}:
                yield _LINE
            elif child.name in _CELLS:
                yield _CELL
            elif child.name == "img" and not _is_hidden(child):
                yield f" {_MARKS.sub('', str(child.get('alt', '')))} "
            waiting.append((child, _shown(child), keeps_lines or child.name == "pre"))
        elif isinstance(child, NavigableString) and not isinstance(child, PreformattedString):
            words = _MARKS.sub("", child)
            yield words.replace("\n", _LINE) if keeps_lines else words


def _shown(tag: Tag) -> Iterator[PageElement]:
    """Yield the children that a browser shows."""
    if tag.name == "head":  # its end may be left out, and then the parser puts the whole page into it
        return (child for child in tag.children if isinstance(child, Tag) and child.name not in _IN_HEAD)
    if tag.name in _UNSEEN:
        return iter(())
    if not _is_hidden(tag):
        return iter(tag.children)
    # A child in truth follows its parent if it cannot stand in it: the parent's end tag may be left out.
    closing = {tag.name} & _UNCLOSED | (_BLOCKS if tag.name == "p" else frozenset[str]())
    return dropwhile(lambda child: not (isinstance(child, Tag) and child.name in closing), tag.children)


def _is_hidden(tag: Tag) -> bool:
    return (
        tag.has_attr("hidden")
        or str(tag.get("aria-hidden", "")).strip().lower() == "true"
        or bool(_NOT_SHOWN.search(str(tag.get("style", ""))))
    )
