"""What a controller said, read as the learnings that it used, its reasons and the action, whatever the shape.

    I used learning id(s): 1, 4 $$$ The key opens the box. ### take the key

The form is that of CLIN, figure 6. Models leave marks out, repeat them, bold labels, answer in JSON or in lines.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from clew.agents.clin.stopping import says_complete
from clew.llm.thoughts import unquoted, without_thoughts

MAX_CHARACTERS = 100_000
"""Of a reply without its thoughts that are read; models think aloud at length before the action."""

MAX_ACTION_CHARACTERS = 300
"""Of an action; the rest is cut off."""

MAX_USED = 50
"""Learnings that one reply may name."""

_IDS = re.compile(
    r"\b(?:learnings?|insights?)?\W{0,3}(?:ids?(?:\(s\))?|numbers?|used)\W{1,6}"
    r"(none|n/?a\b|null|(?:and|to|no\.?|\#|[0-9]{1,4}|[-\u2013,;\u3001\uff0c\uff1b&\[\]() \t])+)",
    re.IGNORECASE,
)
_SPAN = re.compile(r"([0-9]{1,4})(?:\s*(?:-|\u2013|to)\s*([0-9]{1,4}))?")
_LEAD = r"^(?:[^\w\n]|_)*"
_WITHIN = rf"(?:{_LEAD}|(?<=[.;|][ ]))"
_LABEL = re.compile(
    rf"{_WITHIN}(?:[0-9]{{1,3}}[.)](?:[^\w\n]|_)*)?(?:(?:my|the|next|selected|chosen)\s+){{0,2}}"
    r"(?:action|command|goal)(?:[ ]?\#?[0-9]{1,3})?(?:\W{0,3}[:\uff1a=]|\u3011)\s*",
    re.I | re.M,
)
_REASON = re.compile(_LEAD + r"(?:rationale|reasons?|reasoning|thoughts?|explanation)\W{0,3}[:\uff1a=]\s*", re.I | re.M)
_HEADING = re.compile(
    r"^[ \t]*\#{1,6}[ \t*_]*((?:(?:my|the|next|selected|chosen)[ \t]+){0,2}(?:action|command|goal)"
    r"|rationale|reasons?|reasoning|thoughts?|explanation|observation|(learnings?|insights?)\b[^\n:\uff1a]{0,20}?)"
    r"[ \t*_]*(?:[:\uff1a][ \t*_]*|$)",
    re.I | re.M,
)
_TAG = re.compile(
    r"<(/?)(?:(action|command|goal|rationale|reasons?|explanation|observation)|(?:used_)?(?:learnings?|insights?)(?:_ids?)?)>",
    re.I,
)
_OBSERVED = re.compile(_WITHIN + r"observation(?:[ ]?\#?[0-9]{1,3})?\W{0,3}[:\uff1a=]", re.I | re.M)
_MARKS = " \t\r\n*_.>#\u3002"
_WRAPPED = f"{_MARKS}`\"'"
_FENCE = re.compile(r"^\s*`{3,}\w*\s*$|`{3,}")
_DECODER = json.JSONDecoder(strict=False)
_ACTS = ("action", "command", "goal")
_MAX_OBJECTS = 16
"""Of JSON, nested ones included, that are tried for an action."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was said.

    Attributes:
        used: positions of learnings, from 1, each once, in the order in which they were named.
        rationale: why; may be empty.
        action: in one line, without marks and full stop; empty where none was found.
        is_complete: whether it says that the task is complete.
    """

    used: tuple[int, ...] = ()
    rationale: str = ""
    action: str = ""
    is_complete: bool = False


def parse(text: str) -> Reply:
    """Read a reply; what cannot be read is left empty."""
    shown = without_thoughts(text)[:MAX_CHARACTERS].replace("\u2019", "'")
    shown = _believed(_HEADING.sub(_labelled, _TAG.sub(_untagged, shown)))
    if (fields := _json(shown)) is not None:
        return _of_fields(fields)
    before, mark, after = _split(shown)
    used, reasons = _used(before)
    action = _first_line(after)
    complete = says_complete(action) if mark else says_complete(shown)
    return Reply(used, reasons, "" if complete else action, complete)


def _labelled(heading: re.Match[str]) -> str:
    return "Learning ids: " if heading[2] else f"{heading[1]}: "


def _untagged(tag: re.Match[str]) -> str:
    return "\n" if tag[1] else f"\n{tag[2] or 'Learning ids'}: "


def _believed(text: str) -> str:
    """Return what stands before an observation that follows an action: it is made up, as all after it."""
    acted = next(filter(_is_of_action, _LABEL.finditer(text)), None)
    observed = _OBSERVED.search(text, acted.end()) if acted else None
    return text[: observed.start()] if observed else text


def _is_of_action(label: re.Match[str]) -> bool:
    return "goal" not in label[0].lower()


def _split(text: str) -> tuple[str, bool, str]:
    """Return what stands before the action, whether a mark told where it begins, and the action."""
    if "###" in text:
        before, _, after = text.partition("###")
        if after.strip(_WRAPPED):
            return before, True, _LABEL.sub("", after.lstrip("# \n"), count=1)
        text = before
    if labels := sorted(_LABEL.finditer(text), key=_is_of_action, reverse=True):
        return text[: labels[0].start()], True, text[labels[0].end() :]
    if "$$$" in text:
        before, _, after = text.rpartition("$$$")
        lines = [each for each in after.strip().splitlines() if each.strip(_WRAPPED)]
        return f"{before}$$$ {' '.join(lines[:-1])}", False, lines[-1] if lines else ""
    lines = [each for each in text.strip().splitlines() if each.strip(_WRAPPED)]
    return "\n".join(lines[:-1]), False, lines[-1] if lines else ""


def _used(text: str) -> tuple[tuple[int, ...], str]:
    """Return the learnings that were named, and the reasons."""
    ids, mark, reasons = text.partition("$$$")
    found = _IDS.search(ids)
    named = _numbers(found[1]) if found else _numbers(ids) if mark else ()
    rest = reasons if mark else ids[: found.start()] + ids[found.end() :] if found else ids
    rest = re.sub(r"^\s*I (?:used|have used)\b\W*", "", rest, flags=re.IGNORECASE)
    return named, " ".join(_REASON.sub("", rest).split()).strip("* ")


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that a list names; a span of them counts as all between."""
    found = list[int]()
    for each in _SPAN.finditer(text):
        first, last = int(each[1]), int(each[2] or each[1])
        found += range(first, min(last, first + MAX_USED) + 1) if first <= last else (first, last)
    return tuple(dict.fromkeys(each for each in found if each > 0))[:MAX_USED]


