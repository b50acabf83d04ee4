"""A task that is watched: its tree, the sizes of its prompts, its page, and what stays of it."""

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew, listen_to_interrupts, own_space
from tests.serving import serving

from clew_playground.environments import strips

TASK = ("work", "--domain", "blocksworld", "--seed", "3", "--size", "2")
DOMAIN = """(define (domain lamp) (:predicates (on) (near))
  (:action go :parameters () :precondition () :effect (near))
  (:action push :parameters () :precondition (near) :effect (on)))"""
PROBLEM = "(define (problem dark) (:domain lamp) (:objects) (:init) (:goal (on)))"


def kept(page: Path) -> dict[str, Any]:
    """What a page of a run holds."""
    return json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])


@pytest.fixture
def lamp(tmp_path: Path) -> tuple[Path, Path]:
    """A domain and a problem of two actions, as files."""
    files = tmp_path / "domain.pddl", tmp_path / "problem.pddl"
    for file, text in zip(files, (DOMAIN, PROBLEM), strict=True):
        file.write_text(text)
    return files


def test_a_task_is_watched_step_by_step_and_leaves_nothing(clew: Clew) -> None:
    game = strips.generate("blocksworld", 3, 2)
    said = clew(*TASK)
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    assert game.task.endswith(lines[0])
    steps = [each for each in lines if re.match(r" +\d+ .*[█░]{10} +\d+ tokens, standard \d+$", each)]
    whole = [int(each.rpartition(" ")[2]) for each in steps]
    average = f"{sum(whole) / len(whole):.0f}"
    assert any(each.startswith("tokens") and f"standard {average}, decomposed" in each for each in lines)
    assert any(" hiagent " in each and each.startswith("tokens") for each in lines)
    actions = strips.walkthrough(game)
    assert [re.split(r"\s{2,}|\s[█░]", each.strip())[0] for each in steps] == [
        f"{number} {action}" for number, action in enumerate(actions, 1)
    ]
    assert sum(each.startswith("▾") for each in lines) == sum(each.startswith("▸") for each in lines) + 1 > 1
    assert f"Ended: The goal was reached in {len(actions)} steps." in lines
    space = own_space(said.err)
    assert space.startswith("work-blocksworld-3-")
    assert clew("stats", "--space", space, "--json").json["nodes"] == {}


