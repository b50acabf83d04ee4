"""Trials of a chore with learnings that a real small model wrote: its answers are replayed, over the graph.

They are those of `playground/benchmarks/learnings_by_model.py`, which records them with `--model` and `--model-url`.
"""

import json
from pathlib import Path

from tests.recorded_answers import Recorded

from clew.agents.clin.loops import Clin
from clew.agents.clin.model_generator import ModelGenerator
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.llm import LanguageModel
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy

ROOT = Path(__file__).parents[2]
CASSETTE = ROOT / "tests" / "cassettes" / "learnings.json"
RESULT = ROOT / "benchmarks" / "results" / "learnings_by_model.json"


def test_what_a_real_model_wrote_is_kept_and_begins_the_next_trial(memory: Memory) -> None:
    kept = json.loads(RESULT.read_text("utf-8"))
    ((seed, scores),) = ((int(seed), each) for seed, each in kept["scores"]["model"].items())
    game, door = chores.generate(seed), Learnings(memory)
    door.task(game.name, game.task)
    door.environment("house")
    model = LanguageModel(Recorded(cassette=CASSETTE))
    played = Clin(
        door,
        place="house",
        task_name=game.name,
        player=lambda number: ScriptedPolicy(seed * 5 + number),
        generator=ModelGenerator(model, budget=kept["budget"]),
        trials=len(scores),
    ).run(game)
    assert [each.attempt.score for each in played] == scores
    assert [each.given for each in played[1:]] == [each.written for each in played[:-1]]
    assert [len(each.written.learnings) for each in played if each.written] == [
        each["different"] for each in kept["lines"]
    ]
    assert model.usage.total.calls == len(played)
