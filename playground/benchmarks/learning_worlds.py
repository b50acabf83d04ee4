"""What is necessary for what in seeded worlds, by the simulators themselves: learnings to store, and their truth.

A plan that reaches the goal is played again without one of its deeds. The first later deed that then fails needs it:
that is a precondition of this task in this place, and nobody's scoring has a part in it. Worlds are the chores in
hidden houses and ALFRED's household; what is asked for is said as people said it to ALFRED, and for the chores in the
sentences of `learning_situations.toml`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from clew.agents.karma.body import Skill
from clew.errors import InvalidInput
from clew.model.scene import Point
from clew_playground.environments import chores, household
from clew_playground.environments.chores import NOTHING
from clew_playground.environments.household import Goal, Household

TASKS = 50
CHORE_HOUSES, CHORE_HOUSES_NEW = 8, 4
"""Houses of the chores that teach, and that never do."""

ROOMS, ROOMS_NEW = 18, 6
"""ALFRED's rooms that teach, and that never do: those with the most tasks."""

GOALS_NEW = 12
"""Goals that never teach."""

PLACES_EACH = {"chores": 4, "household": 2}
"""Places in which a task is taught."""

FALSE_SHARE = 0.25
"""Of the learnings of a set: guesses from the order of deeds that the simulator refutes."""

BEST = 100.0
"""Of all scores."""

LEAST_RELEVANT = 5
"""Preconditions of a situation that some learning tells: the best five can be right."""

Sort = Literal["new place", "new task", "new pair"]
Deed = tuple[str, ...]
"""A deed as a simulator tells it from others: its words, or a skill and the type of its target."""

Key = tuple[Deed, Deed]
"""A precondition: a deed, and the one that needs it."""

_SITUATIONS = Path(__file__).parent / "learning_situations.toml"
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Step:
    """A deed of a plan, in words, and as the simulator tells it from others."""

    text: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class Told:
    """A statement that one deed is necessary to another.

    Attributes:
        cause: the deed that is said to be necessary, in words.
        effect: the deed that is said to need it, in words.
        key: what both are to the simulator.
        is_true: whether the simulator agrees.
        score: reached by the plan of who does the cause in place of what the effect does need, -100 to 100.
    """

    cause: str
    effect: str
    key: Key
    is_true: bool
    score: float


@dataclass(frozen=True, slots=True)
class Episode:
    """A task in a place.

    Attributes:
        task: name of the task.
        place: name of the place.
        plan: deeds that reach the goal.
        needs: places in the plan of a deed and of the one that needs it.
        scores: reached by the plan without each of its deeds, -100 to 100.
    """

    task: str
    place: str
    plan: tuple[Step, ...]
    needs: tuple[tuple[int, int], ...]
    scores: tuple[float, ...]

    @property
    def true(self) -> frozenset[Key]:
        """The preconditions that this task has in this place."""
        return frozenset((self.plan[one].deed, self.plan[other].deed) for one, other in self.needs)


@dataclass(frozen=True, slots=True)
class Asked:
    """A situation that taught nothing.

    Attributes:
        sort: what is new in it.
        text: what is to be done, as a person says it.
        episode: task and place, with the truth.
        is_judged: whether it is of the half that no choice was made on.
    """

    sort: Sort
    text: str
    episode: Episode
    is_judged: bool


@dataclass(frozen=True, slots=True)
class Worlds:
    """All that is taught and asked.

    Attributes:
        tasks: each in words, by its name.
        places: each in words, by its name.
        taught: the episodes that teach.
        asked: the situations.
    """

    tasks: Mapping[str, str]
    places: Mapping[str, str]
    taught: Sequence[Episode]
    asked: Sequence[Asked]


def told(episode: Episode, random: np.random.Generator) -> list[Told]:
    """Return the statements of an episode: its preconditions, and some guesses that the simulator refutes."""
    plan = episode.plan
    found = [_told(episode, one, other, is_true=True) for one, other in episode.needs]
    later = [(one, one + gap) for gap in (1, 2, 3) for one in range(len(plan) - gap)]
    wrong = [pair for pair in later if (plan[pair[0]].deed, plan[pair[1]].deed) not in episode.true]
    number = min(len(wrong), round(len(found) * FALSE_SHARE / (1 - FALSE_SHARE)))
    picked = random.choice(len(wrong), number, replace=False) if number else []
    found += [_told(episode, *wrong[each], is_true=False) for each in picked]
    unique = {(each.cause, each.effect): each for each in found if each.cause != each.effect}
    return [list(unique.values())[each] for each in random.permutation(len(unique))]


