"""Games played over the memory, and over memories that lack something; what each step of them costs."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from games_sizes import TEXTWORLD_COOKING, TEXTWORLD_HUNTS
from idle_steps import Idle

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import PlayedGame
from clew.agents.environment import Observation, ScoredEnvironment
from clew.api.memory import Memory
from clew.api.world import World
from clew.api.world_run import AsOf
from clew.model.triplet import INVENTORY, IS, IS_IN, IS_ON
from clew.model.world import Observed, Route
from clew.text.names import normalise
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.environments.phrasings import PHRASINGS, Phrasing
from clew_playground.players.scripted import scripted
from clew_playground.readers import GAMES

WINDOWS = (5, 20, 50)
"""Steps that short memories hold."""

RUN = "run"
_GONE = {(IS, "eaten"), (IS, "drunk")}
MODULES = {"hunt": hunt, "cooking": cooking, "cleaning": cleaning}
NO_REPLACEMENT, RANDOM = "no replacement", "random"
WAYS = ("memory", *(f"window {steps}" for steps in WINDOWS), NO_REPLACEMENT, RANDOM)
"""Whose place and inventory are always known, but for what is done by chance."""


@dataclass(slots=True)
class Series:
    """Games of one kind and size, played in one way.

    Attributes:
        played: by seed.
        failed: seeds of which no game could be made.
        limit: steps within which points count.
        idle: the longest row of idle steps while more was in reach, by seed, where the whole memory plays.
        observing: seconds per observation.
        choosing: seconds per decision: all that the player reads.
        seconds: from the first game to the last.
    """

    kind: str
    size: str
    way: str
    limit: int
    played: dict[int, PlayedGame] = field(default_factory=dict)
    failed: list[int] = field(default_factory=list)
    observing: list[float] = field(default_factory=list)
    choosing: list[float] = field(default_factory=list)
    seconds: float = 0.0
    idle: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def is_phrased(self) -> bool:
        """True if its games say what they say in other words."""
        return self.kind.startswith("phrased ")

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


def restored(kept: dict[str, Any]) -> Series:
    """Return a series as JSON kept it."""
    played = {int(seed): PlayedGame(**each) for seed, each in kept["played"].items()}
    return Series(**{**kept, "played": played, "idle": {int(seed): most for seed, most in kept["idle"].items()}})


class TimedWorld(World):
    """A world that keeps account of its observing."""

    def __init__(self, memory: Memory, times: list[float], *, replaces: bool = True) -> None:
        super().__init__(memory, RUN, rules=GAMES, replaces=replaces)
        self._times = times

    def observe(
        self,
        text: str,
        *,
        action: str = "",
        decision: str | None = None,
        step: int | None = None,
        actions: Iterable[str] = (),
    ) -> Observed:
        """As a world does."""
        begin = perf_counter()
        try:
            return super().observe(text, action=action, decision=decision, step=step, actions=actions)
        finally:
            self._times.append(perf_counter() - begin)

    def door(self) -> World:
        """Return what a player reads: the memory, and nothing that was kept beside it."""
        return World(self.memory, self.run, rules=GAMES)


class ShortWorld(TimedWorld):
    """A world that forgets each step older than the last few, but for the player's own place and what is carried."""

    def __init__(self, memory: Memory, times: list[float], steps: int) -> None:
        super().__init__(memory, times)
        self._steps, self._place, self._carried = steps, "", dict[str, None]()

    def observe(
        self,
        text: str,
        *,
        action: str = "",
        decision: str | None = None,
        step: int | None = None,
        actions: Iterable[str] = (),
    ) -> Observed:
        """As a world does; then the step that is too long ago is forgotten with what rests on it."""
        observed = super().observe(text, action=action, decision=decision, step=step, actions=actions)
        self._place = observed.place or self._place
        for each in GAMES.read(text, action).triplets:  # not `observed.new`: a drop is new only where it is known
            if (each.predicate, each.object) == (IS_IN, INVENTORY):
                self._carried[normalise(each.subject)] = None
            elif each.predicate in {IS_IN, IS_ON} or (each.predicate, each.object) in _GONE:
                self._carried.pop(normalise(each.subject), None)
        if observed.step >= self._steps:
            self.memory.forget(ids=f"episode:{self.run}/{observed.step - self._steps}")
        return observed

    def door(self) -> World:
        """Return itself: it holds two things that the memory does not."""
        return self

    def place(self, *, as_of: AsOf = None, known_at: AsOf = None) -> str:
        """Return the place of the player."""
        return super().place(as_of=as_of, known_at=known_at) if as_of or known_at else self._place

    def inventory(self, *, as_of: AsOf = None, known_at: AsOf = None) -> tuple[str, ...]:
        """Return the things that the player carries."""
        return super().inventory(as_of=as_of, known_at=known_at) if as_of or known_at else tuple(self._carried)

    def nearest(
        self, goals: Iterable[str] | None = None, *, start: str | None = None, as_of: AsOf = None, known_at: AsOf = None
    ) -> tuple[str, ...]:
        """As of a world, from the player's place."""
        return super().nearest(goals, start=start or self._place or None, as_of=as_of, known_at=known_at)

    def route(self, goal: str, *, start: str | None = None, as_of: AsOf = None, known_at: AsOf = None) -> Route | None:
        """As of a world, from the player's place."""
        return super().route(goal, start=start or self._place or None, as_of=as_of, known_at=known_at)


