"""The README's Python lines do what they say."""

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from tests.interfaces.cli.service import Chat
from tests.scripted import Scripted
from tests.serving import serving

from clew.api.async_memory import AsyncMemory
from clew.api.memory import Memory
from clew.llm import choice
from clew.settings import Settings

README = Path(__file__).parents[3] / "README.md"
NOTHING = '{"facts": []}'


def test_the_readme_runs(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def local(space: str, model: str = "") -> nullcontext[Memory]:
        memory = open_memory(name=f"readme-{space}")
        memory.model = choice.chat_model(Settings(model=model))
        return nullcontext(memory)

    remembering, answering = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    monkeypatch.setattr(Memory, "local", local)  # the tests' server, not the user's
    names: dict[str, object] = {}
    exec(remembering, names)
    said = capsys.readouterr().out
    assert "Session monday, 8 May 2023\nAnn: I adopted a cat, Miso." in said
    assert "Miso moved in with my sister." in said
    answers = ["With your sister.", NOTHING, NOTHING, NOTHING, "With Ann's sister [3]."]
    with serving(Chat, answers) as service:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setattr(choice, "OPENAI", service.url)
        exec(answering, names)
        assert len(service.asked) == len(answers)
        assert "Miso moved in with my sister." in str(service.asked[0])  # the agent is shown what it is asked about
    assert capsys.readouterr().out == "With your sister.\nWith Ann's sister [3]. ('episode:friday/0',)\n"


def test_what_the_readme_left_keeps_no_line_of_the_guides_from_running(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A newcomer runs one page after the other on one server."""
    pages = [README.parent / "docs" / f"{name}.md" for name in ("python", "cli")]
    readme, guide, shell = (each.read_text("utf-8") for each in (README, *pages))
    opened: dict[str, Memory] = {}

    def local(space: str, settings: Settings | tuple[()] = ()) -> nullcontext[Memory]:
        if space not in opened:
            opened[space] = open_memory(name=f"newcomer-{space}", **dict(settings))
        return nullcontext(opened[space])

    monkeypatch.setattr(Memory, "local", local)
    for page in (readme, guide):
        exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], {})
    turn, space = re.findall(r"echo '(.*)' \| clew remember - --space (\w+)", shell)[0]
    said = json.loads(turn)
    assert local(space).enter_result.remember([said], session=said.pop("session")).appended == 1
    assert capsys.readouterr().out.splitlines()[-2:] == re.findall(r"print\(.*\)  # prints: (.*)", guide)


def test_the_page_on_worlds_runs(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (README.parent / "docs" / "world.md").read_text("utf-8")
    (walk,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.setattr(Memory, "local", lambda space: nullcontext(open_memory(name=f"readme-{space}")))
    exec(walk, {})
    said = capsys.readouterr().out.splitlines()
    assert said[:4] == re.findall(r"print\(.*\)  +# prints: (.*)", walk)
    assert set(said[4:]) == {"white locker is in cellar", "white locker is locked"}


STATES = '{"states": [{"words": "The fridge stands open", "thing": "fridge", "state": "open"}]}'


def test_the_page_on_places_runs(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [(README.parent / "docs" / f"{name}.md").read_text("utf-8") for name in ("scene", "short_term")]
    looking, reading, seeing = re.findall(r"```python\n(.*?)```", "".join(pages), re.DOTALL)
    monkeypatch.setattr(Memory, "local", lambda space: nullcontext(open_memory(name=f"readme-{space}")))
    names: dict[str, object] = {"model": Scripted(answers=[STATES])}
    exec(looking, names)
    area, nearest, between, metres = capsys.readouterr().out.splitlines()
    assert area.startswith("kitchen/")
    assert area.endswith("('closed',)")
    assert "'Fridge'" in nearest
    assert {"'Fridge'", "'SinkBasin'"} <= set(between.strip("[]").split(", "))
    assert float(metres) > 0
    exec(reading, names)
    assert capsys.readouterr().out == "[('Fridge', ('opened',))]\n"
    exec(seeing, names)
    held, recalled, rate, _ = capsys.readouterr().out.splitlines()
    assert held == "['AlarmClock', 'Book']"
    assert recalled.startswith(*re.findall(r"# prints: (AlarmClock.*)…", seeing))
    assert f"# prints: {rate}\n" in seeing


def test_the_awaited_lines_of_the_guide_run(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def local(space: str) -> AsyncMemory:
        return AsyncMemory(open_memory(name=f"readme-awaited-{space}"))

    page = (README.parent / "docs" / "async.md").read_text("utf-8")
    monkeypatch.setattr(AsyncMemory, "local", local)
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], names)
    asyncio.run(names["main"]())
    assert "Ann: I moved to Lisbon." in capsys.readouterr().out


def test_the_page_on_working_memory_runs(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page, task = (
        (README.parent / "docs" / f"{name}.md").read_text("utf-8") for name in ("working_memory", "long_tasks")
    )
    running, _ = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (within,) = re.findall(r"```python\n(.*?)```", task, re.DOTALL)
    prompt = re.findall(r"```text\n(.*?)```", page, re.DOTALL)[0]
    monkeypatch.setattr(Memory, "local", lambda space: nullcontext(open_memory(name=f"readme-{space}")))
    exec(running, {})
    assert capsys.readouterr().out == f"{prompt}['run:tower']\n"
    names = {"memory": open_memory(name="readme-agent"), "model": Scripted(answers=["Done."]), "own_tools": []}
    exec(within, names)
    said = names["agent"].invoke({"messages": [HumanMessage("Is there anything to do?")]})
    assert said["messages"][-1].text == "Done."
