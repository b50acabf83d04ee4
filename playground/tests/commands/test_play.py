"""A game that is watched: its steps, its end, and what stays of it."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew, listen_to_interrupts, own_space
from tests.serving import serving

from clew.errors import InvalidInput
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.environments.own import own_world


def kept(page: Path) -> dict[str, Any]:
    """What a page of a game holds."""
    return json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])


def test_a_game_is_watched_step_by_step_and_leaves_nothing(clew: Clew) -> None:
    said = clew("play", "cooking", "--seed", "2", "--size", "tiny")
    assert said.code == 0
    lines = said.out.splitlines()
    assert re.search(r"begins  in [a-z ]+, 0 of \d+ points", said.out)
    assert any(line.strip().startswith("+ ") for line in lines)
    assert any(line.strip().startswith("- ") for line in lines)
    assert any(line.strip().startswith("carries ") for line in lines)
    assert any(line.strip().startswith("? where ") for line in lines)
    assert "[kitchen]" in said.out
    assert lines[-1].startswith("won: ")
    space = own_space(said.err)
    assert space.startswith("play-cooking-2-")
    assert clew("stats", "--space", space, "--json").json["nodes"] == {}


def test_it_is_kept_in_an_empty_space_and_never_in_another(clew: Clew, environment: dict[str, str]) -> None:
    space = environment["CLEW_SPACE"]
    played = clew("play", "cooking", "--seed", "2", "--size", "tiny", "--space", space, "--json")
    assert played.json["won"] is True
    kept = clew("stats", "--space", space, "--json").json["nodes"]
    assert kept["Episode"] == played.json["steps"] + 1
    assert (played.json["space"], played.json["reader"], played.err) == (space, "rules", "")
    again = clew("play", "cooking", "--space", space)
    assert again.code != 0
    assert "holds memories already" in again.err
    assert clew("stats", "--space", space, "--json").json["nodes"] == kept


def test_steps_are_bounded_and_the_same_seed_is_the_same_game(clew: Clew) -> None:
    one, other = (clew("play", "hunt", "--seed", "3", "--steps", "4") for _ in range(2))
    assert one.out == other.out
    assert own_space(one.err) != own_space(other.err)
    assert "not finished" in one.out.splitlines()[-1]
    assert "in 4 steps" in one.out.splitlines()[-1]


def test_a_player_is_chosen_where_there_is_a_model(clew: Clew) -> None:
    with serving(Chat, ['{"steps": []}', '{"action": 1}']) as service:
        named = ("--model", "openai:m", "--model-url", service.url)
        said = clew("play", "hunt", "--steps", "1", "--player", "rag", *named)
    assert said.code == 0, said.err
    assert "in 1 steps, 1 decisions" in said.out
    shown = [body["messages"][1]["content"] for _, body in service.asked]
    assert len(shown) == 2
    assert all("Observations that may matter:\nnone" in each for each in shown)
    without = clew("play", "hunt", "--player", "rag")
    assert without.code == 14
    assert "player rag needs a language model" in without.err


def test_a_model_reads_what_it_plays_and_its_account_is_kept(clew: Clew) -> None:
    readings = ['{"place": "", "triplets": []}'] * 2
    with serving(Chat, [readings[0], '{"steps": []}', '{"action": 1}', readings[1]]) as service:
        named = ("--model", "openai:m", "--model-url", service.url)
        said = clew("play", "hunt", "--steps", "1", "--player", "rag", "--reader", "model", "--json", *named).json
    assert said["reader"] == "model"
    calls = {name: each["calls"] for name, each in said["usage"]["chains"].items()}
    assert calls == {"triplets": 2, "plan": 1, "act": 1}
    assert (said["reading"]["total"]["calls"], said["usage"]["total"]["calls"]) == (2, 4)
    assert said["usage"]["total"]["prompt_tokens"] > said["reading"]["total"]["prompt_tokens"] > 0
    without = clew("play", "hunt", "--reader", "both")
    assert (without.code, "reader 'both' needs a language model" in without.err) == (14, True)


def test_the_history_is_as_long_as_the_model_can_read(clew: Clew) -> None:
    with serving(Chat, ['{"steps": []}', '{"action": 1}'] * 8) as service:
        named = ("--model", "openai:m", "--model-url", service.url)
        said = clew("play", "hunt", "--steps", "8", "--player", "history", "--history-tokens", "20", *named)
        assert said.code == 0, said.err
        shown = service.asked[-1][1]["messages"][1]["content"]
        past = shown.partition("Everything before the last steps:\n")[2].partition("\n\nCarried")[0]
        note, _, steps = past.partition("\n")
        assert note == "(step 0 and what came before it are left out)"
        assert 0 < len(steps) <= 4 * 20
        for player in ((), ("--player", "rag")):
            refused = clew("play", "hunt", "--history-tokens", "20", *player, *named)
            assert refused.code == 2
            assert "--history-tokens 20" in refused.err
    assert clew("play", "hunt", "--player", "history", "--history-tokens", "0").code == 2


def test_a_game_that_is_interrupted_is_forgotten_and_its_page_stays(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    assert environment
    page = tmp_path / "replay.html"
    page.write_text("an earlier game")
    command = [str(Path(sys.executable).with_name("clew")), "play", "hunt", "--seed", "7", "--html", str(page)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=listen_to_interrupts
    ) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("  2 "))
        assert page.read_text() == "an earlier game"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert err.strip().splitlines()[1:] == [f"replay: {page}"]
    data = kept(page)
    assert data["outcome"].startswith("not finished: ")
    assert len(data["steps"]) >= 3
    assert clew("stats", "--space", own_space(err), "--json").json["nodes"] == {}


def test_what_a_kill_leaves_is_offered_and_never_what_is_played(clew: Clew) -> None:
    command = [str(Path(sys.executable).with_name("clew")), "play", "hunt", "--size", "hardest"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if line.startswith("  2 "))
        process.send_signal(signal.SIGSTOP)  # it lives, and it does nothing
        assert all(each["name"] != "left behind" for each in clew("doctor", "--clean", "--json").json["findings"])
        process.kill()
        space = own_space(process.communicate(timeout=60)[1])
    assert clew("stats", "--space", space, "--json").json["nodes"]["Episode"] >= 3
    for _ in range(2):  # to look changes nothing
        (found,) = (each for each in clew("doctor", "--json").json["findings"] if each["name"] == "left behind")
        assert (found["state"], space in found["detail"], "--clean" in found["remedy"]) == ("note", True, True)
    (done,) = (each for each in clew("doctor", "--clean", "--json").json["findings"] if each["name"] == "left behind")
    assert (done["state"], done["detail"]) == ("good", f"forgotten: {space}")
    assert clew("stats", "--space", space, "--json").json["nodes"] == {}
    assert all(each["name"] != "left behind" for each in clew("doctor", "--json").json["findings"])


def test_a_game_is_kept_as_a_page_however_far_it_went(clew: Clew, tmp_path: Path) -> None:
    page = tmp_path / "new folder" / "replay.html"
    said = clew("play", "hunt", "--seed", "3", "--steps", "3", "--html", page, "--json")
    assert said.json["steps"] == 3
    assert said.err.strip().splitlines()[1:] == [f"replay: {page}"]
    data = kept(page)
    assert len(data["steps"]) == 4
    assert data["outcome"].startswith("not finished: ")
    assert data["title"] == "hunt, seed 3"


def test_a_page_that_cannot_be_written_is_found_before_the_game(clew: Clew, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for page in (tmp_path, file / "replay.html"):
        said = clew("play", "hunt", "--html", page)
        assert said.code == 74
        assert str(tmp_path) in said.err
        assert "begins" not in said.out


def test_a_space_without_a_name_is_refused_and_no_other_is_taken(clew: Clew) -> None:
    said = clew("play", "hunt", "--seed", "11", "--steps", "1", "--space", "")
    assert (said.code, "space '' is blank" in said.err) == (2, True)
    assert "which is forgotten at the end" not in said.err


def test_the_help_names_every_size(clew: Clew) -> None:
    said = " ".join(clew("play", "--help").out.replace("│", " ").split())
    for each in (hunt, cooking, cleaning):
        *others, last = each.SIZES
        assert f"{each.__name__.rpartition('.')[2]}: {', '.join(others)} or {last}" in said


@pytest.mark.parametrize("arguments", [("hunt", "--size", "vast"), ("chess",), ("hunt", "--steps", "0")])
def test_what_cannot_be_played_is_one_clear_error(clew: Clew, arguments: tuple[str, ...]) -> None:
    said = clew("play", *arguments)
    assert said.code != 0
    assert "Traceback" not in said.err


LIGHTHOUSE = """from clew.agents import Observation


