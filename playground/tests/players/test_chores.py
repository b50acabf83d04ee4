"""The policy without a model in a world that lists hundreds of actions."""

from collections import Counter

from clew.agents.clin.trial import ClinSituation
from clew.agents.environment import Observation
from clew.loaders.learnings.grammar import parse
from clew.model.learnings import Learning, TraceStep
from clew_playground.players.causal import verb
from clew_playground.players.chores import ScriptedPolicy

TIED = tuple(f"tie rope {number} to rope {other}" for number in range(20) for other in range(20) if number != other)
FEW = ("go to the hall", "open the chest", "open the green lamp", "sing")
UP = "up"


def chosen(seed: int, *history: tuple[str, str], learnings: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> str:
    trace = tuple(TraceStep(*each) for each in history)
    moment = Observation("You see ropes.", (*TIED, *FEW, *more), 0.0, done=False, won=False)
    offered = (moment.actions,) * len(trace)
    known: tuple[Learning, ...] = tuple(map(parse, learnings))
    situation = ClinSituation("Light the green lamp.", moment, trace, offered, known, 10)
    return ScriptedPolicy(seed, wide=True).decide(situation).action


def test_kinds_of_actions_are_tried_alike_however_many_are_listed_of_one() -> None:
    kinds = Counter(verb(chosen(seed)) for seed in range(80))
    assert set(kinds) == {"tie", "go", "open", "sing"}
    assert kinds["tie"] < 40 < len(TIED)
    assert {verb(chosen(seed, (TIED[0], "Tied."), ("sing", "La."))) for seed in range(40)} == {"go", "open"}


def test_of_a_kind_what_the_task_names_comes_first() -> None:
    assert {each for seed in range(80) if verb(each := chosen(seed)) == "open"} == {"open the green lamp"}


def test_what_may_be_of_no_use_is_left_while_there_is_anything_else() -> None:
    against = tuple(f"{each} MAY NOT CONTRIBUTE to make progress in the task" for each in ("tie", "sing", "go"))
    assert {verb(chosen(seed, learnings=against)) for seed in range(20)} == {"open"}


def test_what_raised_the_score_is_done_before_anything_new() -> None:
    for action in ("sing", UP):
        known = f"{action} SHOULD BE NECESSARY to make progress in the task"
        assert {chosen(seed, learnings=(known,), more=(UP,)) for seed in range(20)} == {action}


def test_what_is_of_no_use_says_nothing_against_its_opposite() -> None:
    known = (
        "turn on stove SHOULD BE NECESSARY to make progress in the task",
        "turn off stove DOES NOT CONTRIBUTE to make progress in the task",
    )
    assert chosen(0, learnings=known, more=("turn off stove", "turn on stove")) == "turn on stove"


def test_what_has_won_is_not_explored_beside_into_what_cost_a_trial() -> None:
    won = "focus on fruit SHOULD BE NECESSARY to complete the task"
    near = ("focus on fruit", "focus on flower pot", "focus on soil")
    first = [chosen(seed, learnings=(won,), more=near) for seed in range(60)]
    assert {verb(each) for each in first if each != "focus on fruit"} <= {"tie", "go", "open", "sing"}
    enough = tuple((f"sing {number}", "La.") for number in range(4))
    assert {chosen(seed, *enough, learnings=(won,), more=near) for seed in range(20)} == {"focus on fruit"}
    cost = "ring the bell DOES NOT CONTRIBUTE to make progress in the task"
    bells = ("focus on fruit", "ring the gong")
    rung = {chosen(seed, learnings=(won, cost), more=bells) for seed in range(60)}
    assert "ring the gong" not in rung


def test_what_has_won_keeps_away_from_what_cost_a_trial_where_its_own_last_action_is_not_there() -> None:
    won = "focus on fruit SHOULD BE NECESSARY to complete the task"
    cost = "focus on soil DOES NOT CONTRIBUTE to make progress in the task"
    near = ("focus on flower pot", "focus on soil")
    steps = tuple((f"{each} {number}", "La.") for number in range(9) for each in ("sing", "tie"))
    for done in ((), steps):
        said = {chosen(seed, *done, learnings=(won, cost), more=near) for seed in range(60)}
        assert not any(each.startswith("focus") for each in said)
    assert any(chosen(seed, learnings=(cost,), more=near) == "focus on flower pot" for seed in range(60))


HALL, CELLAR = ("ring the bell", "go to the cellar"), ("knock on the wall", "go to the hall")
ROUND = (
    (HALL, "ring the bell", "Ding."),
    (HALL, "go to the cellar", "You are in the cellar."),
    (CELLAR, "knock on the wall", "It sounds hollow."),
    (CELLAR, "go to the hall", "You are in the hall."),
)
WON = (
    "pour the soap SHOULD BE NECESSARY to make progress in the task",
    "start the drum SHOULD BE NECESSARY to make progress in the task",
    "hang up the shirts SHOULD BE NECESSARY to complete the task",
)


def decided(
    seed: int, valid: tuple[str, ...], *steps: tuple[tuple[str, ...], str, str], learnings: tuple[str, ...] = ()
) -> str:
    trace = tuple(TraceStep(action, seen) for _, action, seen in steps)
    moment = Observation("You are in the hall.", valid, 0.0, done=False, won=False)
    offered = tuple(each for each, _, _ in steps)
    known: tuple[Learning, ...] = tuple(map(parse, learnings))
    return ScriptedPolicy(seed).decide(ClinSituation("Wash.", moment, trace, offered, known, 10)).action


def test_where_nothing_is_new_it_goes_on_to_another_place_and_repeats_no_idle_action() -> None:
    assert {decided(seed, HALL, *ROUND) for seed in range(20)} == {"go to the cellar"}


def test_ends_are_reached_in_the_order_that_has_won() -> None:
    here = (*HALL, "start the drum", "hang up the shirts")
    assert {decided(seed, here, *ROUND, learnings=WON) for seed in range(20)} == {"go to the cellar"}
    assert {decided(seed, (*here, "pour the soap"), *ROUND, learnings=WON) for seed in range(20)} == {"pour the soap"}


def test_what_did_nothing_often_is_tried_again_where_nothing_else_is_left_and_anything_is_new() -> None:
    here = (*HALL, "start the drum")
    poured = ((here, "pour the soap", "It is in."),)
    vain = ((here, "start the drum", "Nothing happens."),) * 4
    taken = ((here, "take the peg", "You carry it."),)
    tried = (*ROUND, *poured, *vain)
    assert {decided(seed, here, *tried, learnings=WON) for seed in range(20)} == {"go to the cellar"}
    assert {decided(seed, here, *tried, *taken, learnings=WON) for seed in range(20)} == {"start the drum"}
