"""A scene that is shown."""

import shlex
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.interfaces.conftest import Clew
from tests.interfaces.pages.scene.houses import floor_plan

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.model.scene import Point, Thing
from clew.settings import Settings

SVG = "{http://www.w3.org/2000/svg}"
APPLE = Thing("Apple|1", "Apple", Point(0.0, 1.0, 0.0), movable=True)


def things(picture: Path) -> list[str]:
    """What a map has marks of."""
    marks = ElementTree.parse(picture).getroot().iter(f"{SVG}g")
    return [each.findtext(f"{SVG}title") or "" for each in marks if each.get("data-number")]


def test_what_a_space_holds_is_shown_with_its_short_term_memory(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    assert "load one" in clew("scene", "show").err
    with Memory.from_settings(Settings.from_env()) as memory:
        Scene(memory).load(floor_plan("FloorPlan1"), at=datetime(2026, 3, 2, tzinfo=UTC))
        ShortTermMemory(memory, capacity=3).see([APPLE])
    said = clew("scene", "show", "--picture", tmp_path / "map.svg")
    assert said.out == f"{environment['CLEW_SPACE']}: rooms: 1, areas: 9, objects: 26, in short-term memory: 1\n"
    shown = things(tmp_path / "map.svg")
    assert "Apple|1" in shown
    assert len(shown) == 26
    rings = [
        each for each in ElementTree.parse(tmp_path / "map.svg").iter(f"{SVG}circle") if each.get("class") == "unit"
    ]
    assert [(each.findtext(f"{SVG}title") or "").partition(":")[0] for each in rings if each.get("cx")] == ["Apple|1"]


def test_the_commands_of_the_documentation_draw_what_they_say(
    clew: Clew, environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Memory.from_settings(Settings.from_env()) as memory:
        Scene(memory).load(floor_plan("FloorPlan1"))
    page = (Path(__file__).parents[3] / "docs" / "scene.md").read_text("utf-8")
    block = page.partition("## Pictures")[2].partition("```sh\n")[2].partition("```")[0]
    commands = [shlex.split(each, comments=True) for each in block.splitlines()]
    assert commands
    monkeypatch.chdir(tmp_path)
    for words in commands:
        own = [environment["CLEW_SPACE"] if each == "home" else each for each in words[1:]]
        assert clew(*own).code == 0
        named = [each for each in words if each.endswith((".svg", ".png", ".html"))]
        assert named
        assert all((tmp_path / each).stat().st_size > 1000 for each in named)
