"""Chooses a chat model: from the settings to the object, and from any object back to a name."""

import os
import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, Union, cast

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.settings import Settings
from clew.text.providers import provider_errors

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

    Its temperature is 0 where it takes one. ``openai:NAME`` is OpenAI's, or that of any server that speaks its
    protocol. Of another provider it is the class that LangChain's ``init_chat_model`` chooses. Where the settings hold
    no key, the provider's own variable does, such as ``OPENAI_API_KEY``. No server of your own is sent that one.

    Raises:
        InvalidInput: the model is not ``PROVIDER:NAME``, the provider is unknown, or there is neither a key nor a URL.
        MissingDependency: the provider's package is not installed.
    """
    if not settings.model:
        return None
    provider, _, name = settings.model.partition(":")
    if not (provider and name):
        raise InvalidInput(f"model {settings.model!r} is no PROVIDER:NAME; write it like openai:gpt-4o-mini")
    temperature = None if _UNTEMPERED.match(name) else 0
    return _openai(name, temperature, settings) if provider == "openai" else _other(provider, temperature, settings)


def _openai(name: str, temperature: int | None, settings: Settings) -> "BaseChatModel":
    if find_spec("langchain_openai") is None:
        raise MissingDependency(f"model openai:{name} needs langchain-openai, not installed; {install_hint('openai')}")
    url, key = settings.model_url, settings.model_key.get_secret_value()
    key = key or ("none" if url else os.environ.get("OPENAI_API_KEY", ""))
    if not key:
        raise InvalidInput(
            f"model openai:{name} has no API key; set OPENAI_API_KEY, or give Settings a model_key or the model_url of "
            "a server of yours; commands read CLEW_MODEL_KEY and CLEW_MODEL_URL"
        )
    from langchain_openai import ChatOpenAI
    from pydantic import SecretStr

    return ChatOpenAI(
        model=name,
        base_url=url or OPENAI,
        api_key=SecretStr(key),
        temperature=temperature,
        max_completion_tokens=settings.model_tokens,
        timeout=SECONDS,
        stream_usage=True,
    )


def _other(provider: str, temperature: int | None, settings: Settings) -> "BaseChatModel":
    name = settings.model
    if find_spec("langchain") is None:
        raise MissingDependency(f"model {name} needs langchain, not installed; {install_hint('langchain')}")
    from langchain.chat_models import init_chat_model

    given = {
        "temperature": temperature,
        "max_tokens": settings.model_tokens,
        "timeout": SECONDS,
        "api_key": settings.model_key.get_secret_value() or None,
        "base_url": settings.model_url or None,
    }
    known: dict[str, Any] = {argument: value for argument, value in given.items() if value is not None}
    with provider_errors(f"model {name}", "model_key (CLEW_MODEL_KEY)"):
        return cast(
            "BaseChatModel", init_chat_model(name.removeprefix(f"{provider}:"), model_provider=provider, **known)
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
