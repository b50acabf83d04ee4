"""What a model said, read as a subgoal, an action and subgoals to retrieve, whatever the shape it came in.

    Subgoal: Hold block a.
    Action: pick up block a

Models bold the labels, number them, fence them, answer in JSON or in tool calls, and go on with observations of their
own. Everything is first brought to labelled lines, and then those are read. All steps are linear in the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from langchain_core.messages import BaseMessage

from clew.llm.thoughts import unquoted
from clew.loaders.working.labelled import labelled, numbers

MAX_LINE_CHARACTERS = 1000
"""Of a subgoal and of an action; the rest is cut off."""

MAX_UNLABELLED_CHARACTERS = 200
"""A reply without a label is an action where it is one line of so many at most."""

MAX_RETRIEVE_CALLS = 20
"""Of one reply that are read."""

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
_TICKED = re.compile(r"`+([^`]+)`")
_QUOTES = frozenset("\"'`\u2018\u201c\u00ab")
_NOTHING = frozenset({"", "-", "none", "null", "n/a", "same", "same as before", "unchanged", "no change"})
_OF_RETRIEVAL = frozenset({"the", "sub", "goal", "subgoal", "goals", "subgoals", "id", "ids", "number", "and"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said.

    Attributes:
        subgoal: the first one, in one line; empty where there is none.
        action: the first one after it, in one line; empty where there is none. Never a retrieval.
        retrieve: numbers of subgoals that were asked for, each once.
    """

    subgoal: str = ""
    action: str = ""
    retrieve: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Field:
    """A label and what follows it, up to the next label.

    Attributes:
        kind: ``s`` of a subgoal, ``a`` of an action, ``o`` of an observation, another letter of anything else.
        line: the first line of it that says something.
        start: where in the text the label begins.
    """

    kind: str
    line: str
    start: int


def parse(said: str | BaseMessage) -> Reply:
    """Read what a model said; what cannot be read is an empty reply.

    Args:
        said: its text, or its message: tool calls named subgoal, action and retrieve are read as well.
    """
    text = labelled(said)
    fields = list(_fields(text))
    believed = _believed(fields)
    if not fields and (bare := _unlabelled(text)):
        believed = [_Field("a", bare, 0)]
    end = fields[len(believed)].start if len(believed) < len(fields) else len(text)
    retrievals = [each.line for each in believed if each.kind == "a" and _is_retrieval(each.line)]
    wanted = dict.fromkeys([*_asked_for(text[:end]), *numbers(" ".join(retrievals))])
    return Reply(*_subgoal_and_action(believed), tuple(wanted))


def _subgoal_and_action(fields: Sequence[_Field]) -> tuple[str, str]:
    """Return the first subgoal and the first action after it; where none is after it, the first action."""
    said = [each for each in fields if each.line and not _is_retrieval(each.line)]
    subgoal = next((each for each in said if each.kind == "s"), _Field("s", "", -1))
    actions = sorted((each for each in said if each.kind == "a"), key=lambda each: each.start < subgoal.start)
    return subgoal.line, actions[0].line if actions else ""


def _believed(fields: Sequence[_Field]) -> Sequence[_Field]:
    """Return the fields before the first observation that follows an action: the model made it up, and what follows."""
    acted = next((place for place, each in enumerate(fields) if each.kind == "a" and each.line), len(fields))
    return fields[: next((place for place in range(acted, len(fields)) if fields[place].kind == "o"), len(fields))]


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
        yield _Field(_kind(each), _first_line(text[each.end() : end]), each.start())


def _is_content(label: re.Match[str], before: re.Match[str] | None, opening: set[str]) -> bool:
    """True if a label within a line is what is said there: in a thought of what is labelled below, or in an action.

    Within the line of an action a label is part of it in quotes, and where it calls an action by another word.

    Args:
        label: it.
        before: the label whose field it stands in.
        opening: kinds of which a label begins a line.
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


def _unlabelled(text: str) -> str:
    """Return a text that is a single short line; empty where it is more, or JSON that says nothing to us."""
    lines = [line for line in map(_clean, text.split("\n")) if line]
    fits = len(lines) == 1 and len(lines[0]) <= MAX_UNLABELLED_CHARACTERS and lines[0][0] not in "{["
    return lines[0] if fits else ""


def _first_line(text: str) -> str:
    lines = (line for each in text.split("\n") if (line := _clean(each)))
    return next(lines, "")[:MAX_LINE_CHARACTERS].rstrip()


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


def _asked_for(text: str) -> list[int]:
    calls = islice(_CALL.finditer(text), MAX_RETRIEVE_CALLS)
    return [number for call in calls for number in numbers(call[1] or call[2] or "")]
