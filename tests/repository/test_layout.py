"""One package, whose largest parts lie at the top of the repository and are linked into it."""

import importlib.util
import sys
from pathlib import Path

import clew

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "clew"
LINKED = {"agents", "cypher", "loaders", "retrieval"}
MAX_ENTRIES = 16


def entries() -> set[str]:
    return {path.name for path in PACKAGE.iterdir()} - {"__pycache__"}


def test_four_parts_are_relative_links_to_the_folders_of_their_names() -> None:
    links = {path.name: path.readlink().as_posix() for path in PACKAGE.iterdir() if path.is_symlink()}
    assert links == {name: f"../../{name}" for name in LINKED}


def test_no_link_of_the_repository_is_absolute() -> None:
    folders = (ROOT / ".ci", ROOT / "src", *(ROOT / name for name in LINKED))
    links = [path for folder in folders for path in folder.rglob("*") if path.is_symlink()]
    assert links
    assert [path for path in links if path.readlink().is_absolute()] == []


def test_the_package_has_few_entries() -> None:
    assert len(entries()) <= MAX_ENTRIES, sorted(entries())


def test_every_folder_with_code_is_an_ordinary_package() -> None:
    folders = {path.parent for top in (PACKAGE, *(ROOT / name for name in LINKED)) for path in top.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_no_top_level_folder_hides_a_package_of_that_name() -> None:
    """`agents` is a public package's name, too: the checkout itself is on no test's path."""
    assert str(ROOT) not in {str(Path(path).resolve()) for path in sys.path if path}
    for name in LINKED:
        found = importlib.util.find_spec(name)
        assert found is None or not str(found.origin).startswith(str(ROOT))


def test_no_module_is_called_utils() -> None:
    names = {path.stem for top in (PACKAGE, *(ROOT / name for name in LINKED)) for path in top.rglob("*.py")}
    assert not names & {"utils", "util", "helpers", "common", "misc"}


def test_the_public_names_are_sorted_and_each_is_there() -> None:
    assert clew.__all__ == sorted(clew.__all__)
    assert [name for name in clew.__all__ if getattr(clew, name, None) is None] == []


def test_a_public_name_is_the_one_of_its_module() -> None:
    for name in set(clew.__all__) - {"__version__"}:
        value = getattr(clew, name)
        assert value.__name__ == name
        assert value.__module__.startswith("clew."), value.__module__


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    assert not hasattr(clew, "Recollection")
