"""Files of worlds changed at random: PDDL, and layouts of rooms. Each is read or refused, in time."""

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from tests.faults.hostile import is_shown_as_written
from tests.faults.restores import VALUES, fields
from tests.faults.site import Site

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.errors import ClewError
from clew.loaders.sources.layouts.plain import read_building

MOST_SECONDS = 60
"""Seconds after which a file counts as one that takes for ever."""

DOMAIN = """(define (domain blocks) (:requirements :strips :typing) (:types block table - object)
(:constants ground - table)
(:predicates (on ?x - block ?y - object) (clear ?x - block) (held ?x - block) (free))
(:action lift :parameters (?x - block ?y - object)
  :precondition (and (on ?x ?y) (clear ?x) (free)) :effect (and (held ?x) (not (on ?x ?y)) (not (free))))
(:action put :parameters (?x ?y - block) :precondition (and (held ?x) (clear ?y) (not (= ?x ?y)))
  :effect (and (on ?x ?y) (free) (not (held ?x)) (not (clear ?y))))
(:action drop :parameters (?x - block) :precondition (held ?x)
  :effect (and (on ?x ground) (free) (not (held ?x)) (forall (?z - block) (when (on ?x ?z) (clear ?z))))))
"""

PROBLEM = """(define (problem tower) (:domain blocks) (:objects a b c d - block)
(:init (on a ground) (on b ground) (on c ground) (on d ground) (clear a) (clear b) (clear c) (clear d) (free))
(:goal (and (on a b) (on b c) (on c d))))
"""

WORDS = (
    *("(", ")", "?x", "?y", "?z", "a", "b", "- block", "and", "or", "not", "when", "="),
    "forall (?q)",
    "exists (?q)",
)
TABLE = {"id": "Table|1", "type": "Table", "at": [0.5, 0.7, 0.0]}
MUG = {"id": "Mug|1", "type": "Mug", "at": [0.5, 0.9, 0.0], "movable": True, "states": ["dirty"], "inside": "Table|1"}
SPOTS = [[0.25 * x, 0.25 * y] for x in range(6) for y in range(3)]
ROOM = {"name": "kitchen", "step": 0.25, "reachable": SPOTS, "things": [TABLE, MUG]}
ROOMS = [{"name": name, "offset": [x, 0.0], "layout": ROOM | {"name": name}} for name, x in (("a", 0), ("b", 4))]
DOOR = {"start": ["a", [0.0, 0.0]], "end": ["b", [0.0, 0.0]], "metres": 1.0}
HOUSE = {"name": "house", "floors": [{"name": "ground", "rooms": ROOMS, "doors": [DOOR]}], "stairs": []}


def files(site: Site, chance: Random) -> Iterator[str]:
    """Read one changed file after the other: the scene takes layouts in, and a planner grounds PDDL."""
    kinds: list[Callable[[Site, Random, Memory], str]] = [_layout]
    kinds += [_domain] if find_spec("clew_playground") else []
    while True:
        with site.opened(f"faults-{uuid4().hex}") as memory:
            for _ in range(20):
                yield chance.choice(kinds)(site, chance, memory)
            site.check(memory)
            if memory.stats().nodes:
                memory.forget(space=True)


def _layout(site: Site, chance: Random, memory: Memory) -> str:
    value = json.loads(json.dumps(chance.choice((ROOM, HOUSE))))
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        _change(chance, value)
    path = site.folder / "layout.json"
    path.write_text(_cut(chance, json.dumps(value)), "utf-8", "backslashreplace")
    return _tried(site, "layout", path, lambda: Scene(memory).load(read_building(path)))


def _change(chance: Random, value: Any) -> None:
    """Change something at any depth: a value, a name, or how often a part is there."""
    lists = list(_lists(value))
    if lists and chance.random() < 0.3:
        some = chance.choice(lists)
        some *= chance.choice((0, 2, 2, 500))
        return
    holder, key = chance.choice(list(fields(value)))
    if chance.random() < 0.2:
        holder[chance.choice(["id", "name", "inside", "at", "more"])] = holder.pop(key)
    else:
        holder[key] = deepcopy(chance.choice(VALUES))  # a later change shall not reach the next file


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list):
        yield value  # pyright: ignore[reportUnknownVariableType]
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():  # pyright: ignore
        yield from _lists(each)


def _domain(site: Site, chance: Random, memory: Memory) -> str:
    from clew_playground.environments.strips.grounding import ground
    from clew_playground.environments.strips.pddl_files import read_domain, read_problem

    del memory
    paths = [site.folder / "domain.pddl", site.folder / "problem.pddl"]
    for path, text in zip(paths, (DOMAIN, PROBLEM), strict=True):
        words = list[str](text.split(" "))
        for _ in range(chance.choice((0, 0, 1, 2, 6))):
            at = chance.randrange(len(words))
            words[at : at + chance.randrange(3)] = chance.choices(WORDS, k=chance.choice((0, 1, 1, 3, 400)))
        path.write_text(_cut(chance, " ".join(words)), "utf-8")

    def read() -> object:
        rules = read_domain(paths[0])
        return ground(rules, read_problem(paths[1], rules))

    return _tried(site, "pddl", paths[0], read)


def _cut(chance: Random, text: str) -> str:
    return text[: chance.randrange(len(text))] if chance.random() < 0.1 else text


def _tried(site: Site, kind: str, path: Path, read: Callable[[], object]) -> str:
    try:
        with _bounded():
            read()
    except ClewError as error:
        if not is_shown_as_written(str(error)):
            site.wrong(f"{kind}: an error that cannot be shown: {str(error)[:300]!r}")
        return f"{kind}: refused"
    except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
        site.wrong(f"{kind}: {type(error).__name__}: {str(error)[:200]!r} of {path.read_text('utf-8')[:2000]!r}")
        return f"{kind}: failed"
    return f"{kind}: read"


@contextmanager
def _bounded() -> Iterator[None]:
    def over(*_: object) -> None:
        raise TimeoutError(f"it took more than {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
