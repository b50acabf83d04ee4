"""One stray `__init__.py` in a root of the namespace hides every other floor."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOTS = ("core", "loaders", "retrieval", "agents", "interfaces")


@pytest.mark.parametrize("floor", ROOTS)
def test_a_root_of_the_namespace_has_no_init(floor: str) -> None:
    assert not (ROOT / floor / "__init__.py").exists()
    assert not (ROOT / floor / "clew" / "__init__.py").exists()


@pytest.mark.parametrize("floor", ROOTS)
def test_a_subpackage_has_an_init_and_is_typed(floor: str) -> None:
    for folder in (ROOT / floor / "clew").iterdir():
        if folder.is_dir() and any(folder.glob("*.py")):
            assert (folder / "__init__.py").is_file(), folder
            assert (folder / "py.typed").is_file(), folder


def test_no_module_is_called_utils() -> None:
    names = {path.stem for floor in ROOTS for path in (ROOT / floor).rglob("*.py")}
    assert not names & {"utils", "util", "helpers", "common", "misc"}
