"""Every block of code in README.md and docs/ is run, or read by the program that it is for.

Python runs as it stands, block after block of a page, on the tests' server. A line that ends in ``# prints: ...`` is
held to that, and ``…`` stands for anything. Commands are parsed by the command line, with their variables.

The pictures of ideas are drawn of the memory that the page's code has made, and compared with `docs/pictures/`.
`CLEW_WRITE_PAGES=1` writes them.
"""

import asyncio
import inspect
import json
import os
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import typer
import yaml
from langchain_core.messages import AIMessage, BaseMessage
from tests.pictures.pages import PICTURES
from tests.scripted import Double

from clew import AsyncMemory, Turn, server
from clew.agents.chains import Excerpt, Said
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.interfaces.cli.main import app
from clew.server import Address
from clew.settings import Settings

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
PRINTS = re.compile(r"# prints: (.*)$")
NEEDS = {
    "docs/analytics.md": "graphdatascience",
    "docs/py2neo.md": "py2neo",
    "docs/karma.md": "clew_playground",
    "docs/learnings.md": "clew_playground",
    "docs/working_memory.md": "clew_playground",
}
"""Pages with code for packages of another environment, which runs this file as well."""
OWN_TEST = {"docs/observability.md", "docs/metrics.md", "docs/own_world.md", "docs/own_body.md"}
"""Pages whose code a test of their own runs: in a process of its own, or with a model that knows the way."""
OTHERS = {".", "curl", "docker", "echo", "export", "git", "neo4j-admin", "pip", "which", "your-model"}
"""Programs of others in the commands of the pages."""


class Obliging(Double):
    """Answers every question: in the form that is asked for, or that the first line shown says it."""

    @property
    def _llm_type(self) -> str:
        return "obliging"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:  # noqa: ARG002
        schema = options.get("schema")
        return AIMessage(json.dumps(_least(schema, schema)) if schema else "That is so [1].")


