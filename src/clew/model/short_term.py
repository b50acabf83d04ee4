"""Short-term memory as values: units, and what matters for a task. Source: KARMA, sections 3.4 and 3.5."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clew.model.places import Placed, type_words


@dataclass(frozen=True, slots=True)
class Unit:
    """One object as short-term memory holds it."""

    object: Placed  # where it was, and in which states, when it was seen last
    seen_at: datetime  # when that was
    image: str = ""  # reference of an image of it; empty for none

    @property
    def is_over(self) -> bool:
        """True if memory knows by now that it is elsewhere, otherwise, or no more."""
        return self.object.until is not None

    def age(self, at: datetime) -> timedelta:
        """Return how long ago it was seen."""
        return at - self.seen_at

    def text(self, at: datetime) -> str:
        """Return the unit in words for a planner, its age among them, and that it is over where it is."""
        each = self.object
        place = ", ".join(f"{number:.2f}" for number in (each.location.x, each.location.y, each.location.z))
        state = f" ({', '.join(each.states)})" if each.states else ""
        inside = f" in or on {each.inside}," if each.inside else ""
        told = _ago(self.age(at)) + ("; it is not so any more" if self.is_over else "")
        return f"{each.id}: {type_words(each.type)}{state},{inside} at ({place}), area {each.area}, {told}"


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing that an instruction names."""

    text: str  # the words that name it
    type: str  # of objects that memory knows, such as `CounterTop`
    score: float  # how surely they mean it, 0 to 1; 1 where they are the type's own words
    first: int = 0  # place of the first of the words in the instruction, from 0


@dataclass(frozen=True, slots=True)
class TaskMemory:
    """The part of memory that matters for a task."""

    task: str
    at: datetime  # when it was asked
    mentions: Sequence[Mention]  # the things that it names, in their order
    units: Sequence[Unit]  # of short-term memory, the best of each mention, in the order of the mentions
    places: Sequence[Placed]  # the things of the scene that do not move and that a mention names, or that hold a unit
    areas: Sequence[str]  # names of the areas of both, the nearest to a unit first

    def text(self) -> str:
        """Return the units in words for a planner, a line for each."""
        return "\n".join(" ".join(unit.text(self.at).split()) for unit in self.units)


def _ago(age: timedelta) -> str:
    seconds = max(0, round(age.total_seconds()))
    for name, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= size:
            return f"seen {seconds // size} {name}{'s' * (seconds // size > 1)} ago"
    return f"seen {seconds} s ago"
