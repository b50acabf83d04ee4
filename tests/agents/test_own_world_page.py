"""The code of docs/own_world.md and docs/own_body.md runs as it stands, with a model that knows the way."""

import re
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from tests.agents.rehearsed import Rehearsed

from clew.api.memory import Memory

DOCS = Path(__file__).parents[2] / "docs"
WAY = ("take the matches", "climb the stairs", "light the lamp")
PUT = ({"skill": "pick", "target": "apple"}, {"skill": "put", "target": "fridge"})


@pytest.mark.slow
def test_its_code_runs(memory: Memory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def local(space: str, model: str) -> AbstractContextManager[Memory]:
        assert (bool(space), model) == (True, "openai:gpt-4o-mini")
        memory.model = Rehearsed(way=WAY, plan=PUT)
        return nullcontext(memory)

    monkeypatch.setattr(Memory, "local", local)  # the tests' server and model, not the user's
    pages = "".join((DOCS / name).read_text("utf-8") for name in ("own_world.md", "own_body.md"))
    world, play, steps, body = re.findall(r"```python\n(.*?)```", pages, re.DOTALL)
    assert len(world.split("class Lighthouse")[1].splitlines()) <= 20
    names: dict[str, object] = {}
    for code in (world, play, steps, body):
        exec(code, names)
    won, also, first, second, calls, *rest = capsys.readouterr().out.splitlines()
    assert (won, also, first, second) == ("True", "True", "done", "done")
    assert int(calls) > 0
    assert rest[0] == "take the matches -> You stand at the dock."
    assert rest[-2:] == ["True", "fridge"]
