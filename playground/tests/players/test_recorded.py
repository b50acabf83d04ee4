"""Trials of a chore with learnings that a real small model wrote, over the graph.

They are those of `playground/benchmarks/learnings_by_model.py`, which records them with `--model` and `--model-url`.
"""

from pathlib import Path

from tests.recorded_answers import Recorded

from clew.agents.clin.loops import Clin
from clew.agents.clin.model_generator import ModelGenerator
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.llm import LanguageModel
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy

CASSETTE = Path(__file__).parents[2] / "tests" / "cassettes" / "learnings.json"
SEED, BUDGET = 1, 900
"""Of the chore; of the lesson that the model was shown."""


def test_what_a_real_model_wrote_is_kept_and_begins_the_next_trial(memory: Memory) -> None:
    game, store = chores.generate(SEED), Learnings(memory)
    store.task(game.name, game.task)
    store.environment("house")
    model = LanguageModel(Recorded(cassette=CASSETTE))
    played = Clin(
        store,
        place="house",
        task_name=game.name,
        player=lambda number: ScriptedPolicy(SEED * 5 + number),
        generator=ModelGenerator(model, budget=BUDGET),
        trials=3,
    ).run(game)
    assert [each.given for each in played[1:]] == [each.written for each in played[:-1]]
    assert all(each.written and each.written.learnings for each in played)
    assert model.usage.total.calls == len(played)
