"""What is installed from a wheel holds all that the code reads: an editable install hides what is missing."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = {".py", ".pyc"}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; its dependencies are borrowed from this one, our own folders are not."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    site = Path(paths["purelib"])
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(distributions[1])], check=True)
    # Not a `.pth` to the other folder: its own `.pth` files, with our folders in them, are not to be read.
    (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return folder


def run(folder: Path, *command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def data_files() -> list[str]:
    """Where each file that is not code lies in the package."""
    found = [
        path.relative_to(ROOT / floor / "clew").as_posix()
        for floor in ("core", "loaders", "retrieval", "agents")
        for path in (ROOT / floor / "clew").rglob("*")
        if path.is_file() and path.suffix not in CODE
    ]
    return sorted([*found, *(f"cypher/{p.relative_to(ROOT / 'cypher').as_posix()}" for p in queries())])


def queries() -> list[Path]:
    return list((ROOT / "cypher").rglob("*.cypher"))


def test_there_is_something_to_look_for() -> None:
    files = data_files()
    assert queries()
    for suffix in (".lock", ".txt", ".jsonl", ".html", "py.typed"):
        assert any(name.endswith(suffix) for name in files), suffix


def test_every_data_file_opens_from_a_clean_install(installed: Path) -> None:
    script = """
import sys
from importlib.resources import files
import clew
assert all(path.startswith(sys.prefix) for path in clew.__path__), list(clew.__path__)
for name in sys.argv[1:]:
    file = files("clew").joinpath(name)
    assert name.endswith("py.typed") or file.read_bytes(), name
print("all")
"""
    assert run(installed, str(installed / "bin" / "python"), "-c", script, *data_files()) == "all\n"


def test_every_query_loads_from_a_clean_install(installed: Path) -> None:
    script = "from clew.queries import load, names; print(len([load(name) for name in names()]))"
    assert int(run(installed, str(installed / "bin" / "python"), "-c", script)) == len(queries())


def test_the_command_line_runs_from_a_clean_install(installed: Path) -> None:
    assert "remember" in run(installed, str(installed / "bin" / "clew"), "--help")


def test_the_wheel_holds_the_package_and_nothing_else(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"clew"}


def test_the_source_distribution_can_be_tested(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "LICENSE",
        "NOTICE",
        "README.md",
        "CHANGELOG.md",
        "Makefile",
        "tests/repository/test_wheel.py",
    } <= names