class Lighthouse:
    task = "Light the lamp."

    def reset(self):
        return Observation("You stand at the lamp.", ("light the lamp",))

    def step(self, action):
        return Observation("It shines.", done=True, won=True)


def broken():
    raise OSError("no oil")
"""


@pytest.fixture
def lighthouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of somebody's in the working folder."""
    (tmp_path / "lighthouse_of_tests.py").write_text(LIGHTHOUSE)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("lighthouse")
def test_a_world_of_ones_own_is_played_by_a_model(clew: Clew) -> None:
    answers = ['{"things": []}', '{"steps": []}', '{"action": 1}']
    with serving(Chat, answers) as service:
        named = ("--model", "openai:m", "--model-url", service.url, "--reader", "rules")
        said = clew("play", "--environment", "lighthouse_of_tests:Lighthouse", *named)
    assert said.code == 0, said.err
    assert "Light the lamp." in said.out
    assert "in 1 steps, 1 decisions" in said.out
    without = clew("play", "--environment", "lighthouse_of_tests:Lighthouse")
    assert without.code == 14
    assert "a world of your own needs a language model" in without.err


@pytest.mark.usefixtures("lighthouse")
@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("lighthouse_of_tests", "is no MODULE:FACTORY"),
        ("no_such_module:make", "No module named 'no_such_module'"),
        ("lighthouse_of_tests:nothing", "has no attribute 'nothing'"),
        ("lighthouse_of_tests:broken", "OSError: no oil"),
        ("builtins:dict", r"the world dict has no method reset\(\)"),
    ],
)
def test_a_world_that_cannot_be_made_is_one_clear_error(reference: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        own_world(reference)
