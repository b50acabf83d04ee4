"""TextWorld's games, made and compiled: our own hunts in its words, and its cooking game. No network is used."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clew.errors import InvalidInput
from clew_playground.environments.adapters.inform_games import EXTRA
from clew_playground.environments.adapters.required import required, unsaid
from clew_playground.environments.house import INVENTORY, House
from clew_playground.environments.hunt import TREASURE, Size, generate
from clew_playground.environments.phrasings import Phrasing
from clew_playground.environments.rewording import reworded_hunt

SIZES = (1, 6, 9, 12)
"""The rooms of a cooking game."""

_KINDS = {"container": "c", "supporter": "s", "fixture": "s"}


def hunt_game(seed: int, rooms: int, keys: int, folder: Path, *, phrasing: Phrasing | None = None) -> Path:
    """Make the treasure hunt of a seed and size, without distractors, as a game file; see `environments.hunt`.

    A point for each key and one for the treasure; all of them win. The same arguments give the same game.

    Args:
        seed: of the house.
        rooms: of it.
        keys: in it.
        folder: made where it does not exist.
        phrasing: of notes and task; None: that of our own hunts.

    Raises:
        MissingDependency: textworld is not installed.
        InvalidInput: there can be no such hunt.
    """
    hunt = generate(seed, Size(rooms, keys))
    hunt = reworded_hunt(hunt, phrasing) if phrasing else hunt
    maker, things = _furnished(hunt.house, seed)
    goals = [*hunt.keys, TREASURE]
    quests = required("textworld.generator.game", EXTRA)
    maker.quests = [_held(quests, maker, things[goal]) for goal in goals]
    game = maker.build()
    game.objective = hunt.task
    path = _target(folder, f"hunt-{rooms}-{keys}-{seed}{_mark(phrasing)}")
    _compile(game, _options(seed), path)
    _check_names(path, [*things])
    return path


def cooking_game(
    seed: int,
    folder: Path,
    *,
    ingredients: int = 1,
    elsewhere: int = 0,
    rooms: int = 1,
    doors: bool = False,
    cook: bool = False,
    cut: bool = False,
    drop: bool = False,
    phrasing: Phrasing | None = None,
) -> Path:
    """Write TextWorld's cooking game as a game file.

    Args:
        seed: of the house, the recipe and the words.
        folder: made where it does not exist.
        ingredients: of the recipe, 1 to 5.
        elsewhere: how many of these are not in the kitchen's reach at first.
        rooms: 1, 6, 9 or 12.
        doors: whether doors and containers are closed.
        cook: whether ingredients must be cooked.
        cut: whether ingredients must be cut.
        drop: whether the player can carry but a few things.
        phrasing: of recipe and task; None: TextWorld's.

    Raises:
        MissingDependency: textworld is not installed.
        InvalidInput: a number is out of range, or textworld fails at this seed: not each does with every choice.
    """
    if rooms not in SIZES or not 1 <= ingredients <= 5 or not 0 <= elsewhere <= ingredients:
        raise InvalidInput(
            f"{ingredients} ingredients, {elsewhere} of them elsewhere, in {rooms} rooms make no cooking game; "
            "choose 1 to 5 ingredients, at most as many elsewhere, and 1, 6, 9 or 12 rooms"
        )
    wanted = {"recipe": ingredients, "take": elsewhere, "go": rooms, "open": doors, "cook": cook, "cut": cut}
    path = _target(
        folder, "cook-" + "-".join(str(int(each)) for each in (*wanted.values(), drop, seed)) + _mark(phrasing)
    )
    _compile_cooking({**wanted, "drop": drop, "recipe_seed": 0, "split": None}, seed, path, phrasing)
    return path


def _mark(phrasing: Phrasing | None) -> str:
    return f"-{phrasing.name}" if phrasing else ""


def _compile_cooking(settings: Mapping[str, object], seed: int, path: Path, phrasing: Phrasing | None) -> None:
    options = _options(seed)
    make = required("textworld.challenges", EXTRA).CHALLENGES["tw-cooking"][1]
    try:
        with unsaid():
            game = make(settings=settings, options=options)
    except (AssertionError, ValueError) as error:  # a food that cannot be cut, where all must be
        raise InvalidInput(f"textworld cannot make this cooking game of seed {seed} ({error}); try another") from error
    if phrasing:
        _reword(game, phrasing)
    _compile(game, options, path)


def _reword(game: Any, phrasing: Phrasing) -> None:  # noqa: ANN401  textworld has no types
    """Phrase the recipe and the task of a cooking game in another way."""
    cookbook = next(each for each in game.infos.values() if each.name == "cookbook")
    _, _, listed = cookbook.desc.partition("Ingredients:")
    ingredients, _, directions = (
        [line.strip() for line in part.splitlines()] for part in listed.partition("Directions:")
    )
    steps = [(verb, food) for verb, _, food in (line.partition(" the ") for line in directions) if food]
    cookbook.desc = phrasing.recipe_of([*filter(None, ingredients)], steps)
    game.objective = phrasing.cooking


def _compile(game: Any, options: Any, path: Path) -> None:  # noqa: ANN401  textworld has no types
    options.path, options.force_recompile = str(path), True
    required("textworld.generator", EXTRA).compile_game(game, options)


def _options(seed: int) -> Any:  # noqa: ANN401  textworld has no types
    options = required("textworld", EXTRA).GameOptions()
    options.seeds = seed
    return options


def _target(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}.z8"


def _furnished(house: House, seed: int) -> tuple[Any, dict[str, Any]]:
    """Return a maker with all of a house in it, and its things and furniture by name."""
    maker = required("textworld", EXTRA).GameMaker(_options(seed))
    rooms = {each.name: maker.new_room(each.name) for each in house.rooms}
    maker.set_player(rooms[house.start])
    _connect(house, maker, rooms)
    things: dict[str, Any] = {}
    for each in house.furniture:
        things[each.name] = maker.new(_KINDS[each.kind], name=each.name)
        rooms[each.room].add(things[each.name])
        if each.kind == "container":
            things[each.name].add_property(each.lock)
    keys = {each.key for each in house.furniture if each.key}
    for each in house.things:
        things[each.name] = maker.new("k" if each.name in keys else "o", name=each.name, desc=_inform(each.text))
        {**rooms, **things, INVENTORY: maker.inventory}[each.place].add(things[each.name])
    for each in house.furniture:
        if each.key:
            maker.add_fact("match", things[each.key], things[each.name])
    return maker, things


def _inform(text: str) -> str | None:
    """Quote a text for Inform's source: there it stands in double quotation marks, and shows these for single ones."""
    return text.replace('"', "'") or None


def _connect(house: House, maker: Any, rooms: Mapping[str, Any]) -> None:  # noqa: ANN401  textworld has no types
    back = {"north": "south", "east": "west"}
    for way in house.exits:
        if way.direction in back:  # the others are the ways back
            there, here = rooms[way.to], rooms[way.room]
            maker.connect(getattr(here, way.direction), getattr(there, back[way.direction]))


def _held(game: Any, maker: Any, thing: Any) -> Any:  # noqa: ANN401  textworld has no types
    """Return the quest to have a thing in hand."""
    return game.Quest(win_events=[game.Event(conditions={maker.new_fact("in", thing, maker.inventory)})], reward=1)


def _check_names(path: Path, names: list[str]) -> None:
    """Check that TextWorld kept the names: it renames what looks like its own variables, and says nothing."""
    given = {info["name"] for _, info in json.loads(path.with_suffix(".json").read_text("utf-8"))["infos"]}
    if lost := sorted(set(names) - given):
        raise InvalidInput(f"textworld has renamed {lost}; choose names that do not begin with a capital P or I")
