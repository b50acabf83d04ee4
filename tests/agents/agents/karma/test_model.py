"""A language model as KARMA's planner: whatever it says is parsed, checked and planned anew, and nothing breaks.

The answers in `tests/cassettes/karma.json` are those of a model with 1.5 billion parameters, which plans badly. To record
them anew, delete the file and name the base URL of an OpenAI-compatible server:
`CLEW_TEST_RECORD=URL pytest tests/agents/agents/karma/test_model.py`.
"""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.agents.environments.household.houses import APPLE, FRIDGE, KITCHEN, MICROWAVE, POTATO

from clew.agents.karma.loop import run
from clew.agents.karma.model import MAX_CALLS, ModelPlanner
from clew.agents.karma.planner import Done, Situation
from clew.environments.household import Goal, Household, Skill
from clew.errors import InvalidInput, ModelFailed
from clew.llm import LanguageModel, chat_model
from clew.memory import Memory
from clew.scene import Scene, ShortTermMemory
from clew.scene_model import Point, Thing
from clew.settings import Settings
from clew.testing import Recorded, Scripted

CASSETTE = Path(__file__).parents[3] / "cassettes" / "karma.json"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HERE = Point(0.0, 0.0, 0.0)


def recorded() -> LanguageModel:
    url = os.environ.get("CLEW_TEST_RECORD", "")
    live = chat_model(Settings(model="openai:local", model_url=url, model_tokens=150)) if url else None
    how = "CLEW_TEST_RECORD=URL pytest tests/agents/agents/karma/test_model.py"
    return LanguageModel(Recorded(cassette=CASSETTE, live=live, how=how))


def planner(*answers: str, calls: int = MAX_CALLS) -> tuple[ModelPlanner, Scripted]:
    model = Scripted(answers=list(answers))
    return ModelPlanner(LanguageModel(model, pauses=()), calls=calls), model


def situation(
    *things: Thing, task: str = "Put the apple in the fridge.", failure: str = "", done: tuple[Done, ...] = ()
) -> Situation:
    known = {each.id: each for each in things or KITCHEN.things}
    return Situation(task, known, frozenset(), frozenset({POTATO.id}), "", HERE, None, None, done, failure)


@pytest.fixture
def scene(memory: Memory) -> Scene:
    """The kitchen, without what can be moved."""
    scene = Scene(memory)
    scene.load(KITCHEN, at=NOON - timedelta(days=1))
    return scene


class TestOfARealModel:
    TASKS = (
        ("Put the apple in the microwave.", Goal("pick_and_place_simple", "Apple", "Microwave")),
        ("Put the potato in the fridge.", Goal("pick_and_place_simple", "Potato", "Fridge")),
        ("Wash the plate and put it on the counter.", Goal("pick_clean_then_place_in_recep", "Plate", "CounterTop")),
    )

    def test_its_plans_are_checked_and_done_or_planned_anew(self, scene: Scene) -> None:
        won = list[bool]()
        for task, goal in self.TASKS:
            house = Household(KITCHEN)
            house.assign(goal)
            lately = ShortTermMemory(scene.memory)
            asked = ModelPlanner(recorded(), calls=3)
            played = run(house, asked, task, scene=scene, short_term=lately, clock=lambda: NOON)
            won.append(house.won)
            assert 1 <= len(asked.replies) <= 3
            assert played.failures + len(played.done) > 0
            print(task, house.won, played, *asked.replies, sep="\n")
        assert won == [True, True, True]
