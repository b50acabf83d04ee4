"""Problems of our own domains, made from a seed: always solvable, and the same for a seed on every machine.

A problem of size 1 takes about five actions, one of size 6 about fifty to sixty.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import MappingProxyType

from clew.errors import InvalidInput
from clew_playground.environments.floorplan import chance
from clew_playground.environments.strips.pddl_files import read_domain
from clew_playground.environments.strips.schema import Atom, Compound, Domain, Problem, Typed
from clew_playground.environments.strips.strips import STEPS, Strips
from clew_playground.environments.strips.task import Fact
from clew_playground.environments.strips.templates import Shown, Templates, read_templates

FOLDER = Path(__file__).parent / "domains"
"""The files of our own domains: a PDDL file and a file of templates for each."""

SIZES = range(1, 7)

_Parts = tuple[dict[str, Sequence[str]], set[Fact], list[Fact]]
"""Objects by type, initial facts, facts of the goal."""


def generate(
    domain: str, seed: int, size: int = 1, *, steps: int | None = None, observation: Shown | None = None
) -> Strips:
    """Return the problem of a domain, a seed and a size: the same one every time.

    Args:
        domain: one of `DOMAINS`.
        seed: which of the many problems; any number.
        size: one of `SIZES`.
        steps: the game is over after so many; by default 30 for each size.
        observation: what is told after an action; as the domain's templates say by default.

    Raises:
        InvalidInput: there is no such domain or size.
    """
    if domain not in DOMAINS:
        raise InvalidInput(f"domain {domain!r} is unknown; choose of {', '.join(DOMAINS)}")
    if size not in SIZES:
        raise InvalidInput(f"size {size} is unknown; choose {SIZES[0]} to {SIZES[-1]}")
    rules, templates = _files(domain)
    objects, init, goal = _MAKERS[domain](chance(seed), size)
    typed = tuple(Typed(name, (kind,)) for kind, names in objects.items() for name in names)
    parts = tuple(Atom(fact[0], fact[1:]) for fact in goal)
    problem = Problem(f"{domain}-{size}-{seed}", typed, frozenset(init), Compound("and", parts))
    return Strips(rules, problem, templates, steps=STEPS * size if steps is None else steps, observation=observation)


@cache
def _files(domain: str) -> tuple[Domain, Templates]:
    rules = read_domain(FOLDER / f"{domain}.pddl")
    return rules, read_templates(FOLDER / f"{domain}.toml", rules)


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}{number}" for number in range(1, count + 1)]


def _blocksworld(random: Random, size: int) -> _Parts:
    """Make two arrangements of towers; the goal says what stands on what in the second."""
    blocks = _numbered("block", (3, 5, 7, 9, 13, 18)[size - 1])
    begin, end = _towers(random, blocks), _towers(random, blocks)
    while not (goal := _stacked(end)) or goal <= _stacked(begin):
        begin, end = _towers(random, blocks), _towers(random, blocks)
    init: set[Fact] = {("hand-empty",), *_stacked(begin)}
    init |= {("on-table", tower[0]) for tower in begin} | {("clear", tower[-1]) for tower in begin}
    return {"block": blocks}, init, sorted(goal)


def _towers(random: Random, blocks: Sequence[str]) -> list[list[str]]:
    towers: list[list[str]] = []
    for block in random.sample(blocks, len(blocks)):
        place = random.randrange(len(towers) + 1)
        if place == len(towers):
            towers.append([])
        towers[place].append(block)
    return towers


def _stacked(towers: Sequence[Sequence[str]]) -> set[Fact]:
    return {("on", upper, lower) for tower in towers for lower, upper in pairwise(tower)}


def _gripper(random: Random, size: int) -> _Parts:
    """Put balls into rooms that lie around a hall; each shall come into another room."""
    balls = _numbered("ball", (1, 3, 5, 8, 12, 16)[size - 1])
    rooms = ["hall", *_numbered("room", (1, 2, 3, 3, 4, 4)[size - 1])]
    robots = _numbered("robot", 1 + size // 4)
    hands = {robot: [f"{robot}-left", f"{robot}-right"] for robot in robots}
    init: set[Fact] = {("door", "hall", room) for room in rooms[1:]} | {("door", room, "hall") for room in rooms[1:]}
    init |= {("stands-in", robot, random.choice(rooms)) for robot in robots}
    for robot in robots:
        init |= {("has", robot, hand) for hand in hands[robot]} | {("free", hand) for hand in hands[robot]}
    goal: list[Fact] = []
    for ball in balls:
        here, there = random.sample(rooms, 2)
        init.add(("lies-in", ball, here))
        goal.append(("lies-in", ball, there))
    named = [hand for robot in robots for hand in hands[robot]]
    return {"robot": robots, "hand": named, "ball": balls, "room": rooms}, init, goal


def _tyres(random: Random, size: int) -> _Parts:
    """Flatten wheels; small problems ask for the first steps of a change, larger ones for tidy changes of several."""
    count = (1, 1, 1, 2, 3, 4)[size - 1]
    sides = random.sample(["front-left", "front-right", "rear-left", "rear-right"], count)
    hubs, nuts = [f"hub-{side}" for side in sides], [f"nut-{side}" for side in sides]
    flat, spare = [f"flat-{side}" for side in sides], _numbered("spare", count)
    init: set[Fact] = {("stowed", tool) for tool in ("wrench", "jack", "pump")}
    init |= {("boot-open",)} if random.random() < 1 / 2 else set()
    goal: list[Fact] = []
    for hub, nut, old, new in zip(hubs, nuts, flat, spare, strict=True):
        init |= {("mounted", old, hub), ("belongs", nut, hub), ("screwed", nut), ("tight", nut)}
        init |= {("stowed", new), ("intact", new)}
        if size == 1:
            goal += random.sample([("inflated", new), ("raised", hub), ("at-hand", "wrench")], 2)
        else:
            goal += [("mounted", new, hub), ("tight", nut)] if size > 2 else [("at-hand", old), ("bare", hub)]
            goal += [("inflated", new), ("stowed", old)] if size > 2 else []
    goal += [("stowed", tool) for tool in ("wrench", "jack", "pump")] if size > 3 else []
    return {"hub": hubs, "nut": nuts, "wheel": [*flat, *spare]}, init, goal


def _bartending(random: Random, size: int) -> _Parts:
    """Order drinks: an ingredient alone in the smallest problem, cocktails in the others."""
    orders = (2, 1, 2, 3, 4, 5)[size - 1]
    ingredients = ["gin", "lime", "rum", "mint"][: 2 + size // 2]
    cocktails = _numbered("cocktail", min(orders, 3))
    shots, shakers, levels = _numbered("shot", orders + 1), _numbered("shaker", 1 + size // 5), _numbered("level", 3)
    init: set[Fact] = {("other", "left", "right"), ("other", "right", "left"), ("idle", "left"), ("idle", "right")}
    init |= {("next", low, high) for low, high in pairwise(levels)} | {("lowest", levels[0])}
    for cocktail in cocktails:
        init.add(("recipe", cocktail, *random.sample(ingredients, 2)))
    for vessel in (*shots, *shakers):
        init |= {("on-bar", vessel), ("clean", vessel), ("empty", vessel)}
    for shaker in shakers:
        init |= {("unmixed", shaker), ("filled", shaker, levels[0])}
    drinks = ingredients if size == 1 else cocktails
    goal: list[Fact] = [("contains", shot, random.choice(drinks)) for shot in shots[:orders]]
    objects = {"hand": ["left", "right"], "shot": shots, "shaker": shakers, "level": levels}
    return {**objects, "ingredient": ingredients, "cocktail": cocktails}, init, goal


_MAKERS: MappingProxyType[str, Callable[[Random, int], _Parts]] = MappingProxyType(
    {"blocksworld": _blocksworld, "gripper": _gripper, "tyres": _tyres, "bartending": _bartending}
)

DOMAINS = tuple(_MAKERS)
"""The names of our own domains."""
