"""Games played over the memory, and over memories that lack something; what each step of them costs."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from clew.agents.ariadne.play import MAX_STEPS, Played, play
from clew.agents.ariadne.scripted import scripted
from clew.environments import Environment, Moment, cleaning, cooking, hunt
from clew.environments.phrasings import KEPT, PHRASINGS, Phrasing
from clew.memory import Memory
from clew.world import World
from clew.world_model import Observed

WINDOW = 5
"""Steps that a short memory holds, the inventory that it saw in them among them."""

RUN = "run"
MODULES = {"hunt": hunt, "cooking": cooking, "cleaning": cleaning}
WAYS = ("memory", "window", "no replacement", "random")

TEXTWORLD_COOKING: tuple[dict[str, Any], ...] = (
    {"cook": True, "cut": True},
    {"ingredients": 3, "elsewhere": 2, "rooms": 6, "cook": True, "cut": True},
    {"ingredients": 3, "elsewhere": 3, "rooms": 9, "doors": True, "cook": True, "cut": True},
    {"ingredients": 4, "elsewhere": 3, "rooms": 12, "doors": True, "cook": True, "cut": True, "drop": True},
    {"ingredients": 5, "elsewhere": 5, "rooms": 12, "doors": True, "cook": True, "cut": True, "drop": True},
)
TEXTWORLD_HUNTS = ((6, 2), (12, 4), (16, 5), (20, 6))
"""Rooms and keys."""

PHRASED = tuple(
    (kind, number % len(choices), way.name)
    for kind, choices in (("cooking", TEXTWORLD_COOKING), ("hunt", TEXTWORLD_HUNTS))
    for number, way in enumerate(KEPT)
)
"""Games in other words, a size for each way of saying it: kind, choice of the size, name of the way."""


@dataclass(slots=True)
class Series:
    """Games of one kind and size, played in one way.

    Attributes:
        played: by seed.
        failed: seeds of which no game could be made.
        observing: seconds per observation.
        choosing: seconds per decision: all that the player reads.
    """

    kind: str
    size: str
    way: str
    played: dict[int, Played] = field(default_factory=dict)
    failed: list[int] = field(default_factory=list)
    observing: list[float] = field(default_factory=list)
    choosing: list[float] = field(default_factory=list)

    @property
    def won(self) -> int:
        """Games."""
        return sum(each.won for each in self.played.values())

    @property
    def share(self) -> float:
        """Of the points, mean over the games."""
        return sum(each.share for each in self.played.values()) / max(1, len(self.played))

    @property
    def stopped(self) -> int:
        """Games that were given up before their end, and before the steps were used up."""
        return sum(bool(each.stopped) for each in self.played.values())

    @property
    def lost(self) -> list[int]:
        """Seeds."""
        return [seed for seed, each in self.played.items() if not each.won]


class TimedWorld(World):
    """A world that keeps account of its observing."""

    def __init__(self, memory: Memory, times: list[float], *, replaces: bool = True) -> None:
        super().__init__(memory, RUN, replaces=replaces)
        self._times = times

    def observe(self, text: str, *, action: str = "", step: int | None = None) -> Observed:
        """As a world does."""
        begin = perf_counter()
        try:
            return super().observe(text, action=action, step=step)
        finally:
            self._times.append(perf_counter() - begin)


class _Anew:
    """A scripted player that is made anew at each decision, with a door to the memory of its own."""

    def __init__(self, kind: str, times: list[float]) -> None:
        self._kind, self._times = kind, times

    def choose(self, world: World, moment: Moment) -> str:
        begin = perf_counter()
        chosen = scripted(self._kind).choose(World(world.memory, world.run), moment)
        self._times.append(perf_counter() - begin)
        return chosen


def own(kind: str, size: str, way: str, seeds: range, fresh: Callable[[], Any]) -> Series:
    """Our own games, one after the other; `fresh` opens a memory that nothing is in."""
    series = Series(kind, size, way)
    for seed in seeds:
        game = MODULES[kind].generate(seed, MODULES[kind].SIZES[size])
        series.played[seed] = _random(game, seed) if way == "random" else _one(game, series, fresh)
    return series


def textworld(kind: str, choice: int, seeds: range, folder: Path, fresh: Callable[[], Any]) -> Series:
    """Games that TextWorld made; it cannot make one of every seed, and the next one is taken then."""
    from clew.environments.adapters.inform_games import InformGame

    series = Series(f"textworld {kind}", _named(kind, choice), "memory")
    for seed, path in _made(kind, choice, seeds, folder, series):
        with InformGame(path) as game:
            series.played[seed] = _one(game, series, fresh, kind)
    return series


def phrased(kind: str, choice: int, name: str, seeds: range, folder: Path, fresh: Callable[[], Any]) -> Series:
    """Games that TextWorld made of notes, recipes and tasks in other words; see `clew.environments.phrasings`."""
    from clew.environments.adapters.inform_games import InformGame

    series = Series(f"phrased {kind}", f"{_named(kind, choice)}, {name}", "memory")
    for seed, path in _made(kind, choice, seeds, folder, series, phrasing=PHRASINGS[name]):
        with InformGame(path) as game:
            series.played[seed] = _one(game, series, fresh, kind)
    return series


def _made(
    kind: str, choice: int, seeds: range, folder: Path, series: Series, phrasing: Phrasing | None = None
) -> Iterator[tuple[int, Path]]:
    from clew.environments.adapters.inform_maker import cooking_game, hunt_game
    from clew.errors import InvalidInput

    make = partial(cooking_game, **TEXTWORLD_COOKING[choice]) if kind == "cooking" else _hunt(hunt_game, choice)
    seed = seeds.start
    while len(series.played) < len(seeds):
        try:
            yield seed, make(seed, folder, phrasing=phrasing)
        except InvalidInput:
            series.failed.append(seed)
        seed += 1


def _hunt(make: Callable[..., Path], choice: int) -> Callable[..., Path]:
    rooms, keys = TEXTWORLD_HUNTS[choice]
    return lambda seed, folder, phrasing: make(seed, rooms, keys, folder, phrasing=phrasing)


def _named(kind: str, choice: int) -> str:
    if kind == "hunt":
        return "{} rooms, {} keys".format(*TEXTWORLD_HUNTS[choice])
    return " ".join(
        f"{name} {value}" if value is not True else name for name, value in TEXTWORLD_COOKING[choice].items()
    )


def _one(game: Environment, series: Series, fresh: Callable[[], Any], kind: str = "") -> Played:
    with fresh() as memory:
        world = TimedWorld(memory, series.observing, replaces=series.way != "no replacement")
        player = _Anew(kind or series.kind, series.choosing)
        on_step = partial(_forget, memory) if series.way == "window" else None
        return play(game, world, player, on_step=on_step, gives_up=series.way == "memory")


def _forget(memory: Memory, observed: Observed, _: Moment) -> None:
    if observed.step >= WINDOW:
        memory.forget(ids=f"episode:{RUN}/{observed.step - WINDOW}")


def _random(game: Environment, seed: int) -> Played:
    """Valid actions by chance, as the floor."""
    random, moment, steps = Random(seed), game.reset(), 0
    while moment.actions and not moment.done and steps < MAX_STEPS:
        moment, steps = game.step(random.choice(moment.actions)), steps + 1
    return Played(moment.score, game.max_score, moment.won, moment.done, steps, steps, 0, 0)


@contextmanager
def emptied(memory: Memory) -> Iterator[Memory]:
    """A memory that is emptied and closed at the end."""
    with closing(memory):
        try:
            yield memory
        finally:
            memory.forget(space=True)
