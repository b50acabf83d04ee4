"""The form of an operation that a language model can call: its arguments, its effect, and its result."""

import json
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator

from clew.agents.spaces import Bound

NOTHING = "Nothing in memory fits."

WORDS = 400  # words of memory that `recall` returns, and that `ask` shows the language model
MAX_WORDS = 4000

Effect = Literal["reads", "adds", "settles", "removes"]
"""The effect of a call on memory. A call that settles adds only what is new, so the same call again changes nothing."""


class Result(NamedTuple):
    """The result of an agent's tool: text for the model, and a value that JSON can hold, or documents."""

    content: str
    artifact: Any = None


class Arguments(BaseModel, ABC):
    """The arguments of a tool. A validator of all of them raises `InvalidInput`, before memory is asked."""

    @abstractmethod
    def work(self, bound: Bound) -> Any:  # noqa: ANN401
        """Do what the tool does to what a request reaches, and return what the interfaces show."""


class Tool(NamedTuple):
    """An operation on memory."""

    name: str  # a model calls it by this name
    arguments: type[Arguments]  # declares its arguments, and does its work; its docstring says what the tool is for
    effect: Effect = "reads"  # what it does to memory
    only: Literal["agents", "mcp", ""] = ""  # the one interface that offers it; empty: both do
    in_agents: tuple[str, ...] = ()  # the arguments that the model of an agent may give; empty: all of them
    needs_model: bool = False  # whether it is offered only where memory has a language model
    is_long: bool = False  # whether it may take minutes, and reports its progress

    @property
    def description(self) -> str:
        """Its purpose, as a model reads it."""
        return " ".join((self.arguments.__doc__ or "").split())


def _as_list(given: object) -> object:
    if given is None or given == "":
        return []
    if not isinstance(given, str):
        return given
    if given.lstrip().startswith("["):  # no id that a tool shows begins so
        with suppress(ValueError, RecursionError):
            return json.loads(given)
    return [given]


OptionalText = Annotated[str, BeforeValidator(lambda given: "" if given is None else given)]
"""A text that may be left out; a model may also say null. The SDK of MCP reads a text of another annotation as JSON."""

OptionalTexts = Annotated[list[str], BeforeValidator(_as_list)]
"""Texts that may be left out; a model may also say null, one text alone, or the list as JSON text."""


def _as_text(given: object) -> object:
    """Read names as one text."""
    if not isinstance(given, list):
        return "" if given is None else given
    try:
        return json.dumps(given)
    except (TypeError, RecursionError):
        raise ValueError("names are texts") from None


OptionalNames = Annotated[str, BeforeValidator(_as_text)]
"""One name, or several as a list or its JSON text, which may be left out. See `OptionalText` for why it is a text."""


def names(given: str) -> list[str] | None:
    """Return the names of an argument of that type; None where it is left out."""
    with suppress(ValueError, RecursionError):
        several = json.loads(given) if given.startswith("[") else None
        if several and all(isinstance(each, str) for each in several):
            return several
    return [given] if given else None
