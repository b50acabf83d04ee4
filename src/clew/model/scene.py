"""A room as a value that checks itself: the grid where one can walk, and the things that are in it.

Source: KARMA, section 3.3 (objects that do not move) and section 3.4 with figure 10 (objects that move, with their
states). Lengths are in metres, and y points up, as in AI2-THOR.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import Final, cast

from clew.errors import InvalidInput
from clew.graph.schema.properties import INSIDE, OBJECT, OBJECT_TYPE, Property, is_unicode
from clew.text.arguments import check_fields, quoted

STATES: Final = frozenset(
    ("heated", "cooked", "sliced", "cleaned", "dirty", "filled", "used up", "off", "on", "opened", "closed", "cooled")
)
"""States of a thing, as in KARMA, figure 10, and `cooled`, which ALFRED's tasks need. A thing without one is `none`."""

OPPOSITES: Final = (("off", "on"), ("opened", "closed"), ("cleaned", "dirty"), ("heated", "cooled"))
"""States of which a thing has one at most."""

REPLACED: Final = (*OPPOSITES, ("filled", "used up"))
"""States of which the new one takes the old one's place; earlier stores hold things both filled and used up."""

MAX_FROM_FLOOR_M: Final = 4.0
"""A thing may lie so far from the nearest reachable point, on the plane: behind a bed, or across a table."""

MAX_ABOVE_FLOOR_M: Final = 5.0  # a thing may be so high above the floor
MAX_BELOW_FLOOR_M: Final = 1.0
"""A thing may be so far below the floor: iTHOR has the centre of a bathtub 0.7 m below it."""

MAX_HOLDERS: Final = 100  # a thing lies in or on at most so many, over each other
MAX_METRES: Final = 1e6  # no coordinate is larger, so that places on a grid can be counted
MIN_STEP_M: Final = 1e-3  # no grid is finer
GRID_SLACK: Final = 0.02  # share of a step by which a reachable point may miss the grid
Spot = tuple[float, float]  # a point of the plane: x and z in metres
Cell = tuple[int, int]  # a point of a grid, counted in steps along x and z


@dataclass(frozen=True, slots=True)
class Point:
    """A point of space, in metres; y points up. Numbers of NumPy, as detectors give them, become Python's.

    Raises:
        InvalidInput: a coordinate is not a finite number, or beyond `MAX_METRES`.
    """

    x: float
    y: float
    z: float

    def __post_init__(self) -> None:
        if not are_metres(self.x, self.y, self.z):
            raise InvalidInput(
                f"the point ({quoted(self.x)}, {quoted(self.y)}, {quoted(self.z)}) is not finite, "
                f"or beyond {MAX_METRES:g} m; give metres"
            )
        as_floats(self, "x", "y", "z")

    @property
    def spot(self) -> Spot:
        """The point on the plane below."""
        return self.x, self.z

    def distance(self, other: "Point") -> float:
        """Return the straight distance in metres."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    def moved(self, offset: "Point") -> "Point":
        """Return the sum of both."""
        return Point(self.x + offset.x, self.y + offset.y, self.z + offset.z)


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of a scene.

    Raises:
        InvalidInput: it has no id or type, or a longer one than memory holds, an unknown state, opposite states, or
            lies in itself; its viewpoint is not finite, or beyond `MAX_METRES`.
    """

    id: str  # stays the same for life, as iTHOR's ids do, which hold the coordinates that it had at first
    type: str  # in the vocabulary of its source, such as `Fridge`
    location: Point
    movable: bool = False  # whether it can be picked up
    states: tuple[str, ...] = ()  # out of `STATES`, in alphabetical order, none twice, no two `OPPOSITES`
    inside: str = ""  # the id of the thing that it lies in or on; empty for none
    # where to stand to handle it and what it holds; None means the nearest reachable point
    viewpoint: Spot | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.id.strip() or not self.type.strip():
            raise InvalidInput(f"the thing {self.id!r} of type {self.type!r} needs both an id and a type")
        check_sizes("thing", self.id, {OBJECT: self.id, OBJECT_TYPE: self.type, INSIDE: self.inside})
        if unknown := sorted(set(self.states) - STATES):
            raise InvalidInput(f"{self.id}: the state {unknown[0]!r} is unknown; choose of {', '.join(sorted(STATES))}")
        if both := [pair for pair in OPPOSITES if set(pair) <= set(self.states)]:
            raise InvalidInput(f"{self.id} is both {both[0][0]} and {both[0][1]}; choose one")
        if self.inside == self.id:
            raise InvalidInput(f"{self.id} lies in itself; name another receptacle, or none")
        if self.viewpoint is not None and not are_metres(*self.viewpoint):
            raise InvalidInput(
                f"{self.id} is seen from {self.viewpoint}, which is not finite, or beyond {MAX_METRES:g} m; give metres"
            )
        if self.viewpoint is not None:
            object.__setattr__(self, "viewpoint", _spot(self.viewpoint))
        object.__setattr__(self, "states", tuple(sorted(set(self.states))))

    def having(self, state: str) -> "Thing":
        """Return it with one more state, and without the opposite of that."""
        gone = {other for pair in REPLACED if state in pair for other in pair}
        return replace(self, states=(*(each for each in self.states if each not in gone), state))

    def lacking(self, state: str) -> "Thing":
        """Return it without a state."""
        return replace(self, states=tuple(each for each in self.states if each != state))