class _Anew:
    """A scripted player that is made anew at each decision, with a door to the memory of its own."""

    def __init__(self, kind: str, times: list[float]) -> None:
        self._kind, self._times = kind, times

    def choose(self, world: World, moment: Observation) -> str:
        assert isinstance(world, TimedWorld)
        begin = perf_counter()
        chosen = scripted(self._kind).choose(world.door(), moment)
        self._times.append(perf_counter() - begin)
        return chosen


def own(kind: str, size: str, way: str, limit: int, seeds: range, fresh: Callable[[], Any]) -> Series:
    """Our own games, one after the other; `fresh` opens a memory that nothing is in."""
    series, begin = Series(kind, size, way, limit), perf_counter()
    for seed in seeds:
        series.played[seed] = _one(MODULES[kind].generate(seed, MODULES[kind].SIZES[size]), seed, series, fresh)
    series.seconds = perf_counter() - begin
    return series


def textworld(
    kind: str, choice: int, way: str, limit: int, seeds: range, folder: Path, fresh: Callable[[], Any]
) -> Series:
    """Games that TextWorld made; it cannot make one of every seed, and the next one is taken then."""
    from clew_playground.environments.adapters.inform_games import InformGame

    series, begin = Series(f"textworld {kind}", _named(kind, choice), way, limit), perf_counter()
    for seed, path in _made(kind, choice, seeds, folder, series):
        with InformGame(path) as game:
            series.played[seed] = _one(game, seed, series, fresh)
    series.seconds = perf_counter() - begin
    return series


def phrased(
    kind: str, choice: int, name: str, limit: int, seeds: range, folder: Path, fresh: Callable[[], Any]
) -> Series:
    """Games that TextWorld made of notes, recipes and tasks in other words; see `environments.phrasings`."""
    from clew_playground.environments.adapters.inform_games import InformGame

    series, begin = Series(f"phrased {kind}", f"{_named(kind, choice)}, {name}", "memory", limit), perf_counter()
    for seed, path in _made(kind, choice, seeds, folder, series, phrasing=PHRASINGS[name]):
        with InformGame(path) as game:
            series.played[seed] = _one(game, seed, series, fresh)
    series.seconds = perf_counter() - begin
    return series


def _made(
    kind: str, choice: int, seeds: range, folder: Path, series: Series, phrasing: Phrasing | None = None
) -> Iterator[tuple[int, Path]]:
    from clew.errors import InvalidInput
    from clew_playground.environments.adapters.inform_maker import cooking_game, hunt_game

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


def _one(game: ScoredEnvironment, seed: int, series: Series, fresh: Callable[[], Any]) -> PlayedGame:
    if series.way == RANDOM:
        return _random(game, seed, series.limit)
    with fresh() as memory:
        if series.way.startswith("window "):
            world = ShortWorld(memory, series.observing, int(series.way.removeprefix("window ")))
        else:
            world = TimedWorld(memory, series.observing, replaces=series.way != NO_REPLACEMENT)
        player, idle = _Anew(series.kind.split()[-1], series.choosing), Idle(world)
        whole = series.way == "memory"
        played = Ariadne(
            world, player=player, most_steps=series.limit, gives_up=whole, on_step=idle if whole else None
        ).run(game)
        if whole:
            series.idle[seed] = idle.most
        return played


def _random(game: ScoredEnvironment, seed: int, limit: int) -> PlayedGame:
    """Valid actions by chance, as the floor."""
    random, moment, steps = Random(seed), game.reset(), 0
    while moment.actions and not moment.done and steps < limit:
        moment, steps = game.step(random.choice(moment.actions)), steps + 1
    return PlayedGame(moment.score, game.max_score, moment.won, moment.done, steps, steps, 0, 0)


@contextmanager
def emptied(memory: Memory) -> Iterator[Memory]:
    """A memory that is emptied and closed at the end."""
    with closing(memory):
        try:
            yield memory
        finally:
            memory.forget(space=True)
