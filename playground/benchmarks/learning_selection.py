"""Which way of choosing among 1,000 learnings finds those that hold in a situation which taught none of them?

    python playground/benchmarks/learning_selection.py --gate

Learnings say what is necessary for what in 50 tasks, each in several places; a simulator says which of them are true of
a task in a place (`learning_worlds.py`). Situations are a known task in a new place, a new task in a known place, or
both known and never tried together. The measure is the share of the five learnings shown that tell a precondition
which this task has in this place; one that is told twice counts once. Weights were chosen on half of the tasks; the
gates are held on the other half, whose situations nobody read.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import connection
import learning_selection_report as report
import learning_worlds
import numpy as np
from circumstances import circumstances, write
from gating import missed
from learning_worlds import Asked, Episode, Key, Told, Worlds
from rich.console import Console
from rich.progress import Progress

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.graph.schema import RelationshipKind, declared, declaring
from clew.model.learnings import Chosen
from clew.retrieval.learnings.select import Selection

OUT = Path("out")
SPACE = "bench-learning-selection"
LEARNINGS = 1000
SHOWN = 5
SEED = 1
USED = 4
"""Learnings of a set that its second trial uses."""

MANY = 1000
"""Learnings that are asked for where a baseline looks through all."""

Ask = Callable[[Learnings, Asked], Sequence[Chosen]]


@dataclass(frozen=True, slots=True)
class Taught:
    """What is in the store: the key of each cause and effect."""

    keys: Mapping[tuple[str, str], Key]

    def share(self, shown: Sequence[Chosen], asked: Asked) -> float:
        """Return the share of what is shown, or of five, that tells something true of the situation."""
        said = [(each.stored.learning.cause, each.stored.learning.effect) for each in shown]
        right = {self.keys[each] for each in said} & asked.episode.true
        return len(right) / max(len(said), SHOWN)


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    worlds = learning_worlds.worlds()
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE) as memory:
        if not options.again:
            connection.forget(memory.space)
        try:
            taught = _teach(Learnings(memory), worlds, is_there=options.again)
            rows = list(_ask(Learnings(memory), taught, _wanted(worlds, options.half), ablate=options.ablate))
            around = circumstances(memory.space.graph)
        finally:
            if not options.keep:
                connection.forget(memory.space)
    gates = report.gates(rows)
    around = {**around, "learnings": LEARNINGS, "said": len(taught.keys), "tasks": len({e.task for e in worlds.taught})}
    write(options.json, {**around, "figures": report.figures(rows), "rows": [asdict(each) for each in rows]})
    report.show(Console(width=140), rows, gates)
    report.plot(options.plot, rows)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--half", choices=("both", "chosen on"), default="both", help="situations that are asked")
    parser.add_argument("--again", action="store_true", help="ask what a run with --keep left in the store")
    parser.add_argument("--ablate", action="store_true", help="ask the graph without its parts, on one half")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "learning_selection.json")
    parser.add_argument("--plot", type=Path, default=OUT / "learning_selection.png")
    connection.add_arguments(parser)
    return parser.parse_args()


def _wanted(worlds: Worlds, half: str) -> list[Asked]:
    return [each for each in worlds.asked if half == "both" or not each.is_judged]


def _teach(door: Learnings, worlds: Worlds, *, is_there: bool) -> Taught:
    """Write every episode's trials and learnings, up to a thousand."""
    random = np.random.default_rng(SEED)
    keys: dict[tuple[str, str], Key] = {}
    written = 0
    if not is_there:
        for name, text in worlds.tasks.items():
            door.task(name, text)
        for name, text in worlds.places.items():
            door.environment(name, text)
    with Progress(console=Console(stderr=True)) as progress:
        for episode in progress.track(worlds.taught, description="trials"):
            statements = learning_worlds.told(episode, random)[: LEARNINGS - written]
            written += len(statements)
            keys |= {(each.cause, each.effect): each.key for each in statements}
            picked = random.permutation(len(statements))[:USED]
            if statements and not is_there:
                _try(door, episode, statements)
                _use(door, episode, statements, [int(each) for each in picked])
    return Taught(keys)


