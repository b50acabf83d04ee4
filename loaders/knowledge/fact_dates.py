"""When facts begin, by who says them; where the claim that one began with is forgotten, it begins with another."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.loaders.language.happening import happening
from clew.text.instants import BEGINNING, FOREVER, as_utc, day, now


class _Source(NamedTuple):
    claim: str
    id: str
    at: datetime | None
    speaker: str | None
    reworded: bool


class _Fact(NamedTuple):
    id: str
    text: str
    at: datetime
    speaker: str | None
    since: datetime
    until: datetime
    sources: list[_Source]


class Source(NamedTuple):
    """A turn or a passage that a fact rests on; a passage has no date and no speaker."""

    id: str
    at: datetime | None
    speaker: str | None


class Saying(NamedTuple):
    """When the last text of a claim was said, which alone completes it, and who spoke first; of passages neither."""

    at: datetime | None
    speaker: str


def in_order(sources: Sequence[Source]) -> list[Source]:
    """Return texts in the order of time; passages, which have none, are last."""
    return sorted(sources, key=lambda each: (each.at or FOREVER, each.id))


def saying(sources: Sequence[Source]) -> Saying:
    """Return when a claim was made, and who spoke first, of the texts that make it."""
    return Saying(max((each.at for each in sources if each.at), default=None), in_order(sources)[0].speaker or "")


def begins(text: str, said: Saying, since: datetime) -> dict[str, object]:
    """Return the properties of a fact that say when it was said first and by whom, and since when it holds."""
    at, speaker = said
    search_text = f"[{day(at)}] {text}" if at else text
    return {
        "at": at,
        "speaker": speaker,
        "valid_from": as_utc(since),
        "search_text": search_text,
        **happening(text, at),
    }


def begin_anew(transaction: SpaceTransaction, ids: Sequence[str], regained: Collection[str] = ()) -> None:
    """Let facts whose first claim is gone begin with the first that is left; what they replaced ends then.

    A fact that a caller told, and nobody else says any more, begins now. The ids are of nodes that lost a claim, and
    those that regained one begin with the first in their own words again. The transaction has the lock of the space.
    """
    rows: list[dict[str, object]] = []
    lost = [id for id in ids if id.startswith("fact:")]
    for fact in transaction.run(load("maintain/left_claims", _Fact), ids=lost) if lost else ():
        by_claim = groupby(sorted(fact.sources), key=lambda each: each.claim)
        groups = [list(group) for _, group in by_claim]
        own = [saying(list(map(_source, group))) for group in groups if not group[0].reworded]
        claims = own + [saying(list(map(_source, group))) for group in groups if group[0].reworded]
        first = min(claims, key=_order, default=Saying(now(), ""))
        if Saying(fact.at, fact.speaker or "") in claims:
            first = min(own, key=_order, default=first)
            if fact.id not in regained or fact.since != fact.at or not first.at or first.at >= fact.at:
                continue
        since = fact.since
        if since == fact.at:
            since = first.at if first.at and first.at < fact.until else BEGINNING
        rows.append({"id": fact.id, "begins": begins(fact.text, first, since)})
    if rows:
        transaction.run(load("maintain/begin_facts"), rows=rows)


def _source(said: _Source) -> Source:
    return Source(said.id, said.at, said.speaker)


def _order(said: Saying) -> tuple[datetime, str]:
    return said.at or FOREVER, said.speaker