def _told(episode: Episode, one: int, other: int, *, is_true: bool) -> Told:
    cause, effect = episode.plan[one], episode.plan[other]
    needed = [episode.scores[before] for before, after in episode.needs if after == other]
    score = BEST if is_true else min(needed, default=BEST)
    return Told(cause.text, effect.text, (cause.deed, effect.deed), is_true, score)


def worlds(seed: int = 1) -> Worlds:
    """Return what is taught and asked: 50 tasks, six of them chores."""
    random = np.random.default_rng(seed)
    goals, rooms = _goals(random), _rooms()
    names = list(chores.chores())
    taught_goals, new_goals = goals[: TASKS - len(names)], goals[TASKS - len(names) :][:GOALS_NEW]
    tasks = {name: each.task for name, each in chores.chores().items()}
    tasks |= {_name(each): household.told(each) for each in (*taught_goals, *new_goals)}
    taught = [*_taught_chores(names, random), *_taught_goals(taught_goals, rooms[:ROOMS], random)]
    asked = [*_asked_chores(names, taught, random), *_asked_goals(taught_goals, new_goals, rooms, taught, random)]
    known = {key for each in taught for key in each.true}
    kept = [each for each in asked if len(each.episode.true & known) >= LEAST_RELEVANT]
    places = {each.place: _described(each.place) for each in (*taught, *(one.episode for one in kept))}
    return Worlds(tasks, places, taught, kept)


def _described(place: str) -> str:
    if place.startswith("house"):
        game = chores.game_of(next(iter(chores.chores())), int(place.removeprefix("house ")))
        return f"A house with a {', a '.join(game.placed.house.rooms)}."
    fixed = {_words(each.type) for each in _house(place).things.values() if not each.movable}
    return f"A room with a {', a '.join(sorted(fixed))}."


def _taught_chores(names: Sequence[str], random: np.random.Generator) -> Iterator[Episode]:
    for name in names:
        for house in random.permutation(CHORE_HOUSES)[: PLACES_EACH["chores"]]:
            yield _chore(name, int(house))


