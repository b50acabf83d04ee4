"""A recipe as a cookbook prints it, and things of our games, whatever their names hold."""

import pytest

from clew_playground.environments.homes import HOMES
from clew_playground.readers import GAMES


def said(text: str, action: str = "") -> list[tuple[str, str, str]]:
    return [(each.subject, each.predicate, each.object) for each in GAMES.read(text, action).triplets]


def rows(table: str) -> list[tuple[str, str, str]]:
    """Lines of ``subject | predicate | object``."""
    return [tuple(cell.strip() for cell in line.split("|")) for line in table.strip().splitlines()]  # type: ignore[misc]


RECIPE = """You open the copy of 'Cooking: A Modern Approach (3rd Ed.)' and start reading:

Recipe #1
---------
Gather all following ingredients and follow the directions to prepare this tasty meal.

Ingredients:
  red apple
  block of cheese

Directions:
  chop the red apple
  fry the red apple with the stove
  dice the block of cheese
  prepare meal
"""


def test_a_recipe() -> None:
    assert said(RECIPE, "examine cookbook") == rows("""
        recipe | needs | red apple
        recipe | needs | block of cheese
        red apple | must be | chopped
        red apple | must be | fried
        block of cheese | must be | diced""")


@pytest.mark.parametrize("thing", HOMES)
def test_what_is_handled_is_a_thing_however_it_is_called(thing: str) -> None:
    assert said(f"You take the {thing} from the bed.", f"take {thing} from bed") == [(thing, "is in", "inventory")]
    assert said(f"You put the {thing} on the sofa.", f"put {thing} on sofa") == [(thing, "is on", "sofa")]
