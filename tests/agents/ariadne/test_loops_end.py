"""No player goes round in circles: what was in vain is not offered again, and who knows nothing more says so."""

from collections.abc import Sequence

import pytest
from tests.agents.ariadne.rote import Rote
from tests.api.world.forgetful import Forgetful
from tests.conftest import slow_but_first

from clew.agents.ariadne.choices import NOTHING_LEFT
from clew.agents.ariadne.play import ALL_IN_VAIN, GAVE_UP, play
from clew.agents.ariadne.players import PLAYERS, player
from clew.agents.environments import Moment, cooking, hunt
from clew.agents.environments.phrasings import PHRASINGS, SHOWN
from clew.agents.environments.rewording import reworded_cooking, reworded_hunt
from clew.api.memory import Memory
from clew.api.world import Reader, World
from clew.llm import LanguageModel
from clew.model.world import Observed

CELL = "-= Cell =-\nYou see a wall. There is an exit to the north."


class Wall:
    """A world in which nothing that can be done does anything."""

    task, max_score = "Get out.", 1.0

    def __init__(self, actions: Sequence[str], answer: str = CELL) -> None:
        self.actions, self.answer, self.sent = tuple(actions), answer, list[str]()

    def reset(self) -> Moment:
        return Moment(CELL, self.actions, 0.0, done=False, won=False)

    def step(self, action: str) -> Moment:
        self.sent.append(action)
        return Moment(self.answer, self.actions, 0.0, done=False, won=False)


class First:
    """A player that always wants the first of what it is offered, and keeps that."""

    def __init__(self) -> None:
        self.offered = list[tuple[str, ...]]()

    def choose(self, world: World, moment: Moment) -> str:  # noqa: ARG002
        self.offered.append(moment.actions)
        return moment.actions[0]


def test_no_player_is_offered_again_what_was_in_vain(memory: Memory) -> None:
    wall, player = Wall(["push wall", "pull wall"], "Nothing happens."), First()
    played = play(wall, World(memory), player)
    assert wall.sent == ["push wall", "push wall", "pull wall"]  # the first answer was new
    assert player.offered[-1] == ("pull wall",)
    assert (played.stopped, played.over, played.steps) == (ALL_IN_VAIN, False, 3)


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_with_a_model_repeats_what_was_in_vain(name: str, memory: Memory) -> None:
    wall = Wall(["push wall", "pull wall"], "Nothing happens.")
    stubborn = player(name, LanguageModel(Rote(action=1)), wall.task)
    played = play(wall, World(memory, reader="rules"), stubborn)
    assert wall.sent == ["push wall", "push wall", "pull wall"]
    assert (played.stopped, played.refused) == (ALL_IN_VAIN, 0)


@pytest.mark.parametrize("kind", ["hunt", "cooking", "cleaning"])
def test_who_knows_nothing_more_to_do_says_so(kind: str, memory: Memory) -> None:
    wall = Wall(["look", "push wall"])
    played = play(wall, World(memory), Forgetful(kind))
    assert (played.stopped, played.won, played.refused) == (GAVE_UP, False, 0)
    assert wall.sent == ["look", "look"]


@pytest.mark.parametrize("reader", ["model", "both"])
def test_a_game_goes_on_where_the_model_cannot_read_what_is_seen(reader: Reader, memory: Memory) -> None:
    wall = Wall(["look"], f"{CELL}\nWeird shapes dance.")
    memory.model = Rote(rubbish=["place"])
    world = World(memory, reader=reader)
    played = play(wall, world, First(), most_steps=1)
    assert (played.steps, played.unread) == (1, 2)
    assert [each.text for each in world.history()] == [f"{CELL}\nWeird shapes dance.", f"Get out.\n\n{CELL}"]
    assert "cell has exit north" in [each.triplet.text for each in world.triplets()]


def test_who_may_not_give_up_looks_around(memory: Memory) -> None:
    wall = Wall(["look", "push wall"])
    played = play(wall, World(memory), Forgetful("hunt"), most_steps=6, gives_up=False)
    assert (played.steps, played.stopped, played.refused) == (6, "", 0)
    assert NOTHING_LEFT not in wall.sent


class Idling:
    """Counts steps in a row that taught and changed nothing."""

    def __init__(self) -> None:
        self.seen, self.now, self.most = set[str](), 0, 0

    def __call__(self, observed: Observed, moment: Moment) -> None:
        learnt = observed.new or observed.replaced or moment.text not in self.seen
        self.seen.add(moment.text)
        self.now = 0 if learnt else self.now + 1
        self.most = max(self.most, self.now)


@pytest.mark.parametrize(("seed", "name"), slow_but_first(enumerate(PHRASINGS, 41)))
def test_a_hunt_is_won_whatever_its_notes_sound_like(seed: int, name: str, memory: Memory) -> None:
    game, idling = reworded_hunt(hunt.generate(seed, hunt.Size(5, 2)), PHRASINGS[name]), Idling()
    played = play(game, World(memory, reader="rules"), Forgetful("hunt"), on_step=idling)
    assert played.won, played
    assert idling.most <= 2


def test_who_cannot_win_goes_everywhere_and_stops(memory: Memory) -> None:
    game, idling = hunt.generate(7, hunt.Size(5, 2)), Idling()
    game.world.keys.clear()
    places = set[str]()

    def told(observed: Observed, moment: Moment) -> None:
        places.add(observed.place)
        idling(observed, moment)
        game.world.keys.clear()  # from now on no key fits

    played = play(game, World(memory, reader="rules"), Forgetful("hunt"), on_step=told)
    assert (played.won, played.stopped) == (False, GAVE_UP)
    assert places == {each.name for each in game.house.rooms}
    assert idling.most <= 2


@pytest.mark.parametrize(("seed", "name"), slow_but_first(enumerate((each.name for each in SHOWN), 51)))
def test_a_meal_is_cooked_whatever_its_recipe_sounds_like(seed: int, name: str, memory: Memory) -> None:
    game = reworded_cooking(cooking.generate(seed, cooking.TINY), PHRASINGS[name])
    assert play(game, World(memory, reader="rules"), Forgetful("cooking")).won
