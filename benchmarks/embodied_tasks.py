"""Sequences of ALFRED's tasks as in KARMA, section 4: simple, composite and complex ones.

Simple: each task alone. Composite: tasks of one room that share types of objects or receptacles with each other; tasks
are taken in ALFRED's order, each into the first sequence that it fits, at most 5 and no goal twice, and what stays
alone is left out. Complex: the same sequences, told vaguely.

The vague words are made by one rule. In the first sentence that names the goal's object by the words of its type, or by
the last of them, these words and an article before them are replaced: by "it" where the task before was about that
type, by "the thing you used before" where an earlier one was, and otherwise by what the table of types says of it,
"the food" (what can be sliced), "the tool" (what slices), "the container" (what holds things), "the thing" (the rest).
Where another word comes between article and noun, "it" becomes "one" and the others lose their article. Where no
sentence names the object so, it is told by `household.told`, and that is made vague. The first task of a sequence has
no earlier one, so it is only the table that speaks.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from clew.environments.household import Task, all_tasks, told
from clew.loaders.sources.layouts.ithor import type_facts
from clew.place_model import type_words

Sort = Literal["simple", "composite", "complex"]

MOST: Final = 5
"""Tasks of a sequence."""

BEFORE: Final = "the thing you used before"


@dataclass(frozen=True, slots=True)
class Series:
    """Tasks that are done one after the other in one house.

    Attributes:
        sort: of the sequence.
        tasks: of one room.
        sentences: the instruction of each.
    """

    sort: Sort
    tasks: tuple[Task, ...]
    sentences: tuple[str, ...]

    @property
    def room(self) -> int:
        """Number of its room."""
        return int(self.tasks[0].floor_plan.removeprefix("FloorPlan"))


def sequences(sort: Sort) -> list[Series]:
    """Return all sequences of a sort."""
    if sort == "simple":
        return [Series(sort, (task,), task.sentences[:1]) for task in all_tasks()]
    found = [tuple(each) for each in _related(all_tasks()) if len(each) > 1]
    if sort == "composite":
        return [Series(sort, tasks, tuple(task.sentences[0] for task in tasks)) for tasks in found]
    return [Series(sort, tasks, tuple(vague(tasks[: place + 1]) for place in range(len(tasks)))) for tasks in found]


def vague(tasks: Sequence[Task]) -> str:
    """Return the last of some tasks in vague words, by the rule above."""
    *earlier, task = tasks
    used = [each.goal.object for each in earlier]
    if used and used[-1] == task.goal.object:
        full, bare = "it", "one"
    else:
        full = BEFORE if task.goal.object in used else f"the {_hypernym(task.goal.object)}"
        bare = full.removeprefix("the ")
    named = _noun(task.goal.object)
    sentence = next((each for each in task.sentences if named.search(each)), told(task.goal))
    return named.sub(lambda match: full if match["article"] else bare, sentence)


def _related(tasks: Iterable[Task]) -> list[list[Task]]:
    """Put each task into the first sequence of its room that it shares a type with."""
    rooms: dict[str, list[list[Task]]] = defaultdict(list)
    for task in tasks:
        for known in rooms[task.floor_plan]:
            is_new = len(known) < MOST and all(each.goal != task.goal for each in known)
            if is_new and any(_types(task) & _types(each) for each in known):
                known.append(task)
                break
        else:
            rooms[task.floor_plan].append([task])
    return [each for found in rooms.values() for each in found]


def _types(task: Task) -> set[str]:
    return {kind for kind, _ in task.goal.needs}


def _hypernym(kind: str) -> str:
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
