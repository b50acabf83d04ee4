"""The environment: what it tells, what it accepts, how it counts progress and how it ends."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playground.tests.environments.strips.foreign import FERRY, GRID, HANOI, WORLDS, written

from clew.agents.environment import Environment
from clew.errors import InvalidInput
from clew_playground.environments.strips import CHECK, DOMAINS, LOOK, Strips, generate, load, walkthrough


def game_of(name: str, folder: Path) -> Strips:
    return load(*written(folder, *WORLDS[name][:2]))


@settings(max_examples=25)
@given(st.sampled_from(DOMAINS), st.integers(0, 1000), st.integers(1, 4), st.integers(0, 1000))
def test_a_walk_at_random_keeps_the_rules(domain: str, seed: int, size: int, walk: int) -> None:
    game, random = generate(domain, seed, size, steps=40), Random(walk)
    moment, best = game.reset(), 0.0
    for _ in range(41):
        best = max(best, sum(each.holds(game.state) for each in game.model.goal) / len(game.model.goal))
        assert moment.score == game.progress == best
        assert moment.done == (not moment.actions)
        assert moment.won == game.model.reached(game.state)
        assert len({each.lower() for each in moment.actions}) == len(moment.actions)
        if moment.done:
            break
        before, valid = game.state, moment.actions
        moment = game.step(random.choice([*valid, *valid, CHECK, LOOK, "dance", ""]))
        if game.state == before and not moment.done:
            assert moment.actions == valid
    assert moment.done


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("size", [2, 5])
def test_each_text_means_its_action(domain: str, size: int) -> None:
    game, random = generate(domain, 4, size, steps=1000), Random(1)
    moment = game.reset()
    for _ in range(15):
        operators = game.model.applicable(game.state)
        said = game.wording.actions(operators)
        assert tuple(said) == moment.actions
        assert set(said.values()) == set(operators)
        for text, operator in said.items():
            for form in (
                text,
                operator.pddl,
                f"  {text.upper()}. ",
                f"`{text}`",
                text.replace(" ", "  "),
                f"The {text}",
            ):
                assert game.wording.meant(form, operators) == operator, form
        moment = game.step(random.choice(moment.actions))
        if moment.done:
            break


@pytest.mark.parametrize("name", WORLDS)
def test_each_generic_text_means_its_action(name: str, tmp_path: Path) -> None:
    game = game_of(name, tmp_path)
    game.reset()
    for action in walkthrough(game):
        operators = game.model.applicable(game.state)
        for text, operator in game.wording.actions(operators).items():
            pddl = f"{operator.name}({', '.join(operator.arguments)})"
            for form in (text, operator.pddl, pddl, text.replace("-", " ")):
                assert game.wording.meant(form, operators) == operator, form
        game.step(action)


def test_a_text_that_could_be_two_actions_is_none(tmp_path: Path) -> None:
    domain = """(define (domain d) (:predicates (on ?x)) (:action pick-up :parameters (?x) :effect (on ?x))
                (:action pick :parameters (?x ?y) :effect (on ?y)))"""
    problem = "(define (problem p) (:domain d) (:objects up a-b a_b) (:init) (:goal (and (on a-b) (on up))))"
    game = load(*written(tmp_path, domain, problem))
    operators = game.model.operators
    assert game.wording.meant("pick-up a-b", operators) != game.wording.meant("pick up a-b", operators)
    assert game.wording.meant("pick up a b", operators) is None
    assert game.wording.meant("lift a-b", operators) is None


def test_a_block_may_be_called_a() -> None:
    game = generate("blocksworld", 1, 1)
    assert game.wording.meant("pick up", game.model.operators) is None


def test_an_article_that_is_a_name_counts(tmp_path: Path) -> None:
    domain = "(define (domain d) (:predicates (on ?x)) (:action lift :parameters (?x ?y) :effect (on ?x)))"
    problem = "(define (problem p) (:domain d) (:objects a b) (:init) (:goal (and (on a) (on b))))"
    game = load(*written(tmp_path, domain, problem))
    said = {form: game.wording.meant(form, game.model.operators) for form in ("lift a b", "lift the b a", "Lift B B!")}
    assert [each.arguments for each in said.values() if each] == [("a", "b"), ("b", "a"), ("b", "b")]


@pytest.mark.parametrize("name", WORLDS)
def test_a_sentence_means_one_fact(name: str, tmp_path: Path) -> None:
    game = game_of(name, tmp_path)
    facts = {fact for each in game.model.operators for fact in each.touched} | game.model.init
    assert len({game.wording.fact(each).lower() for each in facts}) == len(facts) > 5


def test_facts_that_would_sound_alike_are_told_as_pddl(tmp_path: Path) -> None:
    domain = """(define (domain d) (:predicates (on ?x ?y) (on-table ?x) (near-to ?x ?y) (near_to ?x ?y) (warm ?x)
      (hot))
      (:action a :parameters (?x ?y) :effect (and (on ?x ?y) (near-to ?x ?y) (near_to ?x ?y) (on-table ?x) (hot))))"""
    problem = "(define (problem p) (:domain d) (:objects cup table) (:init (warm cup)) (:goal (on cup table)))"
    wording = load(*written(tmp_path, domain, problem)).wording
    assert wording.fact(("on", "cup", "table")) == "cup is on table."
    assert wording.fact(("warm", "cup")) == "cup is warm."
    assert wording.fact(("hot",)) == "hot."
    assert wording.fact(("near-to", "cup", "table")) == "(near-to cup table)."
    assert wording.fact(("near_to", "cup", "table")) == "(near_to cup table)."


def test_the_list_of_actions_costs_a_step_and_changes_nothing() -> None:
    game = generate("gripper", 1, 2, steps=3)
    first = game.reset()
    checked = game.step(" Check valid ACTIONS. ")
    assert all(action in checked.text for action in first.actions)
    assert (checked.actions, checked.score, checked.done) == (first.actions, first.score, False)
    refused = game.step("fly to the moon")
    assert "not valid" in refused.text
    assert CHECK in refused.text
    assert refused.actions == first.actions
    last = game.step(CHECK)
    assert (last.done, last.won, last.actions) == (True, False, ())
    assert game.ending == "over"


@pytest.mark.parametrize("domain", DOMAINS)
def test_looking_around_tells_everything_at_any_time(domain: str) -> None:
    game = generate(domain, 2, 3)
    first = game.reset()
    assert game.step(LOOK).text == first.text
    assert game.step("Look around.").text == first.text
    game.step(first.actions[0])
    seen = game.step(LOOK).text
    assert seen != first.text
    assert all(game.wording.fact(each) in seen for each in game.state)


@pytest.mark.parametrize("domain", DOMAINS)
def test_changes_add_up_to_the_whole(domain: str) -> None:
    """Who keeps the first observation and follows the changes knows what the full observation tells."""
    full, changes = (generate(domain, 5, 3, observation=each) for each in ("full", "changes"))
    full.reset()
    changes.reset()
    sentence = {changes.wording.fact(fact): fact for fact in _facts(changes)}
    known = set(changes.model.init)
    for action in walkthrough(changes):
        told = changes.step(action).text.splitlines()[0]
        for part in _split(told):
            gone = part.startswith("No longer: ")
            fact = sentence[part.removeprefix("No longer: ")]
            assert (fact in known) == gone
            known = known - {fact} if gone else known | {fact}
        assert known == changes.state
        seen = _split(full.step(action).text.splitlines()[0])
        assert {sentence[each] for each in seen} == {each for each in known if each[0] in full.model.fluents}


def _facts(game: Strips) -> set[tuple[str, ...]]:
    return {fact for each in game.model.operators for fact in each.touched} | game.model.init


def _split(text: str) -> list[str]:
    return [f"{each}." for each in text.removesuffix(".").split(". ")]


def test_an_action_without_an_effect_says_so(tmp_path: Path) -> None:
    domain = "(define (domain d) (:predicates (p) (q)) (:action wait :effect ()) (:action win :effect (p)))"
    problem = "(define (problem p) (:domain d) (:init) (:goal (p)))"
    game = load(*written(tmp_path, domain, problem))
    assert game.reset().actions == ("wait", "win")
    assert game.step("wait").text == "Nothing changes."
    assert game.step("win").text == "p.\nThe goal is satisfied."


def test_a_goal_that_holds_at_once_is_won_at_once(tmp_path: Path) -> None:
    domain, problem, _ = HANOI
    game = load(*written(tmp_path, domain, problem.replace("(on 3 peg3)", "(on 3 peg1)")))
    moment = game.reset()
    assert (moment.done, moment.won, moment.score, moment.actions) == (True, True, 1.0, ())
    assert moment.text.endswith("The goal is satisfied.")
    assert walkthrough(game) == ()


def test_where_nothing_is_valid_the_game_is_over(tmp_path: Path) -> None:
    domain = "(define (domain d) (:predicates (p) (q)) (:action burn :precondition (p) :effect (not (p))))"
    problem = "(define (problem p) (:domain d) (:init (p)) (:goal (and (q) (p))))"
    game = load(*written(tmp_path, domain, problem))
    assert game.reset().score == 0.5
    moment = game.step("burn")
    assert (moment.done, moment.won, moment.score, moment.actions) == (True, False, 0.5, ())
    with pytest.raises(InvalidInput, match="cannot be solved"):
        walkthrough(game)


def test_progress_does_not_fall_where_a_condition_is_undone(tmp_path: Path) -> None:
    domain, problem, _ = FERRY
    game = load(*written(tmp_path, domain, problem))
    actions = ("board red home", "sail home island", "debark red island", "board red island", "sail island home")
    scores = [game.reset().score, *(game.step(each).score for each in actions)]
    assert scores == [1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3]
    actions = ("board red home", "sail home island", "debark red island", "sail island home", "sail home island")
    scores = [game.reset().score, *(game.step(each).score for each in actions)]
    assert scores == [1 / 3, 1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3]


def test_a_game_that_does_not_run_says_how_to_begin() -> None:
    game = generate("blocksworld", 1, 1)
    environment: Environment = game
    with pytest.raises(InvalidInput, match="before the beginning of the game"):
        environment.step(LOOK)
    game.reset()
    for action in walkthrough(game):
        game.step(action)
    with pytest.raises(InvalidInput, match="after the end of the game"):
        game.step(LOOK)
    assert game.reset().actions
    with pytest.raises(InvalidInput, match="0 steps cannot be played"):
        generate("blocksworld", 1, 1, steps=0)


def test_the_task_tells_the_goal_and_without_a_description_the_rules(tmp_path: Path) -> None:
    domain, problem, _ = GRID
    task = load(*written(tmp_path, domain, problem)).task
    assert task.endswith("Your goal: box is at f4. r is at f1. w1 is painted. w2 is painted.")
    assert "step ?r ?from ?to: if ?r is at ?from; (?from is beside ?to or ?to is beside ?from); not (for some" in task
    assert "paint-all: always possible. Then: for all ?c: ?c is painted." in task


TEMPLATES = """
description = "Discs on
pegs."
observation = "changes"
[predicates]
on = "disc {x} lies on {y}"
[actions]
move = "put {disc} on {to}"
"""


def test_templates_beside_the_domain_are_used(tmp_path: Path) -> None:
    paths = written(tmp_path, *HANOI[:2])
    assert "put 1 on 3" not in load(*paths).reset().actions
    text = TEMPLATES.replace("Discs on\npegs", "Discs on pegs")
    (tmp_path / "domain.toml").write_text(text)
    game = load(*paths)
    assert game.task.splitlines() == [
        "Discs on pegs.",
        "Actions: put [disc] on [to].",
        "Your goal: disc 1 lies on 2. disc 2 lies on 3. disc 3 lies on peg3.",
    ]
    assert set(game.reset().actions) == {"put 1 on peg2", "put 1 on peg3"}
    assert (
        game.step("Put the 1 on peg2").text
        == "2 is clear. disc 1 lies on peg2. No longer: peg2 is clear. No longer: disc 1 lies on 2."
    )
    (tmp_path / "other.toml").write_text('observation = "full"\n[actions]\nmove = "shift {disc} {from} {to}"\n')
    assert load(*paths, tmp_path / "other.toml").reset().actions[0].startswith("shift 1 2 ")


def test_templates_that_leave_two_actions_alike_give_way(tmp_path: Path) -> None:
    paths = written(tmp_path, *HANOI[:2])
    (tmp_path / "domain.toml").write_text('[actions]\nmove = "move {disc}"\n')
    assert load(*paths).reset().actions == ("(move 1 2 peg2)", "(move 1 2 peg3)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("on =", "is no TOML"),
        ("words = 1", "'words' is unknown"),
        ("description = 1", "the description is no text"),
        ('observation = "none"', "observation 'none' is unknown"),
        ("predicates = 1", "'predicates' is no table"),
        ('[predicates]\nat = "x"', "'at' of .predicates. is not in the domain"),
        ('[predicates]\non = "{x} lies"', "the template of 'on' must be a text with {x}, {y}"),
        ('[predicates]\non = "{x} {y} {z}"', "the template of 'on'"),
        ('[actions]\nmove = "move {disc:>3}"', "the template of 'move'"),
        ('[actions]\nmove = "move {disc.x}"', "the template of 'move'"),
        ('[actions]\nmove = "move {disc"', "the template of 'move'"),
        ("[actions]\nmove = 3", "the template of 'move'"),
    ],
)
def test_templates_with_an_error_are_refused(text: str, reason: str, tmp_path: Path) -> None:
    paths = written(tmp_path, *HANOI[:2])
    (tmp_path / "domain.toml").write_text(text)
    with pytest.raises(InvalidInput, match=f"domain.toml.*{reason}"):
        load(*paths)
