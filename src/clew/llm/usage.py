"""The cost of asking models: calls, tokens, seconds, by chain."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from clew.errors import BudgetSpent, InvalidInput

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, BaseMessage

CHARACTERS = 4  # per token, where a model does not say how many it read and wrote
IMAGE_TOKENS = 85  # of an image, likewise; LangChain's estimate too


@dataclass(frozen=True, slots=True)
class Account:
    """The cost of one chain."""

    calls: int = 0  # of the model, re-asks included
    prompt_tokens: int = 0  # read by the model
    completion_tokens: int = 0  # written by it
    seconds: float = 0.0  # in calls; those of several threads add up, waiting for a free call does not count
    re_asks: int = 0  # calls that were needed because an answer could not be used
    failures: int = 0  # questions that got no answer
    estimated: bool = False  # whether a model did not tell its tokens, so that some were guessed from the characters

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: "Account") -> "Account":
        sums = (getattr(self, each.name) + getattr(other, each.name) for each in fields(self)[:-1])
        return Account(*sums, estimated=self.estimated or other.estimated)


@dataclass(frozen=True, slots=True)
class Usage:
    """The use up to a moment, by the chain's name."""

    chains: Mapping[str, Account]

    @property
    def total(self) -> Account:
        """Of all chains."""
        return sum(self.chains.values(), Account())

    def as_dict(self) -> dict[str, object]:
        """Return it for JSON: ``{"chains": {name: account}, "total": account}``, chains by name."""
        chains = {name: asdict(account) for name, account in sorted(self.chains.items())}
        return {"chains": chains, "total": asdict(self.total)}


class Ledger:
    """The use up to now, and how much may be used. Thread-safe.

    Attributes:
        most_tokens: read and written altogether; None: no bound.
        within: ledgers that count the same use too, and whose bounds hold as well.

    Raises:
        InvalidInput: `most_tokens` is below 0.
    """

    def __init__(self, most_tokens: int | None = None, *within: "Ledger") -> None:
        if most_tokens is not None and most_tokens < 0:
            raise InvalidInput(f"most_tokens {most_tokens} is negative; give a budget, or None for no bound")
        self.most_tokens, self.within = most_tokens, within
        self._counted, self._lock = dict[str, Account](), Lock()

    @property
    def usage(self) -> Usage:
        """The use up to now."""
        with self._lock:
            return Usage(MappingProxyType(dict(self._counted)))

    def all(self) -> "frozenset[Ledger]":
        """Return this ledger and those that it is within."""
        return frozenset({self}.union(*(each.all() for each in self.within)))

    def add(self, name: str, account: Account) -> None:
        """Put one more on the account of a chain, here alone."""
        with self._lock:
            self._counted[name] = self._counted.get(name, Account()) + account

    def count(self, name: str, account: Account) -> None:
        """Put one more on the account of a chain, here and where this is within."""
        for ledger in self.all():
            ledger.add(name, account)

    def check(self, name: str) -> None:
        """Raise `BudgetSpent` where nothing more may be used."""
        for ledger in self.all():
            used = ledger.usage.total.tokens
            if ledger.most_tokens is not None and used >= ledger.most_tokens:
                raise BudgetSpent(
                    f"{name}: {used} tokens are used, of {ledger.most_tokens} that may be; go on with a higher "
                    "most_tokens"
                )


def tokens(asked: "Sequence[BaseMessage]", said: "AIMessage") -> Account:
    """Return the tokens of one call: as the model tells them, else by the characters."""
    if usage := said.usage_metadata:
        return Account(prompt_tokens=usage["input_tokens"], completion_tokens=usage["output_tokens"])
    return Account(prompt_tokens=estimate(*asked), completion_tokens=estimate(said), estimated=True)


def estimate(*messages: "BaseMessage") -> int:
    """Estimate tokens by the characters, rounded up; `IMAGE_TOKENS` for an image."""
    blocks = (block for message in messages if not isinstance(message.content, str) for block in message.content)
    images = sum(isinstance(block, dict) and block.get("type") == "image" for block in blocks)
    return -(-sum(len(str(message.text)) for message in messages) // CHARACTERS) + IMAGE_TOKENS * images
