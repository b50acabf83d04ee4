"""From what a model said to the answer that was asked for: tolerant of its form, strict about its content."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ValidationError

from clew.embedding.unicode import well_formed
from clew.errors import no_number
from clew.llm.thoughts import is_unfinished, without_leading_thoughts

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage

Answer = TypeVar("Answer", bound=BaseModel)

_START = re.compile(r"""\{\s*["}] | \[\s*[\[{"\]] | ^\[\s*-?\d""", re.VERBOSE | re.MULTILINE)
_NEXT = re.compile(r"[\s,;]*\{")  # the beginning of an object behind another
_LAST_COMMA = re.compile(r"""("(?:\\.|[^"\\])*")|,(\s*[\]}])""", re.DOTALL)
"""A text in JSON, or a comma before the end of a list or an object with that end."""
_NUMBER = re.compile(r"[^\w\-]*(\d+)")
_LENGTH = ("length", "max_tokens", "MAX_TOKENS")
_MAX_FAULTS = 3  # faults of an answer that are told, the first of them


class AnswerFault(ValueError):
    """Raised where a reply does not hold the answer; the message is one line that the model may be shown."""


class CutOff(AnswerFault):
    """It was longer than an answer may be."""


def _number(given: object) -> object:
    """Read the number that a text begins with, such as `3. take lamp` or `8/10`, and of a fraction the nearest."""
    if isinstance(given, str) and (found := _NUMBER.match(given)):
        return int(found[1])
    return round(given) if isinstance(given, float) and abs(given) < 1e9 else given


Number = Annotated[int, BeforeValidator(_number)]  # a whole number, as small models write it too
_DECODER = json.JSONDecoder(strict=False, parse_constant=no_number)


def read(said: "AIMessage", parsed: object, form: type[Answer]) -> Answer:
    """Return the answer in a message; what LangChain made of it is read only where the message is empty.

    It may stand in a Markdown fence or amid prose. It may come as the arguments of a tool call, or be the bare list of
    a form with a single list. Half an answer is none: what was cut off is not completed, and a thought that was is no
    answer.
    """
    fields: Mapping[str, Mapping[str, Any]] = form.model_json_schema().get("properties", {})
    ends = (said.response_metadata.get(field) for field in ("finish_reason", "stop_reason", "done_reason"))
    is_cut_off = any(end in _LENGTH for end in ends)
    try:
        value = _value(said, parsed, fields, is_cut_off=is_cut_off)
        if fields:
            value = _as_object(value, fields)
        return form.model_validate_json(well_formed(json.dumps(value, ensure_ascii=False, default=str)))
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)[:_MAX_FAULTS]
        lines = (f"{'.'.join(map(str, fault['loc'])) or 'the answer'}: {fault['msg']}" for fault in faults)
        reason, cause = " ".join("; ".join(lines).split()), error
    except (AnswerFault, RecursionError) as error:
        reason, cause = str(error), error
    if is_cut_off:
        raise CutOff("it was cut off because it is too long: answer more briefly") from cause
    raise AnswerFault(reason) from cause


def _value(said: "AIMessage", parsed: object, fields: Mapping[str, object], *, is_cut_off: bool) -> object:
    """Return the arguments of a tool call, else the JSON in the text, else what LangChain parsed."""
    if said.tool_calls:
        return said.tool_calls[0]["args"]
    broken = (call["args"] or "" for call in said.invalid_tool_calls)
    if text := without_leading_thoughts(str(said.text)).strip() or next(broken, ""):
        if is_cut_off and is_unfinished(text):
            raise AnswerFault("its thought has no end")
        return _found(text, fields)
    if parsed is None:
        raise AnswerFault("it is empty")
    return parsed.model_dump(mode="json") if isinstance(parsed, BaseModel) else parsed


def _found(text: str, fields: Mapping[str, object]) -> object:
    """Return the first object with one of the fields, for brackets in prose are JSON too; else what begins first.

    A comma before the end of a list or an object is passed over. Objects with a list that follow each other are one.
    """
    first, start = None, _START.search(text)
    if start is None:
        raise AnswerFault("it holds no JSON")
    while start:
        try:
            value, end = _DECODER.raw_decode(text, start.start())
        except ValueError as error:
            if (mended := _LAST_COMMA.sub(r"\1\2", text)) != text:
                return _found(mended, fields)
            raise AnswerFault(f"its JSON is broken: {error}") from None
        if not fields or _has_any(value, fields):
            lists = [name for name, each in value.items() if isinstance(each, list)] if fields else []
            while len(lists) == len(fields) == 1 and (more := _NEXT.match(text, end)):
                try:
                    other, end = _DECODER.raw_decode(text, more.end() - 1)
                except ValueError:
                    break
                listed = other.get(lists[0])
                new = cast("list[object]", listed) if isinstance(listed, list) else []
                value[lists[0]] += [each for each in new if each not in value[lists[0]]]
            return value
        first = value if first is None else first
        start = _START.search(text, end)
    return first


def _has_any(value: object, fields: Mapping[str, object]) -> bool:
    return isinstance(value, dict) and any(name in value for name in fields)


def _as_object(value: object, fields: Mapping[str, Mapping[str, Any]]) -> object:
    """Return a value under the names of fields: the bare list of a form with a single list gets the list's."""
    lists = [name for name, field in fields.items() if field.get("type") == "array"]
    if isinstance(value, list) and len(lists) == 1:
        return {lists[0]: cast("list[object]", value)}
    if not isinstance(value, dict) or (value and not _has_any(cast("object", value), fields)):
        raise AnswerFault(f"it is not an object with the keys {', '.join(fields)}")
    return cast("dict[str, object]", value)
