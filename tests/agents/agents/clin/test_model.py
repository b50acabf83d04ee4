"""A language model as agent and as generator: what it is asked, and what becomes of what it says."""

import pytest

from clew.agents.clin.generator import Past
from clew.agents.clin.model_generator import ModelGenerator
from clew.agents.clin.players import ModelPolicy
from clew.agents.clin.trial import Attempt, run_trial
from clew.environments import chores
from clew.errors import ModelFailed
from clew.learning_model import Learning, TraceStep
from clew.llm import LanguageModel
from clew.testing import Scripted

TEA = chores.game_of("tea", 1, steps=3)
ROOM = TEA.placed.house.rooms[0]


def model(*answers: str | Exception) -> tuple[LanguageModel, Scripted]:
    scripted = Scripted(answers=list(answers))
    return LanguageModel(scripted, pauses=()), scripted


def test_a_valid_action_of_the_controller_is_done_without_the_executor() -> None:
    asked, scripted = model(f"I used learning id(s): 1 $$$ It is there. ### go to the {ROOM}", "### TASK_COMPLETE")
    tried = run_trial(TEA, ModelPolicy(asked), [Learning("the room SHOULD BE NECESSARY to rest")], steps=3)
    assert tried.stop == "complete"
    assert [(each.action, each.used, each.rationale) for each in tried.trace] == [
        (f"go to the {ROOM}", (1,), "It is there.")
    ]
    first = str(scripted.asked[0][-1].text)
    assert all(each in first for each in (TEA.task, "1. the room SHOULD BE NECESSARY to rest", "You are in the hall."))
    assert f"> go to the {ROOM}" in str(scripted.asked[1][-1].text)


def test_an_intention_is_turned_into_an_action_by_the_executor() -> None:
    asked, scripted = model("### find the kettle", f"go to the {ROOM}", "TASK_COMPLETE")
    tried = run_trial(TEA, ModelPolicy(asked), steps=3)
    assert [each.action for each in tried.trace] == [f"go to the {ROOM}"]
    assert "Intention: find the kettle" in str(scripted.asked[1][-1].text)


def test_nonsense_is_told_to_be_none_and_the_last_try_is_taken() -> None:
    asked, scripted = model(*["### fly to the moon", "fly to the moon"] * 5)
    tried = run_trial(TEA, ModelPolicy(asked), steps=1)
    assert (len(tried.trace), tried.unmatched) == (1, 4)
    assert "'fly to the moon' is not valid now" in str(scripted.asked[2][-1].text)


def test_a_failing_model_is_one_of_our_errors() -> None:
    asked, _ = model(ValueError("broken"))
    with pytest.raises(ModelFailed):
        run_trial(TEA, ModelPolicy(asked))


ATTEMPT = Attempt((TraceStep("push gate", "It opens.", 20.0),), 20.0, "steps")


def test_a_generator_is_shown_the_trace_and_earlier_sets_and_its_lines_are_kept() -> None:
    asked, scripted = model("1. lift stone SHOULD BE NECESSARY to push gate\n\n- sing\n2) sing\n")
    past = [Past((Learning("elsewhere"),), 90.0), Past((Learning("old"),), 10.0, "Enter.")]
    found = ModelGenerator(asked, lambda score: f"<{score:g}>").adapt("Enter.", ATTEMPT, past)
    assert [each.text for each in found] == ["lift stone SHOULD BE NECESSARY to push gate", "sing"]
    shown = str(scripted.asked[0][-1].text)
    assert "> push gate\nIt opens. (+20 points)" in shown
    assert "How it went: 20 of 100. <20>" in shown
    assert shown.index("elsewhere") < shown.index("old")


def test_what_was_written_is_read_by_the_grammar_that_is_given() -> None:
    asked, _ = model("a\nb")
    generator = ModelGenerator(asked, str, read=lambda text: [Learning(text.upper())])
    assert generator.generalise("Enter.", [], "task") == (Learning("A\nB"),)


def test_the_worst_sets_are_left_out_where_the_budget_is_small() -> None:
    asked, scripted = model("a")
    best = [Past((Learning(f"set {number} {'word ' * 50}"),), 10.0 * number) for number in range(5)]
    ModelGenerator(asked, str, budget=200).generalise("Enter.", best, "place")
    shown = str(scripted.asked[0][-1].text)
    assert "set 4" in shown
    assert "set 0" not in shown
    assert "the same task in another place" in str(scripted.asked[0][0].text)
