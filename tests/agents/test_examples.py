"""The example agents run without a key, each as a user starts it."""

import json
import re
import runpy
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from langchain_core.language_models import BaseChatModel

from clew.api.memory import Memory

EXAMPLES = Path(__file__).parents[2] / "examples"


def output(name: str, memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the text that an example prints on the tests' server."""

    def local(space: str, model: BaseChatModel | None = None) -> AbstractContextManager[Memory]:
        assert space
        memory.model = model
        return nullcontext(memory)

    monkeypatch.setattr(Memory, "local", local)  # the tests' server, not the user's
    monkeypatch.setattr(sys, "argv", [name])
    monkeypatch.syspath_prepend(EXAMPLES)
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return capsys.readouterr().out


def test_tools(memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = output("agent_tools.py", memory, monkeypatch, capsys).split("Where do I live, and what do I do?")
    assert "remembered" in first
    assert "Ann: Ann has moved to Lisbon and works there as a nurse." in second
    assert "Ann works as a nurse in Lisbon [1]." in second
    assert second.rstrip().endswith("You live in Lisbon, where you work as a nurse.")


def test_middleware(memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    said = output("agent_middleware.py", memory, monkeypatch, capsys)
    assert said.startswith("Congratulations!\nA nurse in Lisbon may like the river.")
    assert "user: I have moved to Lisbon, where I work as a nurse." in said
    assert memory.stats().nodes["Session"] == 2


def test_store(memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = output("agent_store.py", memory, monkeypatch, capsys).splitlines()
    assert lines[0] == "('users', 'ann') city {'text': 'Ann lives in Lisbon.', 'sure': 0.9}"
    assert lines[1] == "[('users', 'ann')]"
    assert lines[-1] == "In Lisbon."
    assert "Ann lives in Lisbon." in lines[2:]


NOTEBOOK = json.loads((EXAMPLES / "analytics.ipynb").read_text("utf-8"))
PAGE = (EXAMPLES.parent / "docs" / "examples.md").read_text("utf-8")
SHOWN = dict(re.findall(r"^\[\w+\.py\]\(\.\./examples/(\w+\.py)\).*?```text\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SHOWN))
def test_an_example_prints_what_its_page_shows(
    name: str, memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output(name, memory, monkeypatch, capsys) == SHOWN[name]


def test_the_examples_that_people_need_are_shown() -> None:
    assert set(SHOWN) == {"support_agent.py", "coding_agent.py", "family.py", "household_robot.py", "game_player.py"}


def test_an_example_is_read_in_a_minute() -> None:
    lines = {path.name: len(path.read_text("utf-8").splitlines()) for path in EXAMPLES.glob("*.py")}
    del lines["scripted.py"]  # the model that stands in for one with a key
    code = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    lines["analytics.ipynb"] = sum(len(cell["source"]) for cell in code)
    assert {name: count for name, count in lines.items() if count >= 80} == {}


def test_the_page_shows_what_the_notebook_printed() -> None:
    """The notebook itself runs in `tests/doors`."""
    printed = ["".join(each["data"]["text/plain"]) for cell in NOTEBOOK["cells"] for each in cell.get("outputs", ())]
    shown = re.findall(r"```text\n(.*?)\n```", PAGE.partition("(../examples/analytics.ipynb):")[2], re.DOTALL)
    assert len(shown) == 2
    assert set(shown) <= set(printed)
