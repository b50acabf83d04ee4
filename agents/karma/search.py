"""Where to look for a thing: places in order of likelihood, weighed against the way to them.

The rule knows no floor plan and no object. A receptacle is likely where memory has seen it hold that type, and where it
admits the type. It is likely too where its type, or the types that were seen in it, are close to that type in meaning.
A room is likely by what it is called and by what else stands in it. This counts more with each place that was looked
into in vain. The floor counts by what of it was not in sight yet. The next place is the one with the most likelihood
per metre of walking, with looking and opening counted as metres.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from clew.agents.karma.body import SIGHT_M
from clew.agents.karma.knowledge import Knowledge
from clew.agents.karma.ways import KnownFloor
from clew.loaders.sources.layouts.ithor import TypeFacts
from clew.model.places import Placed, type_words
from clew.model.scene import Point, Thing

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]  # returns a vector for each text
VISIT_M: Final = 2.0  # looking around takes as long as so many metres of walking, at half a metre a second
OPEN_M: Final = 3.0  # opening and closing likewise


# Weights of the reasons to look somewhere, beside 1 for a receptacle that admits the type;
# `playground/benchmarks/embodied.py` says on which rooms they were chosen.
CURRENT: Final = 10.0  # of an object of the type that memory has there now
PAST: Final = 1.0  # of a sighting of one there that has ended
OTHER: Final = 0.02  # of a receptacle that does not admit the type
FLOOR: Final = 0.01  # of a point of the grid that was not in sight, where no thing is known to be near
KNOWN_FLOOR: Final = 0.003  # likewise, where one is
ROOM: Final = 0.25  # exponent for each deviation by which a room is likelier than the mean of all rooms
PATIENCE: Final = 8  # places looked into in vain, after which that exponent is twice as large


class Closeness:
    """How close the words of types are in meaning, by an encoder. Vectors are kept.

    Args:
        embed: the encoder; None: nothing is close to anything.
        knows_rooms: whether rooms are compared; without, for comparison, all are alike.
    """

    def __init__(self, embed: Embed | None = None, *, knows_rooms: bool = True) -> None:
        self._embed, self._vectors = embed, dict[str, NDArray[np.float64]]()
        self._knows_rooms = knows_rooms

    def between(self, kind: str, others: Iterable[str]) -> float:
        """Return how close the closest of other types is, 0 to 1; 0 for none."""
        if self._embed is None:
            return 0.0
        return max((float(self._vector(kind) @ self._vector(each)) for each in others), default=0.0)

    def of_rooms(self, kind: str, rooms: Mapping[str, Collection[str]], tried: int = 0) -> Mapping[str, float]:
        """Return how likely a thing of a type is in each room: above 1 where it is likelier than elsewhere.

        A room is the mean of the vectors of its name and of the types in it. Likenesses are put on one scale by
        their mean and deviation over the rooms, because encoders differ in the spread of their cosines.

        Args:
            kind: the type.
            rooms: the types of things that stand in each room, by its name.
            tried: places that were looked into in vain, 0 or more.
        """
        if self._embed is None or not self._knows_rooms or len(rooms) < 2:
            return dict.fromkeys(rooms, 1.0)
        likeness = np.array([self._likeness(kind, [name, *types]) for name, types in rooms.items()])
        spread = float(likeness.std())
        scaled = (likeness - likeness.mean()) / spread if spread > 0 else np.zeros(len(rooms))
        exponent = ROOM * (1 + tried / PATIENCE)
        return dict(zip(rooms, map(float, np.exp(exponent * scaled)), strict=True))

    def _likeness(self, kind: str, names: Sequence[str]) -> float:
        """Return the cosine of a type's words and the mean of others'."""
        mean = np.mean([self._vector(each) for each in sorted(names)], axis=0)
        length = float(np.linalg.norm(mean))
        return float(self._vector(kind) @ mean) / length if length > 0 else 0.0

    def _vector(self, kind: str) -> NDArray[np.float64]:
        if kind not in self._vectors and self._embed:
            vector = np.array(self._embed([type_words(kind)])[0])
            self._vectors[kind] = vector / np.linalg.norm(vector)
        return self._vectors[kind]


def likelihoods(
    kind: str, receptacles: Iterable[Thing], sightings: Sequence[Placed], closeness: Closeness, types: TypeFacts
) -> Mapping[str, float]:
    """Return how likely each receptacle holds a thing of a type; above 0, larger is likelier."""
    held: dict[str, list[Placed]] = {}
    for each in sightings:
        held.setdefault(each.inside, []).append(each)
    found = dict[str, float]()
    for each in receptacles:
        was = held.get(each.id, [])
        seen = sum(CURRENT if one.until is None else PAST for one in was if one.type == kind)
        fits = 1.0 if types.may_admit(each.type, kind) else OTHER
        near = closeness.between(kind, {each.type, *(one.type for one in was if one.type != kind)})
        found[each.id] = seen + fits * (1 + near)
    return found


class Search:
    """The order in which places are gone to. A place that was looked into for one thing is not gone to for another."""

    def __init__(self, knowledge: Knowledge, ground: KnownFloor, closeness: Closeness) -> None:
        self._knowledge, self._ground, self._closeness = knowledge, ground, closeness
        self._tried = Counter[str]()  # places that were named for each type

    def next_place(self, kind: str, here: int) -> str | Point | None:
        """Return where to look next from a point: the id of a receptacle, or a point; None where all was looked at.

        Whoever asks for a type again has looked there in vain.
        """
        self._tried[kind] += 1
        for radius in (SIGHT_M, SIGHT_M / 2, 0.0):
            rated = [*(self._receptacles(kind, here) if radius == SIGHT_M else ()), *self._floor(here, radius)]
            if rated:
                return max(rated, key=lambda each: each[0])[1]
        return None

    def _receptacles(self, kind: str, here: int) -> Iterator[tuple[float, str | Point]]:
        known, facts = self._knowledge, self._knowledge.types
        lies = kind not in facts.known or any(facts.admits(receptacle, kind) for receptacle in facts.holds)
        left = [
            each
            for each in known.things.values()
            if lies and not each.movable and facts.may_hold(each.type) and each.id not in known.looked
        ]
        rates = likelihoods(kind, left, known.sightings, self._closeness, facts)
        rooms = self._closeness.of_rooms(kind, known.furniture(), self._tried[kind] - 1)
        for each in left:
            cost = self._ground.metres(here, each.location) + VISIT_M + OPEN_M * ("closed" in each.states)
            yield rates[each.id] * rooms.get(known.room_of(each.id), 1.0) / cost, each.id

    def _floor(self, here: int, radius: float) -> Iterator[tuple[float, str | Point]]:
        fixed = [each.location.spot for each in self._knowledge.things.values() if not each.movable]
        for gain, metres, point in self._ground.news(here, radius):
            is_known = any((x - point.x) ** 2 + (z - point.z) ** 2 <= SIGHT_M**2 for x, z in fixed)
            weight = KNOWN_FLOOR if is_known else FLOOR
            yield weight * gain / (metres + VISIT_M), point
