"""The steps of a chain as LangChain's Runnables: prompt template | model that is asked again where need be | reader.

LangChain gives the prompt template, retries, structured output, batches, asynchronous calls, fallbacks and traces. It
does not show a model its error and ask again, and does not find out once that a server lacks JSON schemas. Nor has it
the account, budget and bound of calls of a `LanguageModel`. These are ours.

An asynchronous call runs the synchronous one in a thread: a model answers a bounded number of calls at once anyway.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata, add_usage
from langchain_core.prompt_values import PromptValue
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.config import patch_config, run_in_executor
from pydantic import BaseModel

from clew.errors import UnusableAnswer
from clew.llm.answer import AnswerFault, read
from clew.llm.failure import cut_off, lacks_schemas, passing
from clew.llm.language_model import TAG, Inputs, LanguageModel
from clew.llm.prompt import Prompt
from clew.llm.structured import again, bound, in_words, raw_and_parsed, with_image
from clew.llm.usage import Account, tokens

RE_ASKS = 2
PAUSE_GROWTH = 4  # factor from one pause before a further try to the next
Said = tuple[AIMessage, object]  # a message, and what LangChain read in it

Answer = TypeVar("Answer", bound=BaseModel)
Given = TypeVar("Given")
Result = TypeVar("Result")
_END = object()


def step(function: Callable[[Given], Result], name: str | None = None) -> Runnable[Given, Result]:
    """Return a function as one step."""
    return RunnableLambda(function, name=name)


def named(name: str, steps: Runnable[Given, Result]) -> Runnable[Given, Result]:
    """Return steps as one run of that name in a trace."""
    return steps.with_config(run_name=name, tags=[TAG])


def filled(prompt: Prompt) -> Runnable[Inputs, PromptValue]:
    """Return the steps that put inputs into a prompt."""
    return step(prompt.checked, "inputs") | prompt.template


def answer(model: LanguageModel, name: str, form: type[Answer], image: str) -> Runnable[PromptValue, Answer]:
    """Return the step that asks, and asks again with the reason where an answer cannot be used."""
    schema = form.model_json_schema()

    def parse(said: Said) -> Answer:
        return read(*said, form)

    parser = step(parse)

    def answer(asked: PromptValue, config: RunnableConfig) -> Answer:
        messages = with_image(asked.to_messages(), image) if image else asked.to_messages()
        reason = ""
        for attempt in range(1 + RE_ASKS):
            with model.call(name):
                said = _asked(model, messages, schema, patch_config(config, run_name="model"))
                model.count(name, tokens(messages, said[0]))
            model.count(name, Account(re_asks=min(attempt, 1)))
            try:
                return parser.invoke(said, config)
            except AnswerFault as error:
                reason = str(error)
                messages = [*messages, *again(said[0], error)]
        model.count(name, Account(failures=1))
        raise UnusableAnswer(
            f"{name}: model {model.name} gave no usable answer in {1 + RE_ASKS} tries (the last: {reason}); "
            "give less text at once, or a larger model"
        )

    return RunnableLambda(answer)


def _asked(
    model: LanguageModel, messages: Sequence[BaseMessage], schema: Mapping[str, Any], config: RunnableConfig
) -> Said:
    asked = None if model.lacks_schemas.is_set() else bound(model.chat, schema)
    if asked is None:
        return _tried(model, model.chat).invoke(in_words(messages, schema), config), None
    try:
        return raw_and_parsed(_tried(model, asked).invoke(list(messages), config))
    except Exception as error:
        if said := cut_off(error):
            return said, None
        if not lacks_schemas(error):
            raise
        model.lacks_schemas.set()
        return _asked(model, messages, schema, config)


def _tried(model: LanguageModel, asked: Runnable[Any, Result]) -> Runnable[Any, Result]:
    """Return what asks again after a failure that may pass, unless the model sees to that itself."""
    if model.tries == 1:
        return asked
    return asked.with_retry(
        retry_if_exception_type=passing,
        stop_after_attempt=model.tries,
        exponential_jitter_params={"exp_base": PAUSE_GROWTH, "max": model.pause},  # from one second on
    )


def reply(model: LanguageModel, name: str, messages: Sequence[BaseMessage]) -> AIMessage:
    """Return the answer to messages as it comes; it counts on a chain's account."""
    with model.call(name):
        said = _tried(model, model.chat).invoke(list(messages), RunnableConfig(run_name=name, tags=[TAG]))
        model.count(name, tokens(messages, said))
    return said


def text(
    model: LanguageModel, name: str, read: Callable[[Iterator[str]], Iterator[Result]]
) -> Runnable[PromptValue, Result]:
    """Return the step that asks for text and reads it while it comes."""

    def text(asked: PromptValue, config: RunnableConfig) -> Iterator[Result]:
        try:
            yield from read(_pieces(model, name, asked.to_messages(), patch_config(config, run_name="model")))
        except AnswerFault as error:
            model.count(name, Account(failures=1))
            raise UnusableAnswer(f"{name}: model {model.name} gave {error}") from error

    async def in_threads(asked: PromptValue, config: RunnableConfig) -> AsyncIterator[Result]:
        """Yield each result from a thread; when left early, close the iterator once its thread is through."""
        results = text(asked, config)
        following = asyncio.ensure_future(run_in_executor(None, next, results, _END))
        try:
            while (result := await asyncio.shield(following)) is not _END:
                yield cast("Result", result)
                following = asyncio.ensure_future(run_in_executor(None, next, results, _END))
        finally:
            following.add_done_callback(lambda _: cast("Any", results).close())

    return cast("Runnable[PromptValue, Result]", RunnableLambda(text, in_threads, name="text"))  # pyright: ignore


def _pieces(model: LanguageModel, name: str, messages: Sequence[BaseMessage], config: RunnableConfig) -> Iterator[str]:
    pieces: list[str] = []
    used: UsageMetadata | None = None
    with model.call(name):
        try:
            for chunk in model.chat.stream(list(messages), config):
                metadata = getattr(chunk, "usage_metadata", None)
                used = add_usage(used, metadata) if metadata else used
                if piece := str(chunk.text):
                    pieces.append(piece)
                    yield piece
        finally:
            if pieces or used:
                model.count(name, tokens(messages, AIMessage("".join(pieces), usage_metadata=used)))
