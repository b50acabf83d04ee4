"""A prompt shows closed subgoals in a line, the open one in full, and never more than its budget."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage

from clew.errors import InvalidInput
from clew.model.working import Run, Step, Subgoal, Summary
from clew.retrieval.working.render import Mode, render
from clew.text.quotation import indented

MODES: tuple[Mode, ...] = ("standard", "decomposed", "hiagent")


def count_words(messages: Sequence[BaseMessage]) -> int:
    return sum(len(message.text.split()) for message in messages)


def text(run: Run, mode: Mode, budget: int | None = None) -> str:
    (message,) = render(run, mode, count_words, budget).messages
    return message.text


def whole_run() -> Run:
    """Three subgoals, of which the last is open."""
    run = Run("r", "Stack a on b.", "a and b are on the table.")
    run = run.with_subgoal("Hold a.", None).with_step("pick up a", "You hold a.")
    run = run.with_subgoal("Look.", Summary("a is held", met=True)).with_step("look", "b is clear.")
    run = run.with_step("look again", "b is still clear.")
    return run.with_subgoal("Stack.", Summary("b is clear", met=True)).with_step("stack a on b", "a is on b.")


def test_standard_is_the_plain_concatenation() -> None:
    run = whole_run()
    lines = [f"Goal: {run.goal}", f"Observation: {run.observation}"]
    for step in run.steps:
        lines += [f"Action: {step.action}", f"Observation: {step.observation}"]
    assert text(run, "standard") == "\n".join(lines)


def test_decomposed_shows_every_step_under_its_subgoal() -> None:
    assert text(whole_run(), "decomposed").splitlines()[2:5] == [
        "Subgoal 1: Hold a.",
        "Action: pick up a",
        "Observation: You hold a.",
    ]


def test_closed_subgoals_are_a_line_each_and_the_open_one_is_whole() -> None:
    assert text(whole_run(), "hiagent").splitlines() == [
        "Goal: Stack a on b.",
        "Observation: a and b are on the table.",
        "Subgoal 1: Hold a.",
        "Summary: a is held",
        "Subgoal 2: Look.",
        "Summary: b is clear",
        "Subgoal 3: Stack.",
        "Action: stack a on b",
        "Observation: a is on b.",
    ]


def test_a_retrieved_subgoal_shows_exactly_its_stored_pairs_until_the_next_opens() -> None:
    run = whole_run().with_retrieved([2])
    pairs = ["Subgoal 2: Look.", "Action: look", "Observation: b is clear.", "Action: look again"]
    shown = text(run, "hiagent").splitlines()
    assert shown[4:9] == [*pairs, "Observation: b is still clear."]
    assert "Summary: b is clear" not in shown
    later = run.with_subgoal("Rest.", Summary("stacked"))
    assert "Summary: b is clear" in text(later, "hiagent").splitlines()


@pytest.mark.parametrize("mode", MODES)
def test_the_last_subgoal_of_a_run_that_has_ended_stays_as_it_was_shown(mode: Mode) -> None:
    assert text(whole_run().with_outcome("a is on b.", met=True), mode) == text(whole_run(), mode)


def test_of_a_forgotten_step_no_summary_stays() -> None:
    run = Run("r", "g").with_subgoal("one", None).with_step("a", "o").with_subgoal("two", None)
    assert "Summary: (forgotten)" in text(run, "hiagent")


def test_what_was_asked_for_goes_before_the_lines_of_closed_subgoals() -> None:
    run = whole_run().with_retrieved([1, 2])
    full = count_words(render(run, "hiagent", count_words).messages)
    shrunk = text(run, "hiagent", full - 1)
    assert "Summary: a is held" in shrunk
    assert "Action: look again" in shrunk
    closed_only = text(whole_run(), "hiagent")
    assert text(run, "hiagent", count_words([*render(whole_run(), "hiagent", count_words).messages])) == closed_only


def test_the_oldest_closed_line_goes_first_and_leaves_a_mark() -> None:
    run = whole_run()
    full = count_words(render(run, "hiagent", count_words).messages)
    assert text(run, "hiagent", full - 1).splitlines()[2:4] == ["[…]", "Subgoal 2: Look."]


def test_the_open_subgoal_is_shortened_last() -> None:
    run = whole_run()
    for number in range(30):
        run = run.with_step(f"wait {number}", "Nothing happens. " * 20)
    short = text(run, "hiagent", 120)
    assert "Subgoal 3: Stack." in short
    assert "Action: wait 29" in short
    assert "Summary" not in short
    assert "wait 3\n" not in short


@pytest.mark.parametrize("mode", MODES)
def test_a_budget_that_is_too_small_is_refused_with_the_least_that_holds(mode: Mode) -> None:
    with pytest.raises(InvalidInput, match=r"budget of 3 tokens .* give \d+ or more"):
        text(whole_run(), mode, 3)


words = st.text("abc \n", min_size=1, max_size=60).filter(str.strip)


@st.composite
def runs(draw: st.DrawFn) -> Run:
    run = Run("r", " ".join(draw(words).split()), draw(words))
    for _ in range(draw(st.integers(0, 5))):
        run = run.with_subgoal(draw(words), Summary(draw(words).strip()))
        for _ in range(draw(st.integers(1, 4))):
            run = run.with_step(draw(words).strip(), draw(words) * draw(st.integers(1, 8)))
    if run.closed and draw(st.booleans()):
        run = run.with_retrieved([draw(st.sampled_from([each.number for each in run.closed]))])
    return run


@given(run=runs(), mode=st.sampled_from(MODES), budget=st.integers(1, 200))
def test_no_budget_is_exceeded_and_the_goal_and_the_open_subgoal_stay(run: Run, mode: Mode, budget: int) -> None:
    try:
        rendering = render(run, mode, count_words, budget)
    except InvalidInput:
        least = f"{run.goal} {run.open.text if run.open else ''} {run.steps[-1].action if run.steps else ''}"
        assert len(least.split()) + 8 + 5 > budget  # labels and marks beside them
        return
    assert rendering.tokens == count_words(rendering.messages) <= budget
    lines = rendering.messages[0].text.split("\n")
    assert lines[0] == f"Goal: {run.goal}"
    if run.open:
        assert mode == "standard" or f"Subgoal {run.open.number}: {run.open.text}" in lines
        assert all(f"Action: {indented(step.action)}" in rendering.messages[0].text for step in run.open.steps[-1:])


def test_a_summary_that_is_longer_than_its_steps_does_not_stand_for_them() -> None:
    told = Summary("a long story of how the drawer was looked for, found, and opened at last")
    closed = tuple(Subgoal(number, "open it", (Step(number - 1, "open", "ok"),), told) for number in (1, 2, 3))
    run = Run("r", "look", "", (*closed, Subgoal(4, "look", (Step(3, "look", "ok"),))), 4)
    whole = render(run, "hiagent", count_words)
    assert "Summary" not in whole.messages[0].text
    assert whole.messages[0].text.count("Action: open") == 3
    assert render(run, "hiagent", count_words, whole.tokens) == whole


@given(run=runs())
def test_no_run_is_longer_than_all_of_its_steps_under_their_subgoals(run: Run) -> None:
    shown, all_steps = (render(run, mode, count_words).messages[0].text for mode in ("hiagent", "decomposed"))
    forgotten = sum(len("Summary: (forgotten)\n") for each in run.closed if each.summary is None)
    assert len(shown) <= len(all_steps) + forgotten


@given(run=runs(), mode=st.sampled_from(MODES))
def test_what_fits_is_left_whole(run: Run, mode: Mode) -> None:
    whole = render(run, mode, count_words)
    assert whole.left_out == 0
    assert render(run, mode, count_words, whole.tokens) == whole
