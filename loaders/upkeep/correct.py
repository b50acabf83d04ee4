"""Corrects a turn, a fact or a reflection: the new version takes the place of the old one, which is kept and dated.

Facts and reflections that rested on the old version alone end, and are kept too. A corrected turn waits to be
consolidated, so that facts are made of its new text. A recall as of an instant before the correction still finds what
was believed then.
"""

import json
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.queries import load
from clew.graph.schema import HAPPENING, declared
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.loaders.conversation.episodes import (
    ALL,
    SESSION_TEXT,
    Episode,
    TurnLinks,
    embed_whole,
    episode,
    join,
    said_digest,
)
from clew.loaders.knowledge.fact_dates import Saying, begins
from clew.loaders.knowledge.facts import link_names
from clew.loaders.knowledge.import_facts import sentence
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.loaders.knowledge.retraction import beliefs, change, settle_turns
from clew.loaders.knowledge.statement_keys import digest, fact_id, statement_key
from clew.loaders.sources.checks import check
from clew.model import Corrected, Turn
from clew.text.arguments import quoted
from clew.text.instants import BEGINNING, FOREVER, now

_REMEDIES = {
    "Triplet": "observe what is so, or forget it",
    "Learning": "end a trial with what was learned instead, or forget its set",
    "Passage": "read the document again with the text that is right",
}


class _Version(NamedTuple):
    id: str
    text: str


class Correctable(NamedTuple):
    """A memory that may be corrected or retracted, as `write/correctable` describes it."""

    kind: str
    text: str
    speaker: str | None
    at: datetime | None
    caption: str | None
    session: str | None
    position: int | None
    metadata: str | None
    is_step: bool
    valid_from: datetime | None
    key: str | None
    about: str | None
    is_retracted: bool
    why: str | None
    taken: tuple[str, ...]
    corrections: tuple[_Version, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """A correction with what is computed outside of the transaction."""

    stored: Correctable
    turn: Episode | None  # the new turn; None where a statement is corrected
    properties: dict[str, object]  # of the new version


def correct(space: Space, id: str, text: str, links: TurnLinks = ALL) -> Corrected:
    """Put a text right, by the id of its memory; the same call again changes nothing.

    Raises:
        InvalidInput: the text says nothing, or memories of this kind are not corrected.
        NotFound: no memory has this id.
        Conflict: another text was put in its place, or all that says it was corrected.
    """
    done: list[Corrected] = []

    def prepare() -> _Plan | None:
        done.clear()
        stored = space.reading(lambda transaction: correctable(transaction, id))
        if known := _known(id, stored, text):
            done.append(known)
            return None
        return _turn(space, id, stored, text) if stored.kind == "Episode" else _statement(space, id, stored, text)

    def write(transaction: SpaceTransaction, plan: _Plan) -> Corrected:
        transaction.lock()
        if correctable(transaction, id) != plan.stored:
            raise Changed
        before = beliefs(transaction, id)
        (_write_turn if plan.turn else _write_statement)(transaction, id, plan, links)
        done = change(before, beliefs(transaction, id))
        ended = tuple(each for each in done.ended if each != id)
        return Corrected(str(plan.properties["id"]), id, ended, done.weakened, is_pending=plan.turn is not None)

    return space.settle(prepare, write) or done[0]


def correctable(transaction: SpaceTransaction, id: str) -> Correctable:
    """Return what a memory holds that may be corrected or retracted.

    Raises:
        NotFound: no memory has this id.
    """
    for stored in transaction.run(load("write/correctable", Correctable), id=id):
        return stored
    raise NotFound(f"memory {quoted(id)} is not in this space; recall says the ids of what is")


def _known(id: str, stored: Correctable, text: str) -> Corrected | None:
    """Return what is known where nothing is to be corrected; check that the memory can be, otherwise."""
    kind = declared().kind(stored.kind)
    if stored.is_step or not kind.correctable:
        remedy = _REMEDIES.get(stored.kind, "give the id of a turn, a fact or a reflection")
        what = "a step of a run, a world or a trial" if stored.is_step else f"a {kind.name}"
        raise InvalidInput(f"{quoted(id)} is {what}, which is not corrected; {remedy}")
    said = text if stored.kind == "Episode" else sentence(text, f"the text for {quoted(id)}")
    latest = stored.corrections[-1] if stored.corrections else None
    if latest and (latest.text != said or len(stored.corrections) > 1):
        raise Conflict(f"{quoted(id)} was corrected already; correct {quoted(latest.id)}, which holds in its place")
    if latest or (stored.text == said and not stored.is_retracted):
        return Corrected(latest.id if latest else id)
    if stored.why is not None:
        raise Conflict(f"{quoted(id)} is retracted; reinstate it, then correct it")
    if stored.is_retracted:
        raise Conflict(
            f"{quoted(id)} ended when what says it was corrected or retracted; consolidate, or tell it as a fact"
        )
    return None


def _turn(space: Space, id: str, stored: Correctable, text: str) -> _Plan:
    said = Turn(text, stored.speaker or "", stored.at, stored.caption or "", json.loads(stored.metadata or "{}"))
    turn = check(said, f"the text for {quoted(id)}")
    placed = episode(stored.session or "", stored.position or 0, turn)
    embed_whole(space, [placed])
    placed = replace(placed, id=f"{id.partition('~')[0]}~{digest((id, turn.text))[:12]}")
    missing = dict.fromkeys([*(each.name for each in HAPPENING), "addresses", "date_order"])
    return _Plan(stored, placed, {**missing, **placed.properties, "id": placed.id})


def _statement(space: Space, id: str, stored: Correctable, text: str) -> _Plan:
    said = sentence(text, f"the text for {quoted(id)}")
    properties: dict[str, object] = {"kind": stored.kind, "text": said, "search_text": said}
    since = stored.valid_from or BEGINNING
    is_dated = (stored.key or "").endswith(f"@{since.date().isoformat()}")
    key = statement_key(said, since if is_dated else None)
    new_id = fact_id(key, id)
    if stored.kind == "Fact":
        missing = dict.fromkeys(each.name for each in HAPPENING)
        properties |= {**missing, **begins(said, Saying(stored.at, stored.speaker or ""), since)}
    else:
        new_id = f"reflection:{digest((key, id))[:20]}"
    (vector,) = space.embed_nodes([properties])
    return _Plan(stored, None, {**properties, "id": new_id, "statement_key": key, "embedding": vector})


def _write_turn(transaction: SpaceTransaction, id: str, plan: _Plan, links: TurnLinks) -> None:
    stored, instant = plan.stored, now()
    said = said_digest(stored.speaker or "", stored.text, stored.caption or "")
    transaction.run(
        load("write/correct_turn"), id=id, corrected=said, properties=plan.properties, now=instant, forever=FOREVER
    )
    join(transaction, [plan.turn] if plan.turn else [], links, instant)
    settle_turns(transaction, [id], instant)
    transaction.run(load("maintain/refresh_sessions"), sessions=[stored.session], longest=SESSION_TEXT)
    transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())


def _write_statement(transaction: SpaceTransaction, id: str, plan: _Plan, links: TurnLinks) -> None:
    stored, instant, new_id = plan.stored, now(), str(plan.properties["id"])
    transaction.run(load("write/correct_statement"), id=id, properties=plan.properties, now=instant, forever=FOREVER)
    if stored.kind == "Fact":
        if links.entities:
            said = (new_id, str(plan.properties["text"]), stored.speaker or "", stored.about or "")
            link_names(transaction, [said])
        refresh_reflections(transaction, [id], instant)
