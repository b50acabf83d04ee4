"""The rules of Cooking: find the cookbook in the kitchen, gather what it names, prepare it as it says, eat the meal.

Cutting needs the knife, in any room; frying needs the stove, roasting the oven, grilling the grill. To cut, cook or
prepare something it has to be carried. Each ingredient that is taken for the first time gives a point, and so does each
line of the recipe that is done. So does the meal eaten, which wins. Cutting or cooking what no line of the recipe asks
for loses, a second time too; the order of the lines does not count. Source: AriGraph, section 4.1 and appendix E, whose
rooms, ingredients and rules these are; recipes, names and texts are ours.

A food's name has adjectives: ``raw`` for meat and fish until it is cooked, then how it was cooked (``burned`` the
second time). How it was cut comes last: ``a fried sliced carrot``. A vegetable that nothing was done to has no
adjective.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clew_playground.environments.game import Game
from clew_playground.environments.game_world import GameWorld
from clew_playground.environments.house import INVENTORY, NOWHERE, House
from clew_playground.environments.house_actions import Deed

KITCHEN, COOKBOOK, KNIFE, MEAL = "kitchen", "cookbook", "knife", "meal"
RAW, BURNED = "raw", "burned"

CUTS = MappingProxyType({"slice": "sliced", "dice": "diced", "chop": "chopped"})
HEATS = MappingProxyType({"fry": "fried", "roast": "roasted", "grill": "grilled"})
"""Verbs, and the states that they leave."""

TOOLS = MappingProxyType({**dict.fromkeys(CUTS, KNIFE), "fry": "stove", "roast": "oven", "grill": "grill"})
"""The tool of each verb."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of the recipe: what is done to which ingredient."""

    verb: str
    ingredient: str

    @property
    def text(self) -> str:
        """As the cookbook has it: of a cut the knife goes without saying."""
        tool = "" if self.verb in CUTS else f" with the {TOOLS[self.verb]}"
        return f"{self.verb} the {self.ingredient}{tool}"


def recipe_text(ingredients: Sequence[str], steps: Sequence[Step]) -> str:
    """Return the page of the cookbook, a line for each ingredient and each step."""
    directions = (each.text for each in steps)
    return "\n".join(("Recipe", "Ingredients:", *ingredients, "Directions:", *directions, f"prepare {MEAL}"))


class Cooking(Game):
    """A house with a kitchen, foods and a recipe.

    Attributes:
        foods: what can be cut and cooked.
        ingredients: those of them that the recipe names.
        steps: what the recipe asks to be done to them.
    """

    def __init__(self, house: House, foods: Sequence[str], ingredients: Sequence[str], steps: Sequence[Step]) -> None:
        task = (
            "Find the cookbook in the kitchen and read its recipe. Gather the ingredients, cut and cook them exactly "
            "as the recipe says, prepare the meal in the kitchen with all of them in your hands, and eat it. Cut with "
            "the knife, fry with the stove, roast with the oven, grill with the grill. Whatever the recipe does not "
            "ask for spoils the meal and loses the game."
        )
        super().__init__(house, task=task, max_score=len(ingredients) + len(steps) + 2.0)
        self.foods = frozenset(foods)
        self.ingredients = tuple(ingredients)
        self.steps = tuple(steps)
        self._taken: frozenset[str] = frozenset()
        self._left = self.steps

    def begin(self) -> None:
        """Begin with nothing taken or done."""
        self._taken, self._left = frozenset(), self.steps

    def deeds(self) -> Iterator[Deed]:
        """Return the deeds that are valid in any house, and in this one."""
        yield from super().deeds()
        yield from _treatments(self.world, self.foods)
        if self._ready():
            yield Deed("prepare", MEAL)
        if self.world.places[MEAL] == INVENTORY:
            yield Deed("eat", MEAL)

    def perform(self, deed: Deed) -> str:
        """Do what is valid, and tell what is seen of it."""
        if deed.verb in TOOLS:
            return _treat(self.world, deed)
        if deed.verb == "prepare":
            self.world.places.update(dict.fromkeys(self.ingredients, NOWHERE))
            self.world.places[MEAL] = INVENTORY
            return f"You prepare the {MEAL}. You pick up the {MEAL}."
        if deed.verb == "eat":
            self.world.places[MEAL] = NOWHERE
            return f"You eat the {MEAL}."
        return super().perform(deed)

    def judge(self, deed: Deed | None) -> None:
        """Give a point for each goal reached; a treatment that the recipe does not ask for loses."""
        if deed is None:
            return
        if deed.verb in TOOLS:
            self._tick(Step(deed.verb, deed.thing))
        elif deed.verb == "take" and deed.thing in self.ingredients:
            self._taken |= {deed.thing}
        elif deed.verb == "eat":
            self.ending = "won"
        meals = self._prepared() + (self.ending == "won")
        self.score = float(len(self._taken) + len(self.steps) - len(self._left) + meals)

    def _tick(self, step: Step) -> None:
        if step not in self._left:
            self.ending = "lost"
        self._left = tuple(each for each in self._left if each != step)

    def _prepared(self) -> bool:
        return self.world.places[self.ingredients[0]] == NOWHERE

    def _ready(self) -> bool:
        return (
            self.world.room == KITCHEN
            and not self._left
            and all(self.world.places[each] == INVENTORY for each in self.ingredients)
        )


def _treatments(world: GameWorld, foods: frozenset[str]) -> Iterator[Deed]:
    """Yield the cuts of what is carried whole, with the knife; and cooking, where the appliance stands."""
    held = [each for each in world.carried if each in foods]
    here = {each.name for each in world.furniture} | {each for each in world.carried if each == KNIFE}
    for verb, tool in TOOLS.items():
        if tool in here:
            yield from (Deed(verb, food, "with", tool) for food in held if verb in HEATS or not _cut(world, food))


def _cut(world: GameWorld, food: str) -> bool:
    return not set(world.states[food]).isdisjoint(CUTS.values())


def _treat(world: GameWorld, deed: Deed) -> str:
    cuts = tuple(each for each in world.states[deed.thing] if each in CUTS.values())
    heats = tuple(each for each in world.states[deed.thing] if each not in cuts)
    if deed.verb in CUTS:
        world.states[deed.thing] = (*heats, CUTS[deed.verb])
        return f"You {deed.verb} the {deed.thing} with the {deed.other}."
    cooked = bool(heats) and heats != (RAW,)
    world.states[deed.thing] = (BURNED if cooked else HEATS[deed.verb], *cuts)
    return f"You {'burn' if cooked else deed.verb} the {deed.thing} with the {deed.other}."
