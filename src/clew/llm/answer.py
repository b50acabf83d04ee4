"""From what a model said to the answer that was asked for: tolerant of its form, strict about its content."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ValidationError

from clew.embedding.unicode import well_formed
from clew.llm.chain import Answer
from clew.llm.thoughts import is_unfinished, without_leading_thoughts

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

_START = re.compile(r"""\{\s*["}] | \[\s*[\[{"\]] | ^\[\s*-?\d""", re.VERBOSE | re.MULTILINE)
_LENGTH = ("length", "max_tokens", "MAX_TOKENS")
FAULTS = 3
"""What is said of an answer with more faults: the first of them."""


class Unusable(ValueError):
    """What was said does not hold the answer; the message is one line that the model may be shown."""


class CutOff(Unusable):
    """It was longer than an answer may be."""


def read(said: "AIMessage", parsed: object, form: type[Answer]) -> Answer:
    """Return the answer in a message.

    It may stand in a Markdown fence or amid prose, come as the arguments of a tool call, or be the bare list of a
    form with a single list. Half an answer is none: what was cut off is not completed, and a thought that was is no
    answer.

    Args:
        said: the message.
        parsed: what LangChain made of it; read only where the message is empty.
        form: what the answer must be.

    Raises:
        Unusable: there is no answer, or not of that form.
    """
    try:
        return _validated(_value(said, parsed, _fields(form)), form)
    except (Unusable, RecursionError) as error:
        if _cut_off(said):
            raise CutOff("it was cut off because it is too long: answer more briefly") from error
        raise Unusable(str(error)) from error


def _value(said: "AIMessage", parsed: object, keys: Collection[str]) -> object:
    if said.tool_calls:
        return said.tool_calls[0]["args"]
    broken = (call["args"] or "" for call in said.invalid_tool_calls)
    if text := without_leading_thoughts(str(said.text)).strip() or next(broken, ""):
        if is_unfinished(text) and _cut_off(said):
            raise Unusable("its thought has no end")
        return _found(text, keys)
    if parsed is None:
        raise Unusable("it is empty")
    return parsed.model_dump(mode="json") if isinstance(parsed, BaseModel) else parsed


def _found(text: str, keys: Collection[str]) -> object:
    """Return the first object with one of these keys, for brackets in prose are JSON too; else what begins first."""
    values = _values(text)
    first = next(values, None)
    if first is None:
        raise Unusable("it holds no JSON")
    return next((value for value in chain([first], values) if not keys or _has_any(value, keys)), first)


def _values(text: str) -> Iterator[object]:
    """Yield the JSON in a text, one after the other; look for no other inside a broken one."""
    start = _START.search(text)
    while start:
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except ValueError as error:
            raise Unusable(f"its JSON is broken: {error}") from None
        yield value
        start = _START.search(text, end)


def _has_any(value: object, keys: Collection[str]) -> bool:
    return isinstance(value, dict) and any(key in value for key in keys)


def _validated(value: object, form: type[Answer]) -> Answer:
    if fields := _fields(form):
        value = _as_object(value, fields)
    try:
        return form.model_validate_json(well_formed(json.dumps(value, ensure_ascii=False, default=str)))
    except ValidationError as error:
        raise Unusable(_faults(error)) from None


def _fields(form: type[Answer]) -> Mapping[str, Mapping[str, Any]]:
    return form.model_json_schema().get("properties", {})


def _as_object(value: object, fields: Mapping[str, Mapping[str, Any]]) -> object:
    lists = [name for name, field in fields.items() if field.get("type") == "array"]
    if isinstance(value, list) and len(lists) == 1:
        return {lists[0]: cast("list[object]", value)}
    if not isinstance(value, dict) or (value and not _has_any(cast("object", value), fields)):
        raise Unusable(f"it is not an object with the keys {', '.join(fields)}")
    return cast("dict[str, object]", value)


def _faults(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)[:FAULTS]
    lines = (f"{'.'.join(map(str, fault['loc'])) or 'the answer'}: {fault['msg']}" for fault in faults)
    return " ".join("; ".join(lines).split())


def _cut_off(said: "AIMessage") -> bool:
    fields = ("finish_reason", "stop_reason", "done_reason")
    return any(said.response_metadata.get(field) in _LENGTH for field in fields)


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


_DECODER = json.JSONDecoder(strict=False, parse_constant=_refuse)
