"""Cleaning: the table of places, and a score that no round of deeds can push up."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playground.tests.environments.kinds import play

from clew.errors import InvalidInput
from clew_playground.environments import cleaning
from clew_playground.environments.homes import FURNITURE, HOMES

ROOM_OF = {name: room for room, furniture in FURNITURE.items() for name, _ in furniture}


def put(thing: str, place: str) -> str:
    kinds = dict(pair for furniture in FURNITURE.values() for pair in furniture)
    return f"put {thing} {'on' if kinds[place] == 'supporter' else 'into'} {place}"


def test_the_places_of_a_thing_are_furniture_of_one_room() -> None:
    for places in HOMES.values():
        assert len({ROOM_OF[place] for place in places}) == 1


@pytest.mark.parametrize("seed", range(20))
def test_what_is_out_of_place_is_in_sight_and_in_another_room(seed: int) -> None:
    game = cleaning.generate(seed)
    places = {each.name: each.place for each in game.house.things}
    containers = {each.name for each in game.house.furniture if each.kind == "container"}
    assert len(game.house.rooms) == 9
    assert len(game.misplaced) == 11
    assert f"{len(game.misplaced)} things" in game.task
    for thing in game.misplaced:
        assert places[thing] not in containers
        assert ROOM_OF.get(places[thing], places[thing]) != ROOM_OF[HOMES[thing][0]]
    for thing in set(places) - set(game.misplaced):
        assert places[thing] in HOMES[thing]


def test_points_for_taking_and_for_putting_right() -> None:
    game = cleaning.generate(1)
    game.reset()
    thing = game.misplaced[0]
    place = HOMES[thing][0]
    game.world.room, game.world.places[thing] = ROOM_OF[place], ROOM_OF[place]
    game.world.locks |= dict.fromkeys(game.world.locks, "open")
    assert game.step("look").score == 0
    assert game.step(f"take {thing}").score == 1
    assert game.step(f"drop {thing}").score == 0
    assert game.step(f"take {thing}").score == 1
    assert game.step(put(thing, place)).score == 2
    for _ in range(3):
        assert game.step(f"take {thing} from {place}").score == 1
        assert game.step(put(thing, place)).score == 2


def test_moving_what_was_right_costs_points_until_it_is_back() -> None:
    game = cleaning.generate(1)
    game.reset()
    thing, place = next(
        (each.name, each.place)
        for each in game.house.things
        if each.name not in game.misplaced and dict(FURNITURE[ROOM_OF[each.place]])[each.place] == "supporter"
    )
    game.world.room = ROOM_OF[place]
    game.step("look")
    for _ in range(3):
        assert game.step(f"take {thing} from {place}").score == -1
        assert game.step(f"drop {thing}").score == -2
        assert game.step(f"take {thing}").score == -1
        assert game.step(put(thing, place)).score == 0


@settings(max_examples=15)
@given(st.integers(0, 1000), st.integers(0, 1000))
def test_each_deed_counts_one_point_as_the_rules_say(seed: int, walk: int) -> None:
    """The points are told from the deed and the place it began in, without the sum over places."""
    game = cleaning.generate(seed)
    random, moment = Random(walk), game.reset()
    while not moment.done:
        action = random.choice(moment.actions)
        before, places = moment.score, dict(game.world.places)
        moment = game.step(action)
        verb = action.split()[0]
        if verb in {"take", "put", "drop"}:
            thing = next(each for each in places if places[each] != game.world.places[each])
            right = (places if verb == "take" else game.world.places)[thing] in HOMES[thing]
            assert moment.score - before == (1 if right == (verb != "take") else -1)
        else:
            assert moment.score == before


def test_the_game_is_over_when_the_steps_are() -> None:
    game = cleaning.generate(1, cleaning.Size(20, 5, steps=3))
    moments = play(game, ("look", "xyzzy", "look"))
    assert [each.done for each in moments] == [False, False, False, True]
    assert not moments[-1].won
    assert moments[-1].text.endswith("\nYour time is over.")
    assert [each.done for each in play(game, ("look", "xyzzy", "look"))] == [False, False, False, True]


@pytest.mark.parametrize(("things", "misplaced", "steps"), [(5, 6, 9), (5, 0, 9), (1000, 5, 9), (5, 5, 0)])
def test_a_size_that_cannot_be_is_refused(things: int, misplaced: int, steps: int) -> None:
    with pytest.raises(InvalidInput, match="choose"):
        cleaning.Size(things, misplaced, steps)


def test_a_house_where_all_is_out_of_place_can_be_won() -> None:
    size = cleaning.Size(len(HOMES), len(HOMES), steps=1000)
    game = cleaning.generate(1, size)
    assert play(game, cleaning.walkthrough(game))[-1].won
