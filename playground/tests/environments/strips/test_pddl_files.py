"""Files of any domain are read as their authors meant them; an error names file, line and reason."""

from itertools import pairwise
from pathlib import Path

import pytest
from playground.tests.environments.strips.foreign import FERRY, GRID, HANOI, LAMPS, WORLDS, written

from clew.errors import InvalidInput
from clew_playground.environments.strips import Strips, load, plan, walkthrough
from clew_playground.environments.strips.pddl_files import read_domain, read_problem


@pytest.mark.parametrize("name", WORLDS)
def test_a_foreign_problem_is_read_and_won_in_its_words(name: str, tmp_path: Path) -> None:
    domain, problem, shortest = WORLDS[name]
    game = load(*written(tmp_path, domain, problem))
    assert len(plan(game.model)) == shortest
    moments = [game.reset(), *(game.step(each) for each in walkthrough(game))]
    assert moments[-1].won
    assert all(later.score >= earlier.score for earlier, later in pairwise(moments))


def test_types_constants_and_either_decide_who_may_act(tmp_path: Path) -> None:
    domain = """(define (domain zoo)
      (:types dog cat bird - animal animal stone)
      (:predicates (fed ?x) (kept ?x))
      (:constants rex - dog)
      (:action feed :parameters (?x - (either dog bird)) :precondition (not (fed ?x)) :effect (fed ?x))
      (:action keep :parameters (?x - animal) :effect (kept ?x)))"""
    problem = """(define (problem p) (:domain zoo)
      (:objects tom - cat tweety - bird rock - stone odd - (either cat stone))
      (:init) (:goal (and (fed rex) (not (= rex tom)))))"""
    task = load(*written(tmp_path, domain, problem)).model
    assert {each.arguments[0] for each in task.operators if each.name == "feed"} == {"rex", "tweety"}
    assert {each.arguments[0] for each in task.operators if each.name == "keep"} == {"odd", "rex", "tom", "tweety"}


def test_a_type_may_have_two_supertypes(tmp_path: Path) -> None:
    domain = """(define (domain d) (:types duck - (either bird swimmer) bird - animal)
      (:predicates (seen ?x))
      (:action spot :parameters (?x - swimmer) :effect (seen ?x))
      (:action hear :parameters (?x - animal) :effect (seen ?x)))"""
    problem = "(define (problem p) (:domain d) (:objects donald - duck) (:init) (:goal (seen donald)))"
    assert [each.name for each in load(*written(tmp_path, domain, problem)).model.operators] == ["hear", "spot"]


def test_equality_and_negation_of_what_never_changes(tmp_path: Path) -> None:
    domain = """(define (domain d) (:predicates (wet ?x) (done ?x ?y))
      (:action join :parameters (?x ?y) :precondition (and (not (wet ?x)) (not (= ?x ?y))) :effect (done ?x ?y))
      (:action self :parameters (?x ?y) :precondition (and (= ?x ?y) (wet ?y)) :effect (done ?x ?y)))"""
    problem = "(define (problem p) (:domain d) (:objects a b) (:init (wet b)) (:goal (and (done a b) (done b b))))"
    task = load(*written(tmp_path, domain, problem)).model
    assert [each.pddl for each in task.operators] == ["(join a b)", "(self b b)"]


def test_a_word_begins_at_each_question_mark(tmp_path: Path) -> None:
    domain = """(define (domain bar) (:types level glass) (:predicates (holds ?g - glass ?l - level) (next?a ?b))
      (:action fill :parameters (?g - glass ?l - level?m - level)
        :precondition (and (holds ?g?l) (next ?l ?m)) :effect (and (not (holds ?g ?l)) (holds?g ?m))))"""
    problem = """(define (problem p) (:domain bar) (:objects g - glass l0 l1 - level)
      (:init (holds g l0) (next l0 l1)) (:goal (holds g l1)))"""
    assert [each.pddl for each in plan(load(*written(tmp_path, domain, problem)).model)] == ["(fill g l0 l1)"]


def test_a_domain_may_speak_of_an_object_that_the_problem_declares(tmp_path: Path) -> None:
    domain = """(define (domain tyres) (:predicates (have ?x) (loose ?n))
      (:action loosen :parameters (?n) :precondition (have wrench) :effect (loose ?n)))"""
    problem = """(define (problem p) (:domain tyres) (:objects wrench - object nut)
      (:init (have wrench)) (:goal (loose nut)))"""
    assert [each.pddl for each in plan(load(*written(tmp_path, domain, problem)).model)] == ["(loosen nut)"]
    with pytest.raises(InvalidInput, match="object 'wrench' is not declared"):
        load(*written(tmp_path, domain, problem.replace("wrench - object ", "").replace("(have wrench)", "")))


