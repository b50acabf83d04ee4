"""Decides which known facts new ones repeat or replace; a language model gives verdicts on close pairs.

`reconcile` is pure: known facts and verdicts come in, a plan goes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, Field

from clew.embedding.choice import RELATED
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.batches import batches
from clew.loaders.knowledge.statement_keys import digest, fact_id, statement_key
from clew.model import Fact
from clew.text.instants import BEGINNING, FOREVER, day
from clew.text.quotation import quotation

MAX_CLOSE_FACTS = 3  # known facts that one new fact is compared with
MAX_PAIRS = 30  # pairs in one call of the model
Verdict = Literal["repeats", "replaces", "coexists"]  # what a new fact does to a known one
Verdicts = dict[tuple[str, str], Verdict]  # by the ids of the new and the known fact


@dataclass(frozen=True)
class Claim:
    """A fact as some texts state it together."""

    fact: Fact  # what they state; its sources in the order of time
    vector: Sequence[float]  # of its text, of length 1
    since: datetime  # when it begins to hold: what the text says, else when it was said
    speaker: str  # who spoke first
    at: datetime | None  # when it was said, with the last of the texts; None where only passages say it

    @property
    def until(self) -> datetime:
        """When it ceases to hold; who names a day of the last year there is means never."""
        until = self.fact.valid_to
        return until if until and until.year < FOREVER.year else FOREVER

    @cached_property
    def key(self) -> str:
        """Equal for claims that say the same."""
        return statement_key(self.fact.text, self.fact.valid_from)

    @cached_property
    def id(self) -> str:
        """Id of the fact, if it is new."""
        return fact_id(self.key, self.fact.sources[0])

    @cached_property
    def name(self) -> str:
        """Names the texts that state it together: they support the fact together, and fall together."""
        return digest(self.fact.sources)[:16]

    def meets(self, later: "Claim") -> bool:
        """Return whether a later claim says something else, rests on the same texts, or holds at a common time."""
        if self.key != later.key or self.id == later.id:
            return True
        return self.until >= later.since and self.since <= later.until

    def known_to(self, later: "Claim") -> "Known":
        """Return it as a fact that is known by the time of a later claim."""
        similarity = float(self.direction @ later.direction)
        return Known(self.id, self.key, self.fact.text, self.since, self.until, self.at, similarity)

    def replacement(self, known: "Known") -> tuple[str, str, datetime]:
        """Return the id of the fact that ends, the id of the fact in its place, and the instant from which that holds.

        The fact that holds since earlier ends, or the one that is corrected: moved to an earlier date, as in "The
        wedding was moved forward to 5 July". The correction was said later, while the other lay ahead: else it tells
        what was before. It names the date since which it holds, and is not over when the other begins.
        """
        first, second = (self, known) if self.since < known.since else (known, self)
        if (
            first.at is not None
            and second.at is not None
            and second.at < first.at < second.since
            and first.since not in {first.at, BEGINNING, second.since}
            and first.until > second.since
        ):
            first, second = second, first
        return first.id, second.id, second.since

    @cached_property
    def direction(self) -> NDArray[np.float64]:
        """The vector, to multiply by."""
        return np.asarray(self.vector)


@dataclass(frozen=True, slots=True)
class Known:
    """A known fact, and the cosine of its vector to that of the claim that it was found for."""

    id: str  # of the fact
    key: str  # equal for facts that say the same
    text: str  # what it says
    since: datetime  # when it begins to hold
    until: datetime  # when it ceases to
    at: datetime | None  # when it was said first; None where only passages say it
    similarity: float  # the cosine


@dataclass(frozen=True, slots=True)
class Pair:
    """A new fact beside a known one."""

    claim: Claim
    known: Known

    @property
    def ids(self) -> tuple[str, str]:
        """Ids of the new fact and the known one."""
        return self.claim.id, self.known.id

    @property
    def shown(self) -> str:
        """Both facts as a model is shown them."""
        known, new = self.known, self.claim
        return f"known{_since(known)}: {quotation(known.text)}\nnew{_since(new)}: {quotation(new.fact.text)}"


@dataclass(slots=True)
class FactPlan:
    """The changes to write."""

    new: list[Claim] = field(default_factory=list[Claim])  # claims that become facts
    # id of the fact that each claim supports, new or known
    support: list[tuple[str, Claim]] = field(default_factory=list[tuple[str, Claim]])
    # per fact that ends, its id, that of the fact in its place, and from when that holds
    replaced: list[tuple[str, str, datetime]] = field(default_factory=list[tuple[str, str, datetime]])
    # pairs that nobody has judged yet; with any, the plan is not final
    open: list[Pair] = field(default_factory=list[Pair])


def reconcile(
    claims: Sequence[Claim], near: Sequence[Sequence[Known]], verdicts: Verdicts | None, related: float = RELATED
) -> FactPlan:
    """Decide what becomes of claims, in their order.

    A claim in the words of a known fact, or of an earlier claim, repeats it, unless that was over by then, or a claim
    in between has ended it: what comes back is another fact. For a claim that is close to others the verdicts decide.
    Without them nobody judges, so what is close coexists.

    Per claim `near` holds the known facts with the same key whose time meets its own, and those close to it. Two facts
    may be about one thing from a cosine of `related` on.
    """
    plan = FactPlan()
    for claim, known in zip(claims, near, strict=True):
        others = [*known, *(each.known_to(claim) for each in plan.new if each.meets(claim))]
        ended = {old for old, _, _ in plan.replaced} - {claim.id}  # the same texts may state it again
        same = next((each.id for each in others if each.key == claim.key and each.id not in ended), "")
        judged: dict[Known, Verdict | None] = {}
        if verdicts is not None and not same:
            close = [each for each in others if each.key != claim.key and each.similarity >= related]
            for each in sorted(close, key=lambda each: -each.similarity)[:MAX_CLOSE_FACTS]:
                pair = Pair(claim, each)
                judged[each] = verdicts.get(pair.ids)
                plan.open += [] if pair.ids in verdicts else [pair]
        repeated = (each.id for each, verdict in judged.items() if verdict == "repeats" and each.id not in ended)
        same = same or next(repeated, "")
        plan.support.append((same or claim.id, claim))
        if not same:
            plan.new.append(claim)
            plan.replaced += [claim.replacement(known) for known, verdict in judged.items() if verdict == "replaces"]
    return plan


_WrittenVerdict = Annotated[
    Verdict, BeforeValidator(lambda value: value.strip(" .").lower() if isinstance(value, str) else value)
]
"""A model may write "Replaces."."""


class Ruling(BaseModel):
    """What the new note of a pair does to the known one."""

    pair: int = Field(description="its number")
    verdict: _WrittenVerdict


class Rulings(BaseModel):
    """A ruling for each pair."""

    rulings: list[Ruling]


def judge(model: LanguageModel, pairs: Sequence[Pair]) -> Verdicts:
    """Return the verdicts of the model; it raises `ModelFailed` or `BudgetSpent`."""
    verdicts: Verdicts = {}
    for some in batches(pairs, MAX_PAIRS):
        verdicts |= VERDICTS.on(model).invoke(some)
    return verdicts


def _since(fact: Claim | Known) -> str:
    return "" if fact.since == BEGINNING else f" (since {day(fact.since)})"


def _show(pairs: Sequence[Pair]) -> Inputs:
    return {"pairs": "\n\n".join(f"Pair {number}\n{pair.shown}" for number, pair in enumerate(pairs, 1))}


def _read(pairs: Sequence[Pair], answer: Rulings) -> Verdicts:
    return {pairs[each.pair - 1].ids: each.verdict for each in answer.rulings if 0 < each.pair <= len(pairs)}


VERDICTS = Chain("verdicts", Prompt.load("clew.loaders", "verdicts"), Rulings).between(
    Sequence[Pair], Verdicts, _show, _read, lambda pairs: None if pairs else {}
)
