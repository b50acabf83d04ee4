"""What do both memories spare an embodied agent: ways, time and searching?

    python playground/benchmarks/embodied.py --gate
    python playground/benchmarks/embodied.py --sequences 5 --sorts composite
    python playground/benchmarks/embodied.py --search room-blind --json out/room_blind.json

The 251 tasks of ALFRED's split "valid seen" are done by the scripted planner of `clew.agents.karma`, alone and in
sequences (see `embodied_tasks.py`), by agents that differ in nothing but memory: none; long-term memory, the room
without what moves in it; and both, with short-term memory of a small capacity by one of six policies. All of them know
the grid of points where they can stand, and all search by the same rule, whose weights were chosen on single tasks in
rooms of even number, without short-term memory. The object of complex sequences is told vaguely; which one is meant,
memory has to say (`embodied_words.py`). The house keeps its state within a sequence, and each sequence and
agent has a space of its own. No language model takes part.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

import connection
import embodied_report as report
from circumstances import circumstances, write
from embodied_tasks import Series, Sort, sequences
from embodied_words import WordsPlanner
from gating import missed
from rich.console import Console
from rich.progress import Progress
from sampling import spread

from clew.agents.karma.loop import UNITS, Karma, PlayedTask
from clew.agents.karma.search import Closeness
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.loaders.scene.replacement import Counts, PolicyName
from clew_playground.environments.household import Household, Task
from clew_playground.players.household import ScriptedPlanner

OUT = Path("out")
CAPACITY = 10
"""Units of short-term memory, as in KARMA, section 4."""

SECONDS = 600.0
"""A task that takes longer, by the household's pace, is not a success."""

START: Final = datetime(2026, 1, 1, tzinfo=UTC)
SORTS: tuple[Sort, ...] = ("simple", "room", "composite", "complex")
SEARCHES = ("room-aware", "room-blind")
"""The rule by which all of them search: with what a room is called and what stands in it, or without."""

POLICIES: tuple[PolicyName, ...] = ("fifo", "fifo-merge", "lru", "lfu", "w-tinylfu", "w-tinylfu-karma")
ARMS: Mapping[str, PolicyName | None] = {
    report.NONE: None,
    report.LONG: None,
    **{report.both(policy): policy for policy in POLICIES},
}


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    at = connection.place(options)
    bench = _Bench(at, options)
    with bench.open("bench-embodied") as memory:
        around = {**circumstances(memory.space.graph), "search": options.search}
    rows = list(bench.rows())
    limits = {"capacity": options.capacity, "units": options.units, "seconds": SECONDS}
    gates = report.gates(rows)
    write(options.json, {**around, **limits, **report.figures(rows), "gates": gates})
    report.show(Console(width=160), rows, gates)
    report.plot(options.plot, rows)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sequences", type=int, default=0, help="of each sort, evenly spread; 0: all")
    parser.add_argument("--sorts", nargs="+", choices=SORTS, default=SORTS)
    parser.add_argument("--arms", nargs="+", choices=ARMS, default=tuple(ARMS))
    parser.add_argument("--rooms", choices=("all", "even"), default="all", help="even: to choose parameters")
    parser.add_argument("--capacity", type=int, default=CAPACITY, help="units of short-term memory")
    parser.add_argument("--units", type=int, default=UNITS, help="recalled for each thing that is mentioned")
    parser.add_argument(
        "--search", choices=SEARCHES, default=SEARCHES[0], help="whether rooms count; default: %(default)s"
    )
    parser.add_argument("--encoder", help="compares types; default: the store's own")
    parser.add_argument("--threads", type=int, default=3, help="sequences at once")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "embodied.json")
    parser.add_argument("--plot", type=Path, default=OUT / "embodied.png")
    connection.add_arguments(parser)
    return parser.parse_args()


