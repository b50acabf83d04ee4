"""No player goes round in circles: what was in vain is not offered again, and who knows nothing more says so."""

from collections.abc import Sequence

import pytest
from playground.tests.players.forgetful import Forgetful
from tests.agents.ariadne.rote import Rote

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import ALL_IN_VAIN, GAVE_UP, NOTHING_LEFT
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import LanguageModel
from clew.model.world import Observed
from clew_playground.environments import cooking, hunt
from clew_playground.environments.phrasings import PHRASINGS, SHOWN
from clew_playground.environments.rewording import reworded_cooking, reworded_hunt
from clew_playground.players.by_model import PLAYERS, player
from clew_playground.readers import GAMES

CELL = "-= Cell =-\nYou see a wall. There is an exit to the north."


class Wall:
    """A world in which nothing that can be done does anything."""

    task, max_score = "Get out.", 1.0

    def __init__(self, actions: Sequence[str], answer: str = CELL) -> None:
        self.actions, self.answer, self.sent = tuple(actions), answer, list[str]()

    def reset(self) -> Observation:
        return Observation(CELL, self.actions, 0.0, done=False, won=False)

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        return Observation(self.answer, self.actions, 0.0, done=False, won=False)


@pytest.mark.parametrize("kind", ["hunt", "cooking", "cleaning"])
def test_who_knows_nothing_more_to_do_says_so(kind: str, memory: Memory) -> None:
    wall = Wall(["look", "push wall"])
    played = Ariadne(World(memory, rules=GAMES), player=Forgetful(kind)).run(wall)
    assert (played.stopped, played.won, played.refused) == (GAVE_UP, False, 0)
    assert wall.sent == ["look", "look"]


def test_who_may_not_give_up_looks_around(memory: Memory) -> None:
    wall = Wall(["look", "push wall"])
    played = Ariadne(World(memory, rules=GAMES), player=Forgetful("hunt"), most_steps=6, gives_up=False).run(wall)
    assert (played.steps, played.stopped, played.refused) == (6, "", 0)
    assert NOTHING_LEFT not in wall.sent


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_with_a_model_repeats_what_was_in_vain(name: str, memory: Memory) -> None:
    wall = Wall(["push wall", "pull wall"], "Nothing happens.")
    stubborn = player(name, LanguageModel(Rote(action=1)), wall.task)
    played = Ariadne(World(memory, reader="rules"), player=stubborn).run(wall)
    assert wall.sent == ["push wall", "push wall", "pull wall"]
    assert (played.stopped, played.refused) == (ALL_IN_VAIN, 0)


class Idling:
    """Counts steps in a row that taught and changed nothing."""

    def __init__(self) -> None:
        self.seen, self.now, self.most = set[str](), 0, 0

    def __call__(self, observed: Observed, moment: Observation) -> None:
        learnt = observed.new or observed.replaced or moment.text not in self.seen
        self.seen.add(moment.text)
        self.now = 0 if learnt else self.now + 1
        self.most = max(self.most, self.now)


@pytest.mark.parametrize(("seed", "name"), [*enumerate(PHRASINGS, 41)])
def test_a_hunt_is_won_whatever_its_notes_sound_like(seed: int, name: str, memory: Memory) -> None:
    game, idling = reworded_hunt(hunt.generate(seed, hunt.Size(5, 2)), PHRASINGS[name]), Idling()
    played = Ariadne(World(memory, reader="rules", rules=GAMES), player=Forgetful("hunt"), on_step=idling).run(game)
    assert played.won, played
    assert idling.most <= 2


def test_who_cannot_win_goes_everywhere_and_stops(memory: Memory) -> None:
    game, idling = hunt.generate(7, hunt.Size(5, 2)), Idling()
    game.world.keys.clear()
    places = set[str]()

    def told(observed: Observed, moment: Observation) -> None:
        places.add(observed.place)
        idling(observed, moment)
        game.world.keys.clear()  # from now on no key fits

    played = Ariadne(World(memory, reader="rules", rules=GAMES), player=Forgetful("hunt"), on_step=told).run(game)
    assert (played.won, played.stopped) == (False, GAVE_UP)
    assert places == {each.name for each in game.house.rooms}
    assert idling.most <= 2


@pytest.mark.parametrize(("seed", "name"), [*enumerate((each.name for each in SHOWN), 51)])
def test_a_meal_is_cooked_whatever_its_recipe_sounds_like(seed: int, name: str, memory: Memory) -> None:
    game = reworded_cooking(cooking.generate(seed, cooking.TINY), PHRASINGS[name])
    assert Ariadne(World(memory, reader="rules", rules=GAMES), player=Forgetful("cooking")).run(game).won
