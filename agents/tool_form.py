"""The form of an operation that a language model can call: its arguments, its effect, and its result."""

from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

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
