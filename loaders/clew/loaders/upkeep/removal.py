"""The one rule of forgetting, in one transaction: nodes go with all that stands on them alone, whatever its kind.

What goes follows from the roles of the declared relationships, to any depth: parts go with the whole; what rests on a
node goes when it has no claim left, else it is weakened; a name goes when nothing speaks of it, under any of the names
of the same thing. What was replaced holds again, and neighbours in a chain are joined over the gap.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clew.clock import FOREVER, now
from clew.loaders.conversation.episodes import SESSION_TEXT
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.queries import load
from clew.schema import declared
from clew.space import SpaceTransaction

ASKED = "asked for"


@dataclass(slots=True)
class Removed:
    """What went, and what became of the rest.

    Attributes:
        kinds: of the removed nodes, by id.
        relations: how many fewer there are.
        removed: why each removed node went, by id.
        weakened: why each node that stays lost support, by id.
        revived: why each node holds again, by id.
    """

    kinds: dict[str, str] = field(default_factory=dict[str, str])
    relations: int = 0
    removed: dict[str, str] = field(default_factory=dict[str, str])
    weakened: dict[str, str] = field(default_factory=dict[str, str])
    revived: dict[str, str] = field(default_factory=dict[str, str])

    def add(self, later: "Removed") -> None:
        """Take in what a later transaction removed."""
        self.kinds |= later.kinds
        self.relations += later.relations
        self.removed |= later.removed
        self.weakened |= later.weakened
        self.revived |= later.revived


def remove(transaction: SpaceTransaction, reasons: Mapping[str, str]) -> Removed:
    """Remove nodes with what stands on them alone; the transaction has the lock of the space.

    Args:
        transaction: of the space.
        reasons: why each node goes, by id.
    """
    done = Removed(removed=dict(reasons))
    _spread(transaction, done)
    ids = list(done.removed)
    for row in transaction.run(load("maintain/weaken"), ids=ids):
        done.weakened[row["id"]] = f"lost {row['because']}"
        done.relations += row["relations"]
    sessions, ended = _delete(transaction, ids, done)
    refresh_reflections(transaction, sorted({*done.weakened, *ended}), now())
    transaction.run(load("maintain/refresh_sessions"), sessions=sorted(sessions), longest=SESSION_TEXT)
    transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())
    return done


def _spread(transaction: SpaceTransaction, done: Removed) -> None:
    """Find all that goes with what is to be removed, to any depth."""
    frontier = list(done.removed)
    while frontier:
        (row,) = transaction.run(load("maintain/cascade"), ids=list(done.removed), frontier=frontier)
        done.relations += row["lapsed"]
        found = {each["id"]: each["reason"] for each in row["found"]}
        done.removed |= found
        frontier = list(found)


def _delete(transaction: SpaceTransaction, ids: Iterable[str], done: Removed) -> tuple[set[str], set[str]]:
    """Delete nodes; returns the sessions that lost a turn, and the ids of what is replaced by something else now."""
    sessions: set[str] = set()
    ended: set[str] = set()
    for row in transaction.run(load("maintain/remove"), ids=list(ids), now=now(), forever=FOREVER):
        done.kinds[row["id"]] = row["kind"]
        done.relations += row["relations"]
        sessions |= {row["session"]} - {None}
        ended |= set(row["ended"])
        done.revived |= dict.fromkeys(row["revived"], f"was replaced by {row['id']}")
    done.revived = {id: why for id, why in done.revived.items() if id not in done.removed}
    return sessions, ended - done.removed.keys()
