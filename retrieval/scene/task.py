"""Selects the part of both memories that matters for a task.

Source: KARMA, section 3.5, which serialises all of long-term memory and takes one unit for a task of any number of
objects. Here each thing that the instruction mentions has its own units, and its own places.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.places import Placed
from clew.model.short_term import Mention, TaskMemory, Unit
from clew.retrieval.scene import objects
from clew.retrieval.scene.mentions import Embed, closeness, mentions, parted
from clew.retrieval.scene.objects import Wanted
from clew.text.names.phrases import Word, is_empty, read

PLACES: Final = 3  # things that do not move, of each type that is mentioned: the nearest to what is recalled

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


NOT: Final = frozenset(("not", "never", "isn't", "aren't", "wasn't"))
"""Words after which a state is none that is wanted."""

_JOINING: Final = frozenset(("and", "of"))
"""Words that may stand between a state and what is in it: `clean and empty mug`, `slice of apple`."""


class UnitsAsked(NamedTuple):
    """The things that a task asked of short-term memory."""

    # per thing that it mentions and that has units, the ids of those that are recalled, the best first
    found: Sequence[Sequence[str]]
    missed: Sequence[str]  # the words that mention something that has no unit


def task_memory(
    space: Space, units: Sequence[Unit], task: str, *, k: int, at: datetime, embed: Embed
) -> tuple[TaskMemory, UnitsAsked]:
    """Return what matters for a task, at most `k` units of each mention, and what it asked for.

    Of the units of a mention come first those that are not over, then those whose type it means most surely. Then come
    those in the states that the instruction speaks of, then those that were seen last. Where it mentions nothing that
    moves, all units are candidates. Of these come those whose type is closest in meaning, and, where it refers back,
    those that were changed last.
    """
    is_movable = dict(space.read(load("scene/types", tuple[str, bool])))
    asked_for, task = task, parted(task, is_movable)
    task = " ".join(task.split())  # a name may run over the end of a line
    found = mentions(task, is_movable, embed)
    named = [list(group) for _, group in groupby(found, attrgetter("first", "text"))]
    moving = [group for group in named if any(is_movable[each.type] for each in group)]
    states = asked_states(task, [group[0] for group in named])
    chosen = dict[tuple[str, frozenset[str]], list[Unit]]()  # what is named so twice is one thing
    for group in moving:
        wanted = states[group[0].first]
        scores = {each.type: each.score for each in group}
        ranked = sorted(
            (unit for unit in units if unit.object.type in scores),
            key=lambda unit: (
                unit.is_over,
                -scores[unit.object.type],
                -len(wanted & set(unit.object.states)),
                -unit.seen_at.timestamp(),
                unit.object.id,
            ),
        )
        chosen[group[0].text, wanted] = ranked[:k]
    if not moving:
        chosen[task, frozenset()] = _implied(units, task, embed)[:k]
    best = tuple({unit.object.id: unit for some in chosen.values() for unit in some}.values())
    places = _places(space, best, [each.type for each in found if not is_movable[each.type]])
    areas = dict.fromkeys([*(unit.object.area for unit in best), *(each.area for each in places)])
    asked = UnitsAsked(
        [[unit.object.id for unit in some] for some in chosen.values() if some],
        [text for (text, _), some in chosen.items() if not some],
    )
    return TaskMemory(asked_for, at, found, best, places, tuple(areas)), asked


def asked_states(task: str, named: Sequence[Mention]) -> Mapping[int, frozenset[str]]:
    """Return by the place of each mention the states in which the instruction wants it, or says that it is.

    They are those of the words before it, `the clean and empty mug`; where none of these is one, those of the
    instruction that stand before no other mention.
    """
    words = read(task)
    taken = {each.first + place for each in named for place in range(len(each.text.split()))}
    before = {each.first: list(_before(words, each.first, taken)) for each in named}
    owned = {place for places in before.values() for place in places}
    left = frozenset(_states(words, (place for place in range(len(words)) if place not in owned)))
    return {first: frozenset(_states(words, places)) if places else left for first, places in before.items()}


def _states(words: Sequence[Word], places: Iterable[int]) -> Iterator[str]:
    """Yield the states that words at some places say, unless it is said that something is not so."""
    for place in places:
        before = words[place - 1].text.lower().replace("\u2019", "'") if place else ""
        if (state := ASKED_STATES.get(words[place].text.lower())) and before not in NOT:
            yield state


def _before(words: Sequence[Word], first: int, taken: Collection[int]) -> Iterator[int]:
    """Yield the places of the words of states that stand before a mention, with no more than such words between."""
    for place in range(first - 1, -1, -1):
        word, after = words[place].text.lower(), words[place + 1]
        listed = after.near and word in ASKED_STATES and after.text.lower() in ASKED_STATES  # the hot, clean mug
        if (
            place in taken
            or not (after.joined or listed)
            or (is_empty(word) and word not in ASKED_STATES and word not in _JOINING)
        ):
            return
        if word in ASKED_STATES:
            yield place


def _implied(units: Sequence[Unit], task: str, embed: Embed) -> list[Unit]:
    """Return all units, those first that an instruction means most probably that names none of them."""
    close = closeness(task, sorted({unit.object.type for unit in units}), embed)
    refers = any(word.text.lower() in REFERRING for word in read(task))
    lately = {time: number for number, time in enumerate(sorted({unit.object.since for unit in units}), 1)}

    def rank(unit: Unit) -> tuple[bool, float, float, str]:
        recency = lately[unit.object.since] / len(lately) if refers else 0.0
        return unit.is_over, -close[unit.object.type] - recency, -unit.seen_at.timestamp(), unit.object.id

    return sorted(units, key=rank)


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
