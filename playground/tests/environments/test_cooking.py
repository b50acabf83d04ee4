"""Cooking: the recipe, its points, what spoils the meal, and hands that are full."""

from copy import deepcopy

import pytest
from playground.tests.environments.kinds import play

from clew.errors import InvalidInput
from clew_playground.environments import cooking
from clew_playground.environments.kitchen import CUTS, KNIFE, TOOLS, Step


def until(game: cooking.Cooking, verb: str) -> tuple[str, ...]:
    """The walkthrough up to the first action of a verb, without it; all of it where there is none."""
    walk = cooking.walkthrough(game)
    return walk[: next((at for at, action in enumerate(walk) if action.split()[0] == verb), len(walk))]


def test_the_cookbook_is_read_line_by_line() -> None:
    game = cooking.generate(1, cooking.HARD)
    text = play(game, (*until(game, "examine"), "examine cookbook"))[-1].text
    steps = [each.text for each in game.steps]
    assert text.splitlines() == ["Recipe", "Ingredients:", *game.ingredients, "Directions:", *steps, "prepare meal"]
    assert Step("slice", "red apple").text == "slice the red apple"
    assert Step("fry", "carrot").text == "fry the carrot with the stove"


@pytest.mark.parametrize("size", cooking.SIZES.values(), ids=list(cooking.SIZES))
def test_every_wrong_treatment_loses(size: cooking.Size) -> None:
    tried = 0
    for seed in range(6):
        game = cooking.generate(seed, size)
        moment = game.reset()
        left = list(game.steps)
        for action in cooking.walkthrough(game):
            for other in moment.actions:
                verb, _, rest = other.partition(" ")
                if verb in TOOLS and Step(verb, rest.split(" with ")[0]) not in left:
                    end = deepcopy(game).step(other)
                    assert (end.done, end.won, end.actions) == (True, False, ()), (seed, other)
                    assert end.text.endswith("\nYou have lost.")
                    assert end.score < game.max_score
                    tried += 1
            moment = game.step(action)
            left = [each for each in left if not action.startswith(f"{each.verb} {each.ingredient} with")]
        assert moment.won
    assert tried > 10


def test_states_are_shown_before_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cooking.generate(1, cooking.BASIC)
    monkeypatch.setattr(game, "judge", lambda _: None)  # the recipe does not matter here
    game.reset()
    game.world.room = "kitchen"
    food, meat = "carrot", "chicken breast"
    game.foods = frozenset({food, meat})
    game.world.places |= {food: "inventory", meat: "inventory", KNIFE: "inventory"}
    game.world.states |= {food: (), meat: ("raw",)}
    assert "a carrot" in game.step("inventory").text
    assert "a raw chicken breast" in game.step("inventory").text
    game.step("look")
    assert game.step("slice carrot with knife").text == "You slice the carrot with the knife."
    assert "dice carrot with knife" not in game.step("look").actions
    assert game.step("fry carrot with stove").text == "You fry the carrot with the stove."
    assert "a fried sliced carrot" in game.step("inventory").text
    assert game.step("roast carrot with oven").text == "You burn the carrot with the oven."
    assert "a burned sliced carrot" in game.step("inventory").text
    game.step("roast chicken breast with oven")
    assert "a roasted chicken breast" in game.step("inventory").text


@pytest.mark.parametrize("seed", range(10))
def test_meat_is_never_eaten_raw(seed: int) -> None:
    game = cooking.generate(seed, cooking.HARDEST)
    cooked = {each.ingredient for each in game.steps if each.verb not in CUTS}
    raw = {each.name for each in game.house.things if each.states == ("raw",)}
    assert raw & set(game.ingredients) <= cooked
    assert {each.ingredient for each in game.steps} == set(game.ingredients)
    assert all(not each.states for each in game.house.things if each.name not in raw)


def test_a_meal_is_made_in_the_kitchen_of_everything_and_eaten() -> None:
    game = cooking.generate(2)
    play(game, until(game, "prepare"))
    spare = game.ingredients[0]
    assert "prepare meal" not in game.step(f"drop {spare}").actions
    assert game.step("prepare meal").text == "Nothing happens."
    assert "prepare meal" in game.step(f"take {spare}").actions
    score = game.score
    assert game.step("prepare meal").text == "You prepare the meal. You pick up the meal."
    assert not set(game.world.carried) & set(game.ingredients)
    assert "meal" in game.world.carried
    assert game.score == score + 1
    end = game.step("eat meal")
    assert end.text == "You eat the meal.\nYou have won."
    assert (end.won, end.score) == (True, game.max_score)


def test_a_meal_is_made_in_no_other_room() -> None:
    game = cooking.generate(2)
    play(game, until(game, "prepare"))
    way = next(each for each in game.world.exits if f"go {each.direction}" in game.step("look").actions)
    assert "prepare meal" in game.step("look").actions
    assert "prepare meal" not in game.step(f"go {way.direction}").actions


def test_an_ingredient_counts_once() -> None:
    game = cooking.generate(2)
    walk = until(game, "take")
    action = cooking.walkthrough(game)[len(walk)]
    food = game.ingredients[[each in action for each in game.ingredients].index(True)]
    assert play(game, (*walk, action))[-1].score == 1
    assert game.step(f"drop {food}").score == 1
    assert game.step(f"take {food}").score == 1


def test_hands_are_full_at_the_limit() -> None:
    game = cooking.generate(3, cooking.HARDEST)
    game.reset()
    *held, last = [each for each, place in game.world.places.items() if place != "nowhere"][
        : cooking.HARDEST.capacity + 1
    ]
    game.world.places |= dict.fromkeys(held, "inventory") | {last: game.world.room}
    moment = game.step("look")
    assert not [each for each in moment.actions if each.startswith("take ")]
    assert game.step(f"take {last}").text == "Your hands are full: drop something first."
    assert f"take {last}" in game.step(f"drop {held[0]}").actions


def test_closed_doors_are_opened_on_the_way() -> None:
    for seed in range(20):
        game = cooking.generate(seed, cooking.HARDEST)
        assert len(game.house.doors) == cooking.HARDEST.doors
        assert {each.lock for each in game.house.doors} == {"closed"}


@pytest.mark.parametrize(
    "given",
    [{"rooms": 0}, {"rooms": 13}, {"ingredients": 6}, {"doors": 11}, {"capacity": 2}, {"others": -1}],
)
def test_a_size_that_cannot_be_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(InvalidInput, match="choose"):
        cooking.Size(**{"rooms": 6, "ingredients": 3, **given})


@pytest.mark.parametrize("size", [cooking.Size(1, 1, capacity=2), cooking.Size(12, 5, 10, 5, 10, 40)])
def test_the_ends_of_the_range_can_be_won(size: cooking.Size) -> None:
    for seed in range(5):
        game = cooking.generate(seed, size)
        assert play(game, cooking.walkthrough(game))[-1].won
