"""The form of an operation that a language model can call: its arguments, its effect, and its result."""

import json
from abc import ABC, abstractmethod
from contextlib import suppress
from datetime import datetime, tzinfo
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, Field, model_validator

from clew.agents.spaces import Bound
from clew.text.instants import parse_end

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


class KnownAt(Arguments):
    """The argument that asks for what memory believed at an instant."""

    known_at: OptionalText = Field(
        "", description="As believed at this time, or by the end of this day, whatever was learned since: ISO 8601."
    )

    @model_validator(mode="after")
    def check_known_at(self) -> Self:
        """Hold that it is an instant, whatever the zone."""
        self.then()
        return self

    def then(self, zone: tzinfo | None = None) -> datetime | None:
        """Return the instant at which memory believed it; None: now."""
        return parse_end(self.known_at, "known_at", zone, is_included=True) if self.known_at else None


class HeldAt(KnownAt):
    """The same, and the argument that asks for what held at an instant."""

    as_of: OptionalText = Field(
        "", description="What was known and held at this time, or by the end of this day: ISO 8601."
    )

    @model_validator(mode="after")
    def check_as_of(self) -> Self:
        """Hold that it is an instant, whatever the zone."""
        self.instant()
        return self

    def instant(self, zone: tzinfo | None = None) -> datetime | None:
        """Return the instant at which it held; None: now."""
        return parse_end(self.as_of, "as_of", zone, is_included=True) if self.as_of else None
