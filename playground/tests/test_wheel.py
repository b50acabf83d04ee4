"""The playground's wheel holds its data, and the library knows nothing of the playground."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

HOME = Path(__file__).parents[1]
ROOT = HOME.parent


def test_the_wheel_holds_every_file_of_the_package(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(HOME)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(ZipFile(wheel).namelist())
    package = HOME / "src"
    files = {str(each.relative_to(package)) for each in package.rglob("*") if each.is_file() and each.suffix != ".pyc"}
    assert files <= held
    assert {Path(each).suffix for each in files} >= {".py", ".toml", ".pddl", ".xz"}


ASKS_FOR_IT = {ROOT / "tests" / "faults" / "files.py"}
"""It changes the playground's files too where that is installed."""


def test_the_library_does_not_import_the_playground() -> None:
    imports = re.compile(r"^\s*(?:from|import) (?:clew_)?playground", re.MULTILINE)
    for folder in ("src", "loaders", "retrieval", "agents", "tests"):
        for file in {*(ROOT / folder).rglob("*.py")} - {
            ROOT / "tests" / "faults" / "files.py"
        }:  # it asks whether it is there
            assert not imports.search(file.read_text("utf-8")), file
