"""The page of a run in a house; see `clew.interfaces.pages.exported` for what keeps its texts harmless."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from clew.interfaces.pages.exported import exported
from clew.interfaces.pages.files import save
from clew.interfaces.pages.scene.drawing import Scenery, clean, svg, svg_and_rules
from clew.model.places import type_words
from clew.model.scene import Point, Thing
from clew.model.short_term import Mention, TaskMemory, Unit
from clew_playground.pages.scene.recording import SceneRun, SceneStep

SIDE_PX = 560
"""The longer side of the map, which has to leave its names legible beside the lists."""


def write(path: Path, run: SceneRun) -> Path:
    """Write the page of `render` and return its absolute path."""
    return save(path, render(run))


def render(run: SceneRun) -> str:
    """Return the page: at each step the map with the way so far, what is in sight, and what memory holds."""
    scenery = scenery_of(run)
    content = _Data(run, scenery).whole() | svg_and_rules(scenery)
    return exported("scene", run.title, content, _written(run, scenery), "The run in words")


def scenery_of(run: SceneRun, *, is_ended: bool = False) -> Scenery:
    """Return the map of a run with its whole way and, at its end, short-term memory.

    Args:
        run: as far as it went.
        is_ended: things are where they were seen last, and not where they were at the beginning.
    """
    things = {each.id: each for each in run.things}
    for step in run.steps:
        units = (*step.units, *(step.recalled.units if step.recalled else ()))
        for each in (*step.seen, *map(_thing, units)):
            things.setdefault(each.id, each)
        things |= {each.id: each for each in step.seen if is_ended}
    last = run.steps[-1] if run.steps else None
    units, at = (last.units, last.at) if last else ((), None)
    return Scenery(run.title, run.areas, tuple(things.values()), run.walked, units, at, SIDE_PX)


def _thing(unit: Unit) -> Thing:
    each = unit.object
    return Thing(each.id, each.type, each.location, each.movable, each.states, each.inside)


class _Data:
    """The data that the page's script draws; things are told by number, places in pixels of the map."""

    def __init__(self, run: SceneRun, scenery: Scenery) -> None:
        self._run, self._scenery = run, scenery
        self._number = {each.id: number for number, each in enumerate(scenery.things)}

    def whole(self) -> dict[str, object]:
        """Return all of it."""
        things, steps = self._scenery.things, self._run.steps
        before: list[SceneStep | None] = [None, *steps[:-1]]
        return {
            "outcome": self._run.outcome,
            "capacity": self._run.capacity,
            "things": [[each.id, type_words(each.type), each.movable, *self._spot(each.location)] for each in things],
            "steps": [self._step(each, last) for each, last in zip(steps, before, strict=False)],
        }

    def _step(self, step: SceneStep, before: SceneStep | None) -> dict[str, object]:
        shown: dict[str, object] = {
            "task": step.task,
            "place": self._spot(step.place),
            "seen": [[self._number[each.id], *self._spot(each.location), ", ".join(each.states)] for each in step.seen],
            "units": [self._unit(each, step) for each in step.units],
            "left": [self._number[id] for id in left(step, before)],
        }
        if step.skill and step.result:
            result = step.result
            shown |= {"skill": skill_words(step), "ok": result.ok, "text": result.observation}
            shown |= {"metres": result.distance_m, "seconds": result.seconds}
            shown["path"] = self._scenery.lines(result.path)
        if step.recalled:
            shown["recalled"] = self._recalled(step.recalled)
        return shown

    def _unit(self, unit: Unit, step: SceneStep) -> list[object]:
        each = unit.object
        age = max(0.0, unit.age(step.at).total_seconds())
        holder = self._number.get(each.inside)
        where = each.inside if holder is None else type_words(self._scenery.things[holder].type)
        return [self._number[each.id], *self._spot(each.location), age, where, ", ".join(each.states)]

    def _recalled(self, memory: TaskMemory) -> list[object]:
        """Return each thing that the task mentions: its words, its type, its units, and whether the scene has it."""
        return [
            [mention.text, type_words(mention.type), [self._number[unit.object.id] for unit in units], is_place]
            for mention, units, is_place in recalls(memory)
        ]

    def _spot(self, point: Point) -> tuple[float, float]:
        return self._scenery.spot(point)


def recalls(memory: TaskMemory) -> list[tuple[Mention, tuple[Unit, ...], bool]]:
    """Return what memory gave of each type that a task mentions, and then of those that it implies.

    Returns:
        The mention, which is all of the task where it implies the type. The units that are a hit, and whether the scene
        has a fixed thing of the type. Neither is a miss.
    """
    mentions = {each.type: each for each in reversed(memory.mentions)}
    fixed = {each.type for each in memory.places}
    return [
        (
            mentions.get(sort) or Mention(memory.task, sort, 0.0),
            tuple(unit for unit in memory.units if unit.object.type == sort),
            sort in fixed,
        )
        for sort in dict.fromkeys(each.type for each in (*memory.mentions, *(unit.object for unit in memory.units)))
    ]


def left(step: SceneStep, before: SceneStep | None) -> tuple[str, ...]:
    """Return the ids of the objects that short-term memory held before a step and holds no more."""
    held = {unit.object.id for unit in step.units}
    return tuple(unit.object.id for unit in (before.units if before else ()) if unit.object.id not in held)


def skill_words(step: SceneStep) -> str:
    """Return what was done, in words: a skill with its target, or the beginning of a task."""
    if step.skill is None:
        return "a task begins"
    target = step.skill.target
    return f"{step.skill.name} {f'({target.x:g}, {target.z:g})' if isinstance(target, Point) else target}".strip()


def _written(run: SceneRun, scenery: Scenery) -> str:
    """Return the run in words with its map, for who runs no scripts."""
    lines = [f"<h2>{escape(run.title)}: {escape(run.outcome)}</h2>", svg(scenery), "<ol start=0>"]
    before: SceneStep | None = None
    for step in run.steps:
        lines.append(f"<li>{'. '.join(map(escape, _sentences(step, before)))}</li>")
        before = step
    return "\n".join([*lines, "</ol>"])


def _sentences(step: SceneStep, before: SceneStep | None) -> Sequence[str]:
    said = [f"{skill_words(step)}: {step.result.observation if step.result else step.task}".rstrip(".")]
    if step.result and step.result.distance_m:
        said.append(f"Walked {step.result.distance_m:g} m")
    if step.recalled:
        said.append(f"Recalled: {step.recalled.text().replace(chr(10), '; ') or 'nothing'}")
    if step.units:
        said.append(f"Short-term memory holds {'; '.join(unit.text(step.at) for unit in step.units)}")
    if gone := left(step, before):
        said.append(f"It no longer holds {', '.join(gone)}")
    return [clean(each) for each in said]
