"""The one way to a chat model: bounded and accounted."""

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from copy import copy
from threading import BoundedSemaphore, Event
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from clew.errors import ClewError, InvalidInput, NoModel
from clew.llm.choice import ChatModel, chat_model, identity, members
from clew.llm.failure import translated
from clew.llm.prompt import Prompt
from clew.llm.usage import Account, Ledger, Usage
from clew.settings import Settings
from clew.text.arguments import quoted
from clew.text.masking import conceal_keys_of

if TYPE_CHECKING:
    from clew.llm.chain import Chain

Inputs = Mapping[str, str]  # of a prompt
TAG = "clew"  # of every run, for who filters traces
NO_PROMPTS: Mapping[str, Prompt] = MappingProxyType({})
_SLOTS: dict[tuple[str, int], BoundedSemaphore] = {}
"""One per model's name and bound: several memories of a process ask a server no more at once than one does."""


Result = TypeVar("Result")


class LanguageModel:
    """A chat model whose calls are bounded and counted. Thread-safe: the bounds hold over all threads.

    Chains are asked with it, see `clew.llm.chain`. Whatever the door, they use its account, budget and bound of calls.

    Attributes:
        name: class and name of the chat model.
        chat: the chat model.
        lacks_schemas: set once its server has refused to answer by JSON schema.
        ledger: what it used, and how much it may use.

    Args:
        model: any of LangChain's, or one `with_fallbacks`; its temperature is its owner's choice.
        calls: in flight at once, of all that ask a model of this name in this process; others wait.
        most_tokens: read and written altogether. Once they are used no call begins; those in flight end, so that
            somewhat more may be used.
        tries: of a call whose failure may pass, such as a rate limit. A model that has a `max_retries` sees to that
            itself, and is tried once.
        pause: seconds between tries, at most; the first takes one to two, each further one four times that.
        prompts: of the caller's own, by the names of the shipped ones that they stand for.
        within: the ledger of another model or of a memory, which counts its use too and bounds it.

    Raises:
        InvalidInput: `calls` or `tries` is below 1, `most_tokens` or `pause` below 0; or a prompt is for no shipped
            one, or has other inputs.
    """

    def __init__(
        self,
        model: "ChatModel",
        *,
        calls: int = 4,
        most_tokens: int | None = None,
        tries: int = 3,
        pause: float = 8.0,
        prompts: Mapping[str, Prompt] = NO_PROMPTS,
        within: Ledger | None = None,
    ) -> None:
        if calls < 1 or tries < 1 or pause < 0:
            raise InvalidInput(f"calls {calls}, tries {tries} or pause {pause} is too low; give 1, 1 and 0 or more")
        for each in members(model):
            conceal_keys_of(each)
        self.name, self.calls, self.chat = identity(model), calls, model
        self.tries, self.pause = 1 if hasattr(model, "max_retries") else tries, pause
        self.lacks_schemas = Event()
        self.ledger = Ledger(most_tokens, *([within] if within else ()))
        self._slots = _SLOTS.setdefault((self.name, calls), BoundedSemaphore(calls))
        self._prompts = {name: own.in_place_of(Prompt.shipped(name)) for name, own in prompts.items()}

    def with_own_account(self, most_tokens: int | None = None, within: Ledger | None = None) -> "LanguageModel":
        """Return the same model with an account of its own; what it uses counts on this one's account as well.

        Both know what either finds out about the server: that it lacks JSON schemas is found out once.

        Args:
            most_tokens: bounds the new account; this one's bound holds too.
            within: a further ledger that counts its use and bounds it.
        """
        other = copy(self)
        other.ledger = Ledger(most_tokens, self.ledger, *([within] if within else ()))
        return other

    def with_prompts(self, prompts: Mapping[str, Prompt]) -> "LanguageModel":
        """Return the same model with the same account, and with these prompts in place of others of their names."""
        other = copy(self)
        other._prompts = {**self._prompts, **prompts}  # noqa: SLF001  it is a copy of this
        return other

    def prompt(self, shipped: Prompt) -> Prompt:
        """Return the prompt that stands for a shipped one."""
        return self._prompts.get(shipped.name, shipped)

    @property
    def usage(self) -> Usage:
        """The use up to now."""
        return self.ledger.usage

    def ask(self, chain: "Chain[Inputs, Result]", image: str = "", /, **inputs: str) -> Result:
        """Return the answer to a chain's question; where it cannot be used, tell the model why, at most twice.

        Args:
            chain: asks.
            image: shown with the question to a model that sees: a URL or a data URL; empty for none.
            **inputs: of the chain's prompt.

        Raises:
            InvalidInput: an input is missing or unknown, or the image is none.
            ModelUnavailable: no question would be answered: nothing answers, or not to this key or model's name.
            UnusableAnswer: no answer could be used.
            ModelFailed: the model failed.
            BudgetSpent: `most_tokens` are used.
        """
        return chain.on(self, image=image).invoke(inputs)

    def one_run(self, name: str, work: Callable[[], Result], **inputs: object) -> Result:
        """Do work that asks several chains, so that a tracer shows them as parts of one run with these inputs."""
        from langchain_core.runnables import RunnableLambda

        done = RunnableLambda[Mapping[str, object], Result](lambda _: work())
        return done.with_config(run_name=name, tags=[TAG]).invoke(inputs)

    def count(self, name: str, account: Account) -> None:
        """Put one more on the account of a chain."""
        self.ledger.count(name, account)

    @contextmanager
    def call(self, name: str) -> Generator[None]:
        """Wait for a free call and count it on a chain's account; what it raises becomes one sentence."""
        with self._slots:
            self.ledger.check(name)
            started, failures = perf_counter(), 0
            try:
                yield
            except ClewError:
                raise
            except Exception as error:
                failures = 1
                raise translated(error, name, self.name) from error
            finally:
                self.count(name, Account(calls=1, seconds=perf_counter() - started, failures=failures))


