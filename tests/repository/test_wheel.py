"""What is installed from a wheel holds all that the code reads: an editable install hides what is missing."""

import json
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from clew.errors import install_hint

ROOT = Path(__file__).parents[2]
LINKED = ("agents", "cypher", "loaders", "retrieval")
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
    folder = environment(tmp_path_factory.mktemp("installed"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(folder / "bin" / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(distributions[1])], check=True)
    return folder


@pytest.fixture(scope="module")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with an editable install: its path leads to `src`."""
    folder = environment(tmp_path_factory.mktemp("editable"))
    (site(folder) / "clew.pth").write_text(str(ROOT / "src"))
    return folder


def environment(folder: Path) -> Path:
    """A new environment that borrows the packages of this one."""
    venv.create(folder, with_pip=False)
    # Not a `.pth` to the other folder: its own `.pth` files, with our folders in them, are not to be read.
    (site(folder) / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return folder


def site(folder: Path) -> Path:
    return Path(sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})["purelib"])


def run(folder: Path, *command: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def data_files() -> list[str]:
    """Where each file that is not code lies in the package."""
    return [name for name in package_files() if Path(name).suffix not in CODE]


def package_files() -> list[str]:
    """Where each file of the package lies in it; those that are linked, too."""
    files = {path.relative_to(ROOT / "src/clew").as_posix(): path for path in (ROOT / "src/clew").rglob("*")}
    linked = {path.relative_to(ROOT).as_posix(): path for name in LINKED for path in (ROOT / name).rglob("*")}
    return sorted(name for name, path in (files | linked).items() if path.is_file() and path.suffix != ".pyc")


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
    script = "from clew.graph.queries import load, names; print(len([load(name) for name in names()]))"
    assert int(run(installed, str(installed / "bin" / "python"), "-c", script)) == len(queries())


def test_the_command_line_runs_from_a_clean_install(installed: Path) -> None:
    assert "remember" in run(installed, str(installed / "bin" / "clew"), "--help")


def test_the_command_that_installs_an_extra_works_from_anywhere(tmp_path: Path) -> None:
    found = re.fullmatch(r"run: (pip install -e .*\[documents\]'?)", install_hint("documents"))
    assert found is not None
    _, *command = shlex.split(found[1])
    offline = ["--dry-run", "--no-deps", "--no-build-isolation", "--no-index"]
    assert "Would install clew" in run(tmp_path, sys.executable, "-m", "pip", *command, *offline)


def test_a_clean_install_says_that_extras_need_a_clone(installed: Path) -> None:
    script = "from clew.errors import install_hint; print(install_hint('documents'))"
    said = run(installed, str(installed / "bin" / "python"), "-c", script)
    assert said == "in a clone of Clew, run: pip install -e '.[documents]'\n"


@pytest.mark.parametrize("install", ["installed", "editable"])
def test_a_strict_type_checker_reads_our_types(install: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    folder = request.getfixturevalue(install)
    modules = [Path(name) for name in package_files() if name.endswith(".py") and "_" not in name]
    names = sorted({".".join(path.with_suffix("").parts[:2]) for path in modules})
    lines = ["import clew", *(f"import clew.{name}\nprint(clew.{name})" for name in names), "print(clew.Memory.local)"]
    (tmp_path / "use.py").write_text("\n".join(lines))
    config = {"venvPath": str(folder.parent), "venv": folder.name, "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    assert "0 errors" in run(tmp_path, str(Path(sys.executable).with_name("pyright")))


def test_the_wheel_holds_the_package_and_nothing_else(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
        names = {name.removeprefix("clew/") for name in wheel.namelist() if name.startswith("clew/")}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"clew"}
    assert sorted(names) == package_files()


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
    top = {f"src/clew/{name}" if name.split("/")[0] not in LINKED else name for name in package_files()}
    assert top <= names
