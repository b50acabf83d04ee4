"""Observations into triplets by a language model, for worlds whose sentences follow no rules.

Source: AriGraph, section 2.1 and its appendix; the prompts are our own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import BaseModel, Field

from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.knowledge.source_words import is_named
from clew.loaders.knowledge.triplets import StatedTriplet, Text, TripletList, spelt_out
from clew.loaders.world.noun_phrases import NO_NAMES, listed, state
from clew.loaders.world.reading import GENERAL, Extraction, in_place
from clew.loaders.world.rules import PLACED
from clew.model.triplet import (
    HAS_EXIT,
    HERE,
    INVENTORY,
    IS,
    IS_A,
    IS_IN,
    IS_ON,
    OPPOSITE,
    PLACEMENTS,
    PLAYER,
    SLOTS,
    Triplet,
    direction,
    slot,
)
from clew.text.names import MAX_NAME_CHARACTERS, normalise
from clew.text.quotation import quotation, uncited

_PREDICATES = MappingProxyType(
    {
        **dict.fromkeys(("is at", "at"), IS_IN),
        **dict.fromkeys(("is an", "is a kind of", "is a type of"), IS_A),
        **dict.fromkeys(("has state", "state", "is currently", "status"), IS),
    }
)
"""Other words for what `clew.model.triplet` knows."""

_LIES = re.compile(
    r"(?:(?:is|are) )?(?:(?:lying|sitting|standing|resting|hanging|placed|located|kept|hidden|lies|sits|stands|rests"
    rf"|hangs) )?({'|'.join(PLACED)})(?: the)?"
)
"""Any of the words that say where a thing is."""

_HOLDS = frozenset({"contains", "holds", "has inside", "has on it"})  # says of the container what we say of the thing
_CARRIES = re.compile("has|have|holds?|carry|carries|(?:(?:is|are) )?(?:holding|carrying)")  # the same of who acts
_INVENTORY = re.compile("^(?:your|my|(?:player|explorer)'s) inventory$")

_EXITS = re.compile(r"\bexits?\b")
_EXIT = re.compile(r"^exits?\b(?:(?: leading)?(?: to| on)?(?: the)? (?P<behind>\S+)$)?|^(?:(?P<before>\S+) )?exit$")
"""A way out that is spoken of as a thing: it is one of the place."""

_DENIES_EXIT = re.compile(r"\bno(?:t| other)?(?: an?| any)? exits?\b")
_TOWARDS = re.compile("^(?:exits? )?(?:(?:to|on|in|leading|towards?) )*(?:the )?")
_NEXT_WAY = re.compile("(?:,? and |, ?| ?/ ?)(?:to )?(?:the )?")

_SELF = frozenset({"i", "you", "me", PLAYER, "explorer"})

_CARRIED = frozenset({"is carried by", "carried by", "is held by", "held by", "is with"})
"""Says of the thing that who acts has it."""

_TRUE = frozenset({"", "true", "yes"})

_ALWAYS = frozenset({*_SELF, INVENTORY, HERE})  # names that a triplet may have, whatever the text says


class FoundTriplets(BaseModel):
    """What an observation says."""

    place: Text = Field(default="", description="where the explorer is, or empty")
    triplets: TripletList


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation as a model is shown it; see `by_model`."""

    text: str
    action: str = ""
    known: Sequence[Triplet] = ()
    place: str = ""


def by_model(model: LanguageModel, text: str, action: str, known: Sequence[Triplet], *, place: str = "") -> Extraction:
    """Read an observation by a language model, in the predicates that memory uses.

    A header such as ``-= Kitchen =-`` names the place whatever the model says. Without one the model may name a place
    that the text names. After a move that failed it likes to name where that would have led. Its triplets of the
    player's place are left out: moves tell where the player is, and how places lie to each other. The model may follow
    the wording of what is known.

    Raises:
        ModelFailed: the model could not be asked, or said nothing that can be used.
    """
    return TRIPLETS.on(model).invoke(Seen(text, action, known, place))


def _show(seen: Seen) -> Inputs:
    known = "\n".join(quotation(f"{each.subject}, {each.predicate}, {each.object}") for each in seen.known)
    done = quotation(seen.action) or "nothing yet"
    return {"observation": uncited(seen.text), "action": done, "known": known or "none"}


