"""Operators without variables do in every state that can be reached what the domain says, and no others are there."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playground.tests.environments.strips.naive import Naive, worlds

from clew.errors import InvalidInput
from clew_playground.environments.strips.grounding import ground
from clew_playground.environments.strips.schema import Action, Atom, Compound, Domain, Effect, Problem, Typed
from clew_playground.environments.strips.task import Operator, State

TRUE = Compound("and", ())


@settings(max_examples=40)
@given(worlds())
def test_in_every_state_the_moves_are_those_of_brute_force(world: tuple[Domain, Problem]) -> None:
    domain, problem = world
    naive = Naive(domain, problem)
    task = ground(domain, problem)
    for state in naive.distances(60):
        moves = {(each.name, *each.arguments): each.apply(state) for each in task.applicable(state)}
        assert moves == naive.moves(state)
        assert task.reached(state) == naive.holds(problem.goal, {}, state)
    keys = [(each.name, each.arguments) for each in task.operators]
    assert keys == sorted(keys)
    assert len(set(task.operators)) == len(task.operators)
    changes = [each for operator in task.operators for each in (operator, *operator.conditional)]
    assert all(each.adds.isdisjoint(each.deletes) for each in changes)


@given(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd")))
def test_what_is_deleted_and_added_holds_after(held: set[str], added: set[str], deleted: set[str]) -> None:
    def facts(names: set[str]) -> State:
        return frozenset((name,) for name in names)

    operator = Operator("do", (), facts(set()), facts(set()), facts(added), facts(deleted))
    assert operator.apply(facts(held)) == facts((held - deleted) | added)


def line(count: int) -> tuple[Domain, Problem]:
    """A road of so many places, and a walker: only neighbours are joined."""
    walk = Action(
        "walk",
        (Typed("?from"), Typed("?to")),
        Compound("and", (Atom("at", ("?from",)), Atom("road", ("?from", "?to")))),
        (Effect(Atom("at", ("?to",))), Effect(Atom("at", ("?from",)), positive=False)),
    )
    predicates = {"at": (Typed("?x"),), "road": (Typed("?x"), Typed("?y"))}
    names = [f"place{number}" for number in range(count)]
    roads = frozenset(("road", here, there) for here, there in pairwise(names))
    problem = Problem(
        "road", tuple(Typed(each) for each in names), roads | {("at", names[0])}, Atom("at", (names[-1],))
    )
    return Domain("walking", {}, (), predicates, (walk,)), problem


def test_static_conditions_are_joined_first() -> None:
    """Two thousand places make four million pairs, of which two thousand are roads."""
    assert len(ground(*line(2000)).operators) == 1999


def test_what_cannot_be_reached_has_no_operator() -> None:
    domain, problem = line(10)
    cut = Problem("cut", problem.objects, problem.init - {("road", "place4", "place5")}, problem.goal)
    assert [each.arguments[0] for each in ground(domain, cut).operators] == [f"place{number}" for number in range(4)]


def test_too_many_operators_are_refused() -> None:
    domain, problem = line(50)
    with pytest.raises(InvalidInput, match="problem 'road' has more than 20 ground actions"):
        ground(domain, problem, limit=20)
    assert len(ground(domain, problem, limit=49).operators) == 49


@pytest.mark.parametrize(
    ("goal", "why"),
    [
        (Compound("or", (Atom("at", ("place1",)), Atom("at", ("place2",)))), "leaves a choice"),
        (Compound("exists", (Atom("at", ("?x",)),), (Typed("?x"),)), "leaves a choice"),
        (Compound("and", (Atom("at", ("place1",)), Compound("not", (Atom("at", ("place1",)),)))), "contradicts itself"),
        (Atom("=", ("place1", "place2")), "contradicts itself"),
    ],
)
def test_a_goal_that_is_no_conjunction_is_refused(goal: Compound | Atom, why: str) -> None:
    domain, problem = line(3)
    with pytest.raises(InvalidInput, match=why):
        ground(domain, Problem("bad", problem.objects, problem.init, goal))


def test_a_goal_for_all_objects_counts_each() -> None:
    domain, problem = line(4)
    everywhere = Compound("forall", (Compound("not", (Atom("at", ("?x",)),)),), (Typed("?x"),))
    task = ground(domain, Problem("all", problem.objects, problem.init, everywhere))
    assert len(task.goal) == 4
    assert task.satisfied(task.init) == 3
