"""Chains: a prompt, the form of its answer, and what Clew's own values have to do with both.

    FACTS = Chain("facts", Prompt.load("clew.loaders", "facts"), FoundFacts)
    FACTS.on(model).invoke({"date": "…", "earlier": "none", "turns": "[1] Ann: I moved to Oslo."})

A chain is a declaration. `on` makes a LangChain `Runnable` of it, and only then LangChain is imported.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel

from clew.llm.prompt import Prompt

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

    from clew.llm.language_model import ChatModel, LanguageModel

Inputs = Mapping[str, str]
"""Of a prompt."""

Answer = TypeVar("Answer", bound=BaseModel)
Given = TypeVar("Given")
Result = TypeVar("Result")


def ask_always(_: object, /) -> None:
    """Return None: every input takes a model."""


@dataclass(frozen=True, slots=True)
class Chain(Generic[Answer]):
    """A prompt whose answer has a form: from the prompt's inputs to the answer.

    Attributes:
        name: usage is counted under it, and traces show it.
        prompt: the question.
        answer: the answer's form. The model sees its docstring and its fields' descriptions; flat ones serve small
            models best, and one with a single list may be answered by the bare list.
    """

    name: str
    prompt: Prompt
    answer: type[Answer]

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the answer."""
        return self.answer.model_json_schema()

    @property
    def input(self) -> object:
        """Type of the input: a mapping with the prompt's inputs as keys."""
        return Inputs

    @property
    def output(self) -> object:
        """Type of the output."""
        return self.answer

    def on(
        self, model: "LanguageModel | ChatModel", prompt: Prompt | None = None, image: str = ""
    ) -> "Runnable[Inputs, Answer]":
        """Return the chain as a Runnable on a model.

        Args:
            model: any of LangChain's; a `LanguageModel` brings its account, budget and bound of calls.
            prompt: in place of the chain's own.
            image: shown with the question to a model that sees; see `LanguageModel.ask`.

        Raises:
            InvalidInput: the prompt lacks an input, or has one that the chain does not know.
        """
        from clew.llm.runnables import bound_to, structured

        return structured(bound_to(model, self.prompt, prompt), self, image)


@dataclass(frozen=True, slots=True)
class TextChain:
    """A prompt that is answered by text: from the prompt's inputs to the text, piece by piece."""

    prompt: Prompt

    @property
    def name(self) -> str:
        """Name of the prompt: usage is counted under it, and traces show it."""
        return self.prompt.name

    @property
    def input(self) -> object:
        """Type of the input: a mapping with the prompt's inputs as keys."""
        return Inputs

    @property
    def output(self) -> object:
        """Type of the output."""
        return str

    def on(self, model: "LanguageModel | ChatModel", prompt: Prompt | None = None) -> "Runnable[Inputs, str]":
        """Return the chain as a Runnable on a model; see `Chain.on`."""
        from clew.llm.runnables import bound_to, text

        return text(bound_to(model, self.prompt, prompt), self)


@dataclass(frozen=True, slots=True)
class Operation(Generic[Given, Answer, Result]):
    """A chain between values of Clew: what is given is shown to a model, and its answer is read with what was given.

    Attributes:
        chain: asks.
        input: type of what is given.
        output: type of the result.
        show: turns what is given into the prompt's inputs.
        read: turns the answer into the result.
        without_model: gives the result where there is nothing to ask; None: the model is asked.
        image: gives what a model that sees is shown besides; empty for none.
    """

    chain: Chain[Answer]
    input: object
    output: object
    show: Callable[[Given], Inputs]
    read: Callable[[Given, Answer], Result]
    without_model: Callable[[Given], Result | None] = ask_always
    image: Callable[[Given], str] | None = None

    @property
    def name(self) -> str:
        """Name of the chain."""
        return self.chain.name

    @property
    def prompt(self) -> Prompt:
        """The chain's prompt."""
        return self.chain.prompt

    def on(self, model: "LanguageModel | ChatModel", prompt: Prompt | None = None) -> "Runnable[Given, Result]":
        """Return the operation as a Runnable on a model; see `Chain.on`."""
        from clew.llm.runnables import bound_to, operation

        return operation(bound_to(model, self.prompt, prompt), self)


@dataclass(frozen=True, slots=True)
class TextOperation(Generic[Given, Result]):
    """The same around a text: `read` yields at least one result, and its results add up to the whole.

    It raises `Unusable` with what the model gave and the remedy where that cannot be used.
    """

    chain: TextChain
    input: object
    output: object
    show: Callable[[Given], Inputs]
    read: Callable[[Given, Iterator[str]], Iterator[Result]]
    without_model: Callable[[Given], Result | None] = ask_always

    @property
    def name(self) -> str:
        """Name of the chain."""
        return self.chain.name

    @property
    def prompt(self) -> Prompt:
        """The chain's prompt."""
        return self.chain.prompt

    def on(self, model: "LanguageModel | ChatModel", prompt: Prompt | None = None) -> "Runnable[Given, Result]":
        """Return the operation as a Runnable on a model; see `Chain.on`."""
        from clew.llm.runnables import bound_to, text_operation

        return text_operation(bound_to(model, self.prompt, prompt), self)
