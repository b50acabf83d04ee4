"""The examples of the doors that need extras run without a key, and so does the notebook, from first cell to last."""

import runpy
from contextlib import nullcontext
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from clew import server as managed
from clew.api.memory import Memory
from clew.server import Address

MISSING = [name for name in ("graphdatascience", "py2neo", "nbclient", "matplotlib") if find_spec(name) is None]

pytestmark = [
    pytest.mark.doors,
    pytest.mark.filterwarnings("default"),  # the packages' own
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def at_home(memory: Memory, server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an example would do on the user's server it does on the tests'."""
    monkeypatch.setattr(Memory, "local", lambda **_: nullcontext(memory))
    monkeypatch.setattr(managed, "start", lambda *_: server)


@pytest.mark.usefixtures("at_home")
def test_py2neo(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "py2neo_models.py"), run_name="__main__")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("Ann I moved to Lisbon with my cat Miso. ['Lisbon'")
    assert first.endswith("['How is Lisbon?']")
    assert second == "Ben How is Lisbon? ['Lisbon'] []"


@pytest.mark.usefixtures("at_home")
def test_analytics(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "analyse.py"), run_name="__main__")
    said = capsys.readouterr().out
    assert "components" in said
    assert {"episode:friday/0", "episode:monday/0"} <= set(said.split())


def test_the_notebook_runs(server: Address, monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = import_module("nbformat"), import_module("nbclient")
    for name, value in (("URI", server.uri), ("USER", server.user), ("PASSWORD", server.password)):
        monkeypatch.setenv(f"CLEW_{name}", value)
    stored = nbformat.read(EXAMPLES / "analytics.ipynb", as_version=4)
    run = nbclient.NotebookClient(nbformat.from_dict(stored), timeout=200, kernel_name="python3").execute()
    assert [kinds(cell) for cell in run.cells] == [kinds(cell) for cell in stored.cells]
    assert sum("image/png" in kinds(cell) for cell in stored.cells) == 2


def kinds(cell: dict[str, list[dict[str, dict[str, str]]]]) -> set[str]:
    """The kinds of data that a cell shows; what goes to the streams does not count."""
    return {kind for output in cell.get("outputs", []) for kind in output.get("data", {})}
