"""The README's Python lines do what they say."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from clew.memory import Memory

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_runs(
    open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    snippet = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[0]
    monkeypatch.setattr(
        Memory, "local", lambda space: nullcontext(open_memory(name=f"readme-{space}"))
    )  # the tests' server, not the user's
    exec(snippet, {})
    said = capsys.readouterr().out
    assert "Session monday, 8 May 2023\nAnn: I adopted a cat, Miso." in said
    assert "Miso moved in with my sister." in said
