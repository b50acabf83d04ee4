"""A scene that is shown, and tasks that are watched in it."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.interfaces.conftest import Clew, own_space

from clew.interfaces.cli.main import run
from clew.interfaces.cli.options import Options
from clew_playground.environments import household

SVG = "{http://www.w3.org/2000/svg}"


def things(picture: Path) -> list[str]:
    """What a map has marks of."""
    marks = ElementTree.parse(picture).getroot().iter(f"{SVG}g")
    return [each.findtext(f"{SVG}title") or "" for each in marks if each.get("data-number")]


@pytest.fixture
def without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("no memory is needed")

    monkeypatch.setattr(Options, "memory", refuse)


@pytest.mark.usefixtures("without_memory")
class TestNamedRoom:
    def test_it_is_drawn_without_a_server(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        picture = tmp_path / "map.svg"
        assert run(["scene", "room", "FloorPlan1", "--picture", str(picture)]) == 0
        said = capsys.readouterr()
        assert said.out == "FloorPlan1: rooms: 1, areas: 9, objects: 25\n"
        assert said.err == f"picture: {picture}\n"
        assert sorted(each.partition(" (")[0] for each in things(picture)) == sorted(
            each.id for each in household.room_layout("FloorPlan1").things
        )

    def test_without_a_name_for_the_picture_it_lies_here(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(["scene", "room", "FloorPlan401", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert [each.name for each in tmp_path.iterdir()] == ["clew-scene.svg"]
        assert told["picture"] == str(tmp_path / "clew-scene.svg")
        assert (len(told["areas"]), len(told["objects"])) == (6, 10)

    @pytest.mark.parametrize(
        ("arguments", "reason", "code"),
        [
            (("FloorPlan431",), "no room 'FloorPlan431'; choose one of the 120, such as FloorPlan430, ", 3),
            (("FloorPlan1", "--picture", "map.gif"), "neither a .svg nor a .png", 2),
        ],
    )
    def test_what_cannot_be_drawn_is_one_line(
        self, arguments: tuple[str, ...], reason: str, code: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["scene", "room", *arguments]) == code
        said = capsys.readouterr()
        assert reason in said.err
        assert said.err.count("\n") == 1
        assert said.out == ""


class TestRun:
    def test_tasks_are_watched_and_leave_nothing(self, clew: Clew, tmp_path: Path) -> None:
        page, picture = tmp_path / "run.html", tmp_path / "run.svg"
        said = clew("scene", "run", "103", "160", "--capacity", "4", "--html", page, "--picture", picture)
        assert said.code == 0, said.err
        sentences = [household.all_tasks()[number].sentences[0] for number in (103, 160)]
        assert [sum(each in line for line in said.out.splitlines()) for each in sentences] == [1, 1]
        data: dict[str, Any] = json.loads(page.read_text("utf-8").partition('id="data">')[2].partition("</script>")[0])
        assert data["outcome"] == said.out.splitlines()[-1].removesuffix(".")
        assert data["outcome"].startswith("2 of 2 tasks done: ")
        assert {len(each["units"]) <= 4 for each in data["steps"]} == {True}
        assert sum(map(len, (each["left"] for each in data["steps"]))) > 0
        assert [each["task"] for each in data["steps"] if "skill" not in each] == sentences
        assert "walked" in picture.read_text("utf-8")
        assert own_space(said.err).startswith("scene-FloorPlan20-")
        assert clew("stats", "--space", own_space(said.err), "--json").json["nodes"] == {}

    def test_a_space_that_is_named_keeps_the_scene(self, clew: Clew, environment: dict[str, str]) -> None:
        id = household.all_tasks()[100].id
        said = clew("scene", "run", id, "--json", "--space", environment["CLEW_SPACE"])
        assert said.json["outcome"].startswith("done: ")
        assert said.json["steps"][-1]["result"]["ok"] is True
        assert clew("stats", "--json").json["nodes"]["SceneObject"] > 20
        again = clew("scene", "run", id, "--space", environment["CLEW_SPACE"])
        assert "name an empty one" in again.err

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (("251",), "0 to 250"),
            (("9" * 5000,), "0 to 250"),
            (("trial",), "no task 'trial'; they have the numbers 0 to 250"),
            (("0", "100"), "one room"),
            (("0", "--picture", "map.gif"), "neither a .svg"),
        ],
    )
    @pytest.mark.usefixtures("without_memory")
    def test_what_cannot_be_done_is_said_at_once(
        self, arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert run(["scene", "run", *arguments]) != 0
        assert reason in capsys.readouterr().err
