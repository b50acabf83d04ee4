"""No player goes round in circles: what was in vain is not offered again, and who knows nothing more says so."""

from collections.abc import Sequence

import pytest
from tests.agents.ariadne.rote import Rote

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import ALL_IN_VAIN
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import Reader, World

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


class First:
    """A player that always wants the first of what it is offered, and keeps that."""

    def __init__(self) -> None:
        self.offered = list[tuple[str, ...]]()

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        self.offered.append(moment.actions)
        return moment.actions[0]


def test_no_player_is_offered_again_what_was_in_vain(memory: Memory) -> None:
    wall, player = Wall(["push wall", "pull wall"], "Nothing happens."), First()
    played = Ariadne(World(memory), player=player).run(wall)
    assert wall.sent == ["push wall", "push wall", "pull wall"]  # the first answer was new
    assert player.offered[-1] == ("pull wall",)
    assert (played.stopped, played.over, played.steps) == (ALL_IN_VAIN, False, 3)


@pytest.mark.parametrize("reader", ["model", "both"])
def test_a_game_goes_on_where_the_model_cannot_read_what_is_seen(reader: Reader, memory: Memory) -> None:
    wall = Wall(["look"], f"{CELL}\nWeird shapes dance.")
    memory.model = Rote(rubbish=["place"])
    world = World(memory, reader=reader)
    played = Ariadne(world, player=First(), most_steps=1).run(wall)
    assert (played.steps, played.unread) == (1, 2)
    assert [each.text for each in world.history()] == [f"{CELL}\nWeird shapes dance.", f"Get out.\n\n{CELL}"]
    assert "cell has exit north" in [each.triplet.text for each in world.triplets()]
