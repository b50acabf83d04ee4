"""What of both memories matters for a task.

Source: KARMA, section 3.5, which serialises all of long-term memory and takes one unit for a task of any number of
objects. Here each thing that the instruction mentions has its own units, and its own places.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from clew.naming.phrases import read
from clew.place_model import Placed
from clew.queries import load
from clew.retrieval.scene import objects
from clew.retrieval.scene.mentions import Embed, closeness, mentions
from clew.retrieval.scene.objects import Wanted
from clew.short_term_model import Mention, TaskMemory, Unit
from clew.space import Space

PLACES: Final = 3
"""Things that do not move, of each type that is mentioned: the nearest to what is recalled."""

ASKED_STATES: Final[Mapping[str, str]] = {
    word: state
    for state, words in {
        "cleaned": "clean cleaned washed rinsed",
        "dirty": "dirty unwashed",
        "heated": "hot warm heated warmed microwaved",
        "cooked": "cooked boiled fried toasted",
        "cooled": "cold cool chilled cooled",
        "sliced": "sliced cut slice slices chopped",
        "filled": "full filled",
        "used up": "empty used",
        "opened": "open opened",
        "closed": "closed shut",
        "on": "lit",
        "off": "unlit",
    }.items()
    for word in words.split()
}
"""Words of an instruction that say in which state a thing is, or is to be: one that is so already serves best."""

REFERRING: Final = frozenset(
    ("it", "its", "them", "that", "this", "those", "these", "one", "ones", "same", "again", "before")
)
"""Words that refer to what was used before, where an instruction names nothing that can be picked up."""


class _Type(NamedTuple):
    type: str
    movable: bool


def task_memory(
    space: Space, units: Sequence[Unit], task: str, *, k: int, at: datetime, embed: Embed
) -> tuple[TaskMemory, tuple[str, ...]]:
    """Return what matters for a task, and the words that mention something that has no unit.

    Of the units of a mention come first those whose type it means most surely, then those in the states that the
    instruction speaks of, then those that were seen last. Where it mentions nothing that moves, all units are
    candidates: those whose type is closest in meaning, and, where it refers back, those that were changed last.

    Args:
        space: where.
        units: of short-term memory.
        task: the instruction.
        k: units of each mention at most.
        at: when it is asked.
        embed: makes vectors of texts.
    """
    types = space.read(load("scene/types", _Type))
    found = mentions(task, {each.type for each in types}, embed)
    movable = {each.type for each in types if each.movable}
    chosen, missed = list[Unit](), list[str]()
    named = [list(group) for _, group in groupby(found, attrgetter("text"))]
    moving = [group for group in named if any(each.type in movable for each in group)]
    for group in moving:
        best = _best(units, group, _states(task))[:k]
        chosen += [unit for unit in best if unit not in chosen]
        missed += [] if best else [group[0].text]
    if not moving:
        chosen = _implied(units, task, embed)[:k]
        missed = [] if chosen else [task]
    places = _places(space, chosen, [each.type for each in found if each.type not in movable])
    areas = dict.fromkeys([*(unit.object.area for unit in chosen), *(each.area for each in places)])
    return TaskMemory(task, at, found, tuple(chosen), places, tuple(areas)), tuple(missed)


def _best(units: Iterable[Unit], group: Sequence[Mention], states: frozenset[str]) -> list[Unit]:
    scores = {each.type: each.score for each in group}

    def rank(unit: Unit) -> tuple[float, int, float, str]:
        return (
            -scores[unit.object.type],
            -len(states & set(unit.object.states)),
            -unit.seen_at.timestamp(),
            unit.object.id,
        )

    return sorted((unit for unit in units if unit.object.type in scores), key=rank)


def _implied(units: Sequence[Unit], task: str, embed: Embed) -> list[Unit]:
    """Return all units, those first that an instruction means most probably that names none of them."""
    close = closeness(task, sorted({unit.object.type for unit in units}), embed)
    refers = any(word.text.lower() in REFERRING for word in read(task))
    lately = {time: number for number, time in enumerate(sorted({unit.object.since for unit in units}), 1)}

    def rank(unit: Unit) -> tuple[float, float, str]:
        recency = lately[unit.object.since] / len(lately) if refers else 0.0
        return -close[unit.object.type] - recency, -unit.seen_at.timestamp(), unit.object.id

    return sorted(units, key=rank)


def _states(task: str) -> frozenset[str]:
    return frozenset(ASKED_STATES[word] for each in read(task) if (word := each.text.lower()) in ASKED_STATES)


def _places(space: Space, units: Sequence[Unit], types: Sequence[str]) -> tuple[Placed, ...]:
    holders = sorted({unit.object.inside for unit in units if unit.object.inside})
    found = list(objects.matching(space, Wanted(ids=holders), None)) if holders else []
    for sort in dict.fromkeys(types):
        if units:
            place = units[0].object.location
            found += objects.near(space, place, limit=PLACES, types=[sort], metres=None, as_of=None)
        else:
            found += objects.matching(space, Wanted(types=[sort]), None)[:PLACES]
    return tuple({each.id: each for each in found}.values())