def _read(seen: Seen, answer: FoundTriplets) -> Extraction:
    stated = [
        each
        for each in answer.triplets
        if max(map(len, (each.subject, each.predicate, each.object))) <= MAX_NAME_CHARACTERS  # no part is a sentence
    ]
    place = seen.place or GENERAL.read(seen.text, seen.action).place or _shown(answer.place, stated, seen.text)
    found = [in_place(triplet, place or HERE) for each in stated for triplet in _triplets(each, place or HERE)]
    known = _ALWAYS | {place, *(normalise(end) for each in seen.known for end in (each.subject, each.object))}
    written = f"{seen.text}\n{seen.action}"

    def is_known(name: str) -> bool:
        letters = "".join(part[0] for part in re.findall("north|south|east|west|up|down", name))
        short = rf"(?<![\w'’]){letters}(?![\w'’])"  # of a direction, such as "NE"; the s of "it's" is none
        is_short = name in OPPOSITE and re.search(short, written, re.IGNORECASE) is not None
        return name in known or is_named(name, written) or is_short

    def holds(triplet: Triplet) -> bool:
        """Return whether both ends are named. A state or a type may be said in other words than the text's."""
        is_kind = triplet.predicate == IS_A or (triplet.predicate == IS and triplet.object in SLOTS)
        return is_known(triplet.subject) and (is_kind or is_known(triplet.object))

    kept = tuple(dict.fromkeys(filter(holds, found)))
    return Extraction(place, kept, "model" if place or kept else "")


def _shown(named: str, stated: Sequence[StatedTriplet], text: str) -> str:
    """Return the place that a model names, where the text names it too and shows that one is there; else empty.

    So it is where the first line is its name, as games show a room that was seen before. So it is too where something
    is seen in it, or a way out. A place that is only spoken of ("the door to the kitchen is locked") is none that
    somebody came to. A move that is missed shows at the next look; one that was never made would stay on the map.
    """
    place = normalise(named)
    seen = [each for found in stated for each in _triplets(found, place)]
    holders = {each.object for each in seen if each.predicate in {IS_IN, IS_ON}}
    left = {each.subject for each in seen if each.predicate == HAS_EXIT}
    headed = normalise(text.strip().partition("\n")[0]) == place
    return place if is_named(named, text) and (headed or place in holders | left) else ""


def _triplets(found: StatedTriplet, place: str) -> Iterator[Triplet]:
    """Yield what a stated triplet says, in memory's words: of several ways or things, one each."""
    subject, other = (_INVENTORY.sub(INVENTORY, normalise(end)) for end in (found.subject, found.object))
    predicate, several = _predicate(found.predicate, other), found.subject
    if other in _TRUE and (bare := state(predicate.removeprefix("is "))) in SLOTS:  # "door, is open, true"
        predicate, other = IS, bare
    other = state(other) if predicate == IS else other
    if (subject in _SELF and _CARRIES.fullmatch(predicate)) or predicate in _HOLDS:
        holder = INVENTORY if subject in _SELF else subject
        subject, predicate, other, several = other, IS_IN, holder, found.object
    if other in _SELF and predicate in PLACEMENTS | _CARRIED:
        predicate, other = IS_IN, INVENTORY
    if not (subject and predicate and other) or _DENIES_EXIT.search(f"{subject} {predicate} {other}"):
        return
    owner = place if _EXIT.search(subject) or subject in _SELF | NO_NAMES else subject
    listed_ways = [direction(each) for each in _NEXT_WAY.split(_TOWARDS.sub("", other, count=1))]
    if not (all(listed_ways) and _EXITS.search(f"{subject} {predicate} {other}")):
        listed_ways = []  # else it is a list of nothing but directions, such as "exits to the north and east"
    yield from (Triplet(owner, HAS_EXIT, way) for way in listed_ways or _ways_within(subject, predicate))
    if not listed_ways and subject not in _SELF | NO_NAMES:
        names = [normalise(each.name) for each in listed(several)] if predicate in PLACEMENTS else []
        yield from (Triplet(each, predicate, other) for each in (names if len(names) > 1 else [subject]))


def _ways_within(subject: str, predicate: str) -> list[str]:
    """Return the directions of "hall, has exit north to, yard" and "north exit, leads to, yard"."""
    way = _EXIT.search(subject)
    said = [direction(way["before"] or way["behind"] or "")] if way else []
    words = predicate.replace("-", "").split() if _EXITS.search(predicate) else []
    return [each for each in (*said, *words) if each in OPPOSITE]


def _predicate(said: str, other: str) -> str:
    """Return a predicate in memory's words. At a measured value nothing lies: water is at 23 degrees, and in a pot."""
    predicate = spelt_out(said)
    if predicate in {"is at", "at"} and slot("is at", other) != slot(IS_IN, other):
        return "is at"
    lies = _LIES.fullmatch(predicate)
    return PLACED[lies[1]] if lies else _PREDICATES.get(predicate, predicate)


TRIPLETS = Chain("triplets", Prompt.load("clew.loaders", "triplets"), FoundTriplets).between(
    Seen, Extraction, _show, _read
)
