"""A run in a house as it is watched: each skill with its way, what is in sight, and what short-term memory holds.

    recorder = Recorder(house)
    recorder.begin("put an apple in the fridge")
    for skill in planned(house):
        recorder.do(skill)
    run = recorder.run("an apple")

A recorder is in the place of the house, so whoever acts with it need not know that it is watched.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from clew.agents.karma.body import Skill, SkillResult
from clew.agents.karma.ways import Ways
from clew.loaders.scene.areas import areas
from clew.model.places import Area
from clew.model.scene import Point, Thing
from clew.model.short_term import TaskMemory, Unit
from clew.text.instants import now
from clew_playground.environments.household import Household

ReadUnits = Callable[[], tuple[Unit, ...]]
"""Returns what short-term memory holds."""


@dataclass(frozen=True, slots=True)
class SceneStep:
    """The beginning of a task, or a skill that was done for it, and how things are afterwards.

    Attributes:
        task: the instruction.
        at: when it was done.
        place: where the agent stands.
        seen: the things in sight.
        units: that short-term memory holds.
        skill: None where the task begins.
        result: None likewise.
        recalled: for the task, where it begins; None without short-term memory, and for a skill.
    """

    task: str
    at: datetime
    place: Point
    seen: tuple[Thing, ...]
    units: tuple[Unit, ...] = ()
    skill: Skill | None = None
    result: SkillResult | None = None
    recalled: TaskMemory | None = None


@dataclass(frozen=True, slots=True)
class SceneRun:
    """Tasks that were done one after the other in a house.

    Attributes:
        title: of the run.
        outcome: in words.
        areas: of the house.
        things: as they were at the beginning.
        steps: the first is the beginning of a task.
        capacity: units that short-term memory holds at most; 0 without.
    """

    title: str
    outcome: str
    areas: tuple[Area, ...]
    things: tuple[Thing, ...]
    steps: tuple[SceneStep, ...]
    capacity: int = 0

    @property
    def walked(self) -> tuple[Point, ...]:
        """The whole way, from where the agent stood at first."""
        first = tuple(each.place for each in self.steps[:1])
        return first + tuple(point for each in self.steps if each.result for point in each.result.path[1:])


class Recorder:
    """A house that is watched.

    Attributes:
        types: what is known of types of things.

    Args:
        house: in which is acted.
        read_units: tells what short-term memory holds; None without.
        capacity: of that memory.
        clock: tells the time of what is done.
    """

    def __init__(
        self,
        house: Household,
        read_units: ReadUnits | None = None,
        capacity: int = 0,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._house, self._read_units, self._capacity, self._clock = (
            house,
            read_units or tuple[Unit, ...],
            capacity,
            clock,
        )
        self._things, self.types = tuple(house.things.values()), house.types
        self._steps = list[SceneStep]()

    @property
    def ways(self) -> Ways:
        """Where the agent can stand, and the ways between."""
        return self._house.ways

    @property
    def place(self) -> int:
        """Number of the point where the agent stands."""
        return self._house.place

    @property
    def position(self) -> Point:
        """Where the agent stands."""
        return self._house.position

    @property
    def held(self) -> str:
        """Id of what is in the hand; empty for nothing."""
        return self._house.held

    def visible(self) -> tuple[Thing, ...]:
        """Return the things in sight."""
        return self._house.visible()

    def begin(self, task: str) -> None:
        """Note that a task begins."""
        self._settle()
        self._steps.append(SceneStep(task, self._clock(), self.position, self.visible()))

    def recalled(self, memory: TaskMemory | None) -> None:
        """Note what was recalled for the task that began last."""
        first = max(number for number, each in enumerate(self._steps) if each.skill is None)
        self._steps[first] = replace(self._steps[first], recalled=memory)

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill."""
        self._settle()
        result = self._house.do(skill)
        task = self._steps[-1].task if self._steps else ""
        self._steps.append(SceneStep(task, self._clock(), self.position, result.seen, skill=skill, result=result))
        return result

    def run(self, title: str, outcome: str = "") -> SceneRun:
        """Return the run until now."""
        self._settle()
        whole = areas(self._house.building)
        return SceneRun(title, outcome, whole, self._things, tuple(self._steps), self._capacity)

    def _settle(self) -> None:
        """Keep what memory holds after the last step: it takes in what is seen when that is done."""
        if self._steps:
            self._steps[-1] = replace(self._steps[-1], units=self._read_units())
