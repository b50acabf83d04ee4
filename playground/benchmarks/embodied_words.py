"""A planner of complex tasks, whose words do not name their object: which it is, memory has to say.

All else of the goal it has in types, as the planner of the other sorts. The object is of the first type that
short-term memory recalls for the words and that they allow; else of the nearest thing in sight that they allow. Where
there is none, it has no plan.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from embodied_tasks import hypernym

from clew.agents.karma.planner import KarmaSituation
from clew.loaders.sources.layouts.ithor import type_facts
from clew_playground.environments.household import Goal
from clew_playground.environments.household.goals import TREATMENTS
from clew_playground.players.household import Plan, ScriptedPlanner

_KINDS = frozenset({"food", "tool", "container"})


class WordsPlanner:
    """Plans a task by its words.

    Args:
        goal: of the task; its object is not read.
    """

    def __init__(self, goal: Goal) -> None:
        self._goal, self._planner = goal, None

    def plan(self, situation: KarmaSituation) -> Plan | None:
        """Return the next stretch; None where nothing is known that the words may mean."""
        if self._planner is None:
            meant = next((each for each in _known(situation) if self._may_be(each, situation.task)), None)
            self._planner = ScriptedPlanner(replace(self._goal, object=meant)) if meant else None
        return self._planner.plan(situation) if self._planner else None

    def _may_be(self, kind: str, words: str) -> bool:
        """Return whether the words, and what shall be done, allow an object of a type."""
        facts, goal = type_facts(), self._goal
        told = _KINDS & set(re.findall(r"\w+", words.lower()))
        able = {"clean": facts.cleanable, "heat": facts.heatable, "cool": facts.coolable}
        treated = TREATMENTS.get(goal.kind)
        holder = goal.carrier or goal.parent
        return (
            (not told or hypernym(kind) in told)
            and (not holder or facts.admits(holder, kind))
            and (treated is None or kind in able[treated[0]])
            and (not goal.is_sliced or kind in facts.sliceable)
            and kind not in (goal.carrier, goal.parent, goal.lamp)
        )


def _known(situation: KarmaSituation) -> Iterator[str]:
    """Yield types: of what memory recalls, in its order, then of what moves and is in sight, the nearest first."""
    yield from (unit.object.type for unit in (situation.memory.units if situation.memory else ()))
    near = [each for id, each in situation.things.items() if each.movable and id in situation.visible]
    yield from (each.type for each in sorted(near, key=lambda each: situation.position.distance(each.location)))