def _asked_chores(names: Sequence[str], taught: Sequence[Episode], random: np.random.Generator) -> Iterator[Asked]:
    tried = {(each.task, each.place) for each in taught}
    texts = tomllib.loads(_SITUATIONS.read_text("utf-8"))
    judged = set(random.permutation(names)[: len(names) // 2].tolist())
    for name in names:
        sorts: dict[Sort, list[int]] = {
            "new place": list(range(CHORE_HOUSES, CHORE_HOUSES + CHORE_HOUSES_NEW)),
            "new pair": [house for house in range(CHORE_HOUSES) if (name, f"house {house}") not in tried],
        }
        for sort, houses in sorts.items():
            for house, text in zip(houses, texts[name]["said"], strict=False):
                yield Asked(sort, text, _chore(name, house), name in judged)


def _taught_goals(goals: Sequence[Goal], rooms: Sequence[str], random: np.random.Generator) -> Iterator[Episode]:
    for goal in goals:
        found = (_household(goal, rooms[each]) for each in random.permutation(len(rooms)))
        yield from _first([each for each in found if each], PLACES_EACH["household"])


def _asked_goals(
    goals: Sequence[Goal],
    new: Sequence[Goal],
    rooms: Sequence[str],
    taught: Sequence[Episode],
    random: np.random.Generator,
) -> Iterator[Asked]:
    tried = {(each.task, each.place) for each in taught}
    there = {each.place for each in taught}
    old_rooms = [each for each in rooms[:ROOMS] if each in there]
    of: list[tuple[Sort, Sequence[Goal], Sequence[str]]] = [
        ("new place", goals, rooms[ROOMS:]),
        ("new pair", goals, old_rooms),
        ("new task", new, old_rooms),
    ]
    judged = {goal for number, goal in enumerate((*goals, *new)) if number % 2}
    for sort, of_goals, places in of:
        for goal in of_goals:
            untried = [each for each in places if (_name(goal), each) not in tried]
            found = (_household(goal, untried[each]) for each in random.permutation(len(untried)))
            episodes = _first([each for each in found if each], 4 if sort == "new task" else 2)
            said = list(dict.fromkeys(text for each in _tasks(goal) for text in each.sentences))
            for number, each in enumerate(episodes):
                yield Asked(sort, said[(number + int(random.integers(len(said)))) % len(said)], each, goal in judged)


def _first(found: Sequence[Episode], number: int) -> Sequence[Episode]:
    return found[:number]


def _goals(random: np.random.Generator) -> list[Goal]:
    """Return the goals that can be reached in five rooms and more, shuffled."""
    every = sorted({each.goal for each in household.all_tasks()}, key=_name)
    picked = (every[each] for each in random.permutation(len(every)))
    rooms, found = _rooms(), list[Goal]()
    for goal in picked:
        if len(found) < TASKS + GOALS_NEW and sum(_household(goal, each) is not None for each in rooms) >= 5:
            found.append(goal)
    return found


def _name(goal: Goal) -> str:
    told = household.told(goal).rstrip(".").lower()
    return re.sub(r"[^a-z0-9]+", "-", told)


@cache
def _rooms() -> list[str]:
    """Return the rooms with the most tasks, in an order that mixes those that teach with those that do not."""
    counts: dict[str, int] = {}
    for each in household.all_tasks():
        counts[each.floor_plan] = counts.get(each.floor_plan, 0) + 1
    most = sorted(counts, key=lambda each: (-counts[each], each))[: ROOMS + ROOMS_NEW]
    new = most[:: len(most) // ROOMS_NEW][:ROOMS_NEW]
    return [*(each for each in most if each not in new), *new]


@cache
def _tasks(goal: Goal) -> tuple[household.Task, ...]:
    return tuple(each for each in household.all_tasks() if each.goal == goal)


@cache
def _house(room: str) -> Household:
    """Return a room with all that its tasks need, the same for every goal."""
    return household.household_of([each for each in household.all_tasks() if each.floor_plan == room])


@cache
def _household(goal: Goal, room: str) -> Episode | None:
    """Return a goal in a room; None where it cannot be reached there, or is so from the beginning."""
    house = _house(room).copy()
    try:
        house.assign(goal)
        skills = household.planned(house)
    except InvalidInput:
        return None
    if len(skills) < 3:
        return None
    found = [_without(house, skills, each) for each in range(len(skills))]
    steps = _steps(house, skills)
    needs = tuple(
        (one, other)
        for one, (other, _) in enumerate(found)
        if other is not None
        if not isinstance(skills[one].target, Point) and not isinstance(skills[other].target, Point)
    )
    return Episode(_name(goal), room, steps, needs, tuple(100 * score for _, score in found))


def _without(house: Household, skills: Sequence[Skill], left_out: int) -> tuple[int | None, float]:
    """Play a plan without one of its skills. Return the first that fails, and the progress."""
    rehearsal, failed = house.copy(), None
    for number, skill in enumerate(skills):
        if number != left_out and not rehearsal.do(skill).ok and failed is None:
            failed = number
    return failed, float(rehearsal.progress)


def _steps(house: Household, skills: Sequence[Skill]) -> tuple[Step, ...]:
    rehearsal, steps = house.copy(), list[Step]()
    for skill in skills:
        kind = "" if isinstance(skill.target, Point) else rehearsal.things[skill.target].type
        held = rehearsal.things[rehearsal.held].type if rehearsal.held else ""
        steps.append(Step(_said(skill, _words(kind), _words(held)), (skill.name, kind)))
        rehearsal.do(skill)
    return tuple(steps)


def _said(skill: Skill, kind: str, held: str) -> str:
    match skill.name:
        case "go to":
            return f"go to the {kind}" if kind else "go back"
        case "pick":
            return f"take the {kind}"
        case "put":
            return f"put the {held} in the {kind}"
        case "heat" | "clean" | "cool":
            return f"{skill.name} the {held} with the {kind}"
        case other:
            return f"{other} the {kind}"


def _words(kind: str) -> str:
    return _CAPITAL.sub(" ", kind).lower()


@cache
def _chore(name: str, house: int) -> Episode:
    """Return a chore in a house."""
    game = chores.game_of(name, house)
    plan = chores.walkthrough(game)
    found = [_undone(game, plan, each) for each in range(len(plan))]
    needs = tuple((one, other) for one, (other, _) in enumerate(found) if other is not None)
    steps = tuple(Step(each, (each,)) for each in plan)
    return Episode(name, f"house {house}", steps, needs, tuple(score for _, score in found))


def _undone(game: chores.Chores, plan: Sequence[str], left_out: int) -> tuple[int | None, float]:
    """Play a plan without one of its deeds. Return the first that does nothing, and the score."""
    game.reset()
    failed = None
    for number, deed in enumerate(plan):
        if number != left_out and not game.ending and game.step(deed).text.startswith(NOTHING) and failed is None:
            failed = number
    return failed, game.score
