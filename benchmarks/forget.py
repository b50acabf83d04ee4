"""Forgetting: memories of all kinds go in parts and whole, each with a receipt, a proof, and a count of our own.

    python benchmarks/forget.py --memories 10000 --files --gate --json results/forget.json

The count of our own is of the database's nodes and relationships before and after each. Of each kind ten parts are
forgotten with a proof, in turn with others without: the difference is what the proof costs, and the baseline. It reads
the whole space each time. With `--files` the store of the run's own server is made anew afterwards, and its files are
searched for forgotten words.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import connection
from circumstances import circumstances, write
from gating import missed
from rich.progress import track

from clew.agents.store import ClewStore
from clew.api.compaction import compact
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.queries import generated
from clew.model import Fact, Receipt, Turn
from clew.model.scene import Layout, Point, Thing
from clew.server import ServerSettings
from clew.text.instants import now

SPACE = "bench forget"
TURNS = 20  # of a session
PROVED = 10  # parts of each kind
COUNTED = """
    MATCH (node:Clew) USING INDEX SEEK node:Clew(space, id)
    WHERE node.space = $space AND node.id > ''
    RETURN count(node) AS nodes, sum(COUNT { (node)-->() }) AS relationships
"""
WORD = "xylanthemum"  # with a number, a word that only one part holds
SYLLABLES = ("ka", "lo", "mi", "ru", "te", "so", "ni", "va", "pe", "du")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """One part that went."""

    kind: str
    seconds: float
    removed: tuple[int, int]  # nodes and relationships, as the receipt says
    counted: tuple[int, int]  # those that are fewer, as the database counts
    is_proved: bool
    traces: int  # that the proof found


def secret(number: int) -> str:
    """A word of one part alone: letters only, so that an analyser keeps it whole."""
    return WORD + "".join(SYLLABLES[int(digit)] for digit in str(number))


def filled(memory: Memory, number: int, seed: int) -> list[tuple[str, dict[str, Any]]]:
    """Fill a space with about so many memories; return what each part is forgotten by, with its kind."""
    draw, parts = random.Random(seed), list[tuple[str, dict[str, Any]]]()
    sessions, documents = max(number * 7 // 10 // TURNS, 2), max(number // 50, 2)
    for each in track(range(sessions), "remembering"):
        turns = [Turn(f"I saw {secret(each)} {draw.randrange(10**6)} on day {day}.", "Ann") for day in range(TURNS)]
        memory.remember(turns, session=f"s{each}")
        memory.remember_facts([Fact(f"Ann saw {secret(each)} twice.", (f"episode:s{each}/0", f"episode:s{each}/1"))])
        parts.append(("session", {"session": f"s{each}"}))
    for each in range(documents):
        memory.read(f"The {secret(10**4 + each)} grows in the valley. " * 40, title=f"Note {each}")
        parts.append(("document", {"document": f"Note {each}"}))
    world, store = World(memory, "walk", reader="rules"), ClewStore(memory)
    for each in range(max(number // 100, 2)):
        world.observe(f"-= Room {each} =-\nYou see a chest.", action="go east" if each else "")
        store.put(("bench",), secret(2 * 10**4 + each), {"text": f"the value {secret(2 * 10**4 + each)}"})
    parts.append(("run", {"session": "walk"}))
    parts += _tasks(memory, max(number // 200, 2))
    things = [Thing(f"Cup|{each}", "Cup", Point(0.25 * (each % 20), 0.8, 0.0)) for each in range(max(number // 50, 2))]
    Scene(memory).load(Layout("den", tuple((0.25 * x, 0.0) for x in range(20)), tuple(things)))
    parts += [("object", {"ids": f"object:{thing.id}"}) for thing in things[: len(things) // 2]]
    lately = ShortTermMemory(memory)
    lately.start_session()
    lately.see([replace(things[-1], movable=True)], at=now())
    draw.shuffle(parts)
    return [*parts, ("room", {"ids": "room:den"})]


def _tasks(memory: Memory, number: int) -> list[tuple[str, dict[str, Any]]]:
    """Play trials that teach, and runs with subgoals; return what each is forgotten by."""
    learned, parts = Learnings(memory), list[tuple[str, dict[str, Any]]]()
    alone = [("task alone", "place 0"), ("task 0", "place alone")]  # one trial each, which goes with it
    for each, (task, place) in enumerate([(f"task {n % 5}", f"place {n % 3}") for n in range(number)] + alone):
        word = secret(3 * 10**4 + each)
        trial = learned.begin(learned.task(task), learned.environment(place), name=f"trial {each}")
        trial.step("wait", f"It is {word} o'clock.")
        trial.end(each % 100)
        trial.learn([f"Waiting for {word} SHOULD BE NECESSARY to boil {word}."])
        if each >= number:
            continue
        working = WorkingMemory(memory)
        working.begin(f"Find {word}", name=f"run {each}")
        working.subgoal(f"Look for {word}")
        working.step("look", f"The {word} is here.")
        working.end(f"The {word} was found.", met=True)
        parts += [("trial", {"session": trial.name}), ("task run", {"session": f"run {each}"})]
    return [*parts, ("task", {"ids": "task:task alone"}), ("environment", {"ids": "environment:place alone"})]


def forgotten(memory: Memory, kind: str, take: Callable[[], Receipt]) -> Forgotten:
    """Forget one part, and count beside the receipt."""
    before = _sizes(memory)
    began = time.perf_counter()
    receipt = take()
    seconds, after = time.perf_counter() - began, _sizes(memory)
    counted = before[0] - after[0], before[1] - after[1]
    traces = len(receipt.proof.found) if receipt.proof else 0
    removed = len(receipt.ids), receipt.relationships
    return Forgotten(kind, seconds, removed, counted, receipt.proof is not None, traces)


def _sizes(memory: Memory) -> tuple[int, int]:
    """Count the nodes and relationships of a space."""
    (row,) = memory.space.read(generated("counted", COUNTED))
    return int(row["nodes"]), int(row["relationships"])


def measure(memory: Memory, number: int, seed: int) -> list[Forgotten]:
    """Forget part by part, then the rest."""
    done, held = list[Forgotten](), filled(memory, number, seed)
    seen = Counter[str]()
    for kind, asked in track(held, "forgetting"):
        is_proved = seen[kind] % 2 == 0 and seen[kind] < 2 * PROVED
        done.append(forgotten(memory, kind, lambda given=asked, p=is_proved: memory.forget(**given, verify=p)))
        seen[kind] += 1
    done.append(forgotten(memory, "space", lambda: memory.forget(space=True, verify=True)))
    return done


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    connection.add_arguments(parser)
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--files", action="store_true", help="compact the run's own server, which --home names")
    parser.add_argument("--gate", action="store_true", help="fail where a count differs or a trace is left")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    where = connection.place(options)
    with Memory.open(where.uri, auth=where.auth, database=where.database, space=SPACE) as memory:
        connection.forget(memory.space)
        around = circumstances(memory.space.graph)
        done = measure(memory, options.memories, options.seed)
    in_files: tuple[str, ...] | None = None
    if options.files and options.home:
        in_files = compact(ServerSettings(home=options.home), words=[WORD]).found
    times = defaultdict[tuple[str, bool], list[float]](list)
    for each in done:
        times[each.kind, each.is_proved].append(each.seconds)
    figures = list[dict[str, object]]()
    for (kind, is_proved), seconds in sorted(times.items()):
        told, median = "with proof" if is_proved else "without", round(statistics.median(seconds) * 1000, 1)
        print(f"{kind:<11} {told:<11} {len(seconds):>5} times, median {median:8.1f} ms")
        figures.append({"kind": kind, "proof": is_proved, "times": len(seconds), "median_ms": median})
    gates = {
        "each receipt counts as the database does": all(each.removed == each.counted for each in done),
        "no trace is left": not any(each.traces for each in done),
    } | ({"no file holds a forgotten word": not in_files} if in_files is not None else {})
    print("\n".join(f"{'held' if held else 'MISSED'}: {gate}" for gate, held in gates.items()))
    if options.json:
        nodes, relationships = (sum(each.removed[place] for each in done) for place in (0, 1))
        sizes = {"memories": options.memories, "seed": options.seed, "nodes": nodes, "relationships": relationships}
        write(options.json, {**around, **sizes, "parts": len(done), "gates": gates, "figures": figures})
    sys.exit(options.gate and missed(gates))


if __name__ == "__main__":
    main()
