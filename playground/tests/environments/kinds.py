"""Every kind and size of game, and a reader of their sentences that shares no code with the games."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from clew.agents.environment import Observation
from clew_playground.environments import Game, cleaning, cooking, hunt, kitchen

STATES = frozenset({"raw", "fried", "roasted", "grilled", "burned", "sliced", "diced", "chopped"})
REFUSALS = re.compile(
    r"Nothing happens\.|You cannot go that way\.|You have to (?:open|unlock) the .+ first\."
    r"|Your hands are full: drop something first\."
)

_ON = re.compile(r"On the (.+?) you see (.+)\.")
_IN = re.compile(r"The (.+?) contains (.+)\.")


@dataclass(frozen=True)
class Kind:
    """A game of one size: how it is made from a seed, and how it is won."""

    name: str
    generate: Callable[[int], Any]
    walkthrough: Callable[[Any], tuple[str, ...]]


KINDS = [
    Kind(f"{name}-{size}", partial(module.generate, size=chosen), module.walkthrough)
    for name, module in (("hunt", hunt), ("cooking", cooking), ("cleaning", cleaning))
    for size, chosen in module.SIZES.items()
]


def play(game: Game, actions: tuple[str, ...]) -> list[Observation]:
    return [game.reset(), *(game.step(action) for action in actions)]


def state(game: Game) -> tuple[Any, ...]:
    world = game.world
    return world.room, dict(world.places), dict(world.locks), dict(world.states)


def ramble(game: Game, random: Random, steps: int) -> list[Observation]:
    """Valid actions at random, rarely one that ends a cooking game early; begins again where the game is over."""
    moments = [game.reset()]
    for _ in range(steps):
        before = moments[-1]
        if before.done:
            moments.append(game.reset())
            continue
        calm = [each for each in before.actions if each.split()[0] not in kitchen.TOOLS]
        moments.append(game.step(random.choice(calm if random.random() < 0.95 else before.actions)))
    return moments


@dataclass
class Description:
    """What a room's description says, by rule: `exits` have the lock and name of a door, or None."""

    room: str = ""
    exits: dict[str, tuple[str, str] | None] = field(default_factory=dict)
    locks: dict[str, str] = field(default_factory=dict)
    held: dict[str, list[str]] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)


def names(listing: str) -> list[str]:
    """A list of things, without articles and states."""
    return [_bare(re.sub(r"^an? ", "", each)) for each in re.split(r"(?:, | and )(?=an? )", listing)]


def _bare(name: str) -> str:
    first, _, rest = name.partition(" ")
    return _bare(rest) if first in STATES else name


def sentences(text: str) -> list[str]:
    return [each for line in text.splitlines() for each in re.split(r"(?<=\.) ", line)]


def read(text: str) -> Description:
    header, *lines = sentences(text)
    seen = Description(room=header.removeprefix("-= ").removesuffix(" =-").lower())
    for line in lines:
        if found := re.fullmatch(r"There is an exit to the (\w+)\.", line):
            seen.exits[found[1]] = None
        elif found := re.fullmatch(r"There is an? (open|closed|locked) (.+) leading (\w+)\.", line):
            seen.exits[found[3]] = found[1], found[2]
        elif found := re.fullmatch(r"There is (.+) on the floor\.", line):
            seen.held.setdefault(seen.room, []).extend(names(found[1]))
        elif found := _ON.fullmatch(line) or _IN.fullmatch(line):
            seen.held.setdefault(found[1], []).extend(names(found[2]))
        elif found := re.fullmatch(r"The (.+) is empty\.", line):
            seen.held[found[1]] = []
        elif found := re.fullmatch(r"The (.+) is (open|closed|locked)\.", line):
            seen.locks[found[1]] = found[2]
        elif not re.fullmatch(r"You see an? .+\.", line):
            seen.rest.append(line)
    return seen