def test_a_variable_that_hides_another_is_another(tmp_path: Path) -> None:
    domain = """(define (domain d) (:predicates (red ?x) (round ?x) (seen ?x) (some))
      (:derived (some) (exists (?x) (and (red ?x) (exists (?x) (round ?x)))))
      (:action look :parameters (?x) :precondition (some)
        :effect (when (red ?x) (forall (?x) (when (round ?x) (seen ?x))))))"""
    problem = "(define (problem p) (:domain d) (:objects a b) (:init (red a) (round b)) (:goal (seen b)))"
    game = load(*written(tmp_path, domain, problem))
    assert [each.pddl for each in plan(game.model)] == ["(look a)"]
    assert game.step(game.reset().actions[1]).text == "Nothing changes."


def test_rules_tell_conditions_of_effects_and_what_derived_predicates_rest_on(tmp_path: Path) -> None:
    rules = load(*written(tmp_path, *LAMPS[:2])).task.splitlines()
    assert (
        "press ?l ?r: if at: ?r; ?l is switch in ?r. Then: no longer on: ?l if on: ?l; on: ?l if not (on: ?l)." in rules
    )
    assert "?r is lit: holds if for some ?x: (?x is in ?r; on: ?x; ?x is powered)." in rules


def test_objects_of_other_types_make_no_derived_fact(tmp_path: Path) -> None:
    domain = """(define (domain d) (:types cat dog) (:predicates (quiet ?x) (barks ?x) (stroked ?x))
      (:derived (quiet ?c - cat) ()) (:derived (quiet ?d - dog) (not (barks ?d)))
      (:action stroke :parameters (?x) :precondition (quiet ?x) :effect (stroked ?x)))"""
    problem = """(define (problem p) (:domain d) (:objects tom - cat rex spot - dog tree)
      (:init (barks rex)) (:goal (and (stroked tom) (quiet spot))))"""
    task = load(*written(tmp_path, domain, problem)).model
    assert [each.pddl for each in task.operators] == ["(stroke spot)", "(stroke tom)"]


def test_the_order_of_a_file_does_not_count(tmp_path: Path) -> None:
    """As in files with constants behind the predicates, or the goal before the objects."""
    straight = "(:types t) (:constants c - t) (:predicates (p ?x - t)) "
    action = "(:action a :parameters (?x - t) :precondition (p c) :effect (p ?x))"
    turned = "(:action a :effect (p ?x) :precondition (p c) :parameters (?x - t)) (:predicates (p ?x - t)) "
    first, second = tmp_path / "first.pddl", tmp_path / "second.pddl"
    first.write_text(f"(define (domain d) {straight}{action})")
    second.write_text(f"(define (domain d) {turned}(:constants c - t) (:types t) (:requirements :strips))")
    assert read_domain(first) == read_domain(second)
    problems = [
        "(:domain d) (:objects b - t) (:init (p c)) (:goal (p b))",
        "(:goal (p b)) (:init (p c)) (:objects b - t) (:domain d)",
    ]
    read = []
    for text in problems:
        (tmp_path / "problem.pddl").write_text(f"(define (problem x) {text})")
        read.append(read_problem(tmp_path / "problem.pddl", read_domain(first)))
    assert read[0] == read[1]


def replaced(texts: tuple[str, str, int], old: str, new: str) -> tuple[str, str]:
    """A domain and a problem with one thing changed in one of them."""
    assert (texts[0] + texts[1]).count(old) == 1, old
    return texts[0].replace(old, new), texts[1].replace(old, new)


