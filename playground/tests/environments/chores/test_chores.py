"""Chores: each can be done, hardly by chance, tells no reasons, and varies by place and by task."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.environment import Environment, Observation
from clew.errors import InvalidInput
from clew_playground.environments import chores

NAMES = list(chores.chores())
GAMES = [chores.game_of(name, house) for house, name in enumerate(NAMES * 2, 1)]


def play(game: Environment, actions: Sequence[str]) -> list[Observation]:
    return [game.reset(), *(game.step(each) for each in actions)]


def ramble(game: chores.Chores, walk: int) -> list[Observation]:
    random, moments = Random(walk), [game.reset()]
    while not moments[-1].done:
        moments.append(game.step(random.choice(moments[-1].actions)))
    return moments


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name} {game.house}")
def test_every_chore_can_be_done_in_half_of_its_steps(game: chores.Chores) -> None:
    way = chores.walkthrough(game)
    moments = play(game, way)
    assert moments[-1].won
    assert moments[-1].score == game.max_score == 100
    assert len(way) <= game.steps / 2
    assert not any(each.text.startswith(chores.NOTHING) for each in moments)


@pytest.mark.parametrize("game", GAMES[:6], ids=lambda game: game.name)
def test_what_contributes_is_not_necessary(game: chores.Chores) -> None:
    way = chores.walkthrough(game, points=80)
    assert not {text for text, _ in game.placed.chore.extras} & {*way}
    last = play(game, way)[-1]
    assert (last.done, last.won, last.score) == (True, False, 80)


def test_chance_alone_does_not_do_a_chore() -> None:
    ends = [ramble(game, walk)[-1] for game in GAMES for walk in range(4)]
    assert sum(each.won for each in ends) <= len(ends) / 20


@pytest.mark.parametrize("game", GAMES[:6], ids=lambda game: game.name)
def test_without_any_one_step_of_the_shortest_way_the_chore_is_not_done(game: chores.Chores) -> None:
    """Walks apart: without one of them another deed may still be within reach."""
    way = chores.walkthrough(game, points=80)
    for place, each in enumerate(way):
        if not each.startswith("go to"):
            assert not play(game, [*way[:place], *way[place + 1 :]])[-1].done, each


def test_what_does_not_work_is_not_explained() -> None:
    game = chores.game_of("tea", 3)
    opening = next(each for each in chores.walkthrough(game) if each == f"open the {game.placed.house.locked}")
    room = dict(game.placed.house.containers)[game.placed.house.locked]
    moments = play(game, [f"go to the {room}", opening])
    assert opening in moments[1].actions
    assert moments[2].text == chores.NOTHING
    assert game.step("fly away").text == chores.NOTHING


def test_a_blunder_ends_it_with_the_lowest_score() -> None:
    game = chores.game_of("toast", 2)
    chore = game.placed.chore
    way = chores.walkthrough(game, points=80)
    before = way.index(chore.load[0])
    moments = play(game, [*way[:before], chore.blunder[0], chore.load[0], chore.blunder[0]])
    assert [each.score for each in moments[-3:]] == [0, 20, -100]
    assert moments[-3].text == chores.NOTHING
    assert moments[-1].done
    assert moments[-1].actions == ()


def test_baits_and_what_a_chore_does_not_need_bring_nothing() -> None:
    game = chores.game_of("garden", 4)
    chore, house = game.placed.chore, game.placed.house
    way = chores.walkthrough(game)
    room = next(room for fixture, room in game.placed.fixtures if fixture == chore.device)
    electricity = dict(house.supplies)["electricity"]
    idle = [f"go to the {room}", *(text for text, _ in chore.baits), f"go to the {electricity}"]
    moments = play(game, [*idle, "turn on the main switch"])
    assert {each.score for each in moments} == {0}
    assert not any(each.text.startswith(chores.NOTHING) for each in moments)
    assert "turn on the main switch" not in way


def test_another_place_has_the_chore_and_other_rooms() -> None:
    game = chores.game_of("shoes", 5)
    places = chores.elsewhere(game, 10)
    assert {each.name for each in places} == {"shoes"}
    assert {each.task for each in places} == {game.task}
    layouts = {each.placed.house for each in (game, *places)}
    assert len(layouts) == 11


def test_another_task_has_the_house() -> None:
    game = chores.game_of("shoes", 5)
    tasks = chores.others(game)
    assert [each.name for each in tasks] == [each for each in NAMES if each != "shoes"]
    assert {each.placed.house for each in tasks} == {game.placed.house}


def test_a_seed_makes_one_game_and_after_a_reset_it_is_the_same() -> None:
    first, again = chores.generate(7), chores.generate(7)
    way = chores.walkthrough(first)
    assert first.placed == again.placed
    assert play(first, way) == play(first, way) == play(again, way)
    assert chores.generate(8).placed != first.placed


@settings(max_examples=30)
@given(st.integers(0, 100_000), st.integers(0, 1000), st.integers(1, 60))
def test_every_game_ends_within_its_steps_and_its_scores_stay_in_range(seed: int, walk: int, steps: int) -> None:
    game = chores.generate(seed, steps=steps)
    moments = ramble(game, walk)
    assert len(moments) <= steps + 1
    assert all(-100 <= each.score <= 100 for each in moments)
    assert all(len(each.actions) == len(set(each.actions)) for each in moments)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"chore 'ironing' is unknown; choose of tea"):
        chores.game_of("ironing", 1)
    with pytest.raises(InvalidInput, match="0 steps"):
        chores.game_of("tea", 1, steps=0)
    game = chores.game_of("tea", 1)
    with pytest.raises(InvalidInput, match=r"before the beginning of the game: call reset\(\)"):
        game.step("look")
    play(game, chores.walkthrough(game))
    with pytest.raises(InvalidInput, match=r"after the end of the game: call reset\(\)"):
        game.step("look")
