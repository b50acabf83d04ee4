"""Observations as they go into the graph: what was read in them, in the names that memory uses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.world.reading import Extraction, once
from clew.model.triplet import (
    HERE,
    INVENTORY,
    IS,
    IS_IN,
    OPPOSITE,
    PLAYER,
    REACHED_FROM,
    Triplet,
    direction,
    is_direction,
    is_reached_by,
)
from clew.text.names import normalise

_MOVE = re.compile(r"^(?:(?:go|walk|move|run|head|climb|travel)\s+)?(?:to\s+the\s+)?(.+)$")
_MOVE_TO = re.compile(r"^(?:go|walk|move|run|head|enter)\s+(?:(?:in)?to\s+|through\s+)?(?:the\s+)?(\S.*)$")
_THROUGH = re.compile(r"^door\s+to\s+(?:the\s+)?|\s+door$")
_STILL = re.compile(r"(?:look|examine|inspect|read|check|search|inventory|i|l|x)\b", re.IGNORECASE)
"""How an action begins that moves nobody: a place that is called otherwise after it is the same place."""

MAX_ACTION_CHARACTERS = 200  # of an action that a way is known by
_UNTOLD = frozenset({"", PLAYER, INVENTORY})


@dataclass(frozen=True, slots=True)
class ReadObservation:
    """An observation on its way into the graph."""

    text: str  # verbatim
    action: str  # after which it was made
    place: str  # that it names, normalised; may be empty
    # with normalised names; those of a move say whether it was made (or is the way back), others None
    triplets: Mapping[Triplet, bool | None]
    family: str = ""  # whose rules, or what else, read it; empty where nothing was read

    @property
    def digest(self) -> str:
        """The digest that tells its text from others."""
        return digest(["episode", self.text])


def understand(text: str, action: str, extraction: Extraction, actions: Iterable[str] = ()) -> ReadObservation:
    """Join what was read in an observation with where the player is, and how they came there.

    Triplets of the player or the inventory as of a thing are left out: no note moves who reads it. No place is called
    like one of them, or here. The valid actions say what things are called, see `in_whole`.
    """
    place = normalise(extraction.place)
    place = "" if place in {*_UNTOLD, HERE} else place
    said = [Triplet(normalise(each.subject), each.predicate, normalise(each.object)) for each in extraction.triplets]
    told = [each for each in once(said) if each.object and each.subject not in _UNTOLD]
    triplets: dict[Triplet, bool | None] = dict.fromkeys(in_whole(told, actions))
    if place:
        triplets[Triplet(PLAYER, IS_IN, place)] = None
        triplets |= _moved(action, place)
    return ReadObservation(text, action, place, triplets, extraction.family)


def in_whole(triplets: Sequence[Triplet], actions: Iterable[str]) -> list[Triplet]:
    """Return triplets with the names that the valid actions use for things, where these begin with a state.

    Actions may name a thing by a state that was read of it, and never without. Then the state is part of its name: "raw
    meat" is no meat that is raw.
    """
    offered = [f" {normalise(each)} " for each in actions]
    wholes = dict[str, str]()
    for each in triplets:
        whole = f"{each.object} {each.subject}"
        alone = [text.replace(f" {whole} ", " ") for text in offered]
        if each.predicate == IS and alone != offered and not any(f" {each.subject} " in text for text in alone):
            wholes[each.subject] = whole
    named = (
        Triplet(wholes.get(each.subject, each.subject), each.predicate, wholes.get(each.object, each.object))
        for each in triplets
        if not (each.predicate == IS and wholes.get(each.subject) == f"{each.object} {each.subject}")
    )
    return [*named]


def names(triplets: Iterable[Triplet]) -> set[str]:
    """Return the things that triplets speak of."""
    return {name for each in triplets for name in (each.subject, each.object)} - {HERE}


def goals(action: str) -> frozenset[str]:
    """Return what an action leads to if it is a move: a direction, or the names that the place may have; else nothing.

    So ``walk to the north`` and ``n`` lead north, and ``enter hall`` and ``go through door to hall`` to the hall.
    """
    action = " ".join(action.lower().split())
    if (match := _MOVE.match(action)) and (way := direction(match[1])):
        return frozenset({way})
    match = _MOVE_TO.match(action)
    return frozenset({normalise(match[1]), normalise(_THROUGH.sub("", match[1]))} - {""} if match else ())


def _moved(action: str, place: str) -> dict[Triplet, bool]:
    """Say how the place after an action lies to the place before it, which `HERE` stands for.

    The action alone says nothing: only where another place is seen after it. A way is known by its direction, by the
    name of where it leads, or else by the words of the action that led there.

    Returns:
        The move with True, for it was made; the way back with False, for nobody has gone it. Of a way that is known by
        its action no way back is known. Empty for actions that move nobody.
    """
    led, said = goals(action), " ".join(action.split())
    if way := next(iter(led & OPPOSITE.keys()), ""):
        made, back = is_direction(way), is_direction(OPPOSITE[way])
    elif place in led:
        made = back = REACHED_FROM
    elif not said or _STILL.match(said) or len(said) > MAX_ACTION_CHARACTERS:
        return {}
    else:
        return {Triplet(place, is_reached_by(said), HERE): True}
    return {Triplet(place, made, HERE): True, Triplet(HERE, back, place): False}
