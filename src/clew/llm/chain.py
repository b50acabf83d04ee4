"""Chains: a prompt, the form of its answer, and what Clew's own values have to do with both; see docs/chains.md."""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel

from clew.llm.language_model import Inputs, LanguageModel
from clew.llm.prompt import Prompt

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

    from clew.llm.choice import ChatModel

Answer = TypeVar("Answer", bound=BaseModel)
Given = TypeVar("Given")
Result = TypeVar("Result")
NewGiven = TypeVar("NewGiven")
NewResult = TypeVar("NewResult")


class Chain(Generic[Given, Result]):
    """A question to a language model: from what is given to the result.

    `Chain(name, prompt, form)` goes from the prompt's inputs to the answer, `Chain.text(prompt)` to a text, piece by
    piece. `between` and `text_between` put values of Clew in place of both.

    Attributes:
        name: usage is counted under it, and traces show it.
        prompt: the question.
        form: of the answer; None: a text. The model sees its docstring and its fields' descriptions. Flat ones serve
            small models best, and one with a single list may be answered by the bare list.
        input: type of what is given; at first a mapping with the prompt's inputs as keys.
        output: type of the result.
    """

    def __init__(self: "Chain[Inputs, Answer]", name: str, prompt: Prompt, form: type[Answer] | None) -> None:
        self.name, self.prompt, self.form = name, prompt, form
        self.input: object = Inputs
        self.output: object = form or str
        self._show: Callable[[Any], Inputs] | None = None
        self._read: Callable[[Any, Any], Any] = lambda _, answer: answer
        if form is None:  # the whole is a text even if nothing came
            self._read = lambda _, pieces: itertools.chain((next(pieces, ""),), pieces)
        self._without_model: Callable[[Any], Any] = lambda _: None
        self._image: Callable[[Any], str] = lambda _: ""

    @staticmethod
    def text(prompt: Prompt) -> "Chain[Inputs, str]":
        """Return a chain whose answer is a text, under the prompt's name."""
        chain: Chain[Any, Any] = Chain(prompt.name, prompt, None)
        return chain

    def between(
        self,
        input: object,  # noqa: A002 - as the attribute
        output: object,
        show: Callable[[NewGiven], Inputs],
        read: Callable[[NewGiven, Result], NewResult],
        without_model: Callable[[NewGiven], NewResult | None] | None = None,
        image: Callable[[NewGiven], str] | None = None,
    ) -> "Chain[NewGiven, NewResult]":
        """Return this chain between values of Clew.

        Args:
            input: type of what is given.
            output: type of the result.
            show: turns what is given into the prompt's inputs.
            read: turns what is given, and the answer, into the result.
            without_model: gives the result where there is nothing to ask; with None, the model is asked.
            image: gives what a model that sees is shown besides; empty for none.
        """
        chain: Chain[Any, Any] = Chain(self.name, self.prompt, self.form)  # pyright: ignore[reportArgumentType]
        chain.input, chain.output, chain._show, chain._read = input, output, show, read
        chain._without_model = without_model or chain._without_model
        chain._image = image or chain._image
        return chain

    def text_between(
        self,
        input: object,  # noqa: A002 - as the attribute
        output: object,
        show: Callable[[NewGiven], Inputs],
        read: Callable[[NewGiven, Iterator[str]], Iterator[NewResult]],
        without_model: Callable[[NewGiven], NewResult | None] | None = None,
    ) -> "Chain[NewGiven, NewResult]":
        """Return this chain of text between values of Clew; see `between`.

        `read` yields at least one result, and its results add up to the whole. It raises `AnswerFault` with what the
        model gave and the remedy where that cannot be used.
        """
        chain: Any = self
        return chain.between(input, output, show, read, without_model)

    def on(
        self, model: "LanguageModel | ChatModel", prompt: Prompt | None = None, image: str = ""
    ) -> "Runnable[Given, Result]":
        """Return the chain as a Runnable on a model.

        Args:
            model: any of LangChain's; a `LanguageModel` brings its account, budget and bound of calls.
            prompt: in place of the chain's own.
            image: shown with the question to a model that sees; see `LanguageModel.ask`.

        Raises:
            InvalidInput: the prompt lacks an input, or has one that the chain does not know.
        """
        from clew.llm import runnables

        asked = model if isinstance(model, LanguageModel) else LanguageModel(model)
        if prompt:
            asked = asked.with_prompts({self.prompt.name: prompt.in_place_of(self.prompt)})
        own = asked.prompt(self.prompt)

        def answered(given: Any, image: str) -> "Runnable[Any, Any]":  # noqa: ANN401 - the prompt's inputs, or a value
            if self.form is None:
                return runnables.filled(own) | runnables.text(asked, self.name, partial(self._read, given))
            return runnables.filled(own) | runnables.answer(asked, self.name, self.form, image)

        show = self._show
        if show is None:
            return runnables.named(self.name, answered(None, image))

        def chosen(given: Given) -> Any:  # noqa: ANN401 - LangChain runs a Runnable that comes back
            known = self._without_model(given)
            if known is not None:
                return known
            steps = runnables.step(show, "show") | answered(given, self._image(given))
            if self.form is not None:
                steps |= runnables.step(partial(self._read, given), "read")
            return steps.with_config(run_name="steps")

        return runnables.named(self.name, runnables.step(chosen))
