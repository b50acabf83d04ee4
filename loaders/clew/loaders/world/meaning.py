"""What an observation says, in the names that memory uses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from clew.loaders.knowledge.statement import digest
from clew.loaders.world.moves import moved
from clew.loaders.world.reading import Reading, once
from clew.naming import normalise
from clew.triplet import HERE, INVENTORY, IS_IN, PLAYER, Triplet, slot

_UNTOLD = frozenset({"", PLAYER, INVENTORY})


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation on its way into the graph.

    Attributes:
        text: verbatim.
        action: after which it was made.
        place: that it names, normalised; may be empty.
        triplets: with normalised names; those of a move say whether it was made (or is the way back), others None.
    """

    text: str
    action: str
    place: str
    triplets: Mapping[Triplet, bool | None]

    @property
    def digest(self) -> str:
        """What tells its text from others."""
        return digest(["episode", self.text])


@dataclass(frozen=True, slots=True)
class Meant:
    """A triplet as it was read, the same in memory's names, and whether it is a move; see `Seen.triplets`."""

    given: Triplet
    triplet: Triplet
    move: bool | None


def seen(text: str, action: str, reading: Reading) -> Seen:
    """An observation with what was read in it, where the player is, and how they came there.

    What a text says of the player or the inventory as of a thing is left out: no note moves who reads it. No
    place is called like one of them, or here.
    """
    place = normalise(reading.place)
    place = "" if place in {*_UNTOLD, HERE} else place
    told = [each for each in once(map(_normalised, reading.triplets)) if each.object and each.subject not in _UNTOLD]
    stands = [Triplet(PLAYER, IS_IN, place)] if place else []
    moves = moved(action, place) if place else {}
    return Seen(text, action, place, dict.fromkeys([*told, *stands]) | moves)


def _normalised(triplet: Triplet) -> Triplet:
    return replace(triplet, subject=normalise(triplet.subject), object=normalise(triplet.object))


def names(triplets: Iterable[Triplet]) -> set[str]:
    """The things that triplets speak of."""
    return {name for each in triplets for name in (each.subject, each.object)} - {HERE}


def meant(observed: Seen, called: Mapping[str, str], here: str) -> list[Meant]:
    """The triplets in memory's names; of several values for what a thing has one of, the last.

    Args:
        observed: what was read.
        called: what things are called in memory, by the names that they have here.
        here: where the player was before; empty where that is unknown, and what speaks of it is left out.
    """
    called = {**called, HERE: here}
    last: dict[tuple[str, str], Meant] = {}
    for given, move in observed.triplets.items():
        one, other = called.get(given.subject, given.subject), called.get(given.object, given.object)
        if one and other and one != other:
            triplet = Triplet(one, given.predicate, other)
            taken = slot(given.predicate, other)
            last[(one, taken) if taken else ("", triplet.key)] = Meant(given, triplet, move)
    return list(last.values())
