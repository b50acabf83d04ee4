"""Decides what becomes of new facts beside known ones; pure: known facts and verdicts come in, a plan goes out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from clew.embedding.choice import RELATED
from clew.loaders.knowledge.statement_keys import digest, fact_id, statement_key
from clew.model import Fact
from clew.text.instants import BEGINNING, FOREVER

MAX_CLOSE_FACTS = 3
"""Known facts that one new fact is compared with."""

Verdict = Literal["repeats", "replaces", "coexists"]
"""What a new fact does to a known one."""

Verdicts = dict[tuple[str, str], Verdict]
"""By the ids of the new and the known fact."""


@dataclass(frozen=True)
class Claim:
    """A fact as some texts state it together.

    Attributes:
        fact: what they state; its sources in the order of time.
        vector: of its text, of length 1.
        since: when it begins to hold: what the text says, else when it was said.
        speaker: who spoke first.
        at: when it was said, with the last of the texts; None where only passages say it.
    """

    fact: Fact
    vector: Sequence[float]
    since: datetime
    speaker: str
    at: datetime | None

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

    @cached_property
    def direction(self) -> NDArray[np.float64]:
        """The vector, to multiply by."""
        return np.asarray(self.vector)


@dataclass(frozen=True, slots=True)
class Known:
    """A known fact, and the cosine of its vector to that of the claim that it was found for.

    Attributes:
        id: of the fact.
        key: equal for facts that say the same.
        text: what it says.
        since: when it begins to hold.
        until: when it ceases to.
        at: when it was said first; None where only passages say it.
        similarity: the cosine.
    """

    id: str
    key: str
    text: str
    since: datetime
    until: datetime
    at: datetime | None
    similarity: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A new fact beside a known one."""

    claim: Claim
    known: Known

    @property
    def ids(self) -> tuple[str, str]:
        """Ids of the new fact and the known one."""
        return self.claim.id, self.known.id


@dataclass(slots=True)
class Plan:
    """The changes to write.

    Attributes:
        new: claims that become facts.
        support: id of the fact that each claim supports, new or known.
        replaced: per fact that ends, its id, that of the fact in its place, and from when that holds.
        open: pairs that nobody has judged yet; with any, the plan is not final.
    """

    new: list[Claim] = field(default_factory=list[Claim])
    support: list[tuple[str, Claim]] = field(default_factory=list[tuple[str, Claim]])
    replaced: list[tuple[str, str, datetime]] = field(default_factory=list[tuple[str, str, datetime]])
    open: list[Pair] = field(default_factory=list[Pair])


def reconcile(
    claims: Sequence[Claim],
    near: Sequence[Sequence[Known]],
    verdicts: Verdicts | None,
    related: float = RELATED,
) -> Plan:
    """Decide what becomes of claims, in their order.

    A claim in the words of a known fact, or of an earlier claim, repeats it, unless that was over by then, or a claim
    in between has ended it: what comes back is another fact. For a claim that is close to others the verdicts decide.

    Args:
        claims: in the order of time.
        near: per claim the known facts with the same key whose time meets its own, and those close to it.
        verdicts: by the ids of the new and the known fact; None: nobody judges, so what is close coexists.
        related: cosine from which two facts may be about one thing.
    """
    plan = Plan()
    for claim, known in zip(claims, near, strict=True):
        others = [*known, *_before(plan.new, claim)]
        ended = {old for old, _, _ in plan.replaced} - {claim.id}  # the same texts may state it again
        same = next((each.id for each in others if each.key == claim.key and each.id not in ended), "")
        others = [each for each in others if each.key != claim.key]
        pairs = [] if same or verdicts is None else _pairs(claim, others, related)
        judged = {pair.known: (verdicts or {}).get(pair.ids) for pair in pairs}
        plan.open += [pair for pair in pairs if pair.ids not in (verdicts or {})]
        repeated = (each.id for each, verdict in judged.items() if verdict == "repeats" and each.id not in ended)
        same = same or next(repeated, "")
        plan.support.append((same or claim.id, claim))
        if not same:
            plan.new.append(claim)
            plan.replaced += [_ended(claim, known) for known, verdict in judged.items() if verdict == "replaces"]
    return plan


def _before(new: Sequence[Claim], claim: Claim) -> list[Known]:
    """Return the earlier claims as facts that are known by then."""
    similar = [float(each.direction @ claim.direction) for each in new]
    return [
        Known(each.id, each.key, each.fact.text, each.since, each.until, each.at, similarity)
        for each, similarity in zip(new, similar, strict=True)
        if each.key != claim.key or each.id == claim.id or (each.until >= claim.since and each.since <= claim.until)
    ]


def _pairs(claim: Claim, others: Iterable[Known], related: float) -> list[Pair]:
    """Pair a claim with the closest others, which are worth a judgement."""
    close = sorted((each for each in others if each.similarity >= related), key=lambda each: -each.similarity)
    return [Pair(claim, each) for each in close[:MAX_CLOSE_FACTS]]


def _ended(claim: Claim, known: Known) -> tuple[str, str, datetime]:
    """Return the replacement: the fact that holds since earlier ends, or the one that is corrected."""
    first, second = (claim, known) if claim.since < known.since else (known, claim)
    if _corrects(first, second):
        first, second = second, first
    return first.id, second.id, second.since


def _corrects(one: Claim | Known, other: Claim | Known) -> bool:
    """Return whether a fact moves the other to an earlier date: "The wedding was moved forward to 5 July".

    It was said later, while the other lay ahead: else it tells what was before. It names the date since which it holds,
    and is not over when the other begins.
    """
    if one.at is None or other.at is None or not other.at < one.at < other.since:
        return False
    return one.since not in {one.at, BEGINNING, other.since} and one.until > other.since
