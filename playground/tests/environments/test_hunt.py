"""Treasure Hunt: the chain of keys, its points, and lockers that stay locked."""

from collections import deque

import pytest
from playground.tests.environments.kinds import play

from clew.errors import InvalidInput
from clew_playground.environments import hunt


def distances(game: hunt.Hunt) -> dict[str, int]:
    far, queue = {game.house.start: 0}, deque([game.house.start])
    while queue:
        here = queue.popleft()
        for each in game.house.exits:
            if each.room == here and each.to not in far:
                far[each.to] = far[here] + 1
                queue.append(each.to)
    return far


@pytest.mark.parametrize("size", hunt.SIZES.values(), ids=list(hunt.SIZES))
def test_the_size_is_as_it_was_asked_for(size: hunt.Size) -> None:
    house = hunt.generate(2, size).house
    lockers = [each for each in house.furniture if each.kind == "container"]
    assert len(house.rooms) == len(distances(hunt.generate(2, size))) == size.rooms
    assert sorted(each.room for each in lockers) == sorted(each.name for each in house.rooms)
    assert {each.lock for each in lockers} == {"locked"}
    assert sum(bool(each.key) for each in lockers) == size.keys
    assert len(house.things) == 2 * size.keys + 1 + size.distractors


@pytest.mark.parametrize("seed", range(10))
def test_every_note_tells_the_truth(seed: int) -> None:
    game = hunt.generate(seed)
    lockers = {each.key: each for each in game.house.furniture if each.key}
    things = {each.name: each for each in game.house.things}
    for number, key in enumerate(game.keys, 1):
        name, room = lockers[key].name, lockers[key].room
        assert things[f"note {number}"].place == things[key].place
        assert things[f"note {number}"].text == (
            f'The note {number} says: "The {key} unlocks the {name}. The {name} is in the {room}."'
        )
    assert lockers[game.keys[-1]].name == things["treasure"].place == "golden locker"


def test_a_key_counts_once() -> None:
    game = hunt.generate(1)
    game.reset()
    assert game.step("take key 1 from table").score == 1
    assert game.step("put key 1 on table").score == 1
    assert game.step("take key 1 from table").score == 1


def test_a_locker_tells_what_it_needs_and_what_it_holds() -> None:
    game = hunt.generate(1)
    locker = next(each for each in game.house.furniture if each.key == "key 1")
    walk = hunt.walkthrough(game)
    before = walk.index(f"unlock {locker.name} with key 1")
    seen = play(game, walk[:before])
    assert f"open {locker.name}" not in seen[-1].actions
    assert game.step(f"open {locker.name}").text == f"You have to unlock the {locker.name} first."
    assert game.step(walk[before]).text == f"You unlock the {locker.name} with the key 1."
    assert game.step(f"open {locker.name}").text == f"You open the {locker.name}, revealing a key 2 and a note 2."
    assert f"The {locker.name} is open. The {locker.name} contains a key 2 and a note 2." in game.step("look").text


@pytest.mark.parametrize("seed", range(10))
def test_the_second_key_of_the_hard_hunt_is_as_far_as_can_be(seed: int) -> None:
    game = hunt.generate(seed, hunt.HARD)
    room = next(each.room for each in game.house.furniture if each.key == "key 1")
    assert distances(game)[room] == max(distances(game).values())


@pytest.mark.parametrize(("rooms", "keys", "noise"), [(1, 1, 0), (37, 3, 0), (5, 5, 0), (5, 0, 0), (5, 2, 41)])
def test_a_size_that_cannot_be_is_refused(rooms: int, keys: int, noise: int) -> None:
    with pytest.raises(InvalidInput, match="choose"):
        hunt.Size(rooms, keys, noise)


@pytest.mark.parametrize("size", [hunt.Size(2, 1), hunt.Size(36, 35, 40, far=True), hunt.Size(3, 1, far=True)])
def test_the_ends_of_the_range_can_be_won(size: hunt.Size) -> None:
    game = hunt.generate(0, size)
    assert play(game, hunt.walkthrough(game))[-1].won
