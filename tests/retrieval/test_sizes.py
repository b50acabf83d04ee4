"""The size of each step's prompt is that of the prompt which was shown before it."""

from collections.abc import Sequence
from typing import get_args

from langchain_core.messages import BaseMessage

from clew.retrieval.working.render import Mode, render
from clew.retrieval.working.sizes import sizes
from clew.working_model import Run, Summary


def words(messages: Sequence[BaseMessage]) -> int:
    return sum(len(str(each.text).split()) for each in messages)


def test_sizes_are_those_of_the_prompts_as_the_run_went() -> None:
    run, shown = Run("r", "Sort the parcels.", "Parcels lie about."), list[dict[Mode, int]]()
    for number in range(9):
        if number % 3 == 0:
            run = run.with_subgoal(f"shelf {number}", Summary(f"shelf {number - 3} is full") if run.open else None)
        shown.append({mode: words(render(run, mode, words).messages) for mode in get_args(Mode)})
        run = run.with_step(f"put parcel {number}", f"parcel {number} lies on its shelf")
    assert sizes(run.with_outcome("done", met=True), words) == shown
    assert shown[-1]["hiagent"] < shown[-1]["standard"] < shown[-1]["decomposed"]


def test_a_run_without_steps_has_no_sizes() -> None:
    assert sizes(Run("r", "goal"), words) == []
