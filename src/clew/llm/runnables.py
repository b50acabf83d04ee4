"""Chains as LangChain's Runnables: prompt template | model that is asked again where its answer is unusable | reader.

LangChain gives the prompt template, retries, structured output, batches, asynchronous calls, fallbacks and traces. Ours
is what it has not: the re-ask that shows the model its error, a server without JSON schemas that is found out once, and
the account, budget and bound of calls of a `LanguageModel`.

An asynchronous call runs the synchronous one in a thread: a model answers a bounded number of calls at once anyway.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata, add_usage
from langchain_core.prompt_values import PromptValue
from langchain_core.runnables import Runnable, RunnableConfig, RunnableLambda
from langchain_core.runnables.config import patch_config, run_in_executor

from clew.errors import UnusableAnswer
from clew.llm.answer import Unusable, read
from clew.llm.chain import Answer, Chain, Given, Inputs, Operation, Result, TextChain, TextOperation
from clew.llm.failure import cut_off, lacks_schemas, passing
from clew.llm.images import with_image
from clew.llm.language_model import ChatModel, LanguageModel
from clew.llm.prompt import Prompt
from clew.llm.structured import again, bound, in_words, raw_and_parsed
from clew.llm.usage import Account, tokens

RE_ASKS = 2

TAG = "clew"
"""Of every run, for who filters traces."""

PAUSE_GROWTH = 4
"""Factor from one pause before a further try to the next."""

Said = tuple[AIMessage, object]
"""A message, and what LangChain read in it."""

T = TypeVar("T")
_END = object()


def bound_to(model: "LanguageModel | ChatModel", shipped: Prompt, own: Prompt | None) -> LanguageModel:
    """Return a model with an account, and with a prompt of the caller's own where there is one."""
    asked = model if isinstance(model, LanguageModel) else LanguageModel(model)
    return asked.with_prompts({shipped.name: own.in_place_of(shipped)}) if own else asked


def structured(model: LanguageModel, chain: Chain[Answer], image: str = "") -> Runnable[Inputs, Answer]:
    """Return a chain on a model: prompt template | answer."""
    return _named(chain.name, _filled(model, chain.prompt) | _answer(model, chain, image))


def text(model: LanguageModel, chain: TextChain) -> Runnable[Inputs, str]:
    """Return a chain of text on a model: prompt template | text, piece by piece."""
    return _named(chain.name, _filled(model, chain.prompt) | _text(model, chain.name, _as_it_is))


def operation(model: LanguageModel, of: Operation[Given, Answer, Result]) -> Runnable[Given, Result]:
    """Return an operation on a model: show | prompt template | answer | read."""

    def steps(given: Given) -> Runnable[Given, Result]:
        shown: Runnable[Given, Inputs] = RunnableLambda(of.show, name="show")
        asked = _answer(model, of.chain, of.image(given) if of.image else "")
        result: Runnable[Answer, Result] = RunnableLambda(partial(of.read, given), name="read")
        return _steps(shown | _filled(model, of.prompt) | asked | result)

    return _unless_known(of.name, of.without_model, steps)


def text_operation(model: LanguageModel, of: TextOperation[Given, Result]) -> Runnable[Given, Result]:
    """Return an operation around text on a model: show | prompt template | text, read piece by piece."""

    def steps(given: Given) -> Runnable[Given, Result]:
        shown: Runnable[Given, Inputs] = RunnableLambda(of.show, name="show")
        return _steps(shown | _filled(model, of.prompt) | _text(model, of.name, partial(of.read, given)))

    return _unless_known(of.name, of.without_model, steps)


def as_one_run(name: str, work: Callable[[], T], **inputs: object) -> T:
    """Do work whose chains a tracer shows as parts of one run.

    Args:
        name: of the run.
        work: asks chains, in this thread or in others that were given a copy of its context.
        **inputs: that the run shows.
    """

    def done(_: Mapping[str, object]) -> T:
        return work()

    done_by: Runnable[Mapping[str, object], T] = RunnableLambda(done)
    return _named(name, done_by).invoke(inputs)


def _steps(steps: Runnable[Given, Result]) -> Runnable[Given, Result]:
    return steps.with_config(run_name="steps")


def _named(name: str, steps: Runnable[Given, Result]) -> Runnable[Given, Result]:
    return steps.with_config(run_name=name, tags=[TAG])


