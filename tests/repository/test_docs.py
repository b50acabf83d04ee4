"""What the documentation says is what there is."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
import typer

from clew.api.memory import Memory
from clew.interfaces.cli.main import app

ROOT = Path(__file__).parents[2]
PLAYGROUND = {"clew play", "clew work", "clew learn", "clew scene run"}
"""Commands that another distribution brings."""


def commands(at: typer.Typer = app, before: str = "clew") -> dict[str, str]:
    """The full name of each command of the library itself, with its help."""
    found: dict[str, str] = {}
    for command in at.registered_commands:
        callback = command.callback
        assert callback is not None
        if command.hidden or not callback.__module__.startswith("clew."):
            continue
        name = command.name or callback.__name__.replace("_", "-")
        found[f"{before} {name}"] = command.help or callback.__doc__ or ""
    for group in at.registered_groups:
        assert group.typer_instance is not None
        found |= commands(group.typer_instance, f"{before} {group.name}")
    return found


@pytest.mark.parametrize("name", commands())
def test_a_command_has_help(name: str) -> None:
    assert commands()[name].strip()


def test_every_method_of_memory_is_documented() -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    names = {name for name in dir(Memory) if not name.startswith("_")}
    assert {"recall", "export_bulk"} < names
    assert {name for name in names if not re.search(rf"`(?:Memory\.)?{name}[(`]", page)} == set()


def test_every_documented_command_exists() -> None:
    documented = re.findall(r"^#+ `(clew[a-z ]*[a-z])", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.MULTILINE)
    assert documented
    assert set(documented) - PLAYGROUND <= {*commands(), "clew", "clew server"}


def test_the_version_is_the_changelogs_latest() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    latest = re.search(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert latest is not None
    assert latest[1] == declared


def test_the_readme_is_short_and_starts_with_what_to_type() -> None:
    lines = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert len(lines) <= 150
    assert any("make demo" in line for line in lines[:20])
    assert any("make test" in line for line in lines[:20])


def test_links_in_the_documentation_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_code_that_a_page_names_by_its_path_exists() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    named = {path for page in pages for path in re.findall(r"`(\w+/[\w/]+\.py)`", page.read_text("utf-8"))}
    folders = ("agents", "benchmarks", "examples", "loaders", "playground", "retrieval", "src", "tests")
    code = [f"{path}" for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(named) > 10
    assert {path for path in named if not any(each.endswith(f"/{path}") for each in code)} == set()


def test_the_examples_run_one_after_the_other_on_one_server() -> None:
    """Each page has spaces of its own, and none names an encoder: a store has one, which an earlier page chose."""
    first: dict[str, Path] = {}
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").glob("*.py"))]
    for page in pages:
        text = page.read_text("utf-8")
        shown = "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)) if page.suffix == ".md" else text
        assert re.search(r"""\bencoder=(?:["']|\w+\()""", shown) is None, page.name
        for space in re.findall(r'Memory\.local\(space="([^"]+)"', shown):
            assert first.setdefault(space, page) == page, f"{page.name}: {space} is a space of {first[space].name}"
    assert {"ann", "lisbon", "labyrinth", "cypher example"} <= first.keys()


def test_an_example_names_the_extras_that_it_imports() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    modules = {
        re.split(r"[\[<>=~]", package)[0].replace("-", "_"): extra
        for extra, packages in groups.items()
        if extra != "dev"
        for package in packages
    }
    imported = set[str]()
    for file in (ROOT / "examples").glob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        froms = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        needed = {modules[top] for each in froms if (top := each.partition(".")[0]) in modules}
        assert {extra for extra in needed if f"`{extra}`" not in (ast.get_docstring(tree) or "")} == set(), file.name
        imported |= needed
    assert {"langchain", "mcp", "openai"} <= imported


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    names = {re.split(r"[\[<>=~]", each)[0] for group in groups for each in group} - {"clew"}
    assert "neo4j" in names
    assert {name for name in names if f"`{name}`" not in page} == set()
    assert {extra for extra in project["optional-dependencies"] if extra not in page} == set()


def test_nothing_says_that_clew_is_on_a_package_index() -> None:
    """It is installed from a clone; only the extras that are declared can be."""
    folders = ("src", "loaders", "retrieval", "agents", "benchmarks", "examples", "docs", "tests")
    files = [file for folder in folders for ending in ("*.py", "*.md") for file in (ROOT / folder).rglob(ending)]
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    named = set[str]()
    for file in (*files, *ROOT.glob("*.md"), ROOT / "Makefile", ROOT / "constraints.txt"):
        text = file.read_text("utf-8")
        assert re.search(r"pip\s+install\s(?:-\S+\s+)*['\"]?clew\b(?!\S* @ git\+)", text) is None, file
        named |= {
            extra for given in re.findall(r"install\s+-e\s+['\"]\.\[([\w,-]+)\]", text) for extra in given.split(",")
        }
        named |= set(re.findall(r"install_hint\(['\"]([\w-]+)", text))
    assert {"local", "documents", "openai", "sentence-transformers", "analytics"} <= named <= extras


def test_every_make_target_that_is_mentioned_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / ".ci" / "run"):
        for target in re.findall(r"^make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"{page.name}: make {target}"


def test_every_promise_names_tests_that_exist() -> None:
    page = (ROOT / "docs" / "guarantees.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if "::" in line]
    assert len(rows) > 20
    for row in rows:
        path = ""
        for named, test in re.findall(r"`([\w/]*(?:\.py)?)::(test_\w+)`", row):
            path = named or path
            assert f"def {test}(" in (ROOT / "tests" / path).read_text("utf-8"), row


def test_every_claim_about_another_product_has_a_source() -> None:
    """A sign in the table of products is a link to what says it, or says that nothing was found."""
    table = (ROOT / "docs" / "beside.md").read_text("utf-8").partition("| | Clew ")[2].partition("\n\n")[0]
    cells = [cell.strip() for row in table.splitlines()[2:] for cell in row.strip("|").split("|")[2:]]
    assert len(cells) > 140
    assert [cell for cell in cells if not re.fullmatch(r"-|\[(?:Y|~|H|async)\]\(https://\S+\)", cell)] == []
