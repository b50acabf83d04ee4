"""Examples of the guides that act in the playground's worlds print what they say."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from clew.api.memory import Memory
from clew.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = {
    f"{name} {number}": example
    for name in ("karma", "learnings", "working_memory")
    for number, example in enumerate(
        re.findall(r"```python\n(.*?)```", (DOCS / f"{name}.md").read_text("utf-8"), re.DOTALL)
    )
    if name != "working_memory" or "clew_playground" in example
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_prints_what_its_comments_say(
    name: str, open_memory: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def local(space: str, settings: Settings | tuple[()] = ()) -> nullcontext[Memory]:
        return nullcontext(open_memory(name=f"pages-{name}-{space}".replace(" ", "-"), **dict(settings)))

    monkeypatch.setattr(Memory, "local", local)
    exec(EXAMPLES[name], {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # prints: (.*)", EXAMPLES[name])
