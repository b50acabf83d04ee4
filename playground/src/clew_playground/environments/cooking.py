"""Cooking: houses with a kitchen, foods all over them, and a recipe; the rules are those of `kitchen`.

Source of the sizes: AriGraph. Section 4.1 has 9 rooms and 3 ingredients, 12 and 4, and the hardest with closed doors
and few hands. Appendix F has 1 room and 1 ingredient, 6 and 3.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from clew.errors import InvalidInput
from clew_playground.environments.distractors import distractors, scattered
from clew_playground.environments.floorplan import chance, doors_of, exits_of, rooms_of
from clew_playground.environments.guide import Guide
from clew_playground.environments.house import NOWHERE, Furniture, House, Item, Kind
from clew_playground.environments.house_actions import Deed
from clew_playground.environments.kitchen import (
    COOKBOOK,
    CUTS,
    HEATS,
    KITCHEN,
    KNIFE,
    MEAL,
    RAW,
    TOOLS,
    Cooking,
    Step,
    recipe_text,
)

__all__ = [
    "BASIC",
    "HARD",
    "HARDEST",
    "MAX_STEPS",
    "SIZES",
    "SMALL",
    "TINY",
    "Cooking",
    "Size",
    "generate",
    "walkthrough",
]

_ROOMS = (
    *(KITCHEN, "backyard", "pantry", "corridor", "vegetable garden", "cellar", "dining room", "market hall"),
    *("greenhouse", "terrace", "guest room", "shed"),
)
"""A smaller house has the first of them."""

_FURNITURE: Mapping[str, tuple[tuple[str, Kind], ...]] = {
    KITCHEN: (
        *(("fridge", "container"), ("kitchen table", "supporter"), ("counter", "supporter")),
        *(("cutlery drawer", "container"), ("stove", "fixture"), ("oven", "fixture")),
    ),
    "backyard": (("patio table", "supporter"),),
    "pantry": (("pantry shelf", "supporter"), ("flour bin", "container")),
    "cellar": (("wooden crate", "container"),),
    "dining room": (("dining table", "supporter"), ("sideboard", "container")),
    "market hall": (("market stall", "supporter"),),
    "greenhouse": (("plant bench", "supporter"),),
    "guest room": (("bed", "supporter"),),
    "shed": (("tool rack", "supporter"),),
}

_PLANTS = (
    *("carrot", "red apple", "green apple", "lettuce", "red onion", "white onion", "yellow potato", "purple potato"),
    *("red hot pepper", "green pepper", "orange pepper", "tomato", "zucchini", "banana", "eggplant", "north sea kelp"),
)

_MEATS = ("chicken breast", "chicken wing", "pork chop", "salmon fillet", "beef steak")
"""Raw until cooked, and always to be cooked."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large a cooking game is.

    Attributes:
        rooms: 1 to 12.
        ingredients: 1 to 5.
        doors: how many closed doors stand between rooms; fewer where there are fewer ways.
        capacity: the most things that can be carried at a time, 0 for any number; at least 2, and the ingredients.
        others: foods that the recipe does not name, 0 to 10.
        distractors: things that are no food, 0 to 40.

    Raises:
        InvalidInput: a number is out of range.
    """

    rooms: int
    ingredients: int
    doors: int = 0
    capacity: int = 0
    others: int = 3
    distractors: int = 2

    def __post_init__(self) -> None:
        ranges = {"rooms": (1, 12), "ingredients": (1, 5), "doors": (0, 10), "others": (0, 10), "distractors": (0, 40)}
        for name, (least, most) in ranges.items():
            if not least <= (given := getattr(self, name)) <= most:
                raise InvalidInput(f"The size has {name}={given}: choose {least} to {most}.")
        if self.capacity and self.capacity < (least := max(2, self.ingredients)):
            raise InvalidInput(f"The size has capacity={self.capacity}: choose 0, or at least {least} for this meal.")


TINY = Size(1, 1)
SMALL = Size(6, 3)
BASIC = Size(9, 3)
HARD = Size(12, 4, others=4, distractors=3)
HARDEST = Size(12, 5, doors=6, capacity=5, others=5, distractors=4)
SIZES = MappingProxyType({"tiny": TINY, "small": SMALL, "basic": BASIC, "hard": HARD, "hardest": HARDEST})
MAX_STEPS = 60
"""Steps of one game at most. Source: AriGraph, section 4.1."""


def generate(seed: int, size: Size = BASIC) -> Cooking:
    """Return the game of a seed and a size: the same one every time, and one that can be won."""
    random = chance(seed)
    names = list(_ROOMS[: size.rooms])
    random.shuffle(names)
    rooms, exits = rooms_of(random, names), exits_of(random, names, closed=size.doors)
    furniture = _furniture(names)
    start = random.choice([room for room in names if room != KITCHEN] or [KITCHEN])
    foods = random.sample((*_PLANTS, *_MEATS), size.ingredients + size.others)
    ingredients = foods[: size.ingredients]
    steps = [step for each in ingredients for step in _steps(random, each)]
    places = [*names, *(each.name for each in furniture if each.kind != "fixture" and "drawer" not in each.name)]
    things = (
        *_tools(random, recipe_text(ingredients, steps)),
        *(Item(food, place, states=_raw(food)) for food, place in scattered(random, foods, places)),
        *distractors(random, size.distractors, places),
    )
    house = House(start, rooms, exits, doors_of(exits), furniture, things, size.capacity)
    return Cooking(house, foods, ingredients, steps)


def _furniture(names: Sequence[str]) -> tuple[Furniture, ...]:
    """Furnish the rooms; the grill is in the backyard, where there is one."""
    stands = [Furniture(name, room, kind) for room in names for name, kind in _FURNITURE.get(room, ())]
    return (*stands, Furniture("grill", "backyard" if "backyard" in names else KITCHEN, "fixture"))


def _tools(random: Random, page: str) -> tuple[Item, ...]:
    knife = random.choice(("kitchen table", "counter", "cutlery drawer"))
    book = random.choice(("kitchen table", "counter"))
    return Item(COOKBOOK, book, page), Item(KNIFE, knife), Item(MEAL, NOWHERE)


def _raw(food: str) -> tuple[str, ...]:
    return (RAW,) if food in _MEATS else ()


def _steps(random: Random, food: str) -> tuple[Step, ...]:
    """Choose what is done to a food: often both cut and cooked, never nothing, and meat never uncooked."""
    cut, heat = Step(random.choice(list(CUTS)), food), Step(random.choice(list(HEATS)), food)
    return random.choice(((cut, heat), (cut, heat), (cut, heat), (heat,), (heat,) if food in _MEATS else (cut,)))


def walkthrough(game: Cooking) -> tuple[str, ...]:
    """Return the actions that win a game from its beginning; they drop what hands that are full cannot hold."""
    guide = Guide(game)
    guide.go(KITCHEN)
    guide.do(Deed("examine", COOKBOOK))
    left = list(game.ingredients)
    while left:
        left.remove(food := guide.nearest(left))
        guide.take(food)
    guide.go(KITCHEN)
    _cut_all(guide, game)
    _cook_all(guide, game)
    for food in game.ingredients:
        guide.take(food)
    guide.go(KITCHEN)
    guide.do(Deed("prepare", MEAL))
    guide.do(Deed("eat", MEAL))
    return tuple(guide.actions)


def _cut_all(guide: Guide, game: Cooking) -> None:
    """Cut all, where hands are few with two of them: one for the knife, one for what is cut."""
    limited = bool(game.house.capacity)
    if limited:
        for food in game.ingredients:
            guide.do(Deed("drop", food))
    guide.take(KNIFE)
    for step in game.steps:
        if step.verb in CUTS:
            guide.take(step.ingredient)
            guide.do(Deed(step.verb, step.ingredient, "with", KNIFE))
            if limited:
                guide.do(Deed("drop", step.ingredient))
    if limited:
        guide.do(Deed("drop", KNIFE))
        for food in game.ingredients:
            guide.take(food)


def _cook_all(guide: Guide, game: Cooking) -> None:
    """Cook at each appliance whatever is cooked there."""
    left = [each for each in game.steps if each.verb in HEATS]
    while left:
        tool = guide.nearest(TOOLS[each.verb] for each in left)
        guide.go(guide.room_of(tool))
        for step in left:
            if TOOLS[step.verb] == tool:
                guide.do(Deed(step.verb, step.ingredient, "with", tool))
        left = [each for each in left if TOOLS[each.verb] != tool]
