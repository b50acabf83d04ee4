"""What tests of scenes share: houses, and all that the graph holds of one."""

import json
import random
from itertools import pairwise
from pathlib import Path

from clew.api.memory import Memory
from clew.model.building import Building, Floor, Passage, Room
from clew.model.scene import Layout, Point, Thing

TYPES = ("Fridge", "Mug", "Table", "Lamp")

Held = dict[tuple[str, ...], str]
"""Per node its id, and per relationship its source, type and target: the properties, as JSON."""


def room(name: str, *, seed: int, movable: int = 6) -> Layout:
    """A room of 3 by 3 metres with a hole, and things at random."""
    random_ = random.Random(seed)
    reachable = [(0.25 * x, 0.25 * z) for x in range(13) for z in range(13) if not (4 <= x <= 6 and 4 <= z <= 9)]
    things = [
        Thing(
            f"{(sort := random_.choice(TYPES))}|{name}|{number}",
            sort,
            Point(round(random_.uniform(0, 3), 2), round(random_.uniform(0, 1.5), 2), round(random_.uniform(0, 3), 2)),
            movable=number < movable,
        )
        for number in range(12)
    ]
    return Layout(name, tuple(reachable), tuple(things))


def house() -> Building:
    """Two floors of three rooms in a row each."""
    floors, seed = list[Floor](), 0
    for level, height in (("ground", 0.0), ("upper", 3.0)):
        rooms = [
            Room(f"{level} {each}", room(f"{level}{each}", seed=(seed := seed + 1)), (4.0 * each, 0.0))
            for each in range(3)
        ]
        doors = [Passage((one.name, (3.0, 1.0)), (other.name, (0.0, 1.0)), 1.0) for one, other in pairwise(rooms)]
        floors.append(Floor(level, tuple(rooms), tuple(doors), height))
    return Building("house", tuple(floors), (Passage(("ground 2", (0.0, 0.0)), ("upper 2", (0.0, 0.0)), 5.0),))


def things(building: Building) -> list[Thing]:
    """All things of a building, in its coordinates."""
    return [thing for each in building.rooms for thing in building.things(each)]


def held(memory: Memory, folder: Path) -> Held:
    """All nodes and relationships of a space, without what tells only when it was locked."""
    memory.export(folder / "held.jsonl")
    found: Held = {}
    for line in (folder / "held.jsonl").read_text("utf-8").splitlines():
        record = json.loads(line)
        if node := record.get("node"):
            node.pop("locked_at", None)
            found[(node["id"],)] = json.dumps(node, sort_keys=True)
        elif relation := record.get("relation"):
            key = (relation["source"], relation["type"], relation["target"])
            found[key] = json.dumps(relation, sort_keys=True)
    return found
