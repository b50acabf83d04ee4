"""Goals of ALFRED's seven kinds of tasks, as conditions of a house.

Source: ALFRED, env/tasks.py, `goal_conditions_met` of each kind. Here a thing that is sliced stays one thing, so two
    sliced things are two that were sliced. A thing in a bowl in a fridge lies in the fridge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from clew.errors import InvalidInput
from clew.model.scene import Thing

Kind = Literal[
    "pick_and_place_simple",
    "look_at_obj_in_light",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
    "pick_two_obj_and_place",
    "pick_and_place_with_movable_recep",
]

TREATMENTS: Mapping[str, tuple[Literal["clean", "heat", "cool"], str]] = {
    "pick_clean_then_place_in_recep": ("clean", "cleaned"),
    "pick_heat_then_place_in_recep": ("heat", "heated"),
    "pick_cool_then_place_in_recep": ("cool", "cooled"),
}
"""Per kind of task that treats an object: the skill, and the state that it brings about."""


class House(Protocol):
    """A house against which a goal is checked."""

    @property
    def things(self) -> Mapping[str, Thing]:
        """By id, as they are now."""
        ...

    @property
    def held(self) -> str:
        """Id of what is in the hand."""
        ...

    def holders(self, id: str) -> tuple[str, ...]:
        """Return what a thing lies in, from the inside out."""
        ...

    def sees(self, id: str) -> bool:
        """Return whether a thing is in sight."""
        ...


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal by types of iTHOR; fields that the kind does not need are empty.

    Attributes:
        kind: of the task.
        object: type of the thing to be moved or looked at.
        parent: type of the receptacle where it shall be.
        carrier: type of the movable receptacle in or on which it shall be, ALFRED's `mrecep_target`.
        lamp: type of what gives light, ALFRED's `toggle_target`.
        is_sliced: whether the object shall be sliced.

    Raises:
        InvalidInput: the kind is unknown, or a type that it needs is missing.
    """

    kind: Kind
    object: str
    parent: str = ""
    carrier: str = ""
    lamp: str = ""
    is_sliced: bool = False

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise InvalidInput(f"the kind of task {self.kind!r} is unknown; choose of {', '.join(get_args(Kind))}")
        looks = self.kind == "look_at_obj_in_light"
        carries = self.kind == "pick_and_place_with_movable_recep"
        if not (self.object and (self.lamp if looks else self.parent) and (self.carrier or not carries)):
            raise InvalidInput(f"{self} lacks a type that its kind needs")

    @property
    def count(self) -> int:
        """Objects that it needs."""
        return 2 if self.kind == "pick_two_obj_and_place" else 1

    @property
    def needs(self) -> tuple[tuple[str, int], ...]:
        """Types that a house must have, and how many of each."""
        return ((self.object, self.count), *((kind, 1) for kind in (self.parent, self.carrier, self.lamp) if kind))

    def conditions(self, house: House) -> dict[str, bool]:
        """Return its conditions in words, and whether each holds now. All of them together are the goal."""
        objects = [thing for thing in house.things.values() if thing.type == self.object]
        sliced = [thing for thing in objects if "sliced" in thing.states]
        found = {
            f"{number} of {self.object} is sliced": len(sliced) >= number
            for number in range(1, self.count + 1)
            if self.is_sliced
        }
        return found | self._placing(house, sliced if self.is_sliced else objects)

    def _placing(self, house: House, objects: Sequence[Thing]) -> dict[str, bool]:
        if self.kind == "look_at_obj_in_light":
            lit = [each for each in house.things.values() if each.type == self.lamp and "on" in each.states]
            return {
                f"{self.object} is in the hand": any(each.id == house.held for each in objects),
                f"{self.lamp} is on and in sight": any(house.sees(each.id) for each in lit),
            }
        if self.kind == "pick_two_obj_and_place":
            most = max((self._held_by(house, each, objects) for each in self._parents(house)), default=0)
            return {f"{number} of {self.object} is in one {self.parent}": most >= number for number in (1, 2)}
        if self.kind == "pick_and_place_with_movable_recep":
            return self._carrying(house, objects)
        placed = [each for each in objects if self._is_in(house, each, self.parent)]
        found = {f"{self.object} is in {self.parent}": bool(placed)}
        if self.kind not in TREATMENTS:
            return found
        state = TREATMENTS[self.kind][1]
        return found | {
            f"{self.object} is {state}": any(state in each.states for each in objects),
            f"{self.object} in {self.parent} is {state}": any(state in each.states for each in placed),
        }

    def _carrying(self, house: House, objects: Sequence[Thing]) -> dict[str, bool]:
        carriers = [each for each in house.things.values() if each.type == self.carrier]
        placed = [each for each in carriers if self._is_in(house, each, self.parent)]
        loaded = [each for each in carriers if self._held_by(house, each, objects)]
        return {
            f"{self.object} is in {self.carrier}": bool(loaded),
            f"{self.carrier} is in {self.parent}": bool(placed),
            f"{self.carrier} with {self.object} is in {self.parent}": any(each in placed for each in loaded),
        }

    def _parents(self, house: House) -> list[Thing]:
        return [each for each in house.things.values() if each.type == self.parent]

    @staticmethod
    def _held_by(house: House, receptacle: Thing, objects: Sequence[Thing]) -> int:
        return sum(receptacle.id in house.holders(each.id) for each in objects)

    @staticmethod
    def _is_in(house: House, thing: Thing, kind: str) -> bool:
        return any(house.things[holder].type == kind for holder in house.holders(thing.id))
