"""The site has every page, every link leads to one of its files, and the generated pages hold what there is."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from tests.repository import reference, site
from tests.repository.test_docs import commands

from clew import errors
from clew.graph.schema.declaration import declared
from clew.interfaces.cli.main import app
from clew.settings import ConsolidateSettings, RecallSettings, Settings

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder from which MkDocs builds the site."""
    folder = tmp_path_factory.mktemp("site") / "docs"
    site.stage(ROOT, folder)
    return folder


def in_navigation() -> list[str]:
    nav = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)["nav"]
    return [path for _, _, path in site.navigation(nav) if path]


def test_every_page_is_in_the_navigation_once(staged: Path) -> None:
    pages = {site.site_path(f"docs/{path.name}") for path in (ROOT / "docs").glob("*.md")} - {"contents.md"}
    assert sorted(set(in_navigation())) == sorted(in_navigation())
    assert pages | reference.pages().keys() <= set(in_navigation())
    assert [path for path in in_navigation() if not (staged / path).is_file()] == []


def test_the_list_of_pages_is_the_navigation() -> None:
    assert (ROOT / site.CONTENTS).read_text("utf-8") == site.contents(ROOT), "run `make schema`"


def test_a_page_of_one_task_is_short() -> None:
    """A how-to has at most 400 words, without the code that it shows; details are in the reference."""
    nav = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)["nav"]
    pages = [path for _, _, path in site.navigation(next(each["How to"] for each in nav if "How to" in each)) if path]
    assert len(pages) > 30
    words = {path: len(CODE.sub("", (ROOT / "docs" / path).read_text("utf-8")).split()) for path in pages}
    assert {path: count for path, count in words.items() if count > 400} == {}


def test_every_link_leads_to_a_file_of_the_site(staged: Path) -> None:
    lost = [
        f"{page.relative_to(staged)}: {target}"
        for page in staged.rglob("*.md")
        for code, _, target in site.LINKS.findall(page.read_text("utf-8"))
        if not code and not re.match(r"[a-z]+:|#", target)
        if not (page.parent / target.partition("#")[0]).is_file()
    ]
    assert lost == []


def test_links_are_moved_and_code_is_not() -> None:
    page = "[a](../examples/cypher.py) [b](cli.md#clew-ask) `[c](../README.md)`\n```\n[d](../README.md)\n```\n[e](https://x.org)"
    moved = site.relinked(page, "docs/python.md")
    assert moved.startswith("[a](repository/examples/cypher.py.md) [b](cli.md#clew-ask) `[c](../README.md)`")
    assert "\n[d](../README.md)\n" in moved
    assert moved.endswith("[e](https://x.org)")
    assert site.relinked("[home](../README.md#install)", "docs/python.md") == "[home](index.md#install)"
    assert site.relinked("[docs](docs/cli.md)", "README.md") == "[docs](cli.md)"


def test_every_setting_has_its_variable_and_its_meaning() -> None:
    page = reference.settings_page()
    for group, prefix in ((Settings, ""), (RecallSettings, "RECALL__"), (ConsolidateSettings, "CONSOLIDATE__")):
        for name in group.model_fields.keys() - {
            "recall",
            "consolidate",
            "episode_walk",
            "passage_walk",
            "learning_walk",
        }:
            row = re.search(rf"^\| `{name}` \| `CLEW_{prefix}{name.upper()}` \|.*\| (.*) \|$", page, re.MULTILINE)
            assert row is not None, name
            assert row[1], name
    assert "`CLEW_RECALL__PASSAGE_WALK__WEIGHT`" in page
    assert "**" not in page


def test_every_command_and_every_option_is_there() -> None:
    page = reference.commands_page()
    assert {name for name in commands() if f"## `{name}`" not in page} == set()
    waiting, options = list[Any](typer.main.get_command(app).commands.values()), set[str]()  # type: ignore[attr-defined]
    while waiting:
        command = waiting.pop()
        if command.callback is None or not command.callback.__module__.startswith("clew_playground."):
            options |= {name for each in command.params for name in each.opts if name.startswith("--")}
            waiting += getattr(command, "commands", {}).values()
    assert {"--words", "--page-cache"} < options
    assert options - {"--help"} <= set(re.findall(r"`(--[a-z-]+)`", page))


def test_every_error_has_a_remedy() -> None:
    page = reference.errors_page()
    kinds = [each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, errors.ClewError)]
    assert len(kinds) > 15
    for error in kinds:
        row = re.search(rf"`{error.__name__}` \| {error.exit_code} \| .+ \| (.*) \|$", page, re.MULTILINE)
        assert row is not None, error
        assert row[1] or error is errors.ClewError, error


def test_the_drawing_has_every_kind_and_every_pair_that_is_joined() -> None:
    drawing = reference.graph_page().partition("## Kinds")[0]
    assert all(f">{kind.label}</text>" in drawing for kind in declared().kinds)
    pairs = {(each.source, each.target) for each in declared().relationships if each.source != each.target}
    assert drawing.count('class="line"') == len(pairs)
    assert drawing.count("<g>") == len(declared().kinds)


def test_a_newcomer_clicks_at_most_three_times(staged: Path) -> None:
    """Each question names the titles to click on, and the page that they lead to has the heading that is linked."""
    nav, ways = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)["nav"], dict[str, str]()
    way = list[str]()
    for depth, title, path in site.navigation(nav):
        way[depth:] = [title]
        ways[path] = " / ".join(way)
    rows = re.findall(r"^\| (.+\?) \| (.+) \|$", (ROOT / "docs" / "questions.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) >= 24
    for question, clicks in rows:
        titles, target = re.findall(r"^\[(.+)\]\((.+)\)$", clicks)[0] if "](" in clicks else (clicks, "")
        assert titles in ways.values(), question
        assert titles.count(" / ") <= 2, question
        page, _, anchor = site.relinked(f"[a]({target})", "docs/questions.md")[4:-1].partition("#")
        assert not target or ways[page] == titles, question
        headings = re.findall(r"^#+ (.+)$", (staged / page).read_text("utf-8"), re.MULTILINE) if target else []
        slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}
        assert not anchor or anchor in slugs, question
