"""A lesson never takes more than its budget, and drops what it drops in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import InvalidInput
from clew.loaders.learnings.lesson_text import CUT, assemble, listed_sets
from clew.model.learnings import Digest, Learning, LearningSet, Lesson, StoredLearning, TraceStep, TrialState

LEAST = 24
"""Words of the task, the place and the score, with the mark of what was cut."""


def learned(text: str, score: float | None = None) -> LearningSet:
    return LearningSet("s", 1, "t", "e", (StoredLearning("l", 1, Learning(text), "t", "e", "s"),), score=score)


def lesson(steps: int, before: int) -> Lesson:
    done = tuple((place, TraceStep(f"act {place}", f"Seen {place}. More {place}.")) for place in range(steps))
    state = TrialState("x", 4, "t", "e", done, steps, 50.0)
    sets = tuple(learned(f"Old {number}.", 10.0) for number in range(before))
    return Lesson(state, "Boil water.", "A house.", sets, learned("Meta."))


def words(text: str) -> int:
    return len(text.split())


@given(st.integers(0, 12), st.integers(0, 3), st.integers(0, 200))
def test_it_stays_within_its_budget(steps: int, before: int, budget: int) -> None:
    try:
        text = assemble(lesson(steps, before), budget, words)
    except InvalidInput:
        assert budget < LEAST
        return
    assert words(text) <= budget


def test_what_does_not_fit_goes_in_order() -> None:
    whole = lesson(3, 2)
    seen = [assemble(whole, budget, words) for budget in range(words(assemble(whole, 999, words)), LEAST, -1)]
    parts = ("Meta.", "Old 0.", "Old 1.", "More 0.", "> act 2", "> act 1", "> act 0")
    gone = [tuple(part not in text for part in parts) for text in seen]
    assert gone == sorted(gone)
    assert all(sorted(each, reverse=True) == list(each) for each in gone)
    assert gone[0] == (False,) * 7
    assert all(("> act 2" in text) != (CUT in text) for text in seen)
    assert all("Boil water." in text and "Final score: 50." in text for text in seen)


@pytest.mark.parametrize(
    "long",
    [
        TraceStep("打开门", "你在厨房里。你看到一个杯子、一张桌子和一扇门。" * 200),
        TraceStep("open the page", "item " * 5000),
        TraceStep("write " + "x = 1; " * 5000, "Written."),
    ],
)
def test_a_long_step_leaves_room_for_the_others_in_any_language(long: TraceStep) -> None:
    steps = [long, *(TraceStep(f"act {place}", f"Seen {place}.") for place in range(1, 9))]
    state = TrialState("x", 1, "t", "e", tuple(enumerate(steps)), 9, 50.0)
    text = assemble(Lesson(state, "Boil water.", "A house."), 1000, len)
    assert all(f"> {each.action[:40].strip()}" in text for each in steps)
    assert "Seen 8." in text
    assert CUT not in text


@given(st.integers(0, 12), st.integers(0, 200))
def test_what_a_summary_is_made_of_stays_within_its_budget(sets: int, budget: int) -> None:
    digest = Digest(
        "Boil water.", "place", tuple(learned(f"Set {number}. " + "more " * number) for number in range(sets))
    )
    try:
        text = listed_sets(digest, budget, words)
    except InvalidInput:
        return
    assert words(text) + words(digest.task) <= budget


def test_a_count_that_never_fits_ends_in_an_error() -> None:
    with pytest.raises(InvalidInput, match="do not hold the task"):
        assemble(lesson(12, 3), 100, lambda _: 10**9)


def test_a_budget_that_holds_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="3 tokens do not hold the task"):
        assemble(lesson(1, 1), 3, words)


def test_steps_tell_the_points_that_they_brought() -> None:
    done = tuple((place, TraceStep("act", "Seen.", score)) for place, score in enumerate((None, 20.0, 20.0, -5.0)))
    text = assemble(Lesson(TrialState("x", 1, "t", "e", done, 4, -5.0), "Boil.", "Here."), 999, words)
    assert [line for line in text.splitlines() if line.startswith("Seen.")] == [
        "Seen.",
        "Seen. (+20 points)",
        "Seen.",
        "Seen. (-25 points)",
    ]
