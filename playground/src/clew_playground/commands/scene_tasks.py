"""Tasks of `clew scene run`: who acts in them, and what is printed of them. It is imported when they begin."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from rich.markup import escape

from clew.agents.karma.loop import Karma
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.errors import NotFound
from clew.interfaces.cli.console import line, say
from clew.model.building import Building, Floor
from clew.model.places import type_words
from clew.model.scene import Layout
from clew.model.short_term import TaskMemory
from clew.text.instants import now
from clew_playground.environments import household
from clew_playground.environments.household import Household, Task
from clew_playground.pages.scene.pages import recalls, skill_words
from clew_playground.pages.scene.recording import Recorder, SceneRun
from clew_playground.players.household import ScriptedPlanner

MAX_DIGITS = 9
"""Of a task's number; Python reads no number of several thousand."""


def task_of(name: str) -> Task:
    """Return a task by its id, or by its number.

    Raises:
        NotFound: there is none.
    """
    tasks = household.all_tasks()
    for number, task in enumerate(tasks):
        if task.id == name or (name.isdecimal() and len(name) <= MAX_DIGITS and int(name) == number):
            return task
    raise NotFound(f"there is no task {name!r}; they have the numbers 0 to {len(tasks) - 1}, and ALFRED's ids")


def act(house: Household, memory: Memory, tasks: Sequence[Task], capacity: int) -> SceneRun:
    """Do the tasks in turn. The time of what is done is the house's, from now on."""
    scene, start, won = Scene(memory), now(), 0
    scene.load(_furniture(house.building), at=start)
    short_term = ShortTermMemory(memory, capacity=capacity)

    def clock() -> datetime:
        return start + timedelta(seconds=house.seconds)

    recorder = Recorder(house, short_term.units, capacity, clock)
    for task in tasks:
        house.assign(task.goal)
        recorder.begin(task.sentences[0])
        planner = ScriptedPlanner(task.goal)
        played = Karma(scene, player=planner, short_term=short_term, clock=clock).run(recorder, task.sentences[0])
        recorder.recalled(played.memory)
        won += house.won
    done = f"{won} of {len(tasks)} tasks done" if len(tasks) > 1 else "done" if won else "not done"
    return recorder.run(house.building.name, f"{done}: {house.distance_m:g} m, {house.seconds:g} s")


def _furniture(building: Building) -> Building:
    """Return a building with the things alone that do not move: what an agent knows that has not been there."""
    floors = list[Floor]()
    for floor in building.floors:
        rooms = [replace(each, layout=_fixed(each.layout)) for each in floor.rooms]
        floors.append(replace(floor, rooms=tuple(rooms)))
    return replace(building, floors=tuple(floors))


def _fixed(layout: Layout) -> Layout:
    return replace(layout, things=tuple(each for each in layout.things if not each.movable))


def report(watched: SceneRun) -> None:
    """Print a run: each task with what was recalled for it, and each skill."""
    for number, step in enumerate(watched.steps):
        if step.result is None or step.skill is None:
            say(f"[bold]{number:>3} {escape(line(step.task))}[/bold]")
            if step.recalled:
                _recalled(step.recalled)
            continue
        told = line(step.result.observation.partition(" You see ")[0])
        failed = "" if step.result.ok else "[red]failed: [/red]"
        say(f"{number:>3} {escape(skill_words(step))}: {failed}{escape(told)}")
        say(f"    [dim]{step.result.distance_m:g} m, {step.result.seconds:g} s; units: {len(step.units)}[/dim]")
    say(f"{escape(line(watched.outcome))}.")


def _recalled(memory: TaskMemory) -> None:
    """Print what memory gave of each thing that a task mentions."""
    for mention, units, is_place in recalls(memory):
        for unit in units:
            say(f"    [green]hit[/green] [dim]{escape(line(unit.text(memory.at)))}[/dim]")
        if not units:
            how = "in the scene" if is_place else "[yellow]miss[/yellow]"
            say(f"    {how} [dim]{escape(line(type_words(mention.type)))}[/dim]")
