"""Lists whose things hold lists: ``a counter. On the counter is: a bowl (containing an egg, a leek), a drawer.``."""

import re
from collections.abc import Iterator

from clew.loaders.world.noun_phrases import NO_NAMES, called, state
from clew.loaders.world.rules import PLACED
from clew.model.triplet import IS, Triplet
from clew.text.names import MAX_NAME_CHARACTERS

MAX_DEPTH = 10
"""Things in things."""

_STATED = re.compile(
    r", (?:which is (?P<state>(?:turned )?\w+)|currently reading a (?P<what>\w+) of (?P<value>[^,(]+))"
)
_STAGE = re.compile(r" in the (?P<stage>[\w -]+) stage(?: with an? (?P<value>[\w-]+) (?P<what>\w+))?$")
_SUBSTANCE = re.compile(r"^(?:an? )?substance called ")
_HOLDS = re.compile(r"(?P<how>in|on) the .+? (?:is:|you see:) ?(?P<things>.*)", re.IGNORECASE | re.DOTALL)
_PART = re.compile(r"the (?P<thing>.+?) door is (?P<state>open|closed)", re.IGNORECASE)


def nested(text: str, how: str, holder: str, depth: int = 0) -> Iterator[Triplet]:
    """Yield where a thing is, its states, and what it holds.

    Args:
        text: the thing, and sentences about it.
        how: a word of `PLACED`.
        holder: what it is in or on.
        depth: how many things it is in.
    """
    first, *more = _cut(text, ".")
    bare, inner = _opened(first)
    stated = list(_STATED.finditer(bare))
    name = _STATED.sub("", bare).strip()
    stage = _STAGE.search(name)
    thing = called(_SUBSTANCE.sub("", _STAGE.sub("", name)))
    if thing is None or depth == MAX_DEPTH or len(thing.name) > MAX_NAME_CHARACTERS:
        return
    yield Triplet(thing.name, PLACED[how.lower()], holder)
    yield from thing.described()
    if stage:
        yield Triplet(thing.name, "has stage", stage["stage"])
    for each in [*stated, *([stage] if stage and stage["what"] else [])]:
        yield _state(thing.name, each)
    yield from _listed(inner, "in", thing.name, depth + 1)
    for sentence in more:
        if part := _PART.fullmatch(sentence):
            yield Triplet(thing.name, IS, part["state"].lower())
        elif held := _HOLDS.fullmatch(sentence):
            yield from _listed(held["things"], held["how"], thing.name, depth + 1)


def _state(thing: str, said: re.Match[str]) -> Triplet:
    given = said.groupdict()
    if given.get("value"):
        return Triplet(thing, f"has {given['what']}", given["value"].strip().lower())
    return Triplet(thing, IS, state(given["state"] or ""))


def _listed(text: str, how: str, holder: str, depth: int) -> Iterator[Triplet]:
    pieces: list[str] = []
    for piece in _cut(text, ","):
        if re.match(r"(?:which|currently|that) ", piece) and pieces:
            pieces[-1] += f", {piece}"
        else:
            pieces.append(piece)
    for piece in pieces:
        if piece.lower() not in NO_NAMES:
            yield from nested(piece, how, holder, depth)


def _opened(text: str) -> tuple[str, str]:
    """Return a thing without what stands in parentheses behind it, and what it contains by them."""
    start = text.find("(containing ")
    if start < 0:
        return text, ""
    end = text.rfind(")")
    return (text[:start] + text[end + 1 :]).strip(), text[start + len("(containing ") : end]


def _cut(text: str, mark: str) -> list[str]:
    """Cut a text at a mark that is followed by a blank or the end, outside of parentheses."""
    pieces, start, depth = list[str](), 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == mark and depth <= 0 and text[place + 1 : place + 2] in {"", " "}:
            pieces.append(text[start:place])
            start = place + 1
    return [piece.strip() for piece in (*pieces, text[start:]) if piece.strip()]
