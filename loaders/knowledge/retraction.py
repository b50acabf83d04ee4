"""Settles what rests on turns and statements that are believed no more, or again; nothing is removed.

A fact is believed while a claim of it stands, and a claim stands while none of its turns is corrected or retracted. So
what is believed does not depend on the order in which turns are taken back and come back. The transaction has the lock
of the space.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.loaders.knowledge.fact_dates import begin_anew
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.text.instants import FOREVER, now


class Belief(NamedTuple):
    """The state of a memory: whether it holds now, and how far it is believed."""

    id: str
    holds: bool
    belief: float  # 0 to 1


class Turnabout(NamedTuple):
    """How beliefs differ between two moments, by ids in their order."""

    ended: tuple[str, ...]  # held before, and hold no more
    revived: tuple[str, ...]  # did not hold before, and hold now
    weakened: tuple[str, ...]  # hold, and are believed less
    strengthened: tuple[str, ...]  # hold, and are believed more


class _Fact(NamedTuple):
    id: str
    holds: bool
    begins: bool
    before: list[str]


def beliefs(transaction: SpaceTransaction, id: str) -> dict[str, Belief]:
    """Return what is believed of a memory and of all that it bears on, by id."""
    found = transaction.run(load("write/standing", Belief), id=id, forever=FOREVER)
    return {each.id: each for each in found}


def change(before: dict[str, Belief], after: dict[str, Belief]) -> Turnabout:
    """Return how beliefs differ; what is not in both is passed over."""
    pairs = [(old, after[id]) for id, old in before.items() if id in after]
    return Turnabout(
        tuple(new.id for old, new in pairs if old.holds and not new.holds),
        tuple(new.id for old, new in pairs if new.holds and not old.holds),
        tuple(new.id for old, new in pairs if old.holds and new.holds and new.belief < old.belief),
        tuple(new.id for old, new in pairs if old.holds and new.holds and new.belief > old.belief),
    )


def settle_turns(transaction: SpaceTransaction, turns: Sequence[str], instant: datetime) -> int:
    """Settle what rests on turns that are believed no more, or again, by their ids.

    Return how many relationships are new.
    """
    return settle(transaction, transaction.run(load("write/facts_of", str), ids=list(turns)), instant)


def settle(transaction: SpaceTransaction, facts: Sequence[str], instant: datetime) -> int:
    """Settle facts by what says them now, and what rests on these or was replaced by them, by the facts' ids.

    Return how many relationships are new.
    """
    ids = list(facts)
    if not ids:
        return 0
    more = place_again(transaction, ids, instant)
    found = transaction.run(load("write/settle_facts", _Fact), ids=ids, now=instant, forever=FOREVER)
    more += transaction.run(load("write/bridge", int), ids=ids)[0]
    changed = [each.id for each in found if each.holds and each.begins]
    begin_anew(transaction, changed, changed)
    end_replaced(transaction, ids, instant)
    refresh_reflections(transaction, sorted({*ids, *(id for each in found for id in each.before)}), instant)
    return more


def place_again(transaction: SpaceTransaction, ids: Sequence[str], instant: datetime) -> int:
    """Put statements that may be believed again back among those that replace each other.

    Return how many relationships are new.
    """
    (removed,) = transaction.run(load("write/unbridge", int), ids=list(ids))
    (made,) = transaction.run(load("write/place_again", int), ids=list(ids), now=instant, forever=FOREVER)
    return made - removed


def end_replaced(transaction: SpaceTransaction, ids: Sequence[str], instant: datetime) -> None:
    """Let statements, and what they replaced, end where what holds in their place begins, by their ids."""
    changed = {"rows": [], "cut": [], "supported": list(ids)}
    transaction.run(load("write/replace"), **changed, now=instant, forever=FOREVER)


def reinstate(transaction: SpaceTransaction, ids: Sequence[str], *, again: bool = True) -> int:
    """Give turns their places back, and let hold again what rests on them; return how many relationships are new.

    Args:
        transaction: has the lock.
        ids: of what holds again, turns among it.
        again: whether the turns wait to be consolidated again.
    """
    instant = now()
    query = load("maintain/reinstate_turns", tuple[str, str, int])
    turns = transaction.run(query, ids=list(ids), again=again, now=instant, forever=FOREVER) if ids else []
    return sum(more for _, _, more in turns) + settle_turns(transaction, [id for id, _, _ in turns], instant)
