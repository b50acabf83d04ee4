"""Plans lead to the goal, exist where brute force finds one, and are the same every time."""

import pytest
from hypothesis import given, settings
from playground.tests.environments.strips.naive import Naive, worlds

from clew.errors import InvalidInput
from clew_playground.environments.strips import DOMAINS, generate, plan
from clew_playground.environments.strips.grounding import ground
from clew_playground.environments.strips.schema import Domain, Problem
from clew_playground.environments.strips.search import after, shortened


@settings(max_examples=40)
@given(worlds())
def test_a_plan_is_found_where_there_is_one(world: tuple[Domain, Problem]) -> None:
    domain, problem = world
    naive = Naive(domain, problem)
    task = ground(domain, problem)
    far = naive.distances()
    goals = [steps for state, steps in far.items() if naive.holds(problem.goal, {}, state)]
    if not goals and len(far) < 400:
        with pytest.raises(InvalidInput, match="cannot be solved"):
            plan(task)
    elif goals:
        state, found = problem.init, plan(task)
        for each in found:
            state = naive.moves(state)[each.name, *each.arguments]
        assert naive.holds(problem.goal, {}, state)
        assert len(found) >= min(goals)


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("seed", [1, 2])
def test_small_problems_are_solved_almost_as_shortly_as_can_be(domain: str, seed: int) -> None:
    task = generate(domain, seed, 2).model
    far, edge, steps = {task.init}, {task.init}, 0
    while not any(task.reached(state) for state in edge):
        edge = {each.apply(state) for state in edge for each in task.applicable(state)} - far
        far |= edge
        steps += 1
    assert steps <= len(plan(task)) <= steps + 2


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_plan_begins_anywhere(domain: str) -> None:
    task = generate(domain, 3, 3).model
    whole = plan(task)
    middle = after(task.init, whole[: len(whole) // 2])
    assert task.reached(after(middle, plan(task, middle)))
    assert plan(task, after(task.init, whole)) == ()
    assert plan(task) == whole


def test_a_bound_on_states_is_kept() -> None:
    task = generate("blocksworld", 1, 6).model
    with pytest.raises(InvalidInput, match="no plan was found within 10 states"):
        plan(task, states=10)


def test_detours_are_dropped() -> None:
    task = generate("gripper", 1, 2).model
    best = plan(task)
    first, back = (
        best[0],
        next(
            each
            for each in task.applicable(best[0].apply(task.init))
            if each.apply(best[0].apply(task.init)) == task.init
        ),
    )
    assert shortened(task, task.init, (first, back, *best)) == best


def test_a_plan_that_cannot_be_followed_is_refused() -> None:
    task = generate("gripper", 1, 2).model
    with pytest.raises(InvalidInput, match="cannot be applied here"):
        after(task.init, tuple(reversed(plan(task))))