def _least(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> object:
    """The least value of a JSON schema's form."""
    if "$ref" in schema:
        return _least(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in schema:
        return _least(schema["anyOf"][-1], whole)
    if schema.get("type") == "object":
        return {name: _least(schema["properties"][name], whole) for name in schema.get("required", ())}
    return {"array": [], "string": "none", "integer": 1, "number": 0.5, "boolean": False}.get(schema.get("type", ""))


def blocks(page: str, *languages: str) -> list[str]:
    text = (ROOT / page).read_text("utf-8")
    return [inspect.cleandoc(code) for _, language, code in BLOCK.findall(text) if language in languages]


def having(*languages: str) -> list[Any]:
    doors = {"graphdatascience", "py2neo"}
    return [
        pytest.param(page, marks=[pytest.mark.doors] if NEEDS.get(page) in doors else [])
        for page in PAGES
        if blocks(page, *languages)
    ]


@pytest.fixture
def redirected(server_address: Address, encoder: MiniLM, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """Memory of the tests' server; whatever a page opens is there, in spaces of its own."""
    token, opening, opening_async, stack = uuid4().hex, Memory.open, AsyncMemory.open, ExitStack()
    auth = (server_address.user, server_address.password)

    def chosen(space: str = "", *, model: object = None, **given: Any) -> dict[str, Any]:
        kept = {name: value for name, value in given.items() if name in {"settings", "read_only"}}
        own = {"auth": auth, "space": f"{space} {token}", "encoder": encoder}
        return {**own, "model": Obliging() if model else None, **kept}

    def local(space: str = "", **given: Any) -> Memory:
        return stack.enter_context(opening(server_address.uri, **chosen(space, **given)))

    async def local_async(space: str = "", **given: Any) -> AsyncMemory:
        return await opening_async(server_address.uri, **chosen(space, **given))

    monkeypatch.setattr(Memory, "local", local)
    monkeypatch.setattr(Memory, "open", lambda _, **given: local(**given))
    monkeypatch.setattr(AsyncMemory, "local", local_async)
    if find_spec("langchain_openai"):
        monkeypatch.setattr("langchain_openai.ChatOpenAI", lambda **_: Obliging())
    monkeypatch.setattr(server, "start", lambda *_: server_address)
    with stack:
        yield local(space="given", model="obliging")


@pytest.fixture
def server_address(server: Address) -> Address:
    """The same; in this module `server` is the package."""
    return server


def given(memory: Memory) -> dict[str, Any]:
    """Return the names that pages take as known: a memory with some turns, a model, and excerpts for its chains."""
    at = datetime(2023, 5, 8, 12, tzinfo=UTC)
    memory.add("I moved from Porto to Lisbon.", session="monday", speaker="Ann", at=at)
    mailed = Turn("I adopted a kitten, Miso.", "Ann", at, metadata={"channel": "mail", "size": 3})
    memory.add(mailed, session="friday")
    excerpt = Excerpt([Said("turn 1", "monday", 0, "Ann", "I moved to Oslo.", at)])
    chat = {"chat": Obliging(), "excerpts": [excerpt], "noon": at}
    return {"memory": memory, "writer": memory, "reader": memory, "model": Obliging(), "own_tools": [], **chat}


@pytest.mark.parametrize("page", [each for each in having("python") if each.values[0] not in OWN_TEST])
def test_the_python_of_a_page_runs(
    page: str, redirected: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if page in NEEDS:
        pytest.importorskip(NEEDS[page])
    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "old.md").write_text("# Pool\n\nThe pool keeps ten connections.\n", "utf-8")
    (tmp_path / "corpus.jsonl").write_text('{"title": "Miso", "text": "Miso is a paste."}\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    names, promised, printed = given(redirected), dict[str, str](), dict[str, str]()

    def printing(*values: object, **_: object) -> None:
        frame = inspect.currentframe()
        while frame := frame.f_back if frame else None:  # whatever is printed on a line's behalf is that line's
            printed[f"{frame.f_code.co_filename}:{frame.f_lineno}"] = " ".join(map(str, values))

    names["print"] = printing
    for number, code in enumerate(blocks(page, "python"), 1):
        lines = enumerate(code.splitlines(), 1)
        promised |= {f"block {number}:{line}": said[1] for line, text in lines if (said := PRINTS.search(text))}
        exec(compile(code, f"block {number}", "exec"), names)
        if inspect.iscoroutinefunction(main := names.pop("main", None)):
            asyncio.run(main())
    assert {
        place: printed.get(place) for place, text in promised.items() if not fits(printed.get(place, ""), text)
    } == {}
    if draw := PICTURES.get(Path(page).stem):
        picture = ROOT / "docs" / "pictures" / f"{Path(page).stem}.svg"
        if os.environ.get("CLEW_WRITE_PAGES"):
            picture.write_text(draw(names), "utf-8")
        assert picture.read_text("utf-8") == draw(names), "run `make cookbook`, and look at it"


def fits(said: str, promised: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, promised.split("…"))), said) is not None


def commands(code: str) -> Iterator[tuple[dict[str, str], list[str]]]:
    """Each command of a shell's block, with the variables before it."""
    for line in code.replace("\\\n", " ").splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;")
        lexer.whitespace_split, lexer.commenters = True, "#"
        words = list(lexer)
        while words:
            end = next((place for place, word in enumerate(words) if word in {"|", "&&", ";"}), len(words))
            command, words = words[:end], words[end + 1 :]
            command = command[: command.index(">")] if ">" in command else command
            variables = dict[str, str]()
            while command and (found := re.fullmatch(r"([A-Z_]+)=(.*)", command[0])):
                variables[found[1]] = found[2]
                command = command[1:]
            yield variables, command


@pytest.mark.parametrize("page", having("sh"))
def test_the_commands_of_a_page_are_understood(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for code in blocks(page, "sh"):
        for variables, command in commands(code):
            exported = [each.split("=", 1) for each in command[1:] if "=" in each] if command[:1] == ["export"] else []
            for name, value in [*variables.items(), *exported]:
                if name.startswith("CLEW_") and not name.endswith("_FILE") and "$" not in value:
                    Settings.from_env({name: value})
            if command and command[0] == "clew":
                parse(command[1:])
            elif command and command[0] == "make":
                assert re.search(rf"^{command[1]}:", makefile, re.MULTILINE), command
            else:
                assert not command or command[0] in OTHERS, command


def parse(arguments: list[str]) -> None:
    """Let the command line read a command, without running it."""
    command: Any = typer.main.get_command(app)
    context: Any = None
    name, rest = "clew", arguments
    while True:
        context = command.make_context(name, list(rest), parent=context)
        if not hasattr(command, "commands"):
            return
        name, command, rest = command.resolve_command(context, [*context._protected_args, *context.args])


@pytest.mark.parametrize("page", having("json", "toml", "yaml"))
def test_the_files_that_a_page_shows_are_well_formed(page: str) -> None:
    for code in blocks(page, "json"):
        for part in code.split("\n\n"):
            json.loads(part)
    for code in blocks(page, "toml"):
        tomllib.loads(code)
    for code in blocks(page, "yaml"):
        yaml.safe_load(code)


def test_every_picture_is_shown_on_its_page() -> None:
    for name in PICTURES:
        assert f"](pictures/{name}.svg)" in (ROOT / "docs" / f"{name}.md").read_text("utf-8")


def test_no_block_is_left_out() -> None:
    """The cookbook's Cypher runs in a test of its own, and a text is what a program prints."""
    assert {"README.md", "docs/python.md", "docs/users.md"} <= {each.values[0] for each in having("python")}
    languages = {language for page in PAGES for _, language, _ in BLOCK.findall((ROOT / page).read_text("utf-8"))}
    assert languages <= {"python", "sh", "json", "toml", "yaml", "cypher", "text"}, "run or read these, too"
