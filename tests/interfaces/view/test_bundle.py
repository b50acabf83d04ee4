"""The built page is that of its sources, is small, and reaches nobody."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clew.interfaces.pages.declaration import declaration

ROOT = Path(__file__).parents[3]
SOURCES = ROOT / "view"
BUILT = ROOT / "src" / "clew" / "interfaces" / "view" / "built"
MAX_COMPRESSED = 150_000
MAX_LINES = 6000


def sources() -> list[Path]:
    return [path for path in SOURCES.rglob("*") if path.is_file() and "node_modules" not in path.parts]


def digest() -> str:
    """As `view/vite.config.js` makes it."""
    named = sorted((path.relative_to(SOURCES).as_posix(), path) for path in sources())
    lines = [f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n" for name, path in named]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def test_it_was_built_from_these_sources() -> None:
    assert (BUILT / "sources.sha256").read_text().strip() == digest(), "run: make view"


@pytest.mark.slow
def test_building_it_anew_changes_nothing(tmp_path: Path) -> None:
    if shutil.which("npm") is None or not (SOURCES / "node_modules").is_dir():
        pytest.skip("no Node here, or view/node_modules is not installed: make view")
    before = {path.name: path.read_bytes() for path in BUILT.iterdir()}
    out = tmp_path / "built"
    command = ["npx", "vite", "build", "--outDir", str(out), "--emptyOutDir"]
    subprocess.run(command, cwd=SOURCES, check=True, capture_output=True)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_it_is_small() -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in BUILT.iterdir()) <= MAX_COMPRESSED
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in sources() if path.suffix in {".ts", ".tsx"})
    assert 500 < lines <= MAX_LINES


def test_the_licences_of_what_it_contains_are_beside_it() -> None:
    told = (BUILT / "licences.txt").read_text("utf-8")
    contained = json.loads((SOURCES / "package.json").read_text("utf-8"))["dependencies"]
    assert all(f"{name}\n\n" in told for name in contained)
    assert told.count("Copyright") >= len(contained)


def test_it_names_no_other_address() -> None:
    for path in BUILT.glob("app.*"):
        found = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"'`)]*", path.read_text("utf-8")))
        assert found <= {
            "http://www.w3.org/2000/svg",
            "http://www.w3.org/1998/Math/MathML",
            "http://www.w3.org/1999/xhtml",
        }


def test_it_can_stand_inside_a_page() -> None:
    script = (BUILT / "app.js").read_text("utf-8").lower()
    assert "</script" not in script
    assert "<!--" not in script
    assert "</style" not in (BUILT / "app.css").read_text("utf-8").lower()


def test_it_makes_no_markup_of_texts() -> None:
    for path in sources():
        if path.suffix in {".ts", ".tsx"}:
            assert not re.search(
                r"dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|eval\(", path.read_text("utf-8")
            ), path


def texts(name: str) -> dict[str, str]:
    """Return a list of the file of texts."""
    (held,) = re.findall(
        rf"^const {name}\b[^{{\n]*= {{\n(.*?)^}};",
        (SOURCES / "src" / "words.ts").read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    return {word or quoted: text for quoted, word, text in re.findall(r'(?:"([^"]+)"|(\w+)): "([^"]*)",', held)}


def test_the_texts_are_those_that_the_page_shows_and_german_has_each() -> None:
    english, german = texts("english"), texts("german")
    pages = [path.read_text("utf-8") for path in (SOURCES / "src").rglob("*.ts*") if path.name != "words.ts"]
    shown = re.sub(r"\b(?:class|role|name|type)=\"[^\"]*\"", "", "".join(pages))
    assert set(re.findall(r"\bt\(\"(\w+)\"", shown)) <= english.keys() == german.keys()
    begun = tuple(re.findall(r"\bt\(`(\w+_)\$", shown))
    assert {key for key in english if f'"{key}"' not in shown and not key.startswith(begun)} == set()
    places = [{key: set(re.findall(r"\{(\w+)\}", text)) for key, text in each.items()} for each in (english, german)]
    assert places[0] == places[1]


def test_german_has_every_name_of_a_kind_and_of_a_part_of_a_score() -> None:
    declared = declaration()
    kinds, parts = declared["kinds"], declared["parts"]
    assert isinstance(kinds, dict)
    assert isinstance(parts, dict)
    names = {name for name, *_ in kinds.values()} | {meaning for _, meaning in parts.values()}
    assert names <= texts("germanNames").keys()


def test_every_package_that_a_locked_one_names_is_locked() -> None:
    """Otherwise `npm ci` refuses the whole."""
    locked = json.loads((SOURCES / "package-lock.json").read_text("utf-8"))["packages"]
    named = {
        name for each in locked.values() for name in each.get("dependencies", {}) | each.get("optionalDependencies", {})
    }
    assert {name for name in named if f"node_modules/{name}" not in locked} == set()
