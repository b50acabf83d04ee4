"""The tables of README and docs are what the kept results say, and each result says of which commit it is."""

import json
import re
from pathlib import Path

from benchmarks import figures
from benchmarks.figures import TABLES
from benchmarks.tables import RESULTS

MARK = re.compile(r"^<!-- figures: (\w+) -->$", re.MULTILINE)
PAGES = {page: page.read_text("utf-8") for page in figures.pages()}


def test_writing_the_tables_anew_changes_nothing() -> None:
    assert [page.name for page, text in PAGES.items() if figures.renewed(text) != text] == []


def test_a_figure_that_was_changed_by_hand_is_found() -> None:
    readme = PAGES[figures.ROOT / "README.md"]
    found = re.search(r"<!-- figures: \w+ -->[^%]*?\d\.\d", readme)
    assert found
    changed = f"{readme[: found.end() - 1]}{(int(readme[found.end() - 1]) + 1) % 10}{readme[found.end() :]}"
    assert figures.renewed(changed) == readme


def test_every_table_has_a_place_and_every_mark_an_end() -> None:
    named = [name for text in PAGES.values() for name in MARK.findall(text)]
    assert set(named) == TABLES.keys()
    assert sum(len(figures.MARKED.findall(text)) for text in PAGES.values()) == len(named)


def test_every_result_that_a_page_links_to_is_kept() -> None:
    for page, text in PAGES.items():
        for link in re.findall(r"\]\(([\w./]*results/[\w.]+)\)", text):
            assert (page.parent / link).is_file(), f"{page.name}: {link}"


def test_a_result_says_of_which_commit_it_is() -> None:
    def commit(file: Path) -> str:
        return json.loads(file.read_text("utf-8")).get("commit", "")

    files = sorted(RESULTS.glob("*.json"))
    assert files
    assert [file.name for file in files if not re.fullmatch(r"~?[0-9a-f]{40}\+?", commit(file))] == []
