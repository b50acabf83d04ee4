"""Which units does short-term memory keep, and does it keep the right ones?

    python benchmarks/short_term.py --gate
    python benchmarks/short_term.py valid_seen.json.xz --tasks 300 --seeds 20

Sequences of ALFRED's household tasks are drawn in three ways. Before each task memory is asked for every object and
receptacle type that the task names; after it they are stored. The hit rate is measured for each policy, capacity and
share of the window, on two halves of the tasks. The default is chosen on the first, and reported on the second. Then
plain accesses by Zipf's law are answered by our policies and by theine. It needs no server.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import short_term_report as report
from circumstances import without_server, write
from gating import missed
from rich.console import Console
from rich.progress import Progress
from short_term_libraries import SEEDS, hit_rates
from short_term_traces import DRAWS, Task, halves, own_tasks, read_tasks

from clew.loaders.scene.replacement import CountedPolicy, PolicyName, policy

OUT = Path("out")
CAPACITIES = (5, 10, 15, 20, 25)
PACKAGES = ("clew", "numpy", "theine", "theine-core")


@dataclass(frozen=True, slots=True)
class Choice:
    """A policy with its parameters."""

    kind: PolicyName
    window: float = 1.0
    refresh: bool = False


CHOICES: dict[str, Choice] = {
    report.FIFO: Choice("fifo"),
    report.MERGING: Choice("fifo-merge"),
    "FIFO, merging, refreshed": Choice("fifo-merge", refresh=True),
    "LRU": Choice("lru"),
    "LFU": Choice("lfu"),
    **{report.windowed(report.ORIGINAL, share): Choice("w-tinylfu", share) for share in report.SHARES},
    **{report.windowed(report.KARMA, share): Choice("w-tinylfu-karma", share) for share in report.SHARES},
}


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    tasks = read_tasks(options.tasks_file) if options.tasks_file else own_tasks()
    chosen_on, judged_on = halves(tasks)
    with Progress(console=Console(stderr=True)) as progress:
        runs = len(DRAWS) * len(CAPACITIES) * options.seeds
        first = list(progress.track(_played(chosen_on, options), total=runs, description="choose"))
        second = list(progress.track(_played(judged_on, options), total=runs, description="judge"))
        plain = list(progress.track(hit_rates(options.zipf_seeds), total=2 * options.zipf_seeds, description="Zipf"))
    measured = report.Measured(first, second, plain)
    described = {
        "tasks": len(tasks),
        "keys": len({key for task in tasks for key in task}),
        "tasks of a sequence": options.tasks,
        "seeds": options.seeds,
    }
    write(options.json, {**without_server(PACKAGES), **described, **report.figures(measured)})
    gates = report.gates(measured)
    report.show(Console(width=160), measured, gates)
    report.plot(options.plot, measured)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tasks_file", type=Path, nargs="?", metavar="PATH", help="ALFRED's tasks; default: Clew's copy")
    parser.add_argument("--tasks", type=int, default=300, help="of a sequence")
    parser.add_argument("--seeds", type=int, default=20, help="sequences of each kind")
    parser.add_argument("--zipf-seeds", type=int, default=SEEDS, help="traces of plain accesses")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "short_term.json")
    parser.add_argument("--plot", type=Path, default=OUT / "short_term.png")
    return parser.parse_args()


def _played(tasks: Sequence[Task], options: argparse.Namespace) -> Iterator[report.Played]:
    """Play every sequence with every policy at every capacity."""
    for name, draw in DRAWS.items():
        for seed in range(options.seeds):
            drawn = draw(tasks, options.tasks, seed)
            for capacity in CAPACITIES:
                rates = {title: _hit_rate(choice, capacity, drawn) for title, choice in CHOICES.items()}
                yield report.Played(name, capacity, seed, rates)


def _hit_rate(choice: Choice, capacity: int, tasks: Sequence[Task]) -> float:
    """Ask for the keys of each task, then store them. Return the hit rate of all queries."""
    memory = CountedPolicy(policy(choice.kind, capacity=capacity, window=choice.window, refresh=choice.refresh))
    for task in tasks:
        for key in task:
            memory.touch(key)
        for key in task:
            memory.put(key)
    return memory.counts.hit_rate or 0.0


if __name__ == "__main__":
    sys.exit(main())
