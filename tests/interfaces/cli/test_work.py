"""A run that is watched, kept, shown again and resumed."""

import json
import re
from pathlib import Path

import pytest
from tests.interfaces.conftest import Clew

from clew.environments import strips
from clew.memory import Memory
from clew.server import Address
from clew.working import WorkingMemory

SMALL = ("work", "--domain", "blocksworld", "--seed", "3", "--size", "2")
DOMAIN = "(define (domain lamp) (:predicates (on)) (:action push :parameters () :precondition (not (on)) :effect (on)))"
PROBLEM = "(define (problem one) (:domain lamp) (:objects) (:init) (:goal (and (on))))"


def test_a_run_is_watched_step_by_step_and_leaves_nothing(clew: Clew, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    said = clew(*SMALL, "--html", str(page))
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    assert lines[0].startswith("Your goal: ")
    assert any(re.match(r"1\. block\d is on", each) for each in lines)
    acted = [each for each in lines if re.match(r" +\d+  [█·]{16} +\d+ of \d+", each)]
    game = strips.generate("blocksworld", 3, 2)
    game.reset()
    assert [each.rpartition("  ")[2] for each in acted] == list(strips.walkthrough(game))
    assert "The goal was reached" in said.out
    assert "Tokens that show the run, mean over steps: standard" in said.out
    assert "polyline" in page.read_text("utf-8")
    assert clew("stats", "--space", "work-blocksworld-3", "--json").json["nodes"] == {}


def test_it_is_kept_where_a_space_is_named_and_shown_again(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    space = environment["CLEW_SPACE"]
    acted = clew(*SMALL, "--space", space, "--json").json
    assert acted["played"]["won"] is True
    shown = clew("work", "--show", acted["run"]["name"], "--space", space, "--json").json
    assert shown == acted | {"played": None}
    page = tmp_path / "run.html"
    told = clew("work", "--show", acted["run"]["name"], "--space", space, "--html", str(page))
    assert acted["run"]["subgoals"][0]["text"] in told.out
    assert json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])["steps"]
    again = clew(*SMALL, "--space", space)
    assert (again.code, "already" in again.err) == (4, True)


def test_a_run_that_broke_off_goes_on(clew: Clew, environment: dict[str, str], server: Address) -> None:
    space, game = environment["CLEW_SPACE"], strips.generate("blocksworld", 3, 2, steps=200)
    begun = game.reset()
    action, *rest = strips.walkthrough(game)
    with Memory.open(server.uri, auth=(server.user, server.password), space=space) as memory:
        working = WorkingMemory(memory)
        working.begin("Pile them.", observation=begun.text, name="broken")
        working.subgoal("Begin.")
        working.step(action, game.step(action).text)
    done = clew(*SMALL, "--resume", "broken", "--space", space, "--json").json
    actions = [step["action"] for subgoal in done["run"]["subgoals"] for step in subgoal["steps"]]
    assert (done["played"]["won"], actions, len(done["tokens"])) == (True, [action, *rest], 1 + len(rest))
    assert clew(*SMALL, "--resume", "broken", "--space", space).code == 4


def test_another_problem_is_acted_from_its_files(clew: Clew, tmp_path: Path) -> None:
    (tmp_path / "domain.pddl").write_text(DOMAIN)
    (tmp_path / "problem.pddl").write_text(PROBLEM)
    files = ("--pddl", str(tmp_path / "domain.pddl"), "--problem", str(tmp_path / "problem.pddl"))
    said = clew("work", *files)
    assert said.code == 0, said.err
    assert "push" in said.out
    (tmp_path / "problem.pddl").write_text(PROBLEM.replace("(and (on))", "(and (off))"))
    wrong = clew("work", *files)
    assert wrong.code == 2
    assert re.search(r"problem\.pddl, line 1: .*off", wrong.err)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--budget", "3"), "a budget of 3 tokens does not hold"),
        (("--pddl", "domain.pddl"), "give both"),
        (("--show", "nothing", "--space", "kept"), "has no run 'nothing'"),
        (("--show", "nothing"), "name the one that keeps it with --space"),
        (("--resume", "nothing", "--space", "kept"), "has no run 'nothing'"),
        (("--mode", "short"), "'short'"),
    ],
)
def test_what_cannot_be_done_is_one_clear_error(clew: Clew, arguments: tuple[str, ...], why: str) -> None:
    said = clew("work", *arguments)
    assert said.code != 0
    assert why in said.err
    assert "█" not in said.out
    assert clew("stats", "--space", "kept", "--json").json["nodes"] == {}
