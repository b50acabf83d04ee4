"""Decides which known facts new ones repeat or replace; a language model gives verdicts on close pairs.

`reconcile` is pure: known facts and verdicts come in, a plan goes out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, BeforeValidator, Field

from clew.embedding.choice import RELATED
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.batches import batches
from clew.loaders.knowledge.histories import Histories, Known, Support
from clew.loaders.knowledge.statement_keys import digest, fact_id, statement_key
from clew.model import Fact
from clew.text.instants import BEGINNING, FOREVER, day
from clew.text.quotation import quotation

MAX_CLOSE_FACTS = 3  # known facts that are believed, with which one new fact is compared
MAX_ENDED_FACTS = 2  # likewise, of those that were replaced
MAX_PAIRS = 30  # pairs in one call of the model
Verdict = Literal["repeats", "replaces", "coexists"]  # what a new fact does to a known one
TOLD = "told"  # in place of a source, of what a caller tells
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
        return fact_id(self.key, self.source)

    @property
    def source(self) -> str:
        """Its first source; of what a caller tells, what that replaces tells one telling from another."""
        return self.fact.sources[0] if self.fact.sources else "\0".join((TOLD, *self.fact.replaced))

    @cached_property
    def name(self) -> str:
        """Names the texts that state it together: they support the fact together, and fall together."""
        return digest(self.fact.sources)[:16]

    @property
    def said(self) -> Support:
        """It as one of the claims of a fact."""
        return Support(self.name, self.source, self.at)

    def known_to(self, later: "Claim") -> Known:
        """Return it as a fact that is known by the time of a later claim."""
        similarity = float(self.direction @ later.direction)
        return Known(
            self.id,
            self.key,
            self.fact.text,
            self.since,
            self.until,
            self.at,
            similarity,
            said=(self.said,),
            vector=tuple(self.vector),
        )

    @cached_property
    def direction(self) -> NDArray[np.float64]:
        """The vector, to multiply by."""
        return np.asarray(self.vector)


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


@dataclass(frozen=True, slots=True)
class Split:
    """Claims of a fact that were said after another fact had taken its place: they are a fact of their own."""

    id: str  # of the fact
    later: Known  # the other fact, with its claims


@dataclass(slots=True)
class FactPlan:
    """The changes to write."""

    new: list[Claim] = field(default_factory=list[Claim])  # claims that become facts
    # id of the fact that each claim supports, new or known
    support: list[tuple[str, Claim]] = field(default_factory=list[tuple[str, Claim]])
    # ids of a fact that ends, and of the fact in its place
    replaced: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    # replacements that end, because another fact comes between
    cut: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    split: list[Split] = field(default_factory=list[Split])
    # pairs that nobody has judged yet; with any, the plan is not final
    open: list[Pair] = field(default_factory=list[Pair])


def reconcile(
    claims: Sequence[Claim],
    near: Sequence[Sequence[Known]],
    verdicts: Verdicts | None,
    related: float = RELATED,
    leaving: Collection[str] = (),
) -> FactPlan:
    """Decide what becomes of claims: the same in whichever order they come.

    A claim in the words of a fact is that fact where the fact holds then, or begins later with nothing between. For a
    claim that is close to others the verdicts decide. One that replaces another is placed into its history, by when
    it holds. Without verdicts nobody judges, so what is close coexists, unless the claim names what it replaces.

    Args:
        claims: in any order.
        near: per claim the known facts with the same key, those close to it, and the histories of all these.
        verdicts: of a language model; None: there is none.
        related: the cosine from which on two facts may be about one thing.
        leaving: ids of facts that are about to be removed: they count only where they say the same. So do facts that
            were corrected: whatever says them again says what is known to be wrong.
    """
    plan, histories = FactPlan(), Histories()
    for claim, known in zip(claims, near, strict=True):
        away = {each.id for each in known if each.retracted} | {*leaving}
        same_words = {each.id for each in known if each.key == claim.key and (each.stated or each.id == claim.id)}
        histories.see(known, away - same_words)
    plan.replaced, plan.cut = histories.added, histories.cut
    in_time = sorted(zip(claims, near, strict=True), key=lambda each: (each[0].since, each[0].at or BEGINNING))
    for claim, known in in_time:
        others = [each for each in known if each.id in histories.facts]
        others += [each.known_to(claim) for each in plan.new]
        _settle(claim, others, plan, histories, verdicts, related)
    return plan


def _settle(
    claim: Claim,
    others: Sequence[Known],
    plan: FactPlan,
    histories: Histories,
    verdicts: Verdicts | None,
    related: float,
) -> None:
    """Decide what becomes of one claim beside known facts and those of the claims before it."""
    alike = [each for each in histories.facts.values() if each.key == claim.key]
    same = next((each.id for each in alike if each.stated), "")
    same = same or next((each.id for each in alike if each.id == claim.id), "")
    same = same or next((each.id for each in alike if histories.takes(each.id, claim.since, claim.until)), "")
    beside: list[Known] = []
    apart: set[str] = set()
    if verdicts is not None and not same:
        for each in _closest(claim, others, histories, related):
            pair = Pair(claim, each)
            verdict = verdicts.get(pair.ids)
            plan.open += [] if pair.ids in verdicts else [pair]
            if verdict == "repeats" and not same and histories.takes(each.id, claim.since, claim.until):
                same = each.id
            elif verdict == "replaces" or (verdict == "repeats" and histories.following.get(each.id)):
                beside.append(each)
            elif verdict == "coexists":
                apart.add(each.id)
    plan.support.append((same or claim.id, claim))
    if same:
        beside = []
        fact = histories.facts[same]
        since = min(fact.since, claim.since)
        at = claim.at if since == claim.at else fact.at
        histories.facts[same] = replace(fact, since=since, at=at, said=(*fact.said, claim.said))
    else:
        plan.new.append(claim)
        histories.facts[claim.id] = claim.known_to(claim)
        beside += [each for each in alike if histories.following.get(each.id)][:1]  # it comes back, in its history
    beside += [histories.facts[id] for id in claim.fact.replaced]
    for each in beside:
        _place(claim, same or claim.id, each, apart, plan, histories, related)


def _place(
    claim: Claim, id: str, beside: Known, apart: Collection[str], plan: FactPlan, histories: Histories, related: float
) -> None:
    """Put the fact of a claim into the history of another."""
    own, other = histories.history(id), histories.history(beside.id)
    if beside.id in {each.id for each in own}:
        return
    if _are_one([each for each in own if each.id != id], other, apart, related):
        _merge([*own, *other], plan, histories)
    else:
        _split(claim, beside, apart, plan, histories)
        histories.place(histories.facts[id], beside.id, apart)


def _closest(claim: Claim, others: Sequence[Known], histories: Histories, related: float) -> list[Known]:
    """Return the facts that may be about the same as a claim, those that are believed first."""
    close = [each for each in others if each.key != claim.key and each.similarity >= related]
    close.sort(key=lambda each: (-each.similarity, each.id))
    believed = [each for each in close if not histories.following.get(each.id)]
    ended = [each for each in close if histories.following.get(each.id)]
    return believed[:MAX_CLOSE_FACTS] + ended[:MAX_ENDED_FACTS]


def _split(claim: Claim, beside: Known, apart: Collection[str], plan: FactPlan, histories: Histories) -> None:
    """Let the fact that a claim ends keep its claims of before; those that were said later are another fact."""
    place = claim.known_to(claim).place
    before = [each for each in histories.history(beside.id) if each.place < place and each.id not in {claim.id, *apart}]
    old = before[-1] if before else beside
    later = [each for each in old.said if each.at and each.at > claim.since]
    if not before or not later or old.since != old.at:  # a date that a fact names is that of all of its claims
        return
    _split_off(old, later, plan, histories)


def _are_one(own: Sequence[Known], other: Sequence[Known], apart: Collection[str], related: float) -> bool:
    """Return whether two histories that a fact belongs to are one: nobody has found that two of their facts coexist.

    Facts that are as close as `related` were judged when the second of them was heard.
    """
    both = [*own, *other]
    if not own or any(each.id in apart or not each.vector for each in both):
        return False
    if any(one.corrects(another) for one in both for another in both):
        return False
    return bool((np.array([each.vector for each in own]) @ np.array([each.vector for each in other]).T < related).all())


def _merge(line: Sequence[Known], plan: FactPlan, histories: Histories) -> None:
    """Let the facts of two histories hold one after the other, as if they had been heard in the order of time."""
    told = sorted((moment, fact.place, fact.id) for fact in line for moment in fact.moments)
    runs = [(id, [moment for moment, *_ in run]) for id, run in groupby(told, itemgetter(2))]
    ids = {fact.id: fact.id for fact in line}  # of the part of each fact that a run is of
    chained = {*ids}
    for place, (id, moments) in enumerate(runs):
        if any(before == id for before, _ in runs[:place]):
            old = histories.facts[ids[id]]
            later = [each for each in old.said if each.at and each.at >= moments[0]]
            ids[id] = _split_off(old, later, plan, histories)
            chained.add(ids[id])
    histories.chain(chained)


def _split_off(old: Known, later: Sequence[Support], plan: FactPlan, histories: Histories) -> str:
    """Make a fact of its own of the later claims of a fact, and return its id."""
    said = sorted(later, key=lambda each: (each.at or BEGINNING, each.source))
    first = said[0]
    new_id = fact_id(old.key, first.source)
    new_id = new_id if new_id != old.id else fact_id(old.key, f"{first.source}, again")
    new = replace(old, id=new_id, since=first.at or old.since, at=first.at, said=tuple(said), stated=False)
    plan.support = [(new_id if id == old.id and each.said in said else id, each) for id, each in plan.support]
    plan.split.append(Split(old.id, new))
    histories.split(old.id, new)
    return new_id


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
