"""The contents of a message: its text, or a list of parts, and the calls of tools that it makes."""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple, cast

from clew.errors import InvalidInput
from clew.loaders.sources.quoting import kind
from clew.text.arguments import quoted

TOOL = "tool"

_SHOWN = ("alt", "alt_text", "caption", "description")
"""Names of the words for a picture, the better first."""

_SENTENCES = re.compile(r"[.!?:…]\n\w")
"""The end of one piece of text and the beginning of the next, where these are sentences of their own."""

_Values = Mapping[str, object]


class MessageParts(NamedTuple):
    """The texts of a message, the words for its pictures, its calls of tools, and what tools returned.

    `others` are the types of parts that are neither.
    """

    texts: list[str]
    captions: list[str]
    calls: list[str]
    results: list[str]
    others: list[str]


def said_in(content: object, name: str, place: str, *, is_model: bool = False) -> MessageParts:
    """Return what a message's field says; texts of a model that follow each other are one, which it made in pieces.

    Raises:
        InvalidInput: it is no text, and no list of parts; the error calls it `name`.
    """
    said, before = MessageParts([], [], [], [], []), ""
    whole: list[object] = [content]
    listed = cast("_Values", content).get("parts", whole) if isinstance(content, Mapping) else content
    for part in cast("list[object]", listed) if isinstance(listed, list) else [text_of(listed, name, place)]:
        values = cast("_Values", part) if isinstance(part, Mapping) else {"text": part}
        type_ = str(values.get("type") or ("text" if "text" in values else "something else"))
        text = values.get("text")
        shown = next((values[each] for each in _SHOWN if values.get(each)), None)
        if "image" in type_ and isinstance(shown, str):
            said.captions.append(shown)
        elif type_ == "tool_use":
            said.calls.append(_call(values))
        elif type_ == "tool_result":
            said.results.append("\n".join(said_in(values.get("content"), name, place).texts))
        elif isinstance(text, str) and type_.endswith("text"):
            is_piece = is_model and before == type_ and bool(said.texts)
            if is_piece and not _SENTENCES.search(f"{said.texts[-1][-1:]}\n{text[:1]}"):
                text = said.texts.pop() + text
            said.texts.extend([text] if text else [])
        elif text is not None or type_ != "text":
            said.others.append(type_)
        before = type_
    return said


def calls_in(message: _Values) -> list[str]:
    """Return the calls of tools that a message has in fields of their own, as OpenAI's and LangChain's have."""
    listed = message.get("tool_calls")
    calls = [*(cast("list[object]", listed) if isinstance(listed, list) else ()), message.get("function_call")]
    return [_call(cast("_Values", each)) for each in calls if isinstance(each, Mapping)]


def _call(given: _Values) -> str:
    """Return a call as a line, such as ``search({"query": "trains"})``."""
    inner = given.get("function")
    function = cast("_Values", inner) if isinstance(inner, Mapping) else given
    arguments = next((function[each] for each in ("input", "args", "arguments") if each in function), "")
    if not isinstance(arguments, str):
        with suppress(TypeError, ValueError):
            arguments = json.dumps(arguments, ensure_ascii=False)
    return f"{function.get('name') or TOOL}({arguments})"


def text_of(value: object, field: str, place: str) -> str:
    """Return a text; empty where there is none."""
    if value is None or isinstance(value, str):
        return value or ""
    raise InvalidInput(f"{place}: {field} is {quoted(value)}, {kind(value)}; give text")
