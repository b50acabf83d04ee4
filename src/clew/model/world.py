"""Results of a world's memory: frozen, typed, free of the driver."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from clew.model.triplet import Triplet

GO_TO = "go to "  # how a decision begins that names a place, or a thing that stands in one


@dataclass(frozen=True, slots=True)
class Observed:
    """The changes that one observation made to the memory of a world."""

    id: str  # of its episode
    step: int  # its place in the run, from 0
    place: str  # where the player is believed to be now, by memory's name for it; empty where that is unknown
    new: tuple[Triplet, ...] = ()  # triplets that were not believed before
    repeated: int = 0  # how many triplets were
    replaced: tuple[Triplet, ...] = ()  # triplets that are no longer believed
    family: str = ""  # the family of texts whose rules read it, or "model"; empty where nothing was read in it


@dataclass(frozen=True, slots=True)
class Held:
    """A triplet as memory holds it."""

    id: str
    triplet: Triplet
    since: datetime  # from when on it was believed
    until: datetime | None = None  # when it was replaced; None while it is believed

    @property
    def text(self) -> str:
        """The triplet as a sentence."""
        return self.triplet.text


@dataclass(frozen=True, slots=True)
class RunStep:
    """A step of a run, as memory holds it."""

    id: str
    run: str  # the run that it belongs to
    step: int  # its place in the run
    action: str  # what was done before it; empty for the first
    text: str  # what was observed
    score: float = 0.0  # how much it matters to what was recalled; see `clew.retrieval.world.episodic`


@dataclass(frozen=True, slots=True)
class Recollection:
    """The answer of a world's memory to some queries."""

    triplets: tuple[Held, ...]  # in the order in which the search met them
    episodes: tuple[RunStep, ...]  # the most relevant, best first


@dataclass(frozen=True, slots=True)
class Route:
    """A way through a world."""

    # primitive actions, each with the place that it leads to; empty for one that only opens a door
    steps: tuple[tuple[str, str], ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, such as ``open wooden door`` and ``go north``."""
        return tuple(action for action, _ in self.steps)

    @property
    def places(self) -> tuple[str, ...]:
        """Where each move leads."""
        return tuple(place for _, place in self.steps if place)


@dataclass(frozen=True, slots=True)
class Tried:
    """The last attempt at an action in the present state of the world."""

    run: str  # the run in which that was
    step: int  # its place in the run
    action: str
    text: str  # what was observed then
    known: bool  # whether memory had the same text before
    moved: bool = False  # whether it led to another place
    new: tuple[Triplet, ...] = ()  # triplets that were not believed before
    ended: tuple[Triplet, ...] = ()  # triplets that it ended

    @property
    def taught(self) -> bool:
        """True if it changed anything: a triplet, the place, or a text that memory did not have."""
        return bool(self.new or self.ended or self.moved or not self.known)


@dataclass(frozen=True, slots=True)
class Past:
    """The actions that were done before in the present state of the world."""

    tried: Mapping[str, Tried]  # what actions did when they were last tried in it, where the state is what is near
    # how often actions, and walks, were decided on in it, where the state is all that is believed, and every text that
    # was observed
    decided: Mapping[str, int]
