"""A reply of a model in any shape, brought to labelled lines: `Subgoal: ...`, `Action: ...`, `retrieve(...)`.

Thoughts are removed; tags, JSON objects and tool calls become lines. What is none of these stays as it is.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage

from clew.embedding.unicode import well_formed
from clew.llm.thoughts import without_thoughts

MAX_CHARACTERS = 100_000
"""Of a reply without its thoughts; the rest is not read."""

MAX_JSON_OBJECTS = 16
"""Places of one reply that are tried as JSON."""

MAX_JSON_DEPTH = 6

MAX_SPAN = 20
"""Subgoals that a span such as ``1-3`` names; the rest is not read."""

_TAG = re.compile(r"<(/?)(subgoal|action|observation|retrieve)>", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.-])(?:(?:(?:sub[-_ ]?)?goals?|sg?)[-_ ]{0,3})?([0-9]{1,6})(?!\w|\.[0-9])"
    r"(?:\s{0,3}(?:-|\u2013|to)\s{0,3}([0-9]{1,6})(?!\w|\.[0-9]))?",
    re.IGNORECASE,
)
_DECODER = json.JSONDecoder(strict=False)
_CALLED = ("name", "tool", "toolname", "function", "action")
_ARGUMENTS = ("arguments", "args", "parameters", "input", "actioninput")


def labelled(said: str | BaseMessage) -> str:
    """Return a reply as text with labelled lines."""
    calls = said.tool_calls if isinstance(said, AIMessage) else []
    text = well_formed(str(said.text) if isinstance(said, BaseMessage) else said)
    text = "\n".join([*_lines(calls), text]).replace("\r\n", "\n").replace("\r", "\n")
    return _with_json_read(_TAG.sub(_untagged, without_thoughts(text)[:MAX_CHARACTERS]))


def numbers(text: str) -> list[int]:
    """Read the whole numbers of at most six digits that stand alone or name a subgoal; a span is all of its numbers."""
    return [each for first, last in _NUMBER.findall(text) for each in _span(int(first), int(last or first))]


def _span(first: int, last: int) -> Sequence[int]:
    return range(first, min(last + 1, first + MAX_SPAN)) if first <= last else (first, last)


def _untagged(tag: re.Match[str]) -> str:
    if tag[2].lower() == "retrieve":
        return ")\n" if tag[1] else "\nretrieve("
    return "\n" if tag[1] else f"\n{tag[2]}: "


def _with_json_read(text: str) -> str:
    """Replace JSON objects by their lines; one without any stays."""
    pieces, at = list[str](), 0
    for _ in range(MAX_JSON_OBJECTS):
        if (start := text.find("{", at)) < 0:
            break
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            value, end = None, start + 1
        lines = list(_lines(value))
        pieces += [text[at:start], "\n".join(["", *lines, ""]) if lines else text[start:end]]
        at = end
    return "".join([*pieces, text[at:]])


def _lines(value: object, depth: int = MAX_JSON_DEPTH) -> Iterator[str]:
    """Read subgoal, action and retrieval of a JSON value, under keys of these names or as calls of such tools."""
    if isinstance(value, list) and depth:
        for each in cast("list[object]", value):
            yield from _lines(each, depth - 1)
    if isinstance(value, Mapping) and depth:
        yield from _lines_of({_key(key): each for key, each in cast("Mapping[Any, object]", value).items()}, depth)


def _lines_of(own: Mapping[str, object], depth: int) -> Iterator[str]:
    called = next((_key(each) for name in _CALLED if isinstance(each := own.get(name), str)), "")
    arguments = next((own[name] for name in _ARGUMENTS if name in own), None)
    if own.get("subgoal"):
        yield f"Subgoal: {_words(own['subgoal'])}"
    asked = own.get("retrieve")
    if called == "retrieve":
        asked = {key: each for key, each in own.items() if key != "subgoal"} if arguments is None else arguments
    if wanted := numbers(json.dumps(asked, default=str)):
        yield f"retrieve({', '.join(map(str, wanted))})"
    if called in {"subgoal", "action"}:
        yield f"{called}: {_words(arguments)}"
    elif action := "" if called == "retrieve" else own.get("action", own.get("command")):
        yield from list(_lines(action, depth - 1)) or [f"Action: {_words(action)}"]
    else:
        yield from _lines([each for key, each in own.items() if key not in {"subgoal", "retrieve"}], depth)


def _key(name: object) -> str:
    """Return a key or the name of a tool as its letters alone: ``next_sub-goal`` is ``subgoal``."""
    letters = "".join(filter(str.isalpha, str(name)[:40].lower()))
    for opening in ("next", "current", "new"):
        letters = letters.removeprefix(opening)
    return letters


def _words(value: object, depth: int = MAX_JSON_DEPTH) -> str:
    """Return a JSON value in one line: the first of a list, all of an object, text that is an object as that."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = _DECODER.decode(value.strip())
        except (ValueError, RecursionError):
            return " ".join(str(value).split())
    if isinstance(value, list):
        value = cast("list[object]", value)[0] if value else ""
    if isinstance(value, Mapping):
        inner = cast("Mapping[Any, object]", value).values() if depth else ()
        return " ".join(filter(None, (_words(each, depth - 1) for each in inner)))
    return "" if value is None or isinstance(value, bool) else " ".join(str(value).split())
