"""Results of a world's memory: frozen, typed, free of the driver."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from clew.model.triplet import Triplet

GO_TO = "go to "
"""How a decision begins that names a place, or a thing that stands in one."""


@dataclass(frozen=True, slots=True)
class Observed:
    """The changes that one observation made to the memory of a world.

    Attributes:
        id: of its episode.
        step: its place in the run, from 0.
        place: where the player is believed to be now, by memory's name for it; empty where that is unknown.
        new: triplets that were not believed before.
        repeated: how many triplets were.
        replaced: triplets that are no longer believed.
        family: the family of texts whose rules read it, or "model"; empty where nothing was read in it.
    """

    id: str
    step: int
    place: str
    new: tuple[Triplet, ...] = ()
    repeated: int = 0
    replaced: tuple[Triplet, ...] = ()
    family: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A triplet as memory holds it.

    Attributes:
        id: of its node.
        triplet: what it says.
        since: from when on it was believed.
        until: when it was replaced; None while it is believed.
    """

    id: str
    triplet: Triplet
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RunStep:
    """A step of a run, as memory holds it.

    Attributes:
        id: of its node.
        run: the run that it belongs to.
        step: its place in the run.
        action: what was done before it; empty for the first.
        text: what was observed.
        score: how much it matters to what was recalled; see `clew.retrieval.world.episodic`.
    """

    id: str
    run: str
    step: int
    action: str
    text: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Recollection:
    """The answer of a world's memory to some queries.

    Attributes:
        triplets: in the order in which the search met them.
        episodes: the most relevant, best first.
    """

    triplets: tuple[Held, ...]
    episodes: tuple[RunStep, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A way through a world.

    Attributes:
        actions: primitive ones, such as ``open wooden door`` and ``go north``.
        places: where each move leads.
    """

    actions: tuple[str, ...]
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """The last attempt at an action in the present state of the world.

    Attributes:
        run: the run in which that was.
        step: its place in the run.
        action: what was done.
        text: what was observed then.
        known: whether memory had the same text before.
        moved: whether it led to another place.
        new: triplets that were not believed before.
        ended: triplets that it ended.
    """

    run: str
    step: int
    action: str
    text: str
    known: bool
    moved: bool = False
    new: tuple[Triplet, ...] = ()
    ended: tuple[Triplet, ...] = ()

    @property
    def taught(self) -> bool:
        """Whether anything was learnt or changed by it: a triplet, the place, or a text that memory did not have."""
        return bool(self.new or self.ended or self.moved or not self.known)


@dataclass(frozen=True, slots=True)
class Past:
    """The actions that were done before in the present state of the world.

    Attributes:
        tried: what actions did when they were last tried in it, where the state is what is near.
        decided: how often actions, and walks, were decided on in it, where the state is all that is believed, and every
            text that was observed.
    """

    tried: Mapping[str, Tried]
    decided: Mapping[str, int]
