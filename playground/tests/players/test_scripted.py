"""Games played end to end over the graph by policies that keep nothing: what they know, memory has told them."""

import pytest
from playground.tests.players.forgetful import Forgetful

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import InvalidInput
from clew.model.world import Observed
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.players.scripted import scripted
from clew_playground.readers import GAMES

CHOSEN = [("hunt", "easy", 1), ("cooking", "tiny", 1), ("cooking", "hardest", 1), ("cleaning", "small", 1)]
"""Each kind; one room, and closed doors and few hands. `benchmarks/games.py` plays all sizes and more seeds."""
MODULES = {"hunt": hunt, "cooking": cooking, "cleaning": cleaning}


class Told:
    """An environment that tells texts in their order, whatever is done, and keeps what it was sent."""

    task = "Walk."
    max_score = 1.0

    def __init__(self, *texts: str, actions: tuple[str, ...] = ("go north", "go south", "look")) -> None:
        self.texts, self.actions, self.sent = list(texts), actions, list[str]()

    def reset(self) -> Observation:
        return self._moment()

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        return self._moment()

    def _moment(self) -> Observation:
        text = self.texts.pop(0)
        return Observation(text, self.actions if self.texts else (), 0.0, done=not self.texts, won=False)


@pytest.mark.parametrize(("kind", "size", "seed"), CHOSEN)
def test_a_game_is_won_by_what_memory_tells(kind: str, size: str, seed: int, memory: Memory) -> None:
    module = MODULES[kind]
    game = module.generate(seed, module.SIZES[size])
    steps: list[Observed] = []
    played = Ariadne(
        World(memory, rules=GAMES), player=Forgetful(kind), on_step=lambda observed, _: steps.append(observed)
    ).run(game)
    assert (played.won, played.share, played.refused, played.broken) == (True, 1.0, 0, 0)
    assert played.decisions <= played.steps <= 150
    assert [each.step for each in steps] == list(range(played.steps + 1))
    assert memory.stats().nodes["Episode"] == played.steps + 1


@pytest.mark.parametrize("kind", ["hunt", "cooking", "cleaning"])
@pytest.mark.parametrize("text", ["It is pitch dark.", "-= Cell =-\nThere is no way out.", ""])
def test_where_nothing_is_known_a_player_looks_around(kind: str, text: str, memory: Memory) -> None:
    told = Told(text, text, text, actions=("look",))
    assert Ariadne(World(memory, rules=GAMES), player=Forgetful(kind)).run(told).steps == 2
    assert told.sent == ["look", "look"]


def test_a_locked_door_without_a_key_is_no_way(memory: Memory) -> None:
    cell = "-= Cell =-\nThere is a locked iron door leading north."
    told = Told(cell, cell, cell, actions=("look",))
    assert Ariadne(World(memory, rules=GAMES), player=Forgetful("hunt")).run(told).refused == 0
    assert told.sent == ["look", "look"]


@pytest.mark.parametrize("most", [7, 0, -1])
def test_the_steps_are_bounded(most: int, memory: Memory) -> None:
    played = Ariadne(World(memory, rules=GAMES), player=Forgetful("hunt"), most_steps=most).run(hunt.generate(1))
    assert (played.steps, played.over, played.won) == (max(most, 0), False, False)


def test_an_unknown_kind_of_game_is_an_error() -> None:
    with pytest.raises(InvalidInput, match="chess"):
        scripted("chess")


def test_who_forgets_all_but_the_last_steps_does_not_win(memory: Memory) -> None:
    def forget(observed: Observed, _: Observation) -> None:
        if observed.step >= 5:
            memory.forget(ids=f"episode:run/{observed.step - 5}")

    played = Ariadne(World(memory, rules=GAMES), player=Forgetful("hunt"), on_step=forget, most_steps=40).run(
        hunt.generate(1)
    )
    assert played.share < 0.5
