"""A language model as agent and as generator: what it is asked, and what becomes of what it says."""

import pytest
from tests.agents.clin.hall import Hall

from clew.agents.clin.model_generator import ModelGenerator
from clew.agents.clin.players import ModelPolicy
from clew.agents.clin.trial import run_trial
from clew.errors import InvalidInput, ModelFailed
from clew.llm import LanguageModel
from clew.llm.testing import Scripted
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Digest, Learning, LearningSet, Lesson, StoredLearning, TraceStep, TrialState

TEA = Hall()
ROOM = "kitchen"


def model(*answers: str | Exception) -> tuple[LanguageModel, Scripted]:
    scripted = Scripted(answers=list(answers))
    return LanguageModel(scripted, tries=1), scripted


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


def a_set(number: int, text: str, score: float | None = None) -> LearningSet:
    stored = StoredLearning("l", 1, Learning(text), "tea", "house", "s")
    return LearningSet(f"s{number}", number, "tea", "house", (stored,), score=score)


ENDED = TrialState("x", 2, "tea", "house", ((0, TraceStep("push gate", "It opens.", 20.0)),), 1, 20.0, "steps")


def test_a_generator_is_shown_the_lesson_and_its_lines_are_told_apart() -> None:
    asked, scripted = model(f"Learnings:\n1. lift stone SHOULD BE NECESSARY to push gate\n\n- sing\n- {'x' * 3000}")
    lesson = Lesson(ENDED, "Enter.", "A yard.", (a_set(2, "old", 10.0),), a_set(1, "elsewhere"))
    found = ModelGenerator(asked)(lesson)
    assert [parse(each).text for each in found] == ["lift stone SHOULD BE NECESSARY to push gate.", "sing"]
    shown = str(scripted.asked[0][-1].text)
    assert "> push gate\nIt opens. (+20 points)" in shown
    assert "Final score: 20." in shown
    assert shown.index("elsewhere") < shown.index("old")


@pytest.mark.parametrize("said", ["<think>{}</think>\n{}", "{}</think>{}", "<thinking>{}</thinking>\n{}"])
def test_thoughts_are_no_learnings(said: str) -> None:
    asked, _ = model(
        said.format("1. Singing SHOULD BE NECESSARY to rest.\n2. Hm.", "1. take key CONTRIBUTES to open gate")
    )
    written = ModelGenerator(asked)(Lesson(ENDED, "Enter.", "A yard.", (), None))
    assert written == ["1. take key CONTRIBUTES to open gate"]


@pytest.mark.parametrize(
    "said", ["", " \n", "<think>1. sing</think>", "Learnings:", "None.", "1. I cannot help with that."]
)
def test_a_reply_without_a_causal_statement_is_a_failure_and_does_not_replace_what_was_learned(said: str) -> None:
    asked, _ = model(said)
    with pytest.raises(ModelFailed, match="the model wrote no learning"):
        ModelGenerator(asked)(Lesson(ENDED, "Enter.", "A yard.", (a_set(2, "old", 10.0),), None))
    again, _ = model(said)
    with pytest.raises(ModelFailed, match="the model wrote no learning"):
        ModelGenerator(again).summarise(Digest("Enter.", "place", (a_set(2, "old", 10.0),)))


def test_the_executor_may_think_of_the_end() -> None:
    asked, _ = model(
        "### find the kettle", f"<think>The task is complete then.</think>go to the {ROOM}", "TASK_COMPLETE"
    )
    assert [each.action for each in run_trial(TEA, ModelPolicy(asked), steps=3).trace] == [f"go to the {ROOM}"]


def test_the_worst_sets_are_left_out_where_the_budget_is_small() -> None:
    asked, scripted = model("Waiting MAY CONTRIBUTE to sleep.")
    best = tuple(a_set(number, f"set {number} {'word ' * 50}", 10.0 * number) for number in (4, 3, 2, 1, 0))
    assert ModelGenerator(asked, budget=200).summarise(Digest("Enter.", "place", best)) == [
        "Waiting MAY CONTRIBUTE to sleep."
    ]
    shown = str(scripted.asked[0][-1].text)
    assert "set 4" in shown
    assert "set 0" not in shown
    assert "the same task in another place" in str(scripted.asked[0][0].text)
    with pytest.raises(InvalidInput, match="5 tokens do not hold the best set of 5"):
        ModelGenerator(asked, budget=5).summarise(Digest("Enter.", "place", best))
