"""Does an agent do better from trial to trial, in a new place and with a new task, because it keeps what it learned?

    python playground/benchmarks/learnings.py --gate
    python playground/benchmarks/learnings.py --scienceworld 2

Chores in houses with hidden preconditions, made from seeds; a scripted policy, the same in every arm, and a generator
of learnings by rules; no model. Per seed five trials: without memory, without it and with nothing fatal, with it
(ADAPT), with what ten other houses taught on the chore and nothing new (GEN-ENV), with what the other chores in the
house taught (GEN-TASK), from each of these on with memory (their combination with ADAPT), and with free advice in place
of causal statements. Learnings of ADAPT are held against the game (`learnings_truth.py`). The loops are those over the
graph, on a store in memory: the graph takes seconds for a trial. Rules were written on seeds 1 to 10, and looked at on
11 to 20; figures come from 101 on. The second command is `learnings_scienceworld.py`, without gates; it needs the extra
scienceworld, and Java. No server is needed.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import learnings_report as report
from circumstances import without_server, write
from gating import missed
from learnings_control import Careful
from learnings_in_memory import InMemory
from rich.console import Console
from rich.progress import Progress

from clew.agents.clin.loops import TRIALS, Clin, PolicyOf, Writer, generalise
from clew.model.learnings import Change
from clew_playground.environments import chores
from clew_playground.players.advice import AdviceGenerator
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

OUT = Path("out")
FIRST_SEED = 101
SEEDS = 20
HOUSES = 10
"""That GEN-ENV learns in. Source: CLIN, section 4."""

TRAINING = 1_000_000
"""Is added to the seeds of policies in episodes that only teach."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    around = without_server(("clew", "numpy"))
    name = "learnings_scienceworld" if options.scienceworld else "learnings"
    rows = list[report.Row]()
    for each in _played(options):
        rows += each
        found = {"figures": report.figures(rows), "episodes": [asdict(row) for row in rows]}
        write(options.json or OUT / f"{name}.json", {**around, **found})
    gates = {} if options.scienceworld else report.gates(rows)
    report.show(Console(), rows, gates)
    title = "ScienceWorld, development fold" if options.scienceworld else "Chores with hidden preconditions"
    report.plot(options.plot or OUT / f"{name}.png", rows, title)
    return int(options.gate and missed(gates))


def _played(options: argparse.Namespace) -> Iterator[Sequence[report.Row]]:
    """Yield the episodes in parts, each with all arms of what it holds."""
    if options.scienceworld:
        from learnings_scienceworld import rounds

        yield from rounds(options.scienceworld, partial(print, file=sys.stderr, flush=True))
    else:
        yield list(_rows(range(options.first, options.first + options.seeds)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--scienceworld", type=int, default=0, help="so many variations of each task there instead")
    parser.add_argument("--json", type=Path, help="the result; else in out/, named after what was run")
    parser.add_argument("--plot", type=Path, help="likewise")
    return parser.parse_args()


def _rows(seeds: Sequence[int]) -> Iterator[report.Row]:
    with Progress(console=Console(stderr=True)) as progress:
        for seed in progress.track(seeds, description="trials"):
            yield from _of_seed(seed)


def _of_seed(seed: int) -> Iterator[report.Row]:
    game, learns = chores.generate(seed), TemplateGenerator()
    yield _row(report.OFF, seed, game, InMemory(), None)
    yield _row(report.CONTROL, seed, game, InMemory(), None)
    yield _row(report.ADAPT, seed, game, InMemory(), learns)
    yield _row(report.ADVICE, seed, game, InMemory(), AdviceGenerator(TemplateGenerator()))
    taught: list[tuple[str, str, Change, Sequence[chores.Chores]]] = [
        (report.GEN_ENV, report.GEN_ENV_ADAPT, "place", chores.elsewhere(game, HOUSES)),
        (report.GEN_TASK, report.GEN_TASK_ADAPT, "task", chores.others(game)),
    ]
    for alone, adapted, change, others in taught:
        store = _taught(others, learns, seed)
        generalise(store, game.name, _place(game), game.task, learns, change)
        yield _row(alone, seed, game, store.copy(), None)
        yield _row(adapted, seed, game, store, learns)


def _taught(others: Sequence[chores.Chores], generator: Writer, seed: int) -> InMemory:
    store = InMemory()
    for number, each in enumerate(others):
        Clin(
            store,
            place=_place(each),
            task_name=each.name,
            player=_policies(TRAINING + seed * 100 + number),
            generator=generator,
        ).run(each)
    return store


def _place(game: chores.Chores) -> str:
    return f"house-{game.house}"


def _policies(seed: int) -> PolicyOf:
    return lambda number: ScriptedPolicy(seed * TRIALS + number)


def _row(arm: str, seed: int, game: chores.Chores, store: InMemory, generator: Writer | None) -> report.Row:
    player, blunder = _policies(seed), game.placed.chore.blunder[0]
    careful: PolicyOf = lambda number: Careful(player(number), blunder.__eq__)  # noqa: E731 - typed by its name
    decides = careful if arm == report.CONTROL else player
    played = Clin(store, place=_place(game), task_name=game.name, player=decides, generator=generator).run(game)
    return report.row(arm, seed, game.name, played, game if arm == report.ADAPT else None)


if __name__ == "__main__":
    sys.exit(main())
