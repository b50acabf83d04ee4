"""When statements about a world shall hold, and by what was believed when.

A statement about a world is believed from when on it holds until it is replaced, and both are kept with it. Only where
one was retracted or corrected, what is kept is not what was believed before: these few are looked at one by one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model import ListedMemory
from clew.model.world import Held
from clew.retrieval.context import known
from clew.text.instants import FOREVER, now


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant at which statements shall hold."""

    at: datetime  # when they hold
    known_at: datetime | None = None  # by what was believed then; None: by what was believed when they hold
    doubted: Sequence[str] = ()  # ids of statements that may have held otherwise than their ends tell
    believed: Mapping[str, ListedMemory] = field(default_factory=dict[str, ListedMemory])  # those of them that held

    @property
    def given(self) -> dict[str, object]:
        """The parameters of a statement that asks what holds."""
        return {"at": self.at, "doubted": list(self.doubted), "believed": list(self.believed)}

    def as_believed(self, found: Iterable[Held]) -> tuple[Held, ...]:
        """Return triplets with the ends that were known; without `known_at` that is what is known now."""

        def end(held: Held) -> datetime | None:
            if self.known_at is None:
                return held.until if held.until and held.until > self.at else None
            if then := self.believed.get(held.id):
                return then.valid_to
            return held.until if held.until and held.until <= self.known_at else None

        return tuple(replace(each, until=end(each)) for each in found)


def moment(space: Space, as_of: datetime | None, known_at: datetime | None) -> Moment:
    """Return the moment at which things shall hold, by what was believed at another; None: now."""
    at = min(as_of or FOREVER, known_at or FOREVER)
    if at == FOREVER:
        return Moment(now())
    ids = space.read(load("world/doubted", str))
    return Moment(at, known_at, ids, known(space.read, ids, known_at or at, at) if ids else {})
