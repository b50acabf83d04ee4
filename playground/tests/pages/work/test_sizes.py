"""The prompt before each step, found again in the finished run: the very text that was shown when the step was made."""

from collections.abc import Sequence
from typing import get_args
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage

from clew.errors import InvalidInput
from clew.model.working import MAX_RETRIEVED, Run, Summary
from clew.retrieval.working.render import Mode, render
from clew_playground.pages.work.sizes import Sizes


def words(messages: Sequence[BaseMessage]) -> int:
    return sum(len(str(each.text).split()) for each in messages)


def digest(messages: Sequence[BaseMessage]) -> int:
    """A size that no two texts share, so that only the right one fits."""
    return crc32("".join(str(each.text) for each in messages).encode())


def shown(run: Run, mode: Mode) -> str:
    return str(render(run, mode, digest).messages[0].text)


def build() -> Run:
    """Two subgoals; the second is opened by the reply that also gives its first action."""
    run = Run("r", "Tidy up.", "All is lost.").with_subgoal("Find it.", None)
    run = run.with_step("look", "A box.").with_step("open box", "A key.")
    return run.with_subgoal("Use it.", Summary("Key found.")).with_step("turn key", "Open.")


def test_sizes_are_those_of_the_lines_that_each_mode_shows() -> None:
    opening = ["Goal: Tidy up.", "Observation: All is lost."]
    first, look = "Subgoal 1: Find it.", ["Action: look", "Observation: A box."]
    box = ["Action: open box", "Observation: A key."]
    whole, under = [*opening, *look, *box], [*opening, first, *look, *box]
    expected = [
        (opening, opening, opening),
        ([*opening, *look], [*opening, first, *look], [*opening, first, *look]),
        (whole, under, under),
    ]
    found = list(Sizes(words).prompts(build().with_outcome("Done.", met=True)))
    for each, lines in zip(found, expected, strict=True):
        assert list(each.tokens) == list(get_args(Mode))
        assert list(each.tokens.values()) == [len(" ".join(own).split()) for own in lines]
        assert each.text.splitlines() == lines[2]
    assert [each.step.action for each in found] == ["look", "open box", "turn key"]


def test_a_closed_subgoal_counts_its_summary_and_the_others_its_steps() -> None:
    run = build().with_step("wait", "Nothing.")
    last = Sizes(words).last(run)
    lines = ["Goal: Tidy up.", "Observation: All is lost.", "Subgoal 1: Find it.", "Summary: Key found."]
    lines += ["Subgoal 2: Use it.", "Action: turn key", "Observation: Open."]
    assert last.text.splitlines() == lines
    assert last.tokens["hiagent"] == len(" ".join(lines).split())
    assert last == list(Sizes(words).prompts(run))[-1]


@given(st.data())
def test_what_was_shown_is_found_again(data: st.DataObject) -> None:
    mode: Mode = data.draw(st.sampled_from(get_args(Mode)))
    run, texts, states = Run("r", "Goal."), list[str](), list[Run]()
    for number in range(data.draw(st.integers(1, 12))):
        seen = run
        if run.open is None or (run.open.steps and data.draw(st.booleans())):
            run = run.with_subgoal(f"Part {number}.", Summary(f"Came to {number}.") if run.open else None)
            seen = data.draw(st.sampled_from([seen, run]))
        opened = run.open
        assert opened is not None
        if run.closed and mode == "hiagent" and len(opened.retrieved) < MAX_RETRIEVED and data.draw(st.booleans()):
            run = run.with_retrieved([data.draw(st.sampled_from([each.number for each in run.closed]))])
            seen = run
        texts.append(shown(seen, mode))
        states.append(seen)
        run = run.with_step(f"act {number}", f"Saw {number}.", digest(render(seen, mode, digest).messages))
    found = list(Sizes(digest, mode).prompts(run.with_outcome("Over.", met=None)))
    assert [each.text for each in found] == texts
    for each, state in zip(found, states, strict=True):
        if mode == "standard":  # shows no subgoals, so it cannot tell when one was opened; its agents open none
            continue
        assert each.tokens == {own: digest(render(state, own, digest).messages) for own in get_args(Mode)}


def test_the_budget_bounds_the_mode_of_the_run_alone() -> None:
    run = build()
    free = Sizes(words).last(run).tokens
    bound = Sizes(words, "hiagent", 16).last(run)
    assert bound.tokens["hiagent"] <= 16 < free["hiagent"]
    assert "[…]" in bound.text
    assert bound.tokens["standard"] == free["standard"]
    with pytest.raises(InvalidInput, match="budget of 2 tokens"):
        list(Sizes(words, "hiagent", 2).prompts(run))
