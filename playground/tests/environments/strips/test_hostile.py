"""Files that would take for ever are refused in time: what is bounded is what is tried, not what is found."""

from itertools import product
from pathlib import Path

import pytest
from playground.tests.environments.strips.foreign import written

from clew.errors import InvalidInput
from clew_playground.environments.strips.grounding import ground
from clew_playground.environments.strips.pddl_files import read_domain, read_problem


def domain(*actions: str, predicates: str = "(p ?x) (q ?x ?y)", constants: str = "") -> str:
    return f"(define (domain d) (:constants {constants}) (:predicates {predicates}) {' '.join(actions)})"


def problem(*, objects: int = 12, init: str = "(p o0)", goal: str = "(p o0)") -> str:
    names = " ".join(f"o{number}" for number in range(objects))
    return f"(define (problem h) (:domain d) (:objects {names}) (:init {init}) (:goal {goal}))"


def variables(number: int) -> str:
    return " ".join(f"?x{each}" for each in range(number))


EDGES = " ".join(f"(q o{one} o{other})" for one, other in product(range(12), repeat=2))
PATH = " ".join(f"(q ?x{each} ?x{each + 1})" for each in range(11))
CHOICES = " ".join(f"(or (q o{one} o{other}) (q o{other} o{one}))" for one in range(4) for other in range(4))
MANY = " ".join(f"(p{each} @)" for each in range(3000))
HOSTILE = {
    "many parameters": (domain(f"(:action a :parameters ({variables(12)}) :effect (p ?x0))"), problem()),
    "too many parameters": (domain(f"(:action a :parameters ({variables(3000)}) :effect (p ?x0))"), problem()),
    "a join that finds nothing": (
        domain(
            f"(:action a :parameters ({variables(12)}) :precondition (and {PATH} (not (= ?x0 ?x0))) :effect (p ?x0))"
        ),
        problem(init=EDGES),
    ),
    "an effect for all": (
        domain(f"(:action a :parameters () :effect (forall ({variables(12)}) (q ?x0 ?x11)))"),
        problem(),
    ),
    "a goal for some": (domain(), problem(goal=f"(exists ({variables(12)}) (and (p ?x0) (not (= ?x0 ?x0))))")),
    "a goal for all": (domain(), problem(goal=f"(forall ({variables(12)}) (or (p ?x0) (= ?x1 ?x1)))")),
    "choices of choices": (
        domain(f"(:action a :parameters (?x) :precondition (and {CHOICES}) :effect (p ?x))", constants="o0 o1 o2 o3"),
        problem(goal=f"(and {CHOICES})"),
    ),
    "conditions without number": (
        domain(
            f"(:action a :parameters (?x) :precondition (and {MANY.replace('@', '?x')}) :effect (p0 ?x))",
            predicates=MANY.replace("@", "?x"),
        ),
        problem(init=MANY.replace("@", "o0"), goal="(p0 o0)"),
    ),
    "an effect for all where one does not hold": (
        domain(f"(:action a :parameters () :effect (forall ({variables(12)}) (when (not (p ?x5)) (q ?x0 ?x11))))"),
        problem(),
    ),
    "conditions of effects that are never joined": (
        domain(
            f"(:action a :parameters () :effect (forall ({variables(12)}) "
            f"(when (and {PATH} (not (= ?x0 ?x0))) (p ?x0))))"
        ),
        problem(init=EDGES),
    ),
    "a derived predicate of many objects": (
        domain(
            f"(:derived (r {variables(12)}) (not (p ?x0)))",
            predicates=f"(p ?x) (r {variables(12)})",
        ),
        problem(),
    ),
    "derived predicates in a long row": (
        domain(
            *(f"(:derived (d{each + 1} ?x) (d{each} ?x))" for each in range(3000)),
            predicates="(p ?x) " + " ".join(f"(d{each} ?x)" for each in range(3001)),
        ),
        problem(),
    ),
    "a derived choice of choices": (
        domain(
            f"(:derived (r ?x) (and {CHOICES}))",
            "(:action a :parameters (?x) :precondition (r ?x) :effect (q ?x o1))",
            predicates="(p ?x) (q ?x ?y) (r ?x)",
            constants="o0 o1 o2 o3",
        ),
        problem(goal="(r o1)"),
    ),
    "types below types": (
        "(define (domain d) (:types "
        + " ".join(f"t{each + 1} - t{each}" for each in range(4000))
        + ") (:predicates (p ?x)))",
        "(define (problem h) (:domain d) (:objects "
        + " ".join(f"o{each} - t4000" for each in range(4000))
        + ") (:init) (:goal (p o0)))",
    ),
    "a file without end": (domain(predicates="(p ?x) " * 700_000), problem()),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_take_for_ever_is_refused(name: str, tmp_path: Path) -> None:
    files = written(tmp_path, *HOSTILE[name])

    def grounded() -> None:
        rules = read_domain(files[0])
        ground(rules, read_problem(files[1], rules), attempts=200_000)

    with pytest.raises(InvalidInput) as refused:
        grounded()
    assert "\n" not in str(refused.value)


def test_derived_predicates_that_double_from_one_to_the_next_take_no_longer(tmp_path: Path) -> None:
    row = [f"(:derived (d{each + 1} ?x) (and (d{each} ?x) (d{each} ?x)))" for each in range(30)]
    files = written(
        tmp_path,
        domain(
            *row,
            "(:derived (d0 ?x) (not (p ?x)))",
            "(:action a :parameters (?x) :precondition (d30 ?x) :effect (p ?x))",
            predicates="(p ?x) " + " ".join(f"(d{each} ?x)" for each in range(31)),
        ),
        problem(goal="(p o1)"),
    )
    rules = read_domain(files[0])
    assert len(ground(rules, read_problem(files[1], rules), attempts=100_000).operators) == 12