def _first_line(text: str) -> str:
    lines = (unquoted(_FENCE.sub("", line).strip(_MARKS)).strip(_MARKS) for line in text.splitlines())
    line = next((each for each in lines if each.strip(_WRAPPED)), "")
    return " ".join(line.split())[:MAX_ACTION_CHARACTERS]


def _json(text: str) -> dict[str, Any] | None:
    """Return the fields of the first object in JSON that says something of an action; None where none does."""
    begin = -1
    for _ in range(_MAX_OBJECTS):
        if (begin := text.find("{", begin + 1)) < 0:
            break
        with suppress(ValueError, RecursionError):
            found = cast("dict[str, Any]", _DECODER.raw_decode(text, begin)[0])
            fields = {name.lower(): value for name, value in found.items()}
            if any(part in name for name in fields for part in _ACTS):
                return fields
    return None


def _of_fields(fields: dict[str, Any]) -> Reply:
    given = {name: str(value) for name, each in fields.items() if (value := _single(name, each)) is not None}

    def named(*parts: str) -> str:
        exact = (given[each] for each in parts if each in given)
        return next(exact, next((value for name, value in given.items() if any(each in name for each in parts)), ""))

    action = _first_line(named(*_ACTS))
    complete = says_complete(action)
    used = _numbers(named("learning", "used", "ids"))
    return Reply(used, named("rationale", "reason", "thought"), "" if complete else action, complete)


def _single(name: str, value: object) -> object:
    """Return what a field says; of several actions the first, of one in parts all of its words."""
    if any(part in name for part in _ACTS) and isinstance(value, list):
        return _single(name, next(iter(cast("list[object]", value)), None))
    if isinstance(value, dict):
        return " ".join(each for each in cast("dict[str, object]", value).values() if isinstance(each, str))
    return value
