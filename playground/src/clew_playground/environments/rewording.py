"""Our hunts and kitchens with notes, tasks and recipes in other words: the same games, and none of our phrasings."""

from collections.abc import Mapping
from dataclasses import replace

from clew_playground.environments.house import House
from clew_playground.environments.hunt import Hunt
from clew_playground.environments.kitchen import COOKBOOK, Cooking
from clew_playground.environments.phrasings import Phrasing


def reworded_hunt(hunt: Hunt, phrasing: Phrasing) -> Hunt:
    """Return a hunt whose notes and task are phrased in another way."""
    locks = {each.key: each for each in hunt.house.furniture if each.key}
    notes = {
        f"note {number}": phrasing.note_on(key, locks[key].name, locks[key].room)
        for number, key in enumerate(hunt.keys, 1)
    }
    other = Hunt(_with_texts(hunt.house, notes), hunt.keys)
    other.task = phrasing.hunt
    return other


def reworded_cooking(game: Cooking, phrasing: Phrasing) -> Cooking:
    """Return a cooking game whose recipe and task are phrased in another way."""
    recipe = phrasing.recipe_of(game.ingredients, [(each.verb, each.ingredient) for each in game.steps])
    house = _with_texts(game.house, {COOKBOOK: recipe})
    other = Cooking(house, [*game.foods], game.ingredients, game.steps)
    other.task = phrasing.cooking
    return other


def _with_texts(house: House, texts: Mapping[str, str]) -> House:
    return replace(house, things=tuple(replace(each, text=texts.get(each.name, each.text)) for each in house.things))