@dataclass(frozen=True, slots=True)
class Layout:
    """A room: where one can walk, and what is in it.

    Raises:
        InvalidInput: it has no name or no reachable point; a number is not finite; a point is off the grid or there
            twice; an id is there twice; a thing is farther from the floor than `MAX_FROM_FLOOR_M`, `MAX_ABOVE_FLOOR_M`
            or `MAX_BELOW_FLOOR_M` allow, is seen from no reachable point, lies in an unknown thing or, over others,
            in itself. The message names the layout, the thing and the reason.
    """

    name: str  # of the room or of its source's entry, such as `FloorPlan1`
    reachable: tuple[Spot, ...]  # points of a square grid, each once
    things: tuple[Thing, ...] = ()  # in the order of the source; ids are unique
    step: float = 0.25  # the grid's spacing in metres
    height: float = 0.0  # y of the floor in metres

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.name.strip():
            raise InvalidInput("a layout has no name; give it one")
        try:
            check_grid(self.reachable, self.step, self.height)
            check_things(self)
        except InvalidInput as error:
            raise InvalidInput(f"{self.name}: {error}") from None
        object.__setattr__(self, "reachable", tuple(map(_spot, self.reachable)))
        as_floats(self, "step", "height")

    @property
    def cells(self) -> dict[Cell, Spot]:
        """The reachable points by their place on the grid, counted from the first one."""
        return {cell_of(spot, self.reachable[0], self.step): spot for spot in self.reachable}

    def at(self, spot: Spot) -> Point:
        """Return a point of the plane as one of the floor."""
        return Point(spot[0], self.height, spot[1])

    def nearest(self, spot: Spot) -> Spot:
        """Return the reachable point that is nearest on the plane; of several, the first."""
        return min(self.reachable, key=lambda each: math.dist(each, spot))


def cell_of(spot: Spot, origin: Spot, step: float) -> Cell:
    """Return a point's place on a grid, rounded; `origin` is the grid's (0, 0), `step` its spacing, all in metres."""
    return round((spot[0] - origin[0]) / step), round((spot[1] - origin[1]) / step)


def are_metres(*values: object) -> bool:
    """Return whether all are numbers, finite and within `MAX_METRES`."""
    return all(isinstance(value, int | float | Real) and abs(cast("float", value)) <= MAX_METRES for value in values)


def as_floats(value: object, *names: str) -> None:
    """Make numbers of a frozen value Python's, those of NumPy too, which memory could not hold all alike."""
    for name in names:
        object.__setattr__(value, name, float(getattr(value, name)))


def _spot(spot: Spot) -> Spot:
    return float(spot[0]), float(spot[1])


