"""Trials that are watched: what is said of each, what stays, how it goes on, and its page."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew, listen_to_interrupts, own_space
from tests.serving import serving

from clew_playground.commands.learn import learn
from clew_playground.environments import chores

COURSE = ("learn", "shoes", "--seed", "2", "--steps", "6")


def kept(page: Path) -> dict[str, Any]:
    """What a page holds."""
    return json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])


def test_trials_are_watched_and_leave_nothing(clew: Clew, tmp_path: Path) -> None:
    page = tmp_path / "new" / "page.html"
    said = clew(*COURSE, "--trials", "2", "--html", page)
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    assert lines[0] == chores.game_of("shoes", 2).task
    trials = [each for each in lines if re.fullmatch(r"trial \d [█░]{10} +-?\d+ points, 6 steps, over", each)]
    assert len(trials) == 2
    counts = [each for each in lines if re.match(r" {4}\d+ learnings: ", each)]
    assert re.fullmatch(r" {4}(\d+) learnings: \1 new", counts[0])
    size, parts = counts[1].strip().split(" learnings: ")
    numbers = {name: int(number) for number, name in (part.split() for part in parts.split(", "))}
    assert sum(number for name, number in numbers.items() if name != "dropped") == int(size)
    assert len(kept(page)["columns"]) == 2
    space = own_space(said.err)
    assert clew("stats", "--space", space, "--json").json["nodes"] == {}


def test_what_other_houses_teach_comes_first_is_kept_and_gone_on_with(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    space, page = environment["CLEW_SPACE"], tmp_path / "page.html"
    course = ("learn", "garden", "--seed", "2", "--steps", "12")  # the other house brings points, and so teaches
    asked = (*course, "--mode", "gen-env+adapt", "--others", "1", "--space", space)
    first = clew(*asked, "--trials", "1", "--json").json
    meta, own = first["versions"]
    assert (meta["trial"], own["trial"]) == ("", first["trials"][0]["name"])
    again = clew(*asked, "--trials", "1")
    assert (again.code, "go on with --resume" in again.err) == (4, True)
    said = clew(*asked, "--trials", "2", "--resume", "--html", page)
    assert [each[:7] for each in said.out.splitlines() if each.startswith("trial ")] == ["trial 0", "trial 1"]
    assert [each["trial"] for each in kept(page)["columns"]] == [None, 0, 1]
    assert clew("stats", "--space", space, "--json").json["nodes"]["Trial"] == 4


def test_broken_off_trials_go_on_as_the_hint_says(clew: Clew, environment: dict[str, str], tmp_path: Path) -> None:
    space, page = environment["CLEW_SPACE"], tmp_path / "page.html"
    command = [str(Path(sys.executable).with_name("clew")), *COURSE, "--space", space, "--html", str(page)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts
    ) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("trial 0 "))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    before = len(kept(page)["columns"])
    assert before in {1, 2}
    hint = next(each for each in err.splitlines() if "it can go on: clew " in each)
    asked = [each.strip("'") for each in re.findall(r"'[^']*'|\S+", hint.partition("go on: clew ")[2])]
    found = clew(*asked, "--trials", str(before + 1), "--json").json
    ended = [each for each in found["trials"] if each["score"] is not None]
    assert len(ended) == before + 1
    assert all(each["set_id"] for each in ended)


def test_a_model_acts_by_its_learnings_and_writes_them(
    clew: Clew, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = "1. look SHOULD BE NECESSARY to find the boots.\n2. Be quick."
    acted = ['{"action": "look"}', '{"learnings": [1], "reason": "It helps.", "action": "look"}']
    monkeypatch.setenv("CLEW_MODEL_KEY", "none")
    with serving(Chat, [acted[0], written, acted[1], written]) as service:
        model = ("--model", "openai:m", "--model-url", service.url, "--space", environment["CLEW_SPACE"])
        asked = ("learn", "shoes", "--seed", "2", "--steps", "1", "--trials", "2")
        found = clew(*asked, "--policy", "model", "--generator", "model", *model, "--json").json
        shown = [body["messages"][-1]["content"] for _, body in service.asked]
    assert [each["learning"]["text"] for each in found["versions"][-1]["learnings"]] == [
        "look SHOULD BE NECESSARY to find the boots.",
        "Be quick.",
    ]
    assert [each["uses"] for each in found["versions"][0]["learnings"]] == [1, 0]
    assert "1. look SHOULD BE NECESSARY to find the boots." in shown[2]
    assert "Learned after the attempt before this one" in shown[3]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--others", "2"), 2, "is for the gen modes, and the mode is adapt"),
        (("--mode", "gen-task", "--others", "9"), 2, "there are 5 other chores"),
        (("--resume",), 2, "--resume needs the space"),
        (("--policy", "model"), 14, "a model shall act or learn, and none is set"),
        (("--generator", "model"), 14, "a model shall act or learn, and none is set"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_nothing_is_written(
    clew: Clew, options: tuple[str, ...], code: int, said: str
) -> None:
    found = clew(*COURSE, *options)
    assert said in found.err
    assert found.err.count("clew: error:") == 1
    assert found.code == code


def test_every_chore_can_be_chosen() -> None:
    (choice,) = get_args(learn.__annotations__["chore"])[:1]
    assert set(get_args(choice)) == set(chores.chores())