class _Bench:
    """Plays sequences; what is the same for all of them is made once."""

    def __init__(self, at: connection.Place, options: argparse.Namespace) -> None:
        self._at, self._options = at, options
        with self.open("bench-embodied") as memory:
            encoder = memory.space.encoder
        is_aware = options.search == SEARCHES[0]
        self._closeness = Closeness(lambda texts: encoder.embed_documents(list(texts)), knows_rooms=is_aware)

    def open(self, space: str) -> Memory:
        """Open a space by the encoder that the options name, else by the store's own."""
        at = self._at
        return Memory.open(at.uri, auth=at.auth, database=at.database, space=space, encoder=self._options.encoder)

    def rows(self) -> Iterator[report.Row]:
        """Play all sequences by all agents."""
        chosen = [
            (series, arm) for sort in self._options.sorts for series in self._chosen(sort) for arm in self._arms(sort)
        ]
        with Progress(console=Console(stderr=True)) as progress, ThreadPoolExecutor(self._options.threads) as pool:
            played = pool.map(lambda each: list(self._played(*each)), chosen)
            for rows in progress.track(played, total=len(chosen), description="play"):
                yield from rows

    def _chosen(self, sort: Sort) -> tuple[Series, ...]:
        even = self._options.rooms == "even"
        return spread([each for each in sequences(sort) if not (even and each.home % 2)], self._options.sequences)

    def _arms(self, sort: Sort) -> list[str]:
        """Return the agents. Policies are compared on composite sequences; elsewhere there is one of them."""
        return [arm for arm in self._options.arms if sort == "composite" or ARMS[arm] in (None, report.SHOWN)]

    def _played(self, series: Series, arm: str) -> Iterator[report.Row]:
        if arm == report.NONE:
            yield from self._tasks(series, arm, None, None)
            return
        with self.open(f"bench-embodied-{uuid4().hex[:12]}") as memory:
            try:
                scene = Scene(memory)
                scene.load(series.building(is_bare=True), at=START)
                policy, lately = ARMS[arm], None
                if policy:
                    lately = ShortTermMemory(memory, capacity=self._options.capacity, policy=policy)
                    lately.start_session()
                yield from self._tasks(series, arm, scene, lately)
            finally:
                if not self._options.keep:
                    connection.forget(memory.space)

    def _tasks(
        self, series: Series, arm: str, scene: Scene | None, lately: ShortTermMemory | None
    ) -> Iterator[report.Row]:
        house = series.house()
        for place, (task, sentence) in enumerate(zip(series.tasks, series.sentences, strict=True)):
            house.assign(task.goal)
            was_seen = any(house.things[id].type == task.goal.object for id in house.known)
            before = lately.counts if lately else None
            played = Karma(
                scene,
                player=(WordsPlanner if series.sort == "complex" else ScriptedPlanner)(task.goal),
                short_term=lately,
                closeness=self._closeness,
                units=self._options.units,
                seconds=SECONDS,
                clock=lambda: START + timedelta(seconds=house.seconds),
            ).run(house, sentence)
            yield _row(series, arm, task, house, played, was_seen and place > 0, before, lately)


def _row(
    series: Series,
    arm: str,
    task: Task,
    house: Household,
    played: PlayedTask,
    is_asked: bool,
    before: Counts | None,
    lately: ShortTermMemory | None,
) -> report.Row:
    after = lately.counts if lately else None
    right = None
    if played.memory and is_asked:
        right = any(unit.object.type == task.goal.object for unit in played.memory.units)
    return report.Row(
        sort=series.sort,
        sequence=series.tasks[0].id,
        is_even=series.home % 2 == 0,
        arm=arm,
        won=house.won and played.seconds <= SECONDS,
        metres=played.distance_m,
        seconds=played.seconds,
        attempts=played.attempts,
        failures=played.failures,
        missed=len(played.missed),
        right=right,
        queries=after.queries - before.queries if after and before else 0,
        hits=after.hits - before.hits if after and before else 0,
    )


if __name__ == "__main__":
    sys.exit(main())
