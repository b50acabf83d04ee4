"""The import rule is kept, and a violation of it is found."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLOORS = ("core", "loaders", "retrieval", "agents", "interfaces")

# Without `site`, the editable install's path file is not read: the copy is the only clew there is.
RUN = """
import sys
sys.path[:0] = sys.argv[1].split(":")
sys.argv[1:] = []
from importlinter.cli import lint_imports_command
lint_imports_command(["--no-cache", "--no-logo"])
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for floor in FLOORS:
        shutil.copytree(ROOT / floor, tmp_path / floor, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(house: Path) -> subprocess.CompletedProcess[str]:
    paths = [str(house / floor) for floor in FLOORS] + [
        sysconfig.get_path("purelib"),
        sysconfig.get_path("platlib"),
    ]
    command = [sys.executable, "-I", "-S", "-c", RUN, ":".join(paths)]
    return subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)


def test_the_house_stands(house: Path) -> None:
    result = lint(house)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("src/clew/model/graph.py", "from clew import memory"),
        ("src/clew/text/instants.py", "import clew.loaders"),
        ("loaders/__init__.py", "import clew.retrieval"),
        ("retrieval/__init__.py", "import clew.loaders"),
        ("retrieval/__init__.py", "from clew.interfaces.cli import main"),
    ],
)
def test_an_import_that_points_up_or_aside_is_found(house: Path, file: str, statement: str) -> None:
    path = house / file
    path.write_text(path.read_text("utf-8") + f"\n{statement}\n", "utf-8")
    result = lint(house)
    assert result.returncode == 1
    assert "BROKEN" in result.stdout


def test_a_module_on_no_floor_is_found(house: Path) -> None:
    (house / "core" / "clew" / "attic.py").write_text('"""On no floor."""\n', "utf-8")
    result = lint(house)
    assert result.returncode == 1
    assert "attic" in result.stdout


def test_the_driver_is_imported_by_the_graph_alone(house: Path) -> None:
    (house / "loaders" / "clew" / "loaders" / "shortcut.py").write_text('"""A shortcut."""\n\nimport neo4j\n', "utf-8")
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--select",
        "TID251",
        "--output-format",
        "concise",
        ".",
    ]
    result = subprocess.run(ruff, cwd=house, capture_output=True, text=True, check=False)
    lines = [line for line in result.stdout.splitlines() if "TID251" in line]
    assert len(lines) == 1
    assert "shortcut.py" in lines[0]
    assert "neo4j" in (house / "core" / "clew" / "graph.py").read_text("utf-8")