def test_it_is_kept_in_an_empty_space_shown_and_never_mixed_with_another(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    space, page = environment["CLEW_SPACE"], tmp_path / "new" / "run.html"
    worked = clew(*TASK, "--space", space, "--json").json
    assert worked["played"]["won"] is True
    name, steps = worked["run"]["name"], worked["played"]["steps"]
    # What the agent's own calls counted is what the run's prompts take, found again in the finished run.
    assert [each["hiagent"] for each in worked["prompts"]] == [
        step["prompt_tokens"] for subgoal in worked["run"]["subgoals"] for step in subgoal["steps"]
    ]
    before = clew("stats", "--space", space, "--json").json["nodes"]
    shown = clew("work", "--show", name, "--space", space, "--json", "--html", page).json
    assert (shown["run"], shown["prompts"], shown["played"]) == (worked["run"], worked["prompts"], None)
    assert len(kept(page)["steps"]) == steps
    told = clew("work", "--show", name, "--space", space).out.splitlines()
    last = worked["run"]["subgoals"][-1]
    assert [each for each in told if each.startswith(("▸", "▾"))][-1] == f"▸ {last['number']}. {last['text']}"
    assert sum(each.startswith("▸") for each in told) == len(worked["run"]["subgoals"])
    assert sum("tokens, standard" in each for each in told) == steps
    other = clew("work", "--domain", "blocksworld", "--space", f"{space}-2").err
    assert re.search(r"run \S+ is kept: --show \S+ shows it again", other)
    again = clew(*TASK, "--space", space)
    assert (again.code, "holds memories already" in again.err) == (4, True)
    ended = clew(*TASK, "--space", space, "--resume", name)
    assert (ended.code, "has ended" in ended.err) == (4, True)
    assert clew("stats", "--space", space, "--json").json["nodes"] == before


def test_an_interrupted_run_is_taken_up_as_the_hint_says(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    space, page = environment["CLEW_SPACE"], tmp_path / "run.html"
    command = [str(Path(sys.executable).with_name("clew")), "work", "--seed", "3", "--size", "4"]
    command += ["--space", space, "--html", str(page), "--mode", "decomposed", "--budget", "9000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts
    ) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if re.match(r" +3 ", line))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    before = kept(page)
    assert before["outcome"].startswith("not finished: ")
    hint = next(each for each in err.splitlines() if " can go on: clew " in each)
    other = clew("work", "--seed", "4", "--size", "4", "--space", space, "--resume", hint.split()[-1])
    assert (other.code, "give the world that the run began in" in other.err) == (4, True)
    few = clew("work", "--seed", "3", "--size", "4", "--steps", "1", "--space", space, "--resume", hint.split()[-1])
    assert (few.code, "give --steps" in few.err) == (2, True)
    done = clew(*shlex.split(hint.partition(" can go on: clew ")[2]), "--json").json
    assert done["played"]["won"] is True
    assert (kept(page)["mode"], kept(page)["budget"], kept(page)["ended"]) == ("decomposed", 9000, True)
    actions = [step["action"] for subgoal in done["run"]["subgoals"] for step in subgoal["steps"]]
    assert actions[: len(before["steps"])] == [each["action"] for each in before["steps"]]


def test_a_problem_in_pddl_and_the_mode_are_chosen(clew: Clew, lamp: tuple[Path, Path], tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    asked = ("work", "--pddl", lamp[0], "--problem", lamp[1], "--mode", "standard", "--html", page, "--json")
    said = clew(*asked)
    worked = said.json
    assert [step["action"] for subgoal in worked["run"]["subgoals"] for step in subgoal["steps"]] == ["go", "push"]
    assert len(worked["run"]["subgoals"]) == 1
    assert said.err.strip().splitlines()[1:] == [f"page: {page}"]
    assert (kept(page)["mode"], kept(page)["title"]) == ("standard", "problem.pddl")


def test_a_model_acts_where_there_is_one(clew: Clew, lamp: tuple[Path, Path]) -> None:
    replies = ["Subgoal: Be there.\nAction: go", "Subgoal: Light.\nAction: look around", '{"summary": "There."}']
    with serving(Chat, [*replies, "Action: push"]) as service:
        named = ("--model", "openai:m", "--model-url", service.url)
        said = clew("work", "--pddl", lamp[0], "--problem", lamp[1], "--steps", "3", *named)
    assert said.code == 0, said.err
    assert "▾ 1. Be there." in said.out
    assert "▾ 2. Light." in said.out
    assert "look around" in said.out


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (("--size", "9"), "choose 1 to 6"),
        (("--budget", "5"), "or more"),
        (("--pddl", "d.pddl"), "--problem"),
        (("--problem", "p.pddl"), "--pddl"),
        (("--pddl", "none.pddl", "--problem", "p.pddl"), "does not exist"),
        (("--pddl", "d.pddl", "--problem", "p.pddl", "--seed", "1"), "leave them out"),
        (("--show", "x", "--seed", "1"), "leave out --seed"),
        (("--show", "x", "--resume", "y"), "leave out --resume"),
    ],
)
def test_what_cannot_be_worked_on_is_one_clear_error_and_nothing_is_written(
    clew: Clew, environment: dict[str, str], arguments: tuple[str, ...], remedy: str
) -> None:
    space = environment["CLEW_SPACE"]
    said = clew("work", *arguments, "--space", space)
    assert said.code == 2
    assert (len(said.err.splitlines()), remedy in said.err) == (1, True), said.err
    assert clew("stats", "--space", space, "--json").json["nodes"] == {}


def test_a_run_is_named_with_its_space_and_must_be_there(clew: Clew, environment: dict[str, str]) -> None:
    for option in ("--show", "--resume"):
        assert "name it with --space" in clew("work", option, "ghost").err
        said = clew("work", option, "ghost", "--space", environment["CLEW_SPACE"])
        assert (said.code, "no run 'ghost'" in said.err) == (3, True)


def test_an_error_in_a_pddl_file_names_its_line(clew: Clew, lamp: tuple[Path, Path]) -> None:
    lamp[0].write_text(DOMAIN.replace("(near) :effect (on)", "(far) :effect (on)"))
    said = clew("work", "--pddl", lamp[0], "--problem", lamp[1])
    assert said.code == 2
    assert "domain.pddl, line 3: " in said.err


def test_a_problem_without_a_plan_says_what_may_help(clew: Clew, lamp: tuple[Path, Path]) -> None:
    lamp[0].write_text(DOMAIN.replace(":effect (near)", ":effect (not (near))"))
    said = clew("work", "--pddl", lamp[0], "--problem", lamp[1])
    assert (said.code, "choose another problem" in said.err) == (2, True)


def test_a_page_that_cannot_be_written_is_found_before_the_work(clew: Clew, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for page in (tmp_path, file / "run.html"):
        said = clew(*TASK, "--html", page)
        assert (said.code, str(tmp_path) in said.err, said.out) == (74, True, "")


def test_a_page_is_not_left_empty_where_nothing_begins(clew: Clew, tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    assert clew(*TASK, "--budget", "5", "--html", page).code == 2
    assert not page.exists()


def test_the_help_names_every_domain(clew: Clew) -> None:
    said = " ".join(clew("work", "--help").out.replace("│", " ").split())
    assert all(domain in said for domain in strips.DOMAINS)
