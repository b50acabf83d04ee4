"""Asking for an answer of a JSON schema: by the model's own means where it has them, else in words."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from clew.embedding.unicode import well_formed
from clew.llm.answer import CutOff, Unusable
from clew.llm.choice import members

if TYPE_CHECKING:
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.runnables import Runnable

    from clew.llm.language_model import ChatModel

MAX_QUOTED_CHARACTERS = 1000
"""Characters of its own answer that a model is shown again."""

_IN_WORDS = "Answer with one JSON object and nothing before or after it. It fits this JSON schema:"
_AGAIN = "That answer cannot be used: {reason}. Answer again, with nothing but the JSON that was asked for."


def bound(model: "ChatModel", schema: Mapping[str, Any]) -> "Runnable[LanguageModelInput, Any] | None":
    """Return the model with that schema; None where it, or one of its fallbacks, has no means to keep to one."""
    if not all(hasattr(each, "with_structured_output") for each in members(model)):
        return None
    try:
        chat: Any = model
        return chat.with_structured_output(dict(schema), method="json_schema", include_raw=True)
    except (NotImplementedError, ValueError, TypeError):  # how LangChain's models refuse: all, the method, an argument
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


def again(said: AIMessage, reason: Unusable) -> list[BaseMessage]:
    """Return what a model is shown of an answer that cannot be used: its opening, and why.

    Of one that was cut off it is shown nothing: small models take up an endless list where they see it begun.
    """
    calls = [call["args"] for call in (*said.tool_calls, *said.invalid_tool_calls)]
    text = well_formed(str(said.text) or json.dumps(calls, ensure_ascii=False))
    most = 0 if isinstance(reason, CutOff) else MAX_QUOTED_CHARACTERS
    shown = text if len(text) <= most else f"{text[:most]}…"
    return [AIMessage(shown), HumanMessage(_AGAIN.format(reason=reason))]
