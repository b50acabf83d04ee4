"""What holds for every game: it can be won, it is the same every time, and what it lists is what it accepts."""

import hashlib
import os
import subprocess
import sys
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playground.tests.environments.kinds import KINDS, REFUSALS, Kind, names, play, ramble, read, sentences, state

from clew.agents.environment import Environment
from clew.errors import InvalidInput
from clew_playground.environments import Game

SEEDS = range(20)
TELLING = {"look", "inventory", "examine"}
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.name)


@kinds
def test_the_walkthrough_wins_with_every_point(kind: Kind) -> None:
    for seed in SEEDS:
        game = kind.generate(seed)
        moments = play(game, kind.walkthrough(game))
        assert moments[-1].won, (kind.name, seed)
        assert moments[-1].done
        assert moments[-1].score == game.max_score == max(each.score for each in moments)
        assert moments[-1].actions == ()
        assert not any(each.done for each in moments[:-1])
        assert not any(REFUSALS.search(each.text) for each in moments)


@kinds
def test_a_seed_makes_one_game_and_another_seed_another(kind: Kind) -> None:
    first, again, other = kind.generate(3), kind.generate(3), kind.generate(4)
    assert first.house == again.house
    assert first.house != other.house
    assert kind.walkthrough(first) == kind.walkthrough(again)


@kinds
def test_after_a_reset_it_is_the_same_game(kind: Kind) -> None:
    game = kind.generate(5)
    actions = kind.walkthrough(game)
    assert play(game, actions) == play(game, actions)
    assert play(game, actions[:9]) == play(game, actions[:9])


def fingerprint() -> str:
    """Of the house and every word of two games of each kind."""
    digest = hashlib.sha256()
    for kind in KINDS:
        for seed in (1, 2):
            game = kind.generate(seed)
            digest.update(repr((game.task, game.house, play(game, kind.walkthrough(game)))).encode())
    return digest.hexdigest()


@pytest.mark.parametrize("hashes", ["1", "77"])
def test_another_process_with_other_hashes_makes_the_same_games(hashes: str) -> None:
    code = "from playground.tests.environments.test_games import fingerprint; print(fingerprint())"
    environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == fingerprint()


@settings(max_examples=50)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_ramble_keeps_the_world_whole(kind: Kind, seed: int, walk: int) -> None:
    game = kind.generate(seed)
    known = {each.name for each in game.house.things}
    spots = {each.name for part in (game.house.rooms, game.house.furniture) for each in part} | {"inventory", "nowhere"}
    for moment in ramble(game, Random(walk), 150):
        assert moment.score <= game.max_score
        assert moment.won == (moment.done and moment.score == game.max_score)
        assert len(moment.actions) == len(set(moment.actions))
        assert moment.done == (not moment.actions)
        assert not REFUSALS.search(moment.text)
        assert set(game.world.places) == known
        assert set(game.world.places.values()) <= spots
        assert not game.house.capacity or len(game.world.carried) <= game.house.capacity


@settings(max_examples=50)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 10_000))
def test_what_a_room_says_is_what_is_there(kind: Kind, seed: int, walk: int) -> None:
    """Read by rule alone, with inner commas, directions and states in names."""
    game = kind.generate(seed)
    ramble(game, Random(walk), 60)
    if game.ending:
        game.reset()
    world = game.world
    seen = read(game.step("look").text)
    told_flavours = [each.flavour for each in game.house.rooms if each.name == world.room]
    assert seen.room == world.room
    assert seen.rest == [each for each in told_flavours if each]
    assert seen.exits == {
        each.direction: (world.locks[each.door], each.door) if each.door else None for each in world.exits
    }
    assert seen.locks == {each.name: world.locks[each.name] for each in world.furniture if each.kind == "container"}
    there = {each.name: world.at(each.name) for each in world.holders()} | {world.room: world.at(world.room)}
    assert {place: sorted(things) for place, things in seen.held.items() if things} == {
        place: sorted(things) for place, things in there.items() if things
    }


@settings(max_examples=30)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 10_000))
def test_the_inventory_says_what_is_carried(kind: Kind, seed: int, walk: int) -> None:
    game = kind.generate(seed)
    ramble(game, Random(walk), 60)
    if game.ending:
        game.reset()
    text = game.step("inventory").text
    listed = [each.removeprefix("You are carrying: ").removesuffix(".") for each in sentences(text)]
    carried = game.world.carried
    assert sorted(name for each in listed for name in names(each)) == sorted(carried) or (
        text == "You are carrying nothing." and not carried
    )


@settings(max_examples=50)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 10_000))
def test_each_valid_action_changes_or_tells_something(kind: Kind, seed: int, walk: int) -> None:
    game = kind.generate(seed)
    actions = ramble(game, Random(walk), 40)[-1].actions
    before = state(game)
    for action in actions:
        tried = deepcopy(game)
        moment = tried.step(action)
        assert moment.text
        assert not REFUSALS.search(moment.text)
        assert (state(tried) == before) == (action.split()[0] in TELLING), action


@settings(max_examples=50)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 10_000))
def test_what_is_not_valid_is_answered_and_changes_nothing(kind: Kind, seed: int, walk: int) -> None:
    game = kind.generate(seed)
    moments = ramble(game, Random(walk), 60)
    if moments[-1].done:
        moments.append(game.reset())
    valid, score, before = moments[-1].actions, moments[-1].score, state(game)
    ever = {action for moment in moments for action in moment.actions} | {"", "xyzzy", "go up", "take", "look north"}
    for action in sorted(ever - set(valid))[:40]:
        answer = game.step(action)
        assert REFUSALS.fullmatch(answer.text), (action, answer.text)
        assert (answer.actions, answer.score, answer.done) == (valid, score, False)
        assert state(game) == before


@kinds
def test_the_way_back_leads_back(kind: Kind) -> None:
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    for seed in range(5):
        ways = {(each.room, each.direction): each for each in kind.generate(seed).house.exits}
        for (room, direction), way in ways.items():
            home = ways[way.to, back[direction]]
            assert (home.to, home.door) == (room, way.door)
            assert way.to != room


@kinds
def test_walking_away_and_back_shows_the_same_room(kind: Kind) -> None:
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    game = kind.generate(8)
    first = game.reset()
    for direction in [each.removeprefix("go ") for each in first.actions if each.startswith("go ")]:
        assert game.step(f"go {direction}").text != first.text
        assert game.step(f"go {back[direction]}").text == first.text


@kinds
def test_names_are_plain(kind: Kind) -> None:
    adjectives = {"raw", "uncut", "open", "closed", "locked", "on", "off", "clean", "dirty", "empty"}
    for seed in SEEDS:
        house = kind.generate(seed).house
        for part in (house.rooms, house.doors, house.furniture, house.things):
            for each in part:
                assert each.name == each.name.lower().strip()
                assert each.name.split()[0] not in adjectives


@kinds
def test_a_game_that_does_not_run_says_how_to_begin(kind: Kind) -> None:
    game: Game = kind.generate(1)
    environment: Environment = game
    with pytest.raises(InvalidInput, match=r"'look' comes before the beginning of the game: call reset\(\) to begin"):
        environment.step("look")
    play(game, kind.walkthrough(game))
    with pytest.raises(InvalidInput, match=r"'look' comes after the end of the game: call reset\(\) to play again"):
        game.step("look")
    assert game.reset().actions


@kinds
def test_case_and_spaces_do_not_count(kind: Kind) -> None:
    game = kind.generate(1)
    first = game.reset()
    assert game.step("  LOOK ").text == first.text
