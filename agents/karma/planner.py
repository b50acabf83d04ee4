"""Planners: each is shown what the agent knows, and says which skills are done next.

Source: KARMA, section 3.5. It is never shown what neither memory nor sight holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from clew.agents.karma.body import Skill
from clew.api.scene import Scene
from clew.loaders.sources.layouts.ithor import NO_FACTS, TypeFacts
from clew.model.scene import Point, Thing
from clew.model.short_term import TaskMemory


@dataclass(frozen=True, slots=True)
class Done:
    """A skill that was done, or was tried."""

    skill: Skill  # as it was planned, with a type replaced by the id of the thing that was meant
    ok: bool  # whether it succeeded
    observation: str  # what happened and what was seen, or why it failed


@dataclass(frozen=True, slots=True)
class KarmaSituation:
    """The knowledge of the agent when it plans."""

    task: str  # the instruction
    # by id, what memory holds for the task or the agent saw since it began, as last seen: things that do not move from
    # long-term memory, recalled units of short-term memory, and all that was in sight
    things: Mapping[str, Thing]
    seen: frozenset[str]  # ids of the things that were in sight since the task began
    visible: frozenset[str]  # ids of the things in sight now; these are in reach
    held: str  # id of what is in the hand; empty for nothing
    position: Point  # where the agent stands
    # what both memories recall for the task, with the age of each unit; None without short-term memory
    memory: TaskMemory | None
    scene: Scene | None  # long-term memory, for its words (`describe`); None without
    done: tuple[Done, ...]  # the skills since the task began, in their order
    failure: str  # why the last plan was refused or stopped; empty where it was done to its end, and at the first
    types: TypeFacts = NO_FACTS  # what is known of types of things


class Planner(Protocol):
    """Turns an instruction and what is known into skills.

    A target is the id of a thing of `KarmaSituation.things`, or a type that an earlier `explore` of the same plan looks
    for. A type then means the thing that was found. An `explore` without places goes to the likeliest ones; see
    `clew.agents.karma.search`. A thing that is not in sight is gone to first, where memory has it, and what holds it is
    opened. So `go to` is needed only where going is the aim.
    """

    def plan(self, situation: KarmaSituation) -> tuple[Skill, ...] | None:
        """Return the skills to do now; an empty plan where the task is done, None where there is no plan for it.

        It is asked again when they are done, when one of them fails, and when the plan is refused.
        """
        ...