def _unless_known(
    name: str, without_model: Callable[[Given], Result | None], steps: Callable[[Given], Runnable[Given, Result]]
) -> Runnable[Given, Result]:
    """Return the steps for what is given, which LangChain runs in its place; nothing is asked where all is known."""

    def chosen(given: Given) -> Any:  # noqa: ANN401 - LangChain runs a Runnable that comes back
        known = without_model(given)
        return steps(given) if known is None else known

    return _named(name, RunnableLambda(chosen))


def _filled(model: LanguageModel, shipped: Prompt) -> Runnable[Inputs, PromptValue]:
    prompt = model.prompt(shipped)
    checked: Runnable[Inputs, dict[str, str]] = RunnableLambda(prompt.checked, name="inputs")
    return checked | prompt.template


def _answer(model: LanguageModel, chain: Chain[Answer], image: str) -> Runnable[PromptValue, Answer]:
    """Return the step that asks, and asks again with the reason where an answer cannot be used."""

    def parse(said: Said) -> Answer:
        return read(*said, chain.answer)

    parser: Runnable[Said, Answer] = RunnableLambda(parse)

    def answer(asked: PromptValue, config: RunnableConfig) -> Answer:
        messages = with_image(asked.to_messages(), image) if image else asked.to_messages()
        reason = ""
        for attempt in range(1 + RE_ASKS):
            said = _said(model, chain, messages, config)
            model.count(chain.name, Account(re_asks=min(attempt, 1)))
            try:
                return parser.invoke(said, config)
            except Unusable as error:
                reason = str(error)
                messages = [*messages, *again(said[0], error)]
        model.count(chain.name, Account(failures=1))
        raise UnusableAnswer(
            f"{chain.name}: model {model.name} gave no usable answer in {1 + RE_ASKS} tries (the last: {reason}); "
            "give less text at once, or a larger model"
        )

    return RunnableLambda(answer)


def _said(model: LanguageModel, chain: Chain[Any], messages: Sequence[BaseMessage], config: RunnableConfig) -> Said:
    with model.call(chain.name):
        said, parsed = _asked(model, messages, chain.schema, patch_config(config, run_name="model"))
        model.count(chain.name, tokens(messages, said))
        return said, parsed


def _asked(
    model: LanguageModel, messages: Sequence[BaseMessage], schema: Mapping[str, Any], config: RunnableConfig
) -> Said:
    asked = bound(model.chat, schema) if model.server.has_schemas else None
    if asked is None:
        return _tried(model, model.chat).invoke(in_words(messages, schema), config), None
    try:
        return raw_and_parsed(_tried(model, asked).invoke(list(messages), config))
    except Exception as error:
        if said := cut_off(error):
            return said, None
        if not lacks_schemas(error):
            raise
        model.server.has_schemas = False
        return _asked(model, messages, schema, config)


def _tried(model: LanguageModel, asked: Runnable[Any, T]) -> Runnable[Any, T]:
    """Return what asks again after a failure that may pass, unless the model sees to that itself."""
    if model.tries == 1:
        return asked
    return asked.with_retry(
        retry_if_exception_type=passing,
        stop_after_attempt=model.tries,
        exponential_jitter_params={"exp_base": PAUSE_GROWTH, "max": model.pause},  # from one second on
    )


def _text(
    model: LanguageModel, name: str, read: Callable[[Iterator[str]], Iterator[Result]]
) -> Runnable[PromptValue, Result]:
    """Return the step that asks for text and reads it while it comes."""

    def text(asked: PromptValue, config: RunnableConfig) -> Iterator[Result]:
        try:
            yield from read(_pieces(model, name, asked.to_messages(), patch_config(config, run_name="model")))
        except Unusable as error:
            model.count(name, Account(failures=1))
            raise UnusableAnswer(f"{name}: model {model.name} gave {error}") from error

    async def in_threads(asked: PromptValue, config: RunnableConfig) -> AsyncIterator[Result]:
        async for piece in _in_threads(text(asked, config)):
            yield piece

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


def _as_it_is(pieces: Iterator[str]) -> Iterator[str]:
    return pieces


async def _in_threads(results: Iterator[T]) -> AsyncIterator[T]:
    """Yield what an iterator yields, each from a thread; when left early, close it once its thread is through."""
    step = asyncio.ensure_future(run_in_executor(None, next, results, _END))
    try:
        while (result := await asyncio.shield(step)) is not _END:
            yield cast("T", result)
            step = asyncio.ensure_future(run_in_executor(None, next, results, _END))
    finally:
        step.add_done_callback(lambda _: cast("Any", results).close())
