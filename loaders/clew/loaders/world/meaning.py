"""Observations as they go into the graph: what was read in them, in the names that memory uses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.world.moves import moved
from clew.loaders.world.reading import Extraction, once
from clew.naming import normalise
from clew.triplet import HERE, INVENTORY, IS_IN, PLAYER, Triplet

_UNTOLD = frozenset({"", PLAYER, INVENTORY})


@dataclass(frozen=True, slots=True)
class Observation:
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
        """The digest that tells its text from others."""
        return digest(["episode", self.text])


def understand(text: str, action: str, extraction: Extraction) -> Observation:
    """Join what was read in an observation with where the player is, and how they came there.

    What a text says of the player or the inventory as of a thing is left out: no note moves who reads it. No
    place is called like one of them, or here.
    """
    place = normalise(extraction.place)
    place = "" if place in {*_UNTOLD, HERE} else place
    told = [each for each in once(map(_normalised, extraction.triplets)) if each.object and each.subject not in _UNTOLD]
    stands = [Triplet(PLAYER, IS_IN, place)] if place else []
    moves = moved(action, place) if place else {}
    return Observation(text, action, place, dict.fromkeys([*told, *stands]) | moves)


def _normalised(triplet: Triplet) -> Triplet:
    return replace(triplet, subject=normalise(triplet.subject), object=normalise(triplet.object))


def names(triplets: Iterable[Triplet]) -> set[str]:
    """Return the things that triplets speak of."""
    return {name for each in triplets for name in (each.subject, each.object)} - {HERE}
