"""Reads a model's reply as a subgoal, an action and subgoals to retrieve, whatever the shape it came in.

    Subgoal: Hold block a.
    Action: pick up block a

Models bold the labels, number them, fence them, answer in JSON or in tool calls, and go on with observations of their
own. Everything is first brought to labelled lines, and then those are read. All steps are linear in the text.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage

from clew.embedding.unicode import well_formed
from clew.llm.thoughts import unquoted, without_thoughts

MAX_CHARACTERS = 100_000  # of a reply without its thoughts; the rest is not read
MAX_JSON_OBJECTS = 16  # places of one reply that are tried as JSON
MAX_JSON_DEPTH = 6

MAX_SPAN = 20  # subgoals that a span such as ``1-3`` names; the rest is not read
MAX_LINE_CHARACTERS = 1000  # of a subgoal and of an action; the rest is cut off
MAX_UNLABELLED_CHARACTERS = 200  # a reply without a label is an action where it is one line of so many at most
MAX_RETRIEVE_CALLS = 20  # of one reply that are read

_LABEL = re.compile(
    r"""
    (?:(?P<start>^[ \t>\#*_`"'•+\-.()\[\]{}0-9\u3010]*)|(?<![\w-])["'*_]{0,3})
    (?:(?:the|my|new|next|first|current|chosen)[ \t]{1,3}){0,2}
    (?P<name>sub[-_ ]?goals?|actions?|observations?|commands?|thoughts?|reasoning|explanation|summary)
    (?:[ \t]{0,3}[\#(\[]?[0-9]{1,4}(?:\.[0-9]{1,4})?[)\]]?)?
    [ \t*_`"']{0,6} (?(start)(?:[\]\u3011]?[:\uff1a=]|\](?=\s)|\u3011|[-\u2013\u2014]+(?=\s)|$)|[:\uff1a]) [*_]*
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_CALL = re.compile(r"retrieve[ \t*_`]{0,4}[(\[](?:([^)]{0,120})\)|([^)\n]{0,120}))", re.IGNORECASE)
_MARKER = re.compile(r"^(?:[-+•*>#]{1,6}|[0-9]{1,3}[.)]|\([0-9]{1,3}\))[ ]+")
_FENCE = re.compile(r"`{3,}\w*$")
_TAG = re.compile(r"<(/?)(subgoal|action|observation|retrieve)>", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?<![\w.-])(?:(?:(?:sub[-_ ]?)?goals?|sg?)[-_ ]{0,3})?([0-9]{1,6})(?!\w|\.[0-9])"
    r"(?:\s{0,3}(?:-|\u2013|to)\s{0,3}([0-9]{1,6})(?!\w|\.[0-9]))?",
    re.IGNORECASE,
)
_DECODER = json.JSONDecoder(strict=False)
_CALLED = ("name", "tool", "toolname", "function", "action")
_ARGUMENTS = ("arguments", "args", "parameters", "input", "actioninput")
_TICKED = re.compile(r"`+([^`]+)`")
_QUOTES = frozenset("\"'`\u2018\u201c\u00ab")
_NOTHING = frozenset({"", "-", "none", "null", "n/a", "same", "same as before", "unchanged", "no change"})
_OF_RETRIEVAL = frozenset({"the", "sub", "goal", "subgoal", "goals", "subgoals", "id", "ids", "number", "and"})


@dataclass(frozen=True, slots=True)
class AgentReply:
    """The reply of a model."""

    subgoal: str = ""  # the first one, in one line; empty where there is none
    action: str = ""  # the first one after it, in one line; empty where there is none. Never a retrieval.
    retrieve: tuple[int, ...] = ()  # numbers of subgoals that were asked for, each once


@dataclass(frozen=True, slots=True)
class _Field:
    """A label and what follows it, up to the next label."""

    kind: str  # ``s`` of a subgoal, ``a`` of an action, ``o`` of an observation, another letter of anything else
    line: str  # the first line of it that says something
    start: int  # where in the text the label begins


def parse(said: str | BaseMessage) -> AgentReply:
    """Read what a model said, its calls of tools named subgoal, action and retrieve too; it may be an empty reply."""
    text = _labelled(said)
    fields = list(_fields(text))
    acted = next((place for place, each in enumerate(fields) if each.kind == "a" and each.line), len(fields))
    # an observation that follows an action is made up by the model, and so is what follows that
    made_up = next((place for place in range(acted, len(fields)) if fields[place].kind == "o"), len(fields))
    believed = fields[:made_up]
    lines = [line for line in map(_clean, text.split("\n")) if line]
    if not fields and len(lines) == 1 and len(lines[0]) <= MAX_UNLABELLED_CHARACTERS and lines[0][0] not in "{[":
        believed = [_Field("a", lines[0], 0)]
    end = fields[len(believed)].start if len(believed) < len(fields) else len(text)
    retrievals = [each.line for each in believed if each.kind == "a" and _is_retrieval(each.line)]
    calls = (call[1] or call[2] or "" for call in islice(_CALL.finditer(text[:end]), MAX_RETRIEVE_CALLS))
    wanted = [number for each in (*calls, " ".join(retrievals)) for number in numbers(each)]
    told = [each for each in believed if each.line and not _is_retrieval(each.line)]
    subgoal = next((each for each in told if each.kind == "s"), _Field("s", "", -1))
    actions = sorted((each for each in told if each.kind == "a"), key=lambda each: each.start < subgoal.start)
    return AgentReply(subgoal.line, actions[0].line if actions else "", tuple(dict.fromkeys(wanted)))


def numbers(text: str) -> list[int]:
    """Read the whole numbers of at most six digits that stand alone or name a subgoal; a span is all of its numbers."""
    found = list[int]()
    for first, last in ((int(first), int(last or first)) for first, last in _NUMBER.findall(text)):
        found += range(first, min(last + 1, first + MAX_SPAN)) if first <= last else (first, last)
    return found


def _fields(text: str) -> Iterator[_Field]:
    """Find the labels; within a line, those of a subgoal, an action and an observation only."""
    every = [each for each in _LABEL.finditer(text) if each["start"] is not None or _kind(each) in "sao"]
    opening = {_kind(each) for each in takewhile(lambda each: _kind(each) != "o", every) if each["start"] is not None}
    found = list[re.Match[str]]()
    for each in every:
        if each["start"] is not None or not _is_content(each, found[-1] if found else None, opening):
            found.append(each)
    ends = [*(each.start() for each in found[1:]), len(text)]
    for each, end in zip(found, ends, strict=False):
        lines = (line for part in text[each.end() : end].split("\n") if (line := _clean(part)))
        yield _Field(_kind(each), next(lines, "")[:MAX_LINE_CHARACTERS].rstrip(), each.start())


def _is_content(label: re.Match[str], before: re.Match[str] | None, opening: set[str]) -> bool:
    """Return whether a label in a line is what is said there: in a thought of what is labelled below, or in an action.

    Within the line of an action, a label is part of it in quotes, and where it calls an action by another word. A label
    stands in the field of the one `before`. Labels of the `opening` kinds begin a line somewhere.
    """
    kind, text = _kind(label), label.string
    if before is None or _kind(before) not in "sao":
        return kind in opening
    is_bare = text[label.end("name") : label.end()].strip() in {":", "\uff1a"}
    is_inside = (
        before["start"] is not None and _kind(before) == "a" and text.find("\n", before.end(), label.start()) < 0
    )
    is_quoted = not _QUOTES.isdisjoint(text[label.start() - 1 : label.start("name")])
    is_other = kind == "a" and before["name"][:3].lower() != label["name"][:3].lower()
    return is_bare and is_inside and (is_quoted or is_other)


def _kind(label: re.Match[str]) -> str:
    name = label["name"].lower()
    return {"com": "a", "sum": "-"}.get(name[:3], name[0])


def _clean(line: str) -> str:
    """Return a line without fence, bullet, emphasis and quotes around it; empty where it says nothing."""
    line = " ".join(line.split())
    if _FENCE.match(line):
        return ""
    line = _MARKER.sub("", line, count=1).replace("**", "").strip(" *") if line else ""
    if ticked := _TICKED.match(line):
        line = ticked[1].strip()
    inner = line.rstrip(" ,}]")
    if (bare := unquoted(inner)) != inner:
        line = bare
    return "" if (line.lower().strip(" .()[]") or line) in _NOTHING else line


def _is_retrieval(line: str) -> bool:
    """True if a line is no action of the environment: ``retrieve(...)`` in it, or ``retrieve subgoal 2``."""
    if _CALL.search(line):
        return True
    verb, *rest = re.findall(r"[a-z]+|[0-9]+", line.lower()) or [""]
    wanted = {each for each in rest if each.isdigit()}
    return verb == "retrieve" and bool(wanted) and {*rest} <= wanted | _OF_RETRIEVAL


def _labelled(said: str | BaseMessage) -> str:
    """Return a reply without thoughts, and with its tags, JSON objects and tool calls as labelled lines."""
    calls = said.tool_calls if isinstance(said, AIMessage) else []
    text = well_formed(str(said.text) if isinstance(said, BaseMessage) else said)
    text = "\n".join([*_lines(calls), text]).replace("\r\n", "\n").replace("\r", "\n")
    text = _TAG.sub(_untagged, without_thoughts(text)[:MAX_CHARACTERS])
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


def _untagged(tag: re.Match[str]) -> str:
    if tag[2].lower() == "retrieve":
        return ")\n" if tag[1] else "\nretrieve("
    return "\n" if tag[1] else f"\n{tag[2]}: "


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
