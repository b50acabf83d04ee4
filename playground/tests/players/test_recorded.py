"""Trials of a chore with learnings that a real small model wrote, over the graph.

They are those of `playground/benchmarks/learnings_by_model.py`, which records them with `--model` and `--model-url`.
The policy has changed since, and asks with other trials. So the answers are given in the order of their recording.
"""

import json
from pathlib import Path

from tests.scripted import Scripted

from clew.agents.clin.loops import Clin
from clew.agents.clin.model_generator import ModelGenerator
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.llm import LanguageModel
from clew_playground.environments import chores
from clew_playground.players.chores import ScriptedPolicy

ROOT = Path(__file__).parents[2]
CASSETTE = ROOT / "tests" / "cassettes" / "learnings.json"
SEED = 1
"""Of the chore that was recorded."""


def test_what_a_real_model_wrote_is_kept_and_begins_the_next_trial(memory: Memory) -> None:
    answers = [each["content"] for each in json.loads(CASSETTE.read_text("utf-8")).values()]
    game, door = chores.generate(SEED), Learnings(memory)
    door.task(game.name, game.task)
    door.environment("house")
    model = LanguageModel(Scripted(answers=answers))
    played = Clin(
        door,
        place="house",
        task_name=game.name,
        player=lambda number: ScriptedPolicy(SEED * 5 + number),
        generator=ModelGenerator(model),
        trials=len(answers),
    ).run(game)
    assert [each.given for each in played[1:]] == [each.written for each in played[:-1]]
    for each, answer in zip(played, answers, strict=True):
        assert each.written is not None
        assert {learning.text.casefold() for learning in each.written.learnings} == {answer.casefold()}
    assert model.usage.total.calls == len(played)
