"""What stands for the steps of a closed subgoal where no model writes it."""

import pytest

from clew.loaders.working.summary import summarise
from clew.model.working import Run


@pytest.mark.parametrize(
    ("seen", "line"),
    [
        (("In the hall.", "You carry the\nvase."), "You carry the vase."),
        (("In the hall.", "", " \n"), "In the hall."),
        (("", ""), "> act 1"),
    ],
)
def test_it_says_something_where_the_last_observation_does_not(seen: tuple[str, ...], line: str) -> None:
    run = Run("r", "goal").with_subgoal("Find it.", None)
    for number, observation in enumerate(seen):
        run = run.with_step(f"act {number}", observation)
    assert summarise(run, None).text == line
