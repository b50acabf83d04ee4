"""Imports point down only, and a violation is found."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "loaders", "retrieval", "agents", "cypher")

# Without `site`, the editable install's path file is not read: the copy is the only clew there is.
RUN = """
import sys
sys.path[:0] = sys.argv[1].split(":")
sys.argv[1:] = []
from importlinter.cli import lint_imports_command
lint_imports_command(["--no-cache", "--no-logo"])
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in FOLDERS:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, symlinks=True, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(checkout: Path) -> subprocess.CompletedProcess[str]:
    paths = [str(checkout / "src"), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    command = [sys.executable, "-I", "-S", "-c", RUN, ":".join(paths)]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_the_layers_hold(checkout: Path) -> None:
    result = lint(checkout)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("file", "statement"),
    [
        ("src/clew/model/graph.py", "from clew.api import memory"),
        ("src/clew/text/instants.py", "import clew.loaders"),
        ("loaders/__init__.py", "import clew.retrieval"),
        ("retrieval/__init__.py", "import clew.loaders"),
        ("retrieval/__init__.py", "from clew.interfaces.cli import main"),
    ],
)
def test_an_import_that_points_up_or_aside_is_found(checkout: Path, file: str, statement: str) -> None:
    path = checkout / file
    path.write_text(path.read_text("utf-8") + f"\n{statement}\n", "utf-8")
    result = lint(checkout)
    assert result.returncode == 1
    assert "BROKEN" in result.stdout


def test_a_part_of_the_package_on_no_layer_is_found(checkout: Path) -> None:
    (checkout / "src" / "clew" / "attic.py").write_text('"""On no layer."""\n', "utf-8")
    result = lint(checkout)
    assert result.returncode == 1
    assert "attic" in result.stdout


def test_the_driver_is_imported_by_one_module(checkout: Path) -> None:
    (checkout / "loaders" / "shortcut.py").write_text('"""A shortcut."""\n\nimport neo4j\n', "utf-8")
    rule = ["--select", "TID251", "--output-format", "concise"]
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", *rule, "."]
    result = subprocess.run(ruff, cwd=checkout, capture_output=True, text=True, check=False)
    lines = [line for line in result.stdout.splitlines() if "TID251" in line]
    assert len(lines) == 1
    assert "shortcut.py" in lines[0]
    assert "neo4j" in (checkout / "src" / "clew" / "graph" / "driver.py").read_text("utf-8")
