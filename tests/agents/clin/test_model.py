"""A language model as agent and as generator: what it is asked, and what becomes of what it says."""

import json
from collections.abc import Sequence

import pytest
from tests.agents.clin.hall import Hall
from tests.scripted import Scripted

from clew.agents.agent import finished
from clew.agents.clin.model_generator import ModelGenerator
from clew.agents.clin.players import MAX_ACTION_CHARACTERS, ModelPolicy
from clew.agents.clin.trial import ClinSituation, Decision, run_trial
from clew.agents.environment import Observation
from clew.errors import InvalidInput, ModelFailed
from clew.llm import LanguageModel
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Digest, Learning, LearningSet, Lesson, StoredLearning, TraceStep, TrialState

TEA = Hall()
ROOM = "kitchen"


def model(*answers: str | Exception) -> tuple[LanguageModel, Scripted]:
    scripted = Scripted(answers=list(answers))
    return LanguageModel(scripted, tries=1), scripted


def acting(action: str, learnings: Sequence[int] = (), reason: str = "") -> str:
    """An answer of the controller or the executor."""
    return json.dumps({"learnings": list(learnings), "reason": reason, "action": action})


def test_a_valid_action_of_the_controller_is_done_without_the_executor() -> None:
    asked, scripted = model(acting(f"go to the {ROOM}", [1], "It is there."), acting("TASK_COMPLETE"))
    tried = finished(run_trial(TEA, ModelPolicy(asked), [Learning("the room SHOULD BE NECESSARY to rest")], steps=3))
    assert tried.stop == "complete"
    assert [(each.action, each.used, each.rationale) for each in tried.trace] == [
        (f"go to the {ROOM}", (1,), "It is there.")
    ]
    first = str(scripted.asked[0][-1].text)
    assert all(each in first for each in (TEA.task, "1. the room SHOULD BE NECESSARY to rest", "You are in the hall."))
    assert f"> go to the {ROOM}" in str(scripted.asked[1][-1].text)


def test_an_intention_is_turned_into_an_action_by_the_executor() -> None:
    asked, scripted = model(acting("find the kettle"), acting(f"go to the {ROOM}"), acting("TASK_COMPLETE"))
    tried = finished(run_trial(TEA, ModelPolicy(asked), steps=3))
    assert [each.action for each in tried.trace] == [f"go to the {ROOM}"]
    assert "Intention: find the kettle" in str(scripted.asked[1][-1].text)


def test_nonsense_is_told_to_be_none_and_the_last_try_is_taken() -> None:
    asked, scripted = model(*[acting("fly to the moon")] * 10)
    tried = finished(run_trial(TEA, ModelPolicy(asked), steps=1))
    assert (len(tried.trace), tried.unmatched) == (1, 4)
    assert "'fly to the moon' is not valid now" in str(scripted.asked[2][-1].text)


def test_a_failing_model_is_one_of_our_errors() -> None:
    asked, _ = model(ValueError("broken"))
    with pytest.raises(ModelFailed):
        finished(run_trial(TEA, ModelPolicy(asked)))


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
        acting("find the kettle"),
        f"<think>The task is complete then.</think>{acting(f'go to the {ROOM}')}",
        acting("TASK_COMPLETE"),
    )
    assert [each.action for each in finished(run_trial(TEA, ModelPolicy(asked), steps=3)).trace] == [
        f"go to the {ROOM}"
    ]


@pytest.mark.parametrize(
    ("said", "used", "reason", "action"),
    [
        ('{"learnings": [1, 4], "reason": "why", "action": "Wait."}', (1, 4), "why", "Wait"),
        ('```json\n{"action": "wait"}\n```', (), "", "wait"),
        ('So: {"reason": "one\\ntwo", "action": "**wait**"}', (), "one two", "wait"),
        ('{"learnings": ["2", 2, 0, "none", 3], "reason": null, "action": "`wait`"}', (2, 3), "", "wait"),
        ('{"learnings": 2, "action": ["wait", "sing"]}', (2,), "", "wait"),
        ('{"learnings": null, "action": {"verb": "wait", "for": "the kettle"}}', (), "", "wait the kettle"),
        ('{"action": "say \\"please\\""}', (), "", 'say "please"'),
        ('<think>{"action": "sing"}</think>{"action": "wait"}', (), "", "wait"),
        ('{"action": "wait"}\n{"action": "sing"}', (), "", "wait"),
        ('{"action": null}', (), "", ""),
        (acting("x" * 1000), (), "", "x" * MAX_ACTION_CHARACTERS),
    ],
)
def test_an_answer_is_read_in_whatever_shape(said: str, used: tuple[int, ...], reason: str, action: str) -> None:
    asked, _ = model(said)
    moment = Observation("A yard.", (), 0.0, done=False, won=False)
    assert ModelPolicy(asked).decide(ClinSituation("Rest.", moment, (), (), (), 5)) == Decision(action, used, reason)


@pytest.mark.parametrize("said", ["TASK_COMPLETE", "The task is complete.", "**TASK COMPLETE**"])
def test_an_answer_may_say_that_the_task_is_complete(said: str) -> None:
    asked, _ = model(acting(said, [1], "why"))
    moment = Observation("A yard.", ("wait",), 0.0, done=False, won=False)
    decided = ModelPolicy(asked).decide(ClinSituation("Rest.", moment, (), (), (), 5))
    assert decided == Decision("", (1,), "why", is_complete=True)


def test_without_a_usable_answer_there_is_no_action() -> None:
    asked, scripted = model(*["I wait."] * 3)
    moment = Observation("A yard.", ("wait",), 0.0, done=False, won=False)
    assert ModelPolicy(asked).decide(ClinSituation("Rest.", moment, (), (), (), 5)) == Decision("")
    assert len(scripted.asked) == 3


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
