"""The arms of `learnings.py` in ScienceWorld: finding things, and boiling, on variations of the development fold.

Scores only, for its texts differ from run to run. Players see what the adapter shows: no gold path is made.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import learnings_report as report
from learnings_control import Careful
from learnings_in_memory import InMemory

from clew.agents.clin.loops import Clin, generalise
from clew.agents.clin.trial import TrialPolicy
from clew.model.learnings import Change, Generator
from clew_playground.environments.adapters.science_games import FINDING, ScienceGame, variations
from clew_playground.players.advice import AdviceGenerator
from clew_playground.players.chores import ScriptedPolicy
from clew_playground.players.template import TemplateGenerator

TASKS: tuple[str, ...] = (*FINDING, "boil")
"""The development tasks; all others are the test set."""

TRIALS, STEPS, TAUGHT, HOUSES = 5, 40, 3, 2
"""Of an episode; of a trial; trials of an episode that only teaches; houses that GEN-ENV learns in."""

_TRAINING = 1_000_000
"""Is added to the seeds of policies in episodes that only teach."""

AT_ONCE = 2
"""Tasks that are played at once: half of the time a game waits for the simulator."""

Told = Callable[[str], object]


def rounds(number: int, told: Told) -> Iterator[list[report.Row]]:
    """Yield the episodes of all tasks on one variation of the development fold, then on the next.

    Args:
        number: of variations.
        told: of each episode once it is over.
    """
    houses = {task: variations(task, "dev")[:number] for task in TASKS}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        taught = dict(zip(TASKS, pool.map(_elsewhere, TASKS), strict=True))
        for place in range(number):

            def play(task: str, place: int = place) -> list[report.Row]:
                return list(_of_house(task, houses[task][place], taught[task].copy(), told))

            yield [each for found in pool.map(play, TASKS) for each in found]


def _elsewhere(task: str) -> InMemory:
    """Return what houses of the training fold teach on a task."""
    store = InMemory()
    for house in variations(task, "train")[:HOUSES]:
        _play(store, task, house, TemplateGenerator(), seed=_TRAINING + house)
    return store


def _of_house(task: str, house: int, elsewhere: InMemory, told: Told) -> Iterator[report.Row]:
    for row in _arms(task, house, elsewhere):
        told(f"{row.chore} {row.seed}, {row.arm}: {[round(each) for each in row.scores]}")
        yield row


def _arms(task: str, house: int, elsewhere: InMemory) -> Iterator[report.Row]:
    learns = TemplateGenerator()
    yield _row(report.OFF, InMemory(), task, house, None)
    yield _row(report.CONTROL, InMemory(), task, house, None)
    yield _row(report.ADAPT, InMemory(), task, house, learns)
    yield _row(report.ADVICE, InMemory(), task, house, AdviceGenerator(TemplateGenerator()))
    taught: list[tuple[str, str, Change, InMemory]] = [
        (report.GEN_ENV, report.GEN_ENV_ADAPT, "place", elsewhere),
        (report.GEN_TASK, report.GEN_TASK_ADAPT, "task", _other_tasks(task, house)),
    ]
    for alone, adapted, change, store in taught:
        generalise(store, task, _place(house), task, learns, change)
        yield _row(alone, store.copy(), task, house, None)
        yield _row(adapted, store, task, house, learns)


def _other_tasks(task: str, house: int) -> InMemory:
    """Return what the finding tasks of the same number teach, but the task itself."""
    store = InMemory()
    for other in FINDING:
        if other != task:
            _play(store, other, house, TemplateGenerator(), seed=_TRAINING + house)
    return store


def _row(arm: str, store: InMemory, task: str, house: int, generator: Generator | None) -> report.Row:
    with closing(ScienceGame(task, house, steps=STEPS)) as game:
        played = _clin(store, task, house, generator, trials=TRIALS, seed=house, careful=arm == report.CONTROL).run(
            game
        )
        return report.row(arm, house, task, played, game if arm == report.ADAPT else None)


def _play(store: InMemory, task: str, house: int, generator: Generator | None, *, seed: int) -> None:
    """Let an episode teach."""
    with closing(ScienceGame(task, house, steps=STEPS)) as game:
        _clin(store, task, house, generator, trials=TAUGHT, seed=seed).run(game)


def _clin(
    store: InMemory,
    task: str,
    house: int,
    generator: Generator | None,
    *,
    trials: int,
    seed: int,
    careful: bool = False,
) -> Clin:
    def player(number: int) -> TrialPolicy:
        policy = ScriptedPolicy(seed * TRIALS + number, wide=True)
        return Careful(policy, is_fatal) if careful else policy

    return Clin(
        store,
        place=_place(house),
        task_name=task,
        player=player,
        generator=generator,
        trials=trials,
        most_steps=STEPS,
    )


def is_fatal(action: str) -> bool:
    """Return whether an action is of the one kind that ends these tasks where it is wrong."""
    return action.startswith("focus on ")


def _place(house: int) -> str:
    return f"house-{house}"
