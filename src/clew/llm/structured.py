"""Questions for an answer of a JSON schema, by the model's own means where it has them, else in words; and images."""

import json
import logging
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput
from clew.llm.answer import AnswerFault, CutOff
from clew.llm.choice import members

if TYPE_CHECKING:
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.runnables import Runnable

    from clew.llm.choice import ChatModel

_log = logging.getLogger(__name__)

_MAX_QUOTED_CHARACTERS = 1000  # characters of its own answer that a model is shown again
_MAX_IMAGE_CHARACTERS = 60  # characters of what is no image, in the error about it
_DATA = re.compile(r"data:(?P<type>image/[\w.+-]+);base64,(?P<data>\S+)", re.ASCII)
_URL = re.compile(r"https?://\S+", re.IGNORECASE)
_IN_WORDS = "Answer with one JSON object and nothing before or after it. It fits this JSON schema:"
_AGAIN = "That answer cannot be used: {reason}. Answer again, with nothing but the JSON that was asked for."


def bound(model: "ChatModel", schema: Mapping[str, Any]) -> "Runnable[LanguageModelInput, Any] | None":
    """Return the model with that schema; None where it, or one of its fallbacks, has no means to keep to one."""
    if not all(hasattr(each, "with_structured_output") for each in members(model)):
        return None
    chat: Any = model
    try:
        return chat.with_structured_output(dict(schema), method="json_schema", include_raw=True)
    except (NotImplementedError, ValueError, TypeError) as error:
        # LangChain's models refuse by these, in this order: structured output, the method, an argument of ours.
        _log.debug("the model is asked in words, because it takes no JSON schema: %s", error)
        return None


def raw_and_parsed(result: object) -> tuple[AIMessage, object]:
    """Return the message that a bound model gave, and what LangChain read in it."""
    if isinstance(result, Mapping):
        fields = cast("Mapping[str, object]", result)
        if isinstance(raw := fields.get("raw"), AIMessage):
            return raw, fields.get("parsed")
    return AIMessage(""), cast("object", result)


def in_words(messages: Sequence[BaseMessage], schema: Mapping[str, Any]) -> list[BaseMessage]:
    """Return the messages, with the schema below the question, which is the second; its images stay."""
    system, question, *others = messages
    text = f"{_IN_WORDS}\n{json.dumps(schema, ensure_ascii=False)}"
    if isinstance(question.content, str):
        return [system, HumanMessage(f"{question.content}\n\n{text}"), *others]
    return [system, HumanMessage([*question.content, {"type": "text", "text": text}]), *others]


def again(said: AIMessage, reason: AnswerFault) -> list[BaseMessage]:
    """Return what a model is shown of an answer that cannot be used: its opening, and why.

    Of one that was cut off it is shown nothing: small models take up an endless list where they see it begun.
    """
    calls = [call["args"] for call in (*said.tool_calls, *said.invalid_tool_calls)]
    text = well_formed(str(said.text) or json.dumps(calls, ensure_ascii=False))
    most = 0 if isinstance(reason, CutOff) else _MAX_QUOTED_CHARACTERS
    shown = text if len(text) <= most else f"{text[:most]}…"
    return [AIMessage(shown), HumanMessage(_AGAIN.format(reason=reason))]


def with_image(messages: "list[BaseMessage]", image: str) -> "list[BaseMessage]":
    """Return messages with an image after the text of the last one, as LangChain's content block.

    The image is a URL, which the model's provider reads, or a data URL in base64, `data:image/png;base64,…`.
    """
    if _URL.fullmatch(image):
        block: dict[str, str | dict[str, str]] = {"type": "image", "url": image}
    elif (found := _DATA.fullmatch(image)) and _is_base64(found["data"]):
        block = {"type": "image", "base64": found["data"], "mime_type": found["type"]}
    else:
        shown = image if len(image) <= _MAX_IMAGE_CHARACTERS else f"{image[:_MAX_IMAGE_CHARACTERS]}…"
        raise InvalidInput(f"{shown!r} is no image; give a URL, https://…, or a data URL, data:image/png;base64,…")
    *others, question = messages
    return [*others, HumanMessage([{"type": "text", "text": str(question.text)}, block])]


def _is_base64(data: str) -> bool:
    try:
        return bool(b64decode(data, validate=True))
    except ValueError:
        return False
