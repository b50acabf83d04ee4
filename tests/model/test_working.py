"""A run keeps its invariants whatever is called, in whatever order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import ClewError, Conflict, InvalidInput, NotFound
from clew.model.working import MAX_RETRIEVED, Run, Step, Summary, observation_of, step_text

OPERATIONS = st.one_of(
    st.tuples(st.just("subgoal"), st.sampled_from(["", "  ", "one\nline", "two"])),
    st.tuples(st.just("step"), st.sampled_from(["", "act", "look"])),
    st.tuples(st.just("retrieve"), st.lists(st.integers(-1, 4), max_size=3)),
    st.tuples(st.just("end"), st.just("")),
)


def apply(run: Run, name: str, value: object) -> Run:
    if name == "subgoal":
        return run.with_subgoal(str(value), Summary("said") if run.open else None)
    if name == "step":
        return run.with_step(str(value), "seen")
    if name == "retrieve":
        return run.with_retrieved(value)  # pyright: ignore[reportArgumentType]
    return run.with_outcome("done", met=None)


@given(st.lists(OPERATIONS, max_size=30))
def test_the_invariants_hold_after_every_call(operations: list[tuple[str, object]]) -> None:
    run = Run("r", "goal")
    for name, value in operations:
        before = run
        try:
            run = apply(run, name, value)
        except ClewError:
            assert run is before
        assert [each.number for each in run.subgoals] == list(range(1, len(run.subgoals) + 1))
        assert [each.number for each in run.steps] == list(range(run.length))
        assert all(each.steps for each in run.subgoals[:-1])
        assert all(each.summary for each in run.closed[: len(run.subgoals) - 1])
        assert all("\n" not in each.text for each in run.subgoals)
        assert all(len(each.retrieved) <= MAX_RETRIEVED for each in run.subgoals)
        for earlier, later in zip(before.subgoals, run.subgoals, strict=False):
            assert earlier.summary in {None, later.summary}, "a summary is written once"


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda run: run.with_step("act", "seen"), Conflict, "no open subgoal"),
        (lambda run: run.with_subgoal(" ", None), InvalidInput, "blank"),
        (lambda run: run.with_subgoal("one", None).with_subgoal("two", None), Conflict, "without a step"),
        (lambda run: run.with_subgoal("one", None).with_step("", "seen"), InvalidInput, "blank"),
        (lambda run: run.with_retrieved([1]), Conflict, "no open subgoal"),
        (lambda run: run.with_subgoal("one", None).with_retrieved([1]), NotFound, "no closed subgoal 1"),
        (lambda run: run.with_subgoal("one", None).with_retrieved([]), InvalidInput, "no subgoal was named"),
        (lambda run: run.with_outcome("", None).with_outcome("", None), Conflict, "has ended"),
    ],
)
def test_what_breaks_one_is_refused(call: object, error: type[ClewError], says: str) -> None:
    with pytest.raises(error, match=says):
        call(Run("r", "goal"))  # pyright: ignore[reportCallIssue]


def test_retrievals_of_a_subgoal_are_bounded() -> None:
    run = Run("r", "g").with_subgoal("one", None).with_step("a", "o").with_subgoal("two", Summary("s"))
    for _ in range(MAX_RETRIEVED):
        run = run.with_retrieved([1])
    with pytest.raises(Conflict, match="act now"):
        run.with_retrieved([1])
    again = run.with_step("a", "o").with_subgoal("three", Summary("s"))
    assert again.with_retrieved([1, 2]).subgoals[-1].retrieved == (1, 2)


@given(action=st.text(min_size=1), observation=st.text())
def test_a_step_is_read_back_from_its_text(action: str, observation: str) -> None:
    assert observation_of(action, step_text(Step(0, action, observation))) == observation
