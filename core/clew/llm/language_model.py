"""The one way to a chat model: bounded, accounted, and its answers in the form that was asked for."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from threading import BoundedSemaphore
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata, add_usage

from clew.errors import BudgetSpent, ClewError, InvalidInput, NoModel, UnusableAnswer
from clew.llm.answer import Unusable, read
from clew.llm.chain import Answer, Chain
from clew.llm.choice import identity
from clew.llm.failure import cut_off, lacks_schemas, passing, translated
from clew.llm.images import with_image
from clew.llm.prompt import Prompt
from clew.llm.structured import again, bound, in_words, raw_and_parsed
from clew.llm.usage import Account, Ledger, Usage, tokens
from clew.masking import conceal_keys_of

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.runnables import RunnableConfig

RE_ASKS = 2
PAUSES = (1.0, 4.0)
"""Seconds before each further try, for models that do not try again themselves."""

_SLOTS: dict[tuple[str, int], BoundedSemaphore] = {}
"""One per model's name and bound: several memories of a process ask a server no more at once than one does."""


@dataclass
class _Server:
    """What was found out about who serves a model.

    Attributes:
        has_schemas: whether it has not yet refused to answer by JSON schema.
    """

    has_schemas: bool = True


class LanguageModel:
    """A chat model whose calls are bounded and counted. Thread-safe: the bounds hold over all threads.

    Args:
        model: any of LangChain's; its temperature is its owner's choice.
        calls: in flight at once, of all that ask a model of this name in this process; others wait.
        most_tokens: read and written altogether. Once they are used no call begins; those in flight end, so that
            somewhat more may be used.
        pauses: seconds before each further try after a failure that may pass, such as a rate limit. A model that has
            a `max_retries` sees to that itself, and is tried once.

    Raises:
        InvalidInput: `calls` is below 1 or `most_tokens` below 0.
    """

    def __init__(
        self,
        model: "BaseChatModel",
        *,
        calls: int = 4,
        most_tokens: int | None = None,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        if calls < 1:
            raise InvalidInput(f"calls {calls} is below 1; give how many may run at once")
        conceal_keys_of(model)
        self.name, self.calls = identity(model), calls
        self._model, self._most_tokens = model, _budget(most_tokens)
        self._pauses = () if hasattr(model, "max_retries") else tuple(pauses)
        self._slots = _SLOTS.setdefault((self.name, calls), BoundedSemaphore(calls))
        self._ledger, self._server = Ledger(), _Server()

    def with_own_account(self, most_tokens: int | None = None) -> "LanguageModel":
        """Return the same model with an account of its own; what it uses counts on this one's account as well.

        What one of the two finds out about the server, the other knows: that it lacks JSON schemas is found out once.

        Raises:
            InvalidInput: `most_tokens`, which bounds the new account alone, is below 0.
        """
        other = copy(self)
        other._ledger, other._most_tokens = Ledger(self._ledger), _budget(most_tokens)  # noqa: SLF001  it is a copy of this
        return other

    @property
    def usage(self) -> Usage:
        """What was used up to now."""
        return self._ledger.snapshot()

    def ask(self, chain: Chain[Answer], image: str = "", /, **inputs: str) -> Answer:
        """Return the answer to a chain's question; where it cannot be used, tell the model why, at most twice.

        Args:
            chain: asks.
            image: shown with the question to a model that sees: a URL or a data URL, see `clew.llm.images`; empty for
                none.
            **inputs: of the chain's prompt.

        Raises:
            InvalidInput: an input is missing or unknown, or the image is none.
            ModelUnavailable: no question would be answered: nothing answers, or not to this key or model's name.
            UnusableAnswer: no answer could be used.
            ModelFailed: the model failed.
            BudgetSpent: `most_tokens` are used.
        """
        messages, schema = chain.prompt.messages(**inputs), chain.schema
        messages, reason = with_image(messages, image) if image else messages, ""
        for attempt in range(1 + RE_ASKS):
            said, parsed = self._said(chain.name, messages, schema)
            self._ledger.add(chain.name, Account(re_asks=min(attempt, 1)))
            try:
                return read(said, parsed, chain.answer)
            except Unusable as error:
                reason = str(error)
                messages = [*messages, *again(said, error)]
        self._ledger.add(chain.name, Account(failures=1))
        raise UnusableAnswer(
            f"{chain.name}: model {self.name} gave no usable answer in {1 + RE_ASKS} tries (the last: {reason}); "
            "give less text at once, or a larger model"
        )

    def stream(self, prompt: Prompt, /, **inputs: str) -> Iterator[str]:
        """Yield the answer's text, piece by piece, and count it under the prompt's name.

        It holds one of the calls from its first piece until it is read to its end or closed. Raises as `ask` does,
        but a failure that may pass is not tried again.
        """
        return self._streamed(prompt.name, prompt.messages(**inputs))

    def _streamed(self, name: str, messages: Sequence[BaseMessage]) -> Generator[str]:
        pieces: list[str] = []
        used: UsageMetadata | None = None
        with self._call(name):
            try:
                for chunk in self._model.stream(messages, _config(name)):
                    used = add_usage(used, chunk.usage_metadata) if chunk.usage_metadata else used
                    if text := str(chunk.text):
                        pieces.append(text)
                        yield text
            finally:
                if pieces or used:
                    self._ledger.add(name, tokens(messages, AIMessage("".join(pieces), usage_metadata=used)))

    def _said(self, name: str, messages: Sequence[BaseMessage], schema: Mapping[str, Any]) -> tuple[AIMessage, object]:
        with self._call(name):
            said, parsed = self._tried(messages, schema, _config(name))
            self._ledger.add(name, tokens(messages, said))
            return said, parsed

    @contextmanager
    def _call(self, name: str) -> Generator[None]:
        """Wait for a free call and count it; what it raises becomes one sentence."""
        with self._slots:
            self._afford(name)
            started, failures = perf_counter(), 0
            try:
                yield
            except ClewError:
                raise
            except Exception as error:
                failures = 1
                raise translated(error, name, self.name) from error
            finally:
                self._ledger.add(name, Account(calls=1, seconds=perf_counter() - started, failures=failures))

    def _afford(self, name: str) -> None:
        used = self.usage.total.tokens
        if self._most_tokens is not None and used >= self._most_tokens:
            raise BudgetSpent(
                f"{name}: {used} tokens are used, of {self._most_tokens} that may be; go on with a higher most_tokens"
            )

    def _tried(
        self, messages: Sequence[BaseMessage], schema: Mapping[str, Any], config: "RunnableConfig"
    ) -> tuple[AIMessage, object]:
        for pause in self._pauses:
            try:
                return self._asked(messages, schema, config)
            except Exception as error:
                if not passing(error):
                    raise
                sleep(pause)
        return self._asked(messages, schema, config)

    def _asked(
        self, messages: Sequence[BaseMessage], schema: Mapping[str, Any], config: "RunnableConfig"
    ) -> tuple[AIMessage, object]:
        model = bound(self._model, schema) if self._server.has_schemas else None
        if model is None:
            return self._model.invoke(in_words(messages, schema), config), None
        try:
            return raw_and_parsed(model.invoke(list(messages), config))
        except Exception as error:
            if said := cut_off(error):
                return said, None
            if not lacks_schemas(error):
                raise
            self._server.has_schemas = False
            return self._asked(messages, schema, config)


def required(model: LanguageModel | None, work: str) -> LanguageModel:
    """Return the model, where there is one.

    Raises:
        NoModel: there is none, and the work cannot be done without.
    """
    if model is None:
        raise NoModel(
            f"{work} needs a language model, and none is set; pass model=, or name one such as openai:NAME in "
            "settings.model or CLEW_MODEL, with its key or URL"
        )
    return model


def _budget(most_tokens: int | None) -> int | None:
    if most_tokens is not None and most_tokens < 0:
        raise InvalidInput(f"most_tokens {most_tokens} is negative; give a budget, or None for no bound")
    return most_tokens


def _config(name: str) -> "RunnableConfig":
    """Names the call for whoever traces it with LangChain's means."""
    return {"run_name": name, "tags": ["clew"]}
