"""Houses in which an embodied agent does ALFRED's tasks: by skills as typed calls, or as a text game.

house = household_of((all_tasks()[0],))   # typed: house.go_to(id), house.pick(id), ... give a SkillResult
planned(house)                            # the skills that win from here
game = load(all_tasks()[0])               # the same as an Environment: text in, text out
"""

from clew_playground.environments.household.game import STEPS, HouseholdGame, load, told
from clew_playground.environments.household.goals import Goal, Kind
from clew_playground.environments.household.household import Household
from clew_playground.environments.household.oracle import planned
from clew_playground.environments.household.skills import Pace
from clew_playground.environments.household.tasks import (
    Task,
    all_tasks,
    floor_plans,
    furnished,
    household_of,
    room_layout,
    task_of,
)

__all__ = [
    "STEPS",
    "Goal",
    "Household",
    "HouseholdGame",
    "Kind",
    "Pace",
    "Task",
    "all_tasks",
    "floor_plans",
    "furnished",
    "household_of",
    "load",
    "planned",
    "room_layout",
    "task_of",
    "told",
]
