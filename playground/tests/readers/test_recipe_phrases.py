"""Recipes in other words than those of text games: what they need, and what must be done to that."""

import pytest

from clew.model.triplet import MUST_BE, NEEDS, Triplet
from clew_playground.environments import cooking
from clew_playground.environments.phrasings import SHOWN, STATES, Phrasing
from clew_playground.environments.rewording import reworded_cooking
from clew_playground.readers import GAMES


@pytest.mark.parametrize("phrasing", SHOWN, ids=lambda each: each.name)
@pytest.mark.parametrize("seed", range(71, 75))
def test_a_recipe_says_the_same_in_other_words(seed: int, phrasing: Phrasing) -> None:
    game = cooking.generate(seed)
    text = next(each.text for each in reworded_cooking(game, phrasing).house.things if each.name == "cookbook")
    needs = {Triplet("recipe", NEEDS, each) for each in game.ingredients}
    steps = {Triplet(each.ingredient, MUST_BE, STATES[each.verb]) for each in game.steps}
    assert set(GAMES.read(text, "examine cookbook").triplets) == needs | steps


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("examine dish", "The dish is made of some cheap metal."),
        ("look at cook", "The cook takes a knife."),
        ("examine oven", "The oven is used to cook. It needs a new filter."),
    ],
)
def test_a_look_at_what_is_no_recipe_asks_for_nothing(action: str, text: str) -> None:
    assert GAMES.read(text, action).triplets == ()


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("For this dish, chop the leek.", {"leek"}),
        ("This meal is made of:\n- leek\n- some salt", {"leek", "salt"}),
        ("Ingredients for two: take a leek.", {"leek"}),
        ("To cook it, the leek must be fried.", {"leek"}),
    ],
)
def test_a_note_that_directs_is_a_recipe(text: str, needed: set[str]) -> None:
    assert {each.object for each in GAMES.read(text, "read note").triplets if each.predicate == NEEDS} == needed


@pytest.mark.parametrize("action", ["", "look", "take carrot", "examine table"])
def test_what_is_no_recipe_asks_for_nothing(action: str) -> None:
    text = "You need a carrot.\n- carrot\nSlice the carrot, then fry the carrot."
    assert not {NEEDS, MUST_BE} & {each.predicate for each in GAMES.read(text, action).triplets}
