"""Choices that are none."""

import pytest
from tests.interfaces.conftest import Clew


@pytest.mark.parametrize("command", [("learn", "nothing"), ("play", "nothing"), ("work", "--domain", "nothing")])
def test_a_choice_that_is_none_is_refused_in_plain_words(clew: Clew, command: tuple[str, ...]) -> None:
    said = clew(*command)
    assert said.code == 2
    assert "'nothing' is not one of" in said.err
