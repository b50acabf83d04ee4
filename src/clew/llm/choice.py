"""Chooses a chat model: from the settings to the object, and from any object back to a name."""

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.settings import Settings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel, LanguageModelInput
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import Runnable

ChatModel: TypeAlias = Union["BaseChatModel", "Runnable[LanguageModelInput, AIMessage]"]
"""A chat model of LangChain's, or one with fallbacks."""

OPENAI = "https://api.openai.com/v1"
SECONDS = 300
"""For one request, which is tried three times where it failed in a way that may pass. A small model on the CPU takes
minutes for a long answer."""

_UNTEMPERED = re.compile(r"(?:.*/)?(?:o\d|gpt-5(?!.*chat))", re.IGNORECASE)
"""OpenAI's models that reason refuse a temperature, whoever serves them."""


def chat_model(settings: Settings) -> "BaseChatModel | None":
    """Make the chat model that the settings name, or None where they name none; ask no server yet.

    Its temperature is 0 where it takes one. Nothing is read from the environment but proxies, organisation and what
    LangChain traces with.

    Raises:
        InvalidInput: the model is not ``openai:NAME``, or has neither a key nor a URL.
        MissingDependency: the package langchain-openai is not installed.
    """
    if not settings.model:
        return None
    family, _, name = settings.model.partition(":")
    if family != "openai" or not name:
        raise InvalidInput(
            f"model {settings.model!r} is unknown; choose openai:NAME, with model_url unless it is OpenAI's"
        )
    if find_spec("langchain_openai") is None:
        raise MissingDependency(f"model openai:{name} needs langchain-openai, not installed; {install_hint('openai')}")
    url, key = settings.model_url, settings.model_key.get_secret_value()
    if not (url or key):
        raise InvalidInput(f"model openai:{name} has no API key; give model_key, or the model_url of a server of yours")
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    return ChatOpenAI(
        model=name,
        base_url=url or OPENAI,
        api_key=SecretStr(key or "none"),
        temperature=None if _UNTEMPERED.match(name) else 0,
        max_completion_tokens=settings.model_tokens,
        timeout=SECONDS,
        stream_usage=True,
    )


def identity(model: "ChatModel") -> str:
    """Return what is recorded with what a model made: its class and its own name, such as ``ChatOllama:qwen3``.

    A model with fallbacks is called by all of them, for any may have answered.
    """
    if len(models := members(model)) > 1:
        return " or ".join(map(identity, models))
    names = (getattr(model, field, "") for field in ("model_name", "model", "model_id"))
    name = next((name for name in names if isinstance(name, str) and name), "")
    return f"{type(model).__name__}:{name}" if name else type(model).__name__


def members(model: "ChatModel") -> "list[ChatModel]":
    """Return a model, or the models of one `with_fallbacks`, which are asked in that order."""
    runnables: Any = getattr(model, "runnables", None)
    return list(runnables) if runnables is not None else [model]
