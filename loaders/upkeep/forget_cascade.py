"""The one rule of forgetting, in one transaction: nodes go with all that stands on them alone, whatever its kind.

The roles of the declared relationships decide what goes, to any depth. Parts go with the whole. A node that rests on
one that goes leaves too when it has no claim left in its own words. Texts that say it in other words are then read
again. A node that keeps a claim is weakened, and a fact begins with the first claim that is left. A name goes when
nothing speaks of it, under any of the names of the same thing. A replaced node holds again, and neighbours in a chain
are joined over the gap. An object whose present sighting goes is nowhere until it is seen again. Things that lay in an
object that goes lie in nothing, and sightings in an area go with it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import SpaceTransaction
from clew.loaders.conversation.episodes import SESSION_TEXT
from clew.loaders.knowledge.fact_dates import begin_anew
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.loaders.knowledge.retraction import reinstate, settle
from clew.loaders.scene.changes import told
from clew.text.instants import FOREVER, now

ASKED = "asked for"
UNNAMED = "nothing names it any more"

Vectors = Mapping[str, Sequence[float]]  # by text


class Unembedded(Exception):
    """Raised where what stays gets texts whose vectors are not given: embed them outside, and begin again."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Name the texts."""
        super().__init__(f"{len(texts)} texts have no vectors")
        self.texts = texts


@dataclass(slots=True)
class Removed:
    """The memories that went, and the changes of the rest."""

    kinds: dict[str, str] = field(default_factory=dict[str, str])  # of the removed nodes, by id
    relationships: int = 0  # how many fewer there are
    removed: dict[str, str] = field(default_factory=dict[str, str])  # why each removed node went, by id
    weakened: dict[str, str] = field(default_factory=dict[str, str])  # why each node that stays lost support, by id
    revived: dict[str, str] = field(default_factory=dict[str, str])  # why each node holds again, by id

    def add(self, later: "Removed") -> None:
        """Take in what a later transaction removed."""
        self.kinds |= later.kinds
        self.relationships += later.relationships
        self.removed |= later.removed
        self.weakened |= later.weakened
        self.revived |= later.revived


def remove(
    transaction: SpaceTransaction, reasons: Mapping[str, str], vectors: Vectors = MappingProxyType({})
) -> Removed:
    """Remove nodes, for the reason of each by id, with what stands on them alone; the transaction has the lock.

    Raises:
        Unembedded: what stays gets texts that have no `vectors`; nothing may be committed.
    """
    done = Removed(removed=dict(reasons))
    frontier = list(done.removed)
    while frontier:  # what goes with what is removed, to any depth
        query = load("maintain/cascade", tuple[int, list[tuple[str, str]]])
        ((lapsed, found),) = transaction.run(query, ids=list(done.removed), frontier=frontier)
        done.relationships += lapsed
        further = dict(found)
        if areas := [id for id in frontier if id.startswith("area:")]:
            seen = transaction.run(load("scene/forget_areas", tuple[str, str]), ids=areas)
            further |= {id: f"was seen in {area}" for id, area in seen if id not in done.removed}
        done.removed |= further
        frontier = list(further)
    ids = list(done.removed)
    for id, because, relationships in transaction.run(load("maintain/weaken", tuple[str, str, int]), ids=ids):
        done.weakened[id] = f"lost {because}"
        done.relationships += relationships
    transaction.run(load("maintain/read_again"), ids=ids, found=[id for id in ids if id not in reasons])
    _empty_holders(transaction, ids, vectors)
    sessions, ended = _delete(transaction, ids, done)
    done.relationships -= reinstate(transaction, list(done.revived))
    begin_anew(transaction, list(done.weakened))
    done.relationships -= settle(transaction, [id for id in done.weakened if id.startswith("fact:")], now())
    refresh_reflections(transaction, sorted({*done.weakened, *ended}), now())
    transaction.run(load("maintain/refresh_sessions"), sessions=sorted(sessions), longest=SESSION_TEXT)
    if {"Session", *declared().text_kinds()}.intersection(done.kinds.values()):
        transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())
    return done


def rename(transaction: SpaceTransaction, words: Mapping[str, str | None]) -> None:
    """Cut from nodes what they were in words until now; names that nothing names any more go.

    Args:
        transaction: has the lock.
        words: by id of each node the name of the entity that it is now; None: it is to be removed.
    """
    rows = [{"id": id, "word": word} for id, word in words.items()]
    names = transaction.run(load("maintain/cut_names", str), rows=rows) if rows else []
    if unnamed := transaction.run(load("maintain/unnamed", str), ids=names) if names else []:
        remove(transaction, dict.fromkeys(unnamed, UNNAMED))
    if kept := sorted(set(names) - set(unnamed)):
        transaction.run(load("maintain/leave_topics", str), ids=kept, now=now())


def _empty_holders(transaction: SpaceTransaction, ids: Sequence[str], vectors: Vectors) -> None:
    """Have what lies in objects that go lie in nothing, and tell of it without them."""
    if objects := [id.removeprefix("object:") for id in ids if id.startswith("object:")]:
        query = load("scene/forget_holders", tuple[str, str, list[str], str])
        kinds = [kind.label for kind in declared().kinds if "inside" in kind.properties]
        found = transaction.run(query, ids=ids, kinds=kinds, objects=objects)
        texts = {id: told(sort, states, room) for id, sort, states, room in found}
        if missing := sorted({*texts.values()} - vectors.keys()):
            raise Unembedded(missing)
        rows = [{"id": id, "text": text, "vector": vectors[text]} for id, text in texts.items()]
        transaction.run(load("maintain/reword"), rows=rows)


def _delete(transaction: SpaceTransaction, ids: Sequence[str], done: Removed) -> tuple[set[str], set[str]]:
    """Delete nodes. Return the sessions that lost a turn, and the ids of what is replaced by something else now."""
    sessions: set[str] = set()
    ended: set[str] = set()
    words: set[str] = set()
    if sightings := [id for id in ids if id.startswith("sighting:")]:
        (fewer,) = transaction.run(load("scene/forget_sightings", int), ids=sightings, forever=FOREVER)
        done.relationships += fewer
    transaction.run(load("working/note_forgotten"), ids=ids)
    query = load("maintain/remove", tuple[str, str, str | None, int, list[str], list[str], list[str]])
    for gone, kind, session, relationships, over, revived, names in transaction.run(
        query, ids=ids, now=now(), forever=FOREVER
    ):
        done.kinds[gone] = kind
        done.relationships += relationships
        if session is not None:
            sessions.add(session)
        ended.update(over)
        words.update(names)
        done.revived |= dict.fromkeys(revived, f"was replaced by {gone}")
    for id in transaction.run(load("maintain/leave_topics", str), ids=sorted(words), now=now()):
        done.kinds[id] = "Entity"
        done.removed[id] = f"{UNNAMED}; its word is a topic"
    done.revived = {id: why for id, why in done.revived.items() if id not in done.removed}
    return sessions, ended - done.removed.keys()
