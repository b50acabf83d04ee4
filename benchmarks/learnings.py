"""Does an agent do better from trial to trial, in a new place and with a new task, because it keeps what it learned?

    python benchmarks/learnings.py --gate

Chores in houses with hidden preconditions, made from seeds; a scripted policy, the same in every arm, and a generator
of learnings by rules; no model. Per seed: five trials without memory and with it (ADAPT), the same from what ten other
houses taught on the chore (GEN-ENV) and from what the other chores in the house taught (GEN-TASK), and with free advice
in place of causal statements. Rules were written on seeds 1 to 20; figures come from 101 on. No server is needed.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import learnings_report as report
from circumstances import without_server, write
from rich.console import Console
from rich.progress import Progress

from clew.agents.clin.advice import AdviceGenerator
from clew.agents.clin.generator import Change, Generator
from clew.agents.clin.loops import TRIALS, Episode, PolicyOf, adapt, generalised
from clew.agents.clin.scripted import ScriptedPolicy
from clew.agents.clin.template import TemplateGenerator
from clew.environments import chores
from clew.learning_model import Learning

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
    rows = list(_rows(range(options.first, options.first + options.seeds)))
    gates = report.gates(rows)
    write(options.json, {**around, "figures": report.figures(rows), "episodes": [asdict(each) for each in rows]})
    report.show(Console(), rows, gates)
    report.plot(options.plot, rows)
    return 1 if options.gate and not all(gates.values()) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "learnings.json")
    parser.add_argument("--plot", type=Path, default=OUT / "learnings.png")
    return parser.parse_args()


def _rows(seeds: Sequence[int]) -> Iterator[report.Row]:
    with Progress(console=Console(stderr=True)) as progress:
        for seed in progress.track(seeds, description="trials"):
            yield from _of_seed(seed)


def _of_seed(seed: int) -> Iterator[report.Row]:
    game, learns = chores.generate(seed), TemplateGenerator()
    advises = AdviceGenerator(TemplateGenerator())

    def row(arm: str, generator: Generator | None, begin: Sequence[Learning] = ()) -> report.Row:
        return _row(arm, seed, game, adapt(game, _policies(seed), generator, begin=begin))

    yield row(report.OFF, None)
    yield row(report.ADAPT, learns)
    yield row(report.ADVICE, advises)
    places, tasks = chores.elsewhere(game, HOUSES), chores.others(game)
    yield row(report.GEN_ENV, learns, _taught(game, places, learns, "place", seed))
    yield row(report.GEN_TASK, learns, _taught(game, tasks, learns, "task", seed))


def _taught(
    game: chores.Chores, others: Sequence[chores.Chores], generator: Generator, change: Change, seed: int
) -> tuple[Learning, ...]:
    episodes = [adapt(each, _policies(TRAINING + seed * 100 + number), generator) for number, each in enumerate(others)]
    return generalised(game.task, episodes, generator, change)


def _policies(seed: int) -> PolicyOf:
    return lambda number: ScriptedPolicy(seed * TRIALS + number)


def _row(arm: str, seed: int, game: chores.Chores, episode: Episode) -> report.Row:
    trials = episode.trials
    return report.Row(
        arm=arm,
        seed=seed,
        chore=game.name,
        scores=[each.attempt.score for each in trials],
        steps=[len(each.attempt.trace) for each in trials],
        learnings=[len(each.given) for each in trials],
    )


if __name__ == "__main__":
    sys.exit(main())
