"""A game that is watched: its steps, its end, and what stays of it."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Clew
from tests.cli.service import Chat
from tests.serving import serving


def test_a_game_is_watched_step_by_step_and_leaves_nothing(clew: Clew) -> None:
    said = clew("play", "cooking", "--seed", "2", "--size", "tiny")
    assert said.code == 0
    lines = said.out.splitlines()
    assert "begins" in said.out
    assert any(line.strip().startswith("+ ") for line in lines)
    assert any(line.strip().startswith("- ") for line in lines)
    assert any(line.strip().startswith("carries ") for line in lines)
    assert any(line.strip().startswith("? where ") for line in lines)
    assert "[kitchen]" in said.out
    assert lines[-1].startswith("won: ")
    assert clew("stats", "--space", "play-cooking-2", "--json").json["nodes"] == {}


def test_it_is_kept_in_an_empty_space_and_never_in_another(clew: Clew, environment: dict[str, str]) -> None:
    space = environment["CLEW_SPACE"]
    played = clew("play", "cooking", "--seed", "2", "--size", "tiny", "--space", space, "--json")
    assert played.json["won"] is True
    kept = clew("stats", "--space", space, "--json").json["nodes"]
    assert kept["Episode"] == played.json["steps"] + 1
    again = clew("play", "cooking", "--space", space)
    assert again.code != 0
    assert "holds memories already" in again.err
    assert clew("stats", "--space", space, "--json").json["nodes"] == kept


def test_steps_are_bounded_and_the_same_seed_is_the_same_game(clew: Clew) -> None:
    one, other = (clew("play", "hunt", "--seed", "3", "--steps", "4") for _ in range(2))
    assert one.out == other.out
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


def test_a_game_is_kept_as_a_page_however_far_it_went(clew: Clew, tmp_path: Path) -> None:
    page = tmp_path / "new folder" / "replay.html"
    said = clew("play", "hunt", "--seed", "3", "--steps", "3", "--html", page, "--json")
    assert said.json["steps"] == 3
    assert said.err.strip() == f"replay: {page}"
    data = json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])
    assert len(data["steps"]) == 4
    assert data["outcome"].startswith("not finished: ")
    assert data["title"] == "hunt, seed 3"


def test_a_page_that_cannot_be_written_is_found_before_the_game(clew: Clew, tmp_path: Path) -> None:
    said = clew("play", "hunt", "--html", tmp_path)
    assert said.code == 74
    assert str(tmp_path) in said.err
    assert "begins" not in said.out


@pytest.mark.parametrize("arguments", [("hunt", "--size", "vast"), ("chess",), ("hunt", "--steps", "0")])
def test_what_cannot_be_played_is_one_clear_error(clew: Clew, arguments: tuple[str, ...]) -> None:
    said = clew("play", *arguments)
    assert said.code != 0
    assert "Traceback" not in said.err