def _try(door: Learnings, episode: Episode, statements: Sequence[Told]) -> None:
    """Write a trial that reaches the goal, and what it taught."""
    trial = door.begin(episode.task, episode.place)
    for step in episode.plan:
        trial.step(step.text, "Done.")
    trial.end(learning_worlds.BEST)
    trial.learn(
        [f"{each.cause} {'SHOULD' if each.is_true else 'MAY'} BE NECESSARY to {each.effect}." for each in statements]
    )


def _use(door: Learnings, episode: Episode, statements: Sequence[Told], picked: Sequence[int]) -> None:
    """Write a trial that believed some of it; the simulator says what comes of that."""
    trial = door.begin(episode.task, episode.place)
    for each in picked:
        trial.step(statements[each].effect, "Tried.", used=[each + 1])
    trial.end(min(statements[each].score for each in picked))


def _ask(door: Learnings, taught: Taught, wanted: Sequence[Asked], *, ablate: bool) -> Iterator[report.Row]:
    arms = {**_arms(door), **(_ablations() if ablate else {})}
    with Progress(console=Console(stderr=True)) as progress:
        for arm, (ask, changed) in arms.items():
            with declaring(*changed):
                asked = wanted if arm in report.ARMS else [each for each in wanted if not each.is_judged]
                for each in progress.track(asked, description=arm):
                    share = taught.share(ask(door, each), each)
                    yield report.Row(arm, each.sort, each.text, each.episode.task, each.is_judged, share)


Arm = tuple[Ask, Sequence[RelationshipKind]]


def _arms(door: Learnings) -> dict[str, Arm]:
    every = door.select("anything", mode="all")
    return {
        report.ALL: (lambda _door, _asked: every, ()),
        report.RANDOM: (_at_random(every), ()),
        report.SIMILAR: (_by("similarity"), ()),
        report.FILTERED: (_of_task_or_place, ()),
        report.COUNTED: (_most_told, ()),
        report.GRAPH: (_by("graph"), ()),
    }


def _by(mode: Selection, *, names: bool = True) -> Ask:
    def ask(door: Learnings, each: Asked) -> Sequence[Chosen]:
        task, place = (each.episode.task, each.episode.place) if names else ("", "")
        return door.select(each.text, SHOWN, mode=mode, task=task, environment=place, across=True)

    return ask


def _of_task_or_place(door: Learnings, asked: Asked) -> Sequence[Chosen]:
    """Choose the most similar of those learned of the same task or in the same place; of all where there is none."""
    of_task = door.select(asked.text, MANY, mode="similarity", task=asked.episode.task)
    of_place = door.select(asked.text, MANY, mode="similarity", environment=asked.episode.place)
    own = sorted((*of_task, *of_place), key=lambda each: -each.score)
    unique = {(each.stored.learning.cause, each.stored.learning.effect): each for each in reversed(own)}
    return list(unique.values())[::-1][:SHOWN] or door.select(asked.text, SHOWN, mode="similarity", across=True)


def _most_told(door: Learnings, asked: Asked) -> Sequence[Chosen]:
    """Choose what the most sets of the same task or in the same place say, by counting."""
    of_task = door.select(asked.text, mode="all", task=asked.episode.task)
    of_place = door.select(asked.text, mode="all", environment=asked.episode.place)
    said = [(each.stored.learning.cause, each.stored.learning.effect) for each in (*of_task, *of_place)]
    first = dict(zip(reversed(said), reversed((*of_task, *of_place)), strict=True))
    return [first[each] for each, _ in Counter(said).most_common(SHOWN)]


def _at_random(every: Sequence[Chosen]) -> Ask:
    def ask(_: Learnings, asked: Asked) -> Sequence[Chosen]:
        random = np.random.default_rng([SEED, *asked.text.encode()])
        return [every[each] for each in random.choice(len(every), SHOWN, replace=False)]

    return ask


def _ablations() -> dict[str, Arm]:
    """Return the graph without the names of task and place, and without each type of relationship."""
    found: dict[str, Arm] = {"graph, task and place not named": (_by("graph", names=False), ())}
    for type_ in ("OF_TASK", "IN_ENVIRONMENT", "HAS_LEARNING", "HAS_CONCEPT", "MENTIONS", "DERIVED_FROM", "USED"):
        own = [each for each in declared().relationships if each.type == type_ and each.weight > 0]
        found[f"graph, no {type_}"] = (_by("graph"), [replace(each, weight=0.0) for each in own])
    return found


if __name__ == "__main__":
    sys.exit(main())