def check_grid(reachable: Sequence[Spot], step: float, height: float) -> None:
    """Hold that points make a grid."""
    if not (are_metres(step, height) and step >= MIN_STEP_M):
        raise InvalidInput(
            f"a grid of {step} m on a floor at {height} m is none; give finite metres, the step {MIN_STEP_M:g} at least"
        )
    if not reachable:
        raise InvalidInput("no point is reachable; give the points where one can stand")
    seen = set[Cell]()
    for spot in reachable:
        if not are_metres(*spot):
            raise InvalidInput(f"the reachable point {spot} is not finite, or beyond {MAX_METRES:g} m; give metres")
        cell = cell_of(spot, reachable[0], step)
        ideal = (reachable[0][0] + cell[0] * step, reachable[0][1] + cell[1] * step)
        if math.dist(spot, ideal) > GRID_SLACK * step:
            raise InvalidInput(f"the reachable point {spot} is off the grid of {step} m; the nearest is {ideal}")
        if cell in seen:
            raise InvalidInput(f"the reachable point {spot} is there twice; remove one")
        seen.add(cell)


def check_things(layout: Layout) -> None:
    """Hold that things are unique, near the floor and in known receptacles."""
    check_once("thing", (thing.id for thing in layout.things))
    cells, near = set(layout.cells), _Near(layout.reachable)
    holders = {thing.id: thing.inside for thing in layout.things}
    for thing in layout.things:
        spot, above = thing.location.spot, thing.location.y - layout.height
        if not near.holds(spot):
            nearest = math.dist(layout.nearest(spot), spot)
            raise InvalidInput(
                f"{thing.id} is {nearest:.2f} m from every reachable point; {MAX_FROM_FLOOR_M:g} m are allowed"
            )
        if not -MAX_BELOW_FLOOR_M <= above <= MAX_ABOVE_FLOOR_M:
            raise InvalidInput(
                f"{thing.id} is {above:.2f} m above the floor; "
                f"-{MAX_BELOW_FLOOR_M:g} to {MAX_ABOVE_FLOOR_M:g} m are allowed"
            )
        if thing.viewpoint and cell_of(thing.viewpoint, layout.reachable[0], layout.step) not in cells:
            raise InvalidInput(f"{thing.id} is seen from {thing.viewpoint}, which is no reachable point; choose one")
    check_holders((thing.id for thing in layout.things), holders)


def check_holders(ids: Iterable[str], holders: Mapping[str, str]) -> None:
    """Hold that things lie in known things, not in themselves, and in no more than `MAX_HOLDERS` over each other.

    `holders` say what each lies in, empty for nothing.
    """
    for id in ids:
        passed, current = {id}, id
        while current := holders[current]:
            if current not in holders:
                raise InvalidInput(f"{id} lies in {current!r}, which is not there; name a thing of the layout, or none")
            if current in passed:
                raise InvalidInput(f"{id} lies in {holders[id]!r}, and over others in itself; name another receptacle")
            passed.add(current)
            if len(passed) > MAX_HOLDERS:
                raise InvalidInput(f"{id} lies in more than {MAX_HOLDERS} things over each other; name fewer")


class _Near:
    """Points in squares as wide as a thing may be far from one, so that few of them are looked at for each thing."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        self._squares: dict[Cell, list[Spot]] = defaultdict(list)
        for spot in spots:
            self._squares[self._square(spot)].append(spot)

    def holds(self, spot: Spot) -> bool:
        column, row = self._square(spot)
        around = ((column + x, row + z) for x in (0, -1, 1) for z in (0, -1, 1))
        return any(math.dist(each, spot) <= MAX_FROM_FLOOR_M for cell in around for each in self._squares.get(cell, ()))

    @staticmethod
    def _square(spot: Spot) -> Cell:
        return math.floor(spot[0] / MAX_FROM_FLOOR_M), math.floor(spot[1] / MAX_FROM_FLOOR_M)


def check_sizes(kind: str, name: str, given: Mapping[Property, str]) -> None:
    """Hold that memory can hold the names of something: an index takes no longer ones."""
    for each, value in given.items():
        if not is_unicode(value):
            raise InvalidInput(f"the {kind} {quoted(name)} holds half of a surrogate pair; give valid Unicode")
        if fault := each.fault(value):
            raise InvalidInput(f"the {kind} {quoted(name)} cannot be held: {fault}")


def check_once(kind: str, names: Iterable[str]) -> None:
    """Hold that names of a kind are unique."""
    for name, times in Counter(names).items():
        if times > 1:
            raise InvalidInput(f"the {kind} {name!r} is there {times} times; ids and names are unique")
