"""Makes the household's data: ALFRED's layouts and tasks, reduced to what the simulator reads.

    python playground/benchmarks/household_data.py FOLDER

FOLDER holds `layouts.json.xz` (per floor plan `reachable_xz` and `openable`, from gen/layouts of ALFRED's repository).
It also holds `valid_seen.json.xz` (a list of trajectories with `task_type`, `pddl_params`, `scene`, `high_level_plan`
and `goal_sentences`, from json_2.1.0). Rotations, camera angles and the plans themselves are left out, and coordinates
are kept to the centimetre, as in iTHOR's ids. From the expert's plans two things are kept. One is fixed objects that
the layouts lack, such as lamps, with the place from which the plan handles them. The other is what holds an object
before it is picked up. The plans' manipulations become a file of the tests, which replay them.
"""

import json
import lzma
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Point
from clew_playground.environments.household import alfred

TARGET = Path(__file__).parents[1] / "src" / "clew_playground" / "environments" / "household" / "data"
PLANS = Path(__file__).parents[1] / "tests" / "environments" / "household" / "expert_plans.json.xz"
SKILLS = {
    "PickupObject": "pick",
    "PutObject": "put",
    "SliceObject": "slice",
    "CleanObject": "clean",
    "HeatObject": "heat",
    "CoolObject": "cool",
    "ToggleObject": "switch on",
}
SAME_M = 0.3
"""Coordinates of one object in a plan and in a layout differ by less."""


def main(folder: Path) -> None:
    """Write both files and say how large they are."""
    layouts = json.loads(lzma.decompress((folder / "layouts.json.xz").read_bytes()))
    given = json.loads(lzma.decompress((folder / "valid_seen.json.xz").read_bytes()))
    slim = {name: slim_layout(entry) for name, entry in layouts.items()}
    for trajectory in given:
        add_fixed(slim[trajectory["scene"]["floor_plan"]], trajectory["high_level_plan"])
    tasks = [slim_task(trajectory, slim[trajectory["scene"]["floor_plan"]]) for trajectory in given]
    plans = {trajectory["task_id"]: expert_plan(trajectory["high_level_plan"]) for trajectory in given}
    for path, value in ((TARGET / "layouts.json.xz", slim), (TARGET / "tasks.json.xz", tasks), (PLANS, plans)):
        packed = lzma.compress(json.dumps(value, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME)
        path.write_bytes(packed)
        print(f"{path.name}: {len(value)} entries, {len(packed)} bytes")


def slim_layout(entry: dict[str, Any]) -> dict[str, Any]:
    """Keep the grid, the receptacles and where they are handled from."""
    return {
        "reachable_xz": [[round(x, 2), round(z, 2)] for x, z in entry["reachable_xz"]],
        "openable": {id: [round(pose[0], 2), round(pose[1], 2)] for id, pose in entry["openable"].items()},
    }


def add_fixed(entry: dict[str, Any], plan: list[dict[str, Any]]) -> None:
    """Add the plan's fixed objects that are not in the layout."""
    for id, spot in plan_fixed(plan):
        if not any(same(id, other) for other in entry["openable"]):
            entry["openable"][id] = spot if spot in entry["reachable_xz"] else None


def plan_fixed(plan: list[dict[str, Any]]) -> Iterator[tuple[str, list[float]]]:
    """Yield the fixed objects of a plan: the id, and where it was gone to before."""
    spot = [math.inf, math.inf]
    for step in plan:
        action = step["planner_action"]
        if "location" in action:
            spot = [int(part) / 4 for part in action["location"].split("|")[1:3]]
        named = [action.get("receptacleObjectId", ""), action.get("objectId", ""), held_by(action)]
        for id in named:
            kind = alfred.type_of(id)
            if kind in type_facts().spans or kind in ("DeskLamp", "FloorLamp"):
                yield id, spot


def slim_task(trajectory: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """Keep the goal, where everything is, and the sentences."""
    scene, goal = trajectory["scene"], trajectory["pddl_params"]
    poses = [
        [pose.type, *(round(each, 2) for each in (pose.location.x, pose.location.y, pose.location.z))]
        for pose in alfred.poses(scene["object_poses"], trajectory["task_id"])
    ]
    return {
        "id": trajectory["task_id"],
        "kind": trajectory["task_type"],
        "object": goal["object_target"],
        "parent": goal["parent_target"],
        "mrecep": goal["mrecep_target"],
        "toggle": goal["toggle_target"],
        "sliced": goal["object_sliced"],
        "floor_plan": scene["floor_plan"],
        "start": [round(scene["init_action"][axis], 2) for axis in "xz"],
        "dirty": scene["dirty_and_empty"],
        "on": sorted(each["objectType"] for each in scene["object_toggles"] if each["isOn"]),
        "poses": poses,
        "lying": lying(trajectory["high_level_plan"], poses, entry),
        "sentences": list(dict.fromkeys(" ".join(each.split()) for each in trajectory["goal_sentences"])),
    }


def expert_plan(plan: list[dict[str, Any]]) -> list[list[str]]:
    """Return a plan's manipulations: the skill, and the id of what it is applied to.

    A skill that is done to nothing is left out.
    """
    found = list[list[str]]()
    for step in plan:
        action, names = step["planner_action"], step["discrete_action"]["args"]
        if action["action"] in SKILLS and names != [""]:
            target = action.get("receptacleObjectId") or action["objectId"]
            found.append([SKILLS[action["action"]], "|".join(target.split("|")[:4]) if "Sliced" in target else target])
    return found


def lying(plan: list[dict[str, Any]], poses: list[list[Any]], entry: dict[str, Any]) -> dict[str, str]:
    """Return, per object that the plan picks up first, the fixed receptacle that holds it."""
    found, moved = dict[str, str](), set[str]()
    for step in plan:
        action = step["planner_action"]
        picked, holder = action.get("objectId", ""), held_by(action)
        if action["action"] == "PickupObject" and holder and picked not in moved:
            own = next((id for id in map(pose_id, poses) if same(id, picked)), "")
            receptacle = next((id for id in entry["openable"] if same(id, holder)), "")
            if own and receptacle:
                found[own] = receptacle
        moved.add(picked)
    return found


def pose_id(pose: list[Any]) -> str:
    """Return the id that the loader gives to a pose."""
    return alfred.made_id(pose[0], Point(*pose[1:]))


def held_by(action: dict[str, Any]) -> str:
    """Return an id made of what the plan says of the receptacle of what is picked up; empty if it says nothing."""
    kind, quarters = action.get("coordinateReceptacleObjectId", ("", ()))
    if action["action"] != "PickupObject" or not quarters:
        return ""
    return alfred.made_id(kind, Point(quarters[0] / 4, quarters[4] / 4, quarters[2] / 4))


def same(one: str, other: str) -> bool:
    """Return whether two ids mean one object: the type is the same, and the coordinates almost."""
    if alfred.type_of(one) != alfred.type_of(other):
        return False
    return alfred.location_of(one, "plan").distance(alfred.location_of(other, "plan")) < SAME_M


if __name__ == "__main__":
    main(Path(sys.argv[1]))