BROKEN = [
    (HANOI, "(clear ?to))\n", "(clear ?to)\n", "domain.pddl", 1, r"'\(' is never closed"),
    (HANOI, "(on 3 peg3))))", "(on 3 peg3)))))", "problem.pddl", 9, r"'\)' closes nothing"),
    (HANOI, "(on ?x ?y)", "(at ?x ?y)", "domain.pddl", 5, "predicate 'on' is not declared"),
    (HANOI, "(smaller ?disc ?to)", "(smaller ?disc)", "domain.pddl", 5, "'smaller' takes 2 terms, and here are 1"),
    (HANOI, "(?disc ?from ?to)", "(?disc ?from)", "domain.pddl", 5, r"variable '\?to' is not declared"),
    (HANOI, "(?disc ?from ?to)", "(?disc ?from ?to ?to)", "domain.pddl", 4, "a parameter of 'move' is declared twice"),
    (HANOI, "(?disc ?from ?to)", "(?disc from ?to)", "domain.pddl", 4, "'from' stands where a variable should"),
    (HANOI, ":parameters", ":parameter", "domain.pddl", 4, "':parameter' is no part of an action"),
    (HANOI, "(:predicates", "(:predicate", "domain.pddl", 2, "':predicate' is no section of a domain"),
    (
        HANOI,
        "(define (domain hanoi)",
        "(define (problem hanoi)",
        "domain.pddl",
        1,
        r"begins with `\(define \(domain NAME\)`",
    ),
    (HANOI, "(:domain hanoi)", "(:domain tower)", "problem.pddl", 2, "no problem of domain 'hanoi'"),
    (HANOI, "(clear 1)", "(clear 4)", "problem.pddl", 8, "object '4' is not declared"),
    (HANOI, "(clear 1)", "clear", "problem.pddl", 8, "'clear' is no condition"),
    (HANOI, "(on 3 peg3)", "(on 3 (peg 3))", "problem.pddl", 9, "a term is a name or a variable"),
    (HANOI, "(:init", "(:start", "problem.pddl", 4, "':start' is no section of a problem"),
    (HANOI, "(:goal (and (on 1 2) (on 2 3) (on 3 peg3)))", "", "problem.pddl", 1, r"no section `\(:goal \.\.\.\)`"),
    (HANOI, "(:goal (and (on 1 2) ", "(:goal (on 1 2) (and ", "problem.pddl", 9, "more than one thing"),
    (FERRY, "?c - car ?p - port) (on", "?c - cart ?p - port) (on", "domain.pddl", 5, "type 'cart' is not declared"),
    (FERRY, "island - port", "island -", "problem.pddl", 2, "a type must follow '-'"),
    (FERRY, "(:action debark", "(:action board", "domain.pddl", 13, "action 'board' is declared twice"),
    (FERRY, "(not (loaded))))", "(not (= ?c ?c))))", "domain.pddl", 15, "cannot change '='"),
    (
        HANOI,
        "(:action move",
        "(:derived (clear ?x) (on ?x ?x)) (:action move",
        "domain.pddl",
        6,
        "'clear', which is derived",
    ),
    (HANOI, "(:action move", "(:derived clear) (:action move", "domain.pddl", 3, "a derived predicate is written"),
    (LAMPS, "(:init", "(:init (lit hall)", "problem.pddl", 4, "cannot state 'lit', which is derived"),
    (
        LAMPS,
        "(lit ?r - room) (exists",
        "(lit ?r ?r - room) (exists",
        "domain.pddl",
        7,
        "'lit' takes 1 terms, and here are 2",
    ),
    (LAMPS, "(on ?x) (powered ?x)", "(lit ?r) (powered ?x)", "domain.pddl", 7, "'lit' rests on itself"),
    (LAMPS, "(not (pulled ?r))", "(lit ?r)", "domain.pddl", 7, "'lit' rests on itself"),
    (FERRY, ":effect (and (at ?c", ":effect :effect (and (at ?c", "domain.pddl", 15, "is no part of an action"),
]

UNSUPPORTED = [
    (HANOI, "(clear ?from)", "(oneof (clear ?to) (clear ?from))", "domain.pddl", 6, "effects of chance"),
    (HANOI, "(clear ?from)", "(probabilistic 0.5 (clear ?from))", "domain.pddl", 6, "effects of chance"),
    (HANOI, "(clear ?from)", "(assign (level) 3)", "domain.pddl", 6, "numbers .*:numeric-fluents"),
    (HANOI, "(smaller ?disc ?to)", "(< (size ?disc) (size ?to))", "domain.pddl", 5, "numbers .*:numeric-fluents"),
    (HANOI, "(:action move", "(:durative-action move", "domain.pddl", 3, "durative actions"),
    (
        HANOI,
        "(smaller ?disc ?to)",
        "(when (on ?disc ?to) (clear ?to))",
        "domain.pddl",
        5,
        "`when`. outside of an effect",
    ),
    (HANOI, "(:goal (and (on 1 2)", "(:goal (and (preference p (on 1 2))", "problem.pddl", 9, "preferences"),
    (HANOI, "(:goal", "(:constraints (on 1 2)) (:goal", "problem.pddl", 9, "constraints"),
    (HANOI, "(clear 1)", "(at 10 (clear 1))", "problem.pddl", 8, "timed initial facts"),
]


@pytest.mark.parametrize(("texts", "old", "new", "file", "line", "reason"), BROKEN + UNSUPPORTED)
def test_an_error_names_file_line_and_reason(
    texts: tuple[str, str, int], old: str, new: str, file: str, line: int, reason: str, tmp_path: Path
) -> None:
    paths = written(tmp_path, *replaced(texts, old, new))
    with pytest.raises(InvalidInput, match=rf"{file}, line {line}: .*{reason}"):
        load(*paths)


@pytest.mark.parametrize("text", [" ", "; nothing\n", "define", "(define (domain d)) (define (domain e))", "(" * 200])
def test_a_file_that_is_no_list_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=r"domain\.pddl, line \d+: "):
        read_domain(path)


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"nothing\.pddl does not exist"):
        read_domain(tmp_path / "nothing.pddl")
    (tmp_path / "bytes.pddl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidInput, match=r"bytes\.pddl is not text"):
        read_domain(tmp_path / "bytes.pddl")


def test_a_choice_in_a_precondition_is_one_action(tmp_path: Path) -> None:
    """A step to a neighbour is possible in either direction, and listed once where both hold."""
    domain, problem, _ = GRID
    game: Strips = load(*written(tmp_path, domain, problem.replace("(beside f1 f2)", "(beside f1 f2) (beside f2 f1)")))
    assert game.reset().actions.count("step r f2 f1") == 1
