"""How long questions about places take in buildings of growing size, beside brute force over what is fetched.

    python benchmarks/scene.py --gate

Each building is composed of iTHOR's rooms, loaded into a space of its own, asked, changed, and forgotten before the
next one is loaded.
"""

import argparse
import json
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import connection
import scene_brute as brute
import scene_report as report
from circumstances import circumstances, write
from gating import missed
from rich.console import Console
from scene_buildings import building

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.model.building import Building
from clew.model.places import Placed, Way
from clew.model.scene import Point, Thing

OUT = Path("out")
SPACE = "bench-scene-"
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
AWAY_M = 8.0
"""The second place of a line is so far from the first at most, along x and z."""

EYES_M = 1.5
Ask = Callable[[], object]


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    measured, around = list[report.Measured](), dict[str, object]()
    for rooms in sorted(options.rooms, reverse=True):  # a server gets faster at first, which shall not favour the large
        with Memory.open(place.uri, auth=place.auth, database=place.database, space=f"{SPACE}{rooms}") as memory:
            around |= circumstances(memory.space.graph)
            connection.forget(memory.space)
            try:
                measured.append(_measured(Scene(memory), building(rooms), options))
            finally:
                if not options.keep:
                    connection.forget(memory.space)
    measured.reverse()
    gates = report.gates(measured)
    report.show(Console(width=170), measured, gates)
    write(options.json, {**around, **report.figures(measured), "gates": gates})
    report.plot(options.plot, measured)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rooms", type=int, nargs="+", default=[1, 10, 25, 50, 100], metavar="N", help="at most 120")
    parser.add_argument("--queries", type=int, default=200, help="of each kind, by memory")
    parser.add_argument("--brute-queries", type=int, default=40, help="of them, by brute force too")
    parser.add_argument("--warm-up", type=int, default=200, help="queries of each kind before, not counted")
    parser.add_argument("--changes", type=int, default=50, help="of one object each")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "scene.json")
    parser.add_argument("--plot", type=Path, default=OUT / "scene.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _measured(scene: Scene, house: Building, options: argparse.Namespace) -> report.Measured:
    loading, again = (_timed(lambda: scene.load(house, at=MONDAY))[0] for _ in range(2))
    objects = scene.objects()
    random_ = random.Random(len(house.rooms))
    seconds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    differing = 0
    for number in range(-options.warm_up, options.queries):
        for query, ours, theirs, same in _questions(scene, house, objects, random_):
            took, found = _timed(ours)
            if number >= 0:
                seconds[query][report.OURS].append(took)
            if -3 <= number < options.brute_queries:
                took, expected = _timed(theirs)
                differing += not same(found, expected)
                if number >= 0:
                    seconds[query][report.BRUTE].append(took)
    changes, nodes, relationships = _changes(scene, objects, random_, options.changes)
    return report.Measured(
        rooms=len(house.rooms),
        floors=len(house.floors),
        areas=len(scene.areas()),
        objects=len(objects),
        load_seconds=loading,
        reload_seconds=again,
        seconds=seconds,
        differing=differing,
        change_seconds=changes,
        change_nodes=nodes,
        change_relationships=relationships,
    )


def _timed(work: Ask) -> tuple[float, object]:
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result


def _questions(
    scene: Scene, house: Building, objects: Sequence[Placed], random_: random.Random
) -> Iterator[tuple[str, Ask, Ask, Callable[..., bool]]]:
    """Draw a question of each kind: how memory and how brute force answer it, and whether both say the same."""
    space, sort = scene.memory.space, random_.choice(objects).type
    here, far = (random_.choice(house.points(random_.choice(house.rooms))) for _ in range(2))
    eyes = here.moved(Point(0.0, EYES_M, 0.0))
    away = eyes.moved(Point(random_.uniform(-AWAY_M, AWAY_M), 0.0, random_.uniform(-AWAY_M, AWAY_M)))
    nearest, within, between, route = report.QUERIES
    yield nearest, lambda: scene.nearest(eyes, sort), lambda: brute.near(space, eyes, sort, math.inf)[:1], _same_metres
    yield within, lambda: scene.nearest(eyes, limit=1000, within=2.0), lambda: brute.near(space, eyes, None, 2.0), _same
    yield between, lambda: scene.between(eyes, away), lambda: brute.between(space, eyes, away, 1.0), _same
    yield route, lambda: scene.route(here, far), lambda: brute.route(space, here, far), _same_way


def _same(found: Sequence[Placed], expected: Sequence[brute.Near]) -> bool:
    return _same_metres(found, expected) and {each.id for each in found} == {each.id for each in expected}


def _same_metres(found: Sequence[Placed], expected: Sequence[brute.Near]) -> bool:
    """Hold against each other how far objects are: of two that are as far, either may be named."""
    return [round(each.metres or 0.0, 6) for each in found] == [round(each.metres, 6) for each in expected]


def _same_way(found: Way | None, expected: float | None) -> bool:
    return (found and round(found.metres, 4)) == (expected if expected is None else round(expected, 4))


def _changes(
    scene: Scene, objects: Sequence[Placed], random_: random.Random, number: int
) -> tuple[list[float], int, int]:
    """Move one object after the other; return the seconds of each, and what the last one wrote.

    Only objects that hold nothing are moved: what lies in a thing moves along.
    """
    holders = {each.inside for each in objects}
    now, seconds = {each.id: each for each in objects if each.id not in holders}, list[float]()
    nodes = relationships = 0
    for day in range(1, number + 1):
        each = now[random_.choice(sorted(now))]
        moved = each.location.moved(Point(random_.choice((-0.2, 0.2)), 0.1, 0.0))
        now[each.id] = replace(each, location=moved)
        thing = _thing(now[each.id])
        before = _held(scene.memory) if day == number else {}
        took, written = _timed(lambda thing=thing, day=day: scene.update([thing], at=MONDAY + day * timedelta(days=1)))
        seconds.append(took)
        assert written == (each.id,), (written, each)
        if day == number:
            after = _held(scene.memory)
            changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
            nodes, relationships = (sum(len(key) == length for key in changed) for length in (1, 3))
    return seconds, nodes, relationships


def _thing(each: Placed) -> Thing:
    return Thing(each.id, each.type, each.location, each.movable, each.states, each.inside)


def _held(memory: Memory) -> dict[tuple[str, ...], str]:
    """Return all nodes and relationships of a space with what they hold, but for the space's own lock."""
    found: dict[tuple[str, ...], str] = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "held.jsonl"
        memory.export(path)
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if node := record.get("node"):
                    node.pop("locked_at", None)
                    found[(node["id"],)] = json.dumps(node, sort_keys=True)
                elif relation := record.get("relation"):
                    key = relation["source"], relation["type"], relation["target"]
                    found[key] = json.dumps(relation, sort_keys=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
