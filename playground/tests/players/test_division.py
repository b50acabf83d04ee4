"""A plan divided into subgoals, by what it reaches for good."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clew_playground.players.planned import ScriptedPlayer, divide


def test_a_subgoal_ends_where_a_condition_begins_to_hold_for_good() -> None:
    holding = [["c"], ["a", "c"], ["c"], ["a", "c"], ["a", "c"], ["a", "b", "d", "c"], ["a", "b", "c", "d"]]
    assert divide("uvwxyz", holding) == [("a", ["u", "v", "w"]), ("b; d", ["x", "y"]), ("finish", ["z"])]


def test_a_long_one_is_divided_into_parts() -> None:
    holding = [[], [], [], [], [], ["a"]]
    assert divide("vwxyz", holding, most=2) == [
        ("a (1 of 3)", ["v", "w"]),
        ("a (2 of 3)", ["x", "y"]),
        ("a (3 of 3)", ["z"]),
    ]


@given(st.lists(st.lists(st.sampled_from("abc"), unique=True), min_size=1, max_size=20), st.integers(1, 5))
def test_nothing_is_lost_and_no_name_comes_twice_in_a_row(holding: list[list[str]], most: int) -> None:
    actions = [str(each) for each in range(len(holding) - 1)]
    plan = divide(actions, holding, most=most)
    assert [action for _, own in plan for action in own] == actions
    assert all(1 <= len(own) <= most for _, own in plan)
    assert all(before[0] != after[0] for before, after in pairwise(plan))


def test_a_scripted_player_says_a_subgoal_with_its_first_action_and_goes_on_anywhere() -> None:
    plan = [("One.", ["a", "b"]), ("Two.", ["c"])]
    replies = ["Subgoal: One.\nAction: a", "Action: b", "Subgoal: Two.\nAction: c"]
    for done in range(4):
        player = ScriptedPlayer(plan, done=done)
        assert [player.reply([]) for _ in replies[done:]] == replies[done:]
        assert player.reply([]) == ""
