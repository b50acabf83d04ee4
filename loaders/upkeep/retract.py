"""Retracts a memory: it is kept with the reason, and believed no more until it is reinstated.

Others follow by the rules of forgetting, but are kept. A fact that others say too is believed less, another is
believed no more, reflections end, and what was replaced holds again. Reinstating undoes exactly that, in any order.
"""

from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.schema.properties import is_unicode
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.conversation.episodes import SESSION_TEXT
from clew.loaders.knowledge import retraction
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.loaders.upkeep.correct import Correctable, correctable
from clew.model import Retraction
from clew.text.arguments import quoted
from clew.text.instants import FOREVER, now

_REMEDIES = {
    "Passage": "read the document again without it, or forget it",
    "LearningSet": "retract its learnings",
    "Sighting": "observe the object as it is, or forget it",
}


def retract(space: Space, id: str, why: str) -> Retraction:
    """Believe a memory no more, by its id; the same call again changes nothing.

    Raises:
        InvalidInput: memories of this kind are not retracted, or the reason cannot be kept.
        NotFound: no memory has this id.
        Conflict: it was corrected.
    """
    if not is_unicode(why):
        raise InvalidInput(f"why is {quoted(why)}; give a text of valid Unicode")

    def work(transaction: SpaceTransaction) -> Retraction:
        stored = _retractable(transaction, id)
        if stored.why is not None:
            return Retraction(id, is_retracted=True)
        before, instant = retraction.beliefs(transaction, id), now()
        if stored.kind == "Episode":
            transaction.run(load("write/retract_turn"), id=id, why=why, now=instant, forever=FOREVER)
            retraction.settle_turns(transaction, [id], instant)
            _refresh(transaction, stored)
        else:
            transaction.run(load("write/retract"), id=id, why=why, now=instant, forever=FOREVER)
            transaction.run(load("write/bridge", int), ids=[id])
            retraction.end_replaced(transaction, [id], instant)
            refresh_reflections(transaction, list(before), instant)
        done = retraction.change(before, retraction.beliefs(transaction, id))
        return Retraction(id, *done, is_retracted=True)

    return space.locked(work)


def reinstate(space: Space, id: str) -> Retraction:
    """Take back the retraction of a memory, by its id; the same call again changes nothing.

    Raises:
        InvalidInput: memories of this kind are not retracted.
        NotFound: no memory has this id.
        Conflict: it was corrected.
    """

    def work(transaction: SpaceTransaction) -> Retraction:
        stored = _retractable(transaction, id)
        if stored.why is None:
            return Retraction(id, waits_for=stored.taken if stored.is_retracted else ())
        before, instant = retraction.beliefs(transaction, id), now()
        given = {"id": id, "now": instant, "forever": FOREVER}
        if stored.kind == "Episode":
            transaction.run(load("write/reinstate"), **given)
            retraction.reinstate(transaction, [id], again=False)
            _refresh(transaction, stored)
        elif stored.kind == "Fact":
            transaction.run(load("write/reinstate"), **given)
            retraction.settle(transaction, [id], instant)
        else:
            retraction.place_again(transaction, [id], instant)
            transaction.run(load("write/reinstate"), **given)
            retraction.end_replaced(transaction, [id], instant)
        refresh_reflections(transaction, list(before), instant)
        after = retraction.beliefs(transaction, id)
        waits_for = () if after[id].holds else stored.taken
        return Retraction(id, *retraction.change(before, after), waits_for=waits_for)

    return space.locked(work)


def _retractable(transaction: SpaceTransaction, id: str) -> Correctable:
    """Return a memory that may be retracted."""
    stored = correctable(transaction, id)
    kind = declared().kind(stored.kind)
    if stored.is_step or not kind.retractable:
        remedy = _REMEDIES.get(stored.kind, "give the id of a turn, a fact, a reflection, a triplet or a learning")
        what = "a step of a run, a world or a trial" if stored.is_step else f"a {kind.name}"
        raise InvalidInput(f"{quoted(id)} is {what}, which is not retracted; {remedy}")
    if stored.corrections:
        raise Conflict(f"{quoted(id)} was corrected; retract {quoted(stored.corrections[-1].id)}, which holds instead")
    return stored


def _refresh(transaction: SpaceTransaction, turn: Correctable) -> None:
    """Bring up to date what a turn's session and the space keep of their turns."""
    transaction.run(load("maintain/refresh_sessions"), sessions=[turn.session], longest=SESSION_TEXT)
    transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())
