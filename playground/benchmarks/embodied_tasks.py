"""Sequences of ALFRED's tasks as in KARMA, section 4: simple, composite and complex ones.

Simple: each task alone, in its room. Composite: related tasks in a home, one after the other: the rooms of one number
(iTHOR has kitchens from 1 on, living rooms from 201, bedrooms from 301 and bathrooms from 401) stand in a row, with a
door from each to the next. The tasks of a home are shuffled by a seed; the first begins a sequence, and the next one
that needs a type of object or receptacle that a task of the sequence needs is added, up to 6 and no goal twice; then
the next sequence begins. What stays alone is left out. Room: the same within one room. Complex: the composite
sequences, told vaguely.

The vague words are made by one rule. In the first sentence that names the goal's object by the words of its type, or by
the last of them, these words and an article before them are replaced: by "it" where the task before was about that
type, by "the thing you used before" where an earlier one was, and otherwise by what the table of types says of it,
"the food" (what can be sliced), "the tool" (what slices), "the container" (what holds things), "the thing" (the rest).
Where another word comes between article and noun, "it" becomes "one" and the others lose their article. Where no
sentence names the object so, it is told by `household.told`, and that is made vague.
"""

import math
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.building import Building, Floor, Passage, Room, building_of
from clew.model.places import type_words
from clew.model.scene import Layout, Spot
from clew_playground.environments.household import (
    Household,
    Task,
    all_tasks,
    floor_plans,
    furnished,
    room_layout,
    told,
)
from clew_playground.environments.household.walks import Walks

Sort = Literal["simple", "room", "composite", "complex"]

MOST: Final = 6
"""Tasks of a sequence."""

BEFORE: Final = "the thing you used before"

KINDS: Final = (0, 200, 300, 400)
"""Added to the number of a home: kitchen, living room, bedroom, bathroom."""

GAP_M: Final = 1.0
"""Between rooms of a home."""


@dataclass(frozen=True, slots=True)
class Series:
    """Tasks that are done one after the other in one house.

    Attributes:
        sort: of the sequence.
        tasks: of one room, or of one home.
        sentences: the instruction of each.
    """

    sort: Sort
    tasks: tuple[Task, ...]
    sentences: tuple[str, ...]

    @property
    def home(self) -> int:
        """Number of its home; an even room is in an even home."""
        return home_of(self.tasks[0])

    @property
    def is_home(self) -> bool:
        """True if it is done in several rooms."""
        return self.sort in ("composite", "complex")

    def house(self) -> Household:
        """Return its house, without a task; the agent is where the first task begins."""
        building = self.building()
        (x, z), room = self.tasks[0].start, self.tasks[0].floor_plan
        offset = building.offset(room)
        return Household(building, (x + offset.x, z + offset.z))

    def building(self, *, is_bare: bool = False) -> Building:
        """Return its rooms with all things, or bare: without those that move."""
        plans = [self.tasks[0].floor_plan]
        if self.is_home:
            numbers = [kind + self.home for kind in KINDS]
            plans = [plan for plan in (f"FloorPlan{number}" for number in numbers) if plan in floor_plans()]
        layouts = [self._layout(plan, is_bare=is_bare) for plan in plans]
        return _in_a_row(f"Home{self.home}", layouts) if self.is_home else building_of(layouts[0])

    def _layout(self, plan: str, *, is_bare: bool) -> Layout:
        tasks = [task for task in self.tasks if task.floor_plan == plan]
        return furnished(tasks) if tasks and not is_bare else room_layout(plan)


def home_of(task: Task) -> int:
    """Return the number of the home of a task's room."""
    return int(task.floor_plan.removeprefix("FloorPlan")) % 100


def sequences(sort: Sort) -> list[Series]:
    """Return all sequences of a sort."""
    if sort == "simple":
        return [Series(sort, (task,), task.sentences[:1]) for task in all_tasks()]
    places = defaultdict[object, list[Task]](list)
    for task in all_tasks():
        places[task.floor_plan if sort == "room" else home_of(task)].append(task)
    found = [tuple(each) for tasks in places.values() for each in _related(tasks) if len(each) > 1]
    if sort == "complex":
        return [Series(sort, each, tuple(vague(each[: place + 1]) for place in range(len(each)))) for each in found]
    return [Series(sort, each, tuple(task.sentences[0] for task in each)) for each in found]


def vague(tasks: Sequence[Task]) -> str:
    """Return the last of some tasks in vague words, by the rule above."""
    *earlier, task = tasks
    used = [each.goal.object for each in earlier]
    if used and used[-1] == task.goal.object:
        full, bare = "it", "one"
    else:
        full = BEFORE if task.goal.object in used else f"the {hypernym(task.goal.object)}"
        bare = full.removeprefix("the ")
    named = _noun(task.goal.object)
    sentence = next((each for each in task.sentences if named.search(each)), told(task.goal))
    return named.sub(lambda match: full if match["article"] else bare, sentence)


def _related(tasks: Sequence[Task]) -> list[list[Task]]:
    """Begin sequences with the tasks in their shuffled order, and add to each the next that shares a type with it."""
    left, found = list(tasks), list[list[Task]]()
    random.Random(home_of(tasks[0])).shuffle(left)
    while left:
        found.append([left.pop(0)])
        while len(found[-1]) < MOST and (task := next((each for each in left if _fits(each, found[-1])), None)):
            left.remove(task)
            found[-1].append(task)
    return found


def _fits(task: Task, known: Sequence[Task]) -> bool:
    return all(each.goal != task.goal for each in known) and any(_types(task) & _types(each) for each in known)


def _types(task: Task) -> set[str]:
    return {kind for kind, _ in task.goal.needs}


def _in_a_row(name: str, layouts: Sequence[Layout]) -> Building:
    """Put rooms side by side, with a door from each to the next."""
    rooms, edge = list[Room](), 0.0
    for layout in layouts:
        left, right = (pick(x for x, _ in layout.reachable) for pick in (min, max))
        rooms.append(Room(layout.name, layout, (edge - left, 0.0)))
        edge += right - left + GAP_M
    return Building(name, (Floor(name, tuple(rooms), tuple(_door(*pair) for pair in pairwise(rooms))),))


def _door(west: Room, east: Room) -> Passage:
    """Return the door between the points that are nearest to the other room, as long as they are apart."""
    start = max(_inside(west.layout), key=lambda spot: (spot[0], -abs(spot[1])))
    end = min(_inside(east.layout), key=lambda spot: (spot[0], abs(spot[1])))
    here, there = ((spot[0] + room.offset[0], spot[1]) for room, spot in ((west, start), (east, end)))
    return Passage((west.name, start), (east.name, end), math.dist(here, there) + 1e-6)


def _inside(layout: Layout) -> list[Spot]:
    """Return the points of the largest part of a room that hangs together."""
    return [layout.reachable[number] for number in Walks(building_of(layout)).component()]


def hypernym(kind: str) -> str:
    """Return the vague word for a type."""
    facts = type_facts()
    if kind in facts.sliceable:
        return "food"
    if kind in facts.slices:
        return "tool"
    return "container" if kind in facts.holds else "thing"


def _noun(kind: str) -> re.Pattern[str]:
    words = type_words(kind)
    names = "|".join(re.escape(name) for name in dict.fromkeys((words, words.replace(" ", ""), words.split()[-1])))
    return re.compile(rf"\b(?P<article>(?:an?|the|some|two|both) )?(?:{names})(?:e?s)?\b", re.IGNORECASE)
