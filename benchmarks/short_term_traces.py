"""Sequences of household tasks, drawn from ALFRED's, and plain accesses: what short-term memory is asked for.

Source of the tasks: Shridhar et al., ALFRED (2020), valid_seen, MIT. KARMA (section 4.1) draws its ALFWorld-R from the
same benchmark.
"""

import json
import lzma
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from clew_playground.environments.household.tasks import all_tasks

Task = tuple[str, ...]
"""The object and receptacle types that a task names, each once."""

Draw = Callable[[Sequence[Task], int, int], list[Task]]
"""From tasks, a number and a seed: that many of them, in order."""

EXPONENT = 0.9
REUSED, LAST = 0.6, 6
NAMED = ("object_target", "mrecep_target", "parent_target", "toggle_target")


def read_tasks(path: Path) -> list[Task]:
    """Read the tasks of an ALFRED file, a JSON list with ``pddl_params`` in each, as it is or under xz."""
    content = path.read_bytes()
    tasks = json.loads(lzma.decompress(content) if path.suffix == ".xz" else content)
    return [tuple(dict.fromkeys(filter(None, map(task["pddl_params"].get, NAMED)))) for task in tasks]


def own_tasks() -> list[Task]:
    """Return the same of ALFRED's tasks that Clew's household comes with."""
    goals = (task.goal for task in all_tasks())
    return [tuple(dict.fromkeys(filter(None, (each.object, each.carrier, each.parent, each.lamp)))) for each in goals]


def halves(tasks: Sequence[Task]) -> tuple[list[Task], list[Task]]:
    """Return every other task and the rest; the file is sorted by kind of task, so both halves hold every kind."""
    return list(tasks[::2]), list(tasks[1::2])


def uniform(tasks: Sequence[Task], number: int, seed: int) -> list[Task]:
    """Draw each task alike often."""
    return [tasks[place] for place in np.random.default_rng(seed).integers(len(tasks), size=number).tolist()]


def zipf(tasks: Sequence[Task], number: int, seed: int) -> list[Task]:
    """Draw tasks by Zipf's law; the seed says which are the frequent ones."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(tasks)).tolist()
    return [tasks[order[rank]] for rank in rng.choice(len(tasks), size=number, p=_shares(len(tasks))).tolist()]


def recent(tasks: Sequence[Task], number: int, seed: int) -> list[Task]:
    """Draw 60 % of the tasks from the last six, and the others alike often."""
    rng = np.random.default_rng(seed)
    drawn: list[Task] = []
    for _ in range(number):
        again = drawn and rng.random() < REUSED
        pool = drawn[-LAST:] if again else tasks
        drawn.append(pool[int(rng.integers(len(pool)))])
    return drawn


DRAWS: dict[str, Draw] = {
    "uniform draw": uniform,
    f"Zipf draw, exponent {EXPONENT}": zipf,
    f"{100 * REUSED:.0f} % from the last {LAST} tasks": recent,
}


def zipf_numbers(distinct: int, length: int, seed: int) -> list[int]:
    """Draw numbers by Zipf's law."""
    rng = np.random.default_rng(seed)
    return rng.choice(distinct, size=length, p=_shares(distinct)).tolist()


def _shares(number: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    weights = 1 / np.arange(1, number + 1) ** EXPONENT
    return weights / weights.sum()
