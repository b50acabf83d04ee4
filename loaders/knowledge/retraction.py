"""Takes back what a corrected turn said, and gives it back where the correction is forgotten; nothing is removed.

The transaction has the lock of the space.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.loaders.knowledge.fact_dates import begin_anew
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.text.instants import FOREVER, now


class Retracted(NamedTuple):
    """The ids of what rested on a memory that was corrected."""

    ended: tuple[str, ...] = ()  # facts and reflections that hold no more
    weakened: tuple[str, ...] = ()  # facts that are believed less


class _Fact(NamedTuple):
    id: str
    stays: bool
    before: list[str]


def retract(transaction: SpaceTransaction, turn: str, instant: datetime) -> Retracted:
    """Take from facts what a turn said of them, by its id: as forgetting does, but what ends is kept."""
    facts = transaction.run(load("write/retract", _Fact), id=turn, now=instant, forever=FOREVER)
    weakened = [each.id for each in facts if each.stays]
    ended = [each.id for each in facts if not each.stays]
    begin_anew(transaction, weakened)
    revived = {id for each in facts if not each.stays for id in each.before}
    end_replaced(transaction, sorted(revived), instant)
    refresh_reflections(transaction, [*ended, *weakened, *sorted(revived)], instant)
    return Retracted((*ended, *ended_reflections(transaction, ended, instant)), tuple(weakened))


def ended_reflections(transaction: SpaceTransaction, facts: Sequence[str], instant: datetime) -> list[str]:
    """Return the ids of the reflections that ended with facts, by the ids of these."""
    return transaction.run(load("write/ended_reflections", str), ids=list(facts), now=instant)


def end_replaced(transaction: SpaceTransaction, facts: Sequence[str], instant: datetime) -> None:
    """Let facts, and what they replaced, end where what holds in their place begins, by the facts' ids."""
    changed = {"rows": [], "cut": [], "supported": list(facts)}
    transaction.run(load("write/replace"), **changed, now=instant, forever=FOREVER)


def reinstate(transaction: SpaceTransaction, ids: Sequence[str]) -> int:
    """Give turns their places back whose corrections are forgotten, and let hold again what rests on them.

    The ids are of what holds again, turns among it. Return how many relationships there are more.
    """
    instant = now()
    query = load("maintain/reinstate_turns", tuple[str, str, int])
    turns = transaction.run(query, ids=list(ids), now=instant, forever=FOREVER) if ids else []
    if turns:
        named = [id for id, _, _ in turns]
        facts = transaction.run(load("maintain/reinstate_facts", str), ids=named, forever=FOREVER)
        end_replaced(transaction, facts, instant)
        refresh_reflections(transaction, facts, instant)
    return sum(more for _, _, more in turns)
