"""Ariadne with a model that answers by rote: what she is shown, and what becomes of answers that cannot be used."""

import pytest
from tests.agents.ariadne.rote import Rote, listed

from clew.agents.ariadne.ariadne import PlanningPlayer
from clew.agents.ariadne.memory_modules import GraphMemory
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import LanguageModel
from clew_playground.pages.replay.recording_proxy import Overheard
from clew_playground.readers import GAMES

TASK = "Find the treasure."
HALL = "-= Hall =-\nYou see a white locker. The white locker is locked. There is an exit to the north."
CELLAR = "-= Cellar =-\nThere is a key 1 on the floor. There is an exit to the south."


@pytest.fixture
def world(memory: Memory) -> World:
    """Two rooms; the player has come back to the first."""
    world = World(memory, reader="rules", rules=GAMES)
    world.observe(HALL)
    world.observe(CELLAR, action="go north")
    world.observe(HALL, action="go south")
    return world


def ariadne(model: Rote, window: int = 5) -> PlanningPlayer:
    asked = LanguageModel(model)
    return PlanningPlayer(asked, TASK, GraphMemory(asked), window)


def now(*actions: str) -> Observation:
    return Observation(HALL, actions or ("go north", "look"), 0.0, done=False, won=False)


def test_more_places_are_more_choices_and_no_more_questions(world: World) -> None:
    model = Rote()
    player = Overheard(ariadne(model))
    player.choose(world, now())
    world.observe("-= Attic =-\nThere is an exit to the west.", action="go east")
    player.choose(world, now())
    few, more = (set(listed(each)) for each in model.asked("thought"))
    assert more - few == {"go to hall"}
    few, more = ({each.question.partition(" ")[0] for each in decision.asked} for decision in player.decisions)
    assert few == more
    assert [len(each.asked) for each in player.decisions] == [len(more)] * 2
