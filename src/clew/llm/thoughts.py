"""Takes off a model's thoughts before its answer, and quotation marks around it."""

import re
from collections.abc import Iterable, Iterator

_NAME = r"(?:(?:seed:)?think(?:ing)?|thoughts?|reasoning)"
_TAG = re.compile(rf"<(/?){_NAME}>", re.IGNORECASE)
_JSON = r"""\s*(?:```\w*\s*)?(?:\{\s*["}]|\[\s*["{\]])"""
"""How an answer begins; in its strings, where a tag may be quoted, the quotation mark would be escaped."""
_UNBEGUN = rf"(?:(?!<{_NAME}>).)*?</{_NAME}>"
_LEADING = re.compile(
    rf"\A(?: \s*<{_NAME}>.*?</{_NAME}> | (?!{_JSON}){_UNBEGUN} | {_UNBEGUN}(?={_JSON}) )",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_UNFINISHED = re.compile(rf"\s*<{_NAME}>(?!.*</{_NAME}>)", re.DOTALL | re.IGNORECASE)
_SPOKEN_TAG = re.compile(rf"""(?<![`"'])<(/?){_NAME}>""", re.IGNORECASE)  # one that is not quoted
_MAY_BECOME_TAG = re.compile(r"""[`"']?(?:<(?:/?[a-z:]{0,14})?)?\Z""", re.IGNORECASE)
_ALOUD = re.compile(
    r"(?:okay|ok|alright|all right|h+m+|so|well|now|first|let me|let's|i need|i should|we need|(?:the|this) (?:user|"
    r"question))\b",
    re.IGNORECASE,
)
"""How models begin to think."""
_OPENING = 16  # characters by which that is told
_PAIRS = {'"': '"', "'": "'", "`": "`", "\u201c": "\u201d", "\u2018": "\u2019", "\u00ab": "\u00bb"}
_APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")


def without_thoughts(text: str) -> str:
    """Remove what stands between ``<think>`` and ``</think>``; either may be missing at an end of the text."""
    *thinking, rest = _TAG.sub(r"<\1think>", text).split("</think>")
    spoken = [part.partition("<think>")[0] for part in thinking if "<think>" in part]
    return "\n".join([*spoken, rest.partition("<think>")[0]])


def without_leading_thoughts(text: str) -> str:
    """Remove thoughts before the answer alone, whose values may quote the tags; some servers show the end tag only.

    In a text that begins as JSON it ends them only where JSON follows it.
    """
    return _LEADING.sub("", text)


def is_unfinished(text: str) -> bool:
    """True if a text begins with a thought that does not end."""
    return _UNFINISHED.match(text) is not None


def spoken(pieces: Iterable[str]) -> Iterator[str | None]:
    """Yield the pieces of a text without thoughts; None where all that came so far was one.

    So it is with a model of which a server shows the end tag only. A text that begins as such thoughts do is held back
    until that tag, or its end.
    """
    parts = _outside(_told_apart(pieces))
    waiting: list[str] = []
    opening, is_aloud = "", False
    for part in parts:
        if part is None:
            yield None
            break
        waiting.append(part)
        if not is_aloud and len(opening := f"{opening}{part}".lstrip()) >= _OPENING:
            is_aloud = _ALOUD.match(opening) is not None
            if not is_aloud:
                yield from waiting
                break
    else:
        yield from waiting
    yield from parts


def _outside(parts: Iterable[str]) -> Iterator[str | None]:
    """Yield the text between thoughts; one that never ends was none, unless it begins the text."""
    thought: list[str] | None = None
    is_begun = False
    for part in parts:
        tag = _SPOKEN_TAG.fullmatch(part)
        if tag and tag[1]:
            if thought is None:
                is_begun = False
                yield None
            thought = None
        elif tag or thought is not None:
            thought = thought or []
            thought.append(part)
        else:
            is_begun = is_begun or not part.isspace()
            yield part
    if thought and is_begun:
        yield "".join(thought)


def _told_apart(pieces: Iterable[str]) -> Iterator[str]:
    """Yield a text in parts, each of which is a tag or holds none."""
    text = ""
    for piece in pieces:
        text += piece
        place = 0
        for tag in _SPOKEN_TAG.finditer(text):
            if place < tag.start():
                yield text[place : tag.start()]
            yield tag[0]
            place = tag.end()
        unfinished = _MAY_BECOME_TAG.search(text, place)
        ready = unfinished.start() if unfinished else len(text)
        if place < ready:
            yield text[place:ready]
        text = text[ready:]
    if text:
        yield text


def unquoted(text: str) -> str:
    """Return a text without the pair of marks around the whole of it; marks around a part of it stay."""
    if len(text) < 2 or _PAIRS.get(text[0]) != text[-1]:
        return text
    inside = _APOSTROPHE.sub("", text[1:-1])
    return text if {text[0], text[-1]} & {*inside} else text[1:-1].strip()