def required(model: LanguageModel | None, work: str) -> LanguageModel:
    """Return the model. Raise `NoModel`, naming the work, where there is none."""
    if model is None:
        raise NoModel(
            f"{work} needs a language model, and none is set; pass model=, or name one such as openai:gpt-4o-mini in "
            "settings.model or CLEW_MODEL, with its key or URL"
        )
    return model


AnyModel: TypeAlias = LanguageModel | ChatModel | str
"""Whatever may be given as a model: one of LangChain's, a name such as ``openai:gpt-4o-mini``, or a `LanguageModel`."""


def language_model(
    model: AnyModel, *, settings: Settings | None = None, within: Ledger | None = None, most_tokens: int | None = None
) -> LanguageModel:
    """Return whatever was given as a model as a `LanguageModel`; one that is given and need not differ is the same.

    Args:
        model: a chat model of LangChain's, its name in the settings, or a `LanguageModel`.
        settings: key and URL for a name, prompts, and the bound of calls; None: the defaults.
        within: the ledger that counts its use too.
        most_tokens: of an account of its own; None: no bound.

    Raises:
        InvalidInput: it is none of these, or its name means nothing.
        MissingDependency: the package of the provider that is named is not installed.
    """
    if isinstance(model, LanguageModel):
        is_counted = within is None or within in model.ledger.all()
        return model if is_counted and most_tokens is None else model.with_own_account(most_tokens, within)
    settings = settings or Settings()
    chat = chat_model(settings.changed(model=model)) if isinstance(model, str) else model
    if chat is None or not hasattr(chat, "invoke") or isinstance(chat, type):
        raise InvalidInput(
            f"model {quoted(model)} is none; give a chat model of LangChain's, a name such as openai:gpt-4o-mini, "
            "or a LanguageModel"
        )
    prompts = Prompt.of_folder(settings.prompts) if settings.prompts else NO_PROMPTS
    return LanguageModel(chat, calls=settings.model_calls, prompts=prompts, within=within, most_tokens=most_tokens)
