"""Makes the pages of the site that follow from the program: classes, settings, commands, errors and the graph."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any

import typer
from pydantic import BaseModel
from tests.repository.generated import tables
from tests.repository.schema_drawing import drawn

from clew.errors import ClewError
from clew.graph.schema.declaration import declared
from clew.interfaces.cli.main import app
from clew.settings import PREFIX, Settings

CLASSES: Mapping[str, tuple[str, Sequence[str]]] = {
    "api/memory.md": ("Memory", ["clew.api.memory.Memory"]),
    "api/async_memory.md": ("AsyncMemory", ["clew.api.async_memory.AsyncMemory"]),
    "api/values.md": ("Values: what goes in and comes out", ["clew.model.*"]),
    "api/parts.md": (
        "Worlds, scenes, learnings and running tasks",
        [
            "clew.api.world.World",
            "clew.api.scene.Scene",
            "clew.api.short_term.ShortTermMemory",
            "clew.api.learnings.Learnings",
            "clew.api.working.WorkingMemory",
        ],
    ),
    "api/langchain.md": (
        "Parts for LangChain and LangGraph",
        [
            "clew.agents.tools",
            "clew.agents.recalling.ClewMiddleware",
            "clew.agents.middleware.WorkingMemoryMiddleware",
            "clew.agents.retriever.ClewRetriever",
            "clew.agents.store.ClewStore",
            "clew.agents.checkpoints",
            "clew.agents.spaces",
        ],
    ),
    "api/agents.md": ("Agents for a world of yours", ["clew.agents.*"]),
    "api/models.md": ("Language models", ["clew.llm.*"]),
    "api/server.md": ("The managed server", ["clew.server.*"]),
}
"""Pages made of docstrings: the title, and what is on it; a star stands for each public name of a module."""


def pages() -> dict[str, str]:
    """Return the text of each page, by its path in the site."""
    made = {path: "\n\n".join([f"# {title}", *_directives(names)]) + "\n" for path, (title, names) in CLASSES.items()}
    return made | {
        "reference/settings.md": settings_page(),
        "reference/commands.md": commands_page(),
        "reference/errors.md": errors_page(),
        "reference/graph.md": graph_page(),
    }


def settings_page() -> str:
    """Return a table of every setting with its variable, its default and its meaning."""
    parts = [
        "# Every setting",
        "A setting is a field of `Settings` in Python and a variable of the command line. "
        "Nothing else reads the environment.",
    ]
    for heading, prefix, group in _groups(Settings, "Settings", PREFIX):
        meanings = _meanings(group)
        rows = [
            [f"`{name}`", f"`{prefix}{name.upper()}`", _value(field), meanings.get(name, "")]
            for name, field in group.model_fields.items()
            if _group_of(field.default) is None
        ]
        parts += [f"## {heading}", _table("field|variable|default|meaning", rows)]
    return "\n\n".join(parts)


def commands_page() -> str:
    """Return each command with its help and its options, as the program declares them."""
    lines = ["# Every command", "`clew COMMAND --help` prints the same."]
    lines += _options(typer.main.get_command(app))
    for name, command in _commands(typer.main.get_command(app), "clew"):
        usage = " ".join([name, *(_argument(each) for each in command.params if each.param_type_name == "argument")])
        lines += [f"## `{name}`", f"    {usage} [OPTIONS]", inspect.cleandoc(command.help or ""), *_options(command)]
    return "\n\n".join(each for each in lines if each) + "\n"


def errors_page() -> str:
    """Return the tree of errors with exit codes and remedies."""
    rows = [
        ["&nbsp;" * 4 * depth + f"`{error.__name__}`", str(error.exit_code), *_meaning_and_remedy(error)]
        for depth, error in _errors(ClewError, 0)
    ]
    return "\n\n".join(
        [
            "# Every error",
            "All errors are in `clew.errors`. An error further in is a kind of the one above it. "
            "Its message names the value and the remedy. The exit code is that of the command line.",
            _table("error|exit code|means|remedy", rows),
        ]
    )


def graph_page() -> str:
    """Return the drawing and the tables of what the graph holds."""
    held = tables(declared())
    return "\n\n".join(
        [
            "# The graph's schema",
            "Every node has the label `Clew` and one of these. A line joins two kinds that a relationship joins; "
            "a pointer on it shows the types.",
            drawn(declared()),
            "## Kinds of nodes",
            held["kinds"],
            "## Relationships",
            held["relationships"],
        ]
    )


def _directives(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        module = name.removesuffix(".*")
        inner = import_module(module).__all__ if name != module else ()
        yield from (f"::: {module}.{each}" for each in inner) if inner else [f"::: {name}"]


def _groups(group: type[BaseModel], heading: str, prefix: str) -> Iterator[tuple[str, str, type[BaseModel]]]:
    """Yield a group of settings and those inside it, each with its heading and the prefix of its variables."""
    yield heading, prefix, group
    for name, field in group.model_fields.items():
        if inner := _group_of(field.default):
            yield from _groups(inner, inner.__name__, f"{prefix}{name.upper()}__")


def _group_of(default: object) -> type[BaseModel] | None:
    return type(default) if isinstance(default, BaseModel) else None


def _meanings(group: type[BaseModel]) -> dict[str, str]:
    """Return the text below each field of a group, or of the group that it is made of."""
    found = dict[str, str]()
    for each in reversed([base for base in group.__mro__ if base.__module__.startswith("clew.")]):
        body = ast.parse(textwrap.dedent(inspect.getsource(each))).body[0]
        statements = body.body if isinstance(body, ast.ClassDef) else []
        for field, text in pairwise(statements):
            match field, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(said))):
                    found[name] = _line(said)
                case _:
                    pass
    return found


def _value(field: Any) -> str:
    value = field.get_default(call_default_factory=True)
    shown = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    return "" if shown in ("", None) or shown == {} else f"`{shown}`"


def _commands(command: Any, before: str) -> Iterator[tuple[str, Any]]:
    """Yield each command of the library itself, with its full name."""
    for name, inner in getattr(command, "commands", {}).items():
        if getattr(inner, "commands", None):
            yield from _commands(inner, f"{before} {name}")
        elif not inner.hidden and inner.callback.__module__.startswith("clew."):
            yield f"{before} {name}", inner


def _argument(argument: Any) -> str:
    name = (argument.metavar or argument.name).upper()
    shown = name if argument.required else f"[{name}]"
    return f"{shown}..." if argument.nargs == -1 else shown


def _options(command: Any) -> list[str]:
    rows = [
        [
            ", ".join(f"`{name}`" for name in [*each.opts, *each.secondary_opts]),
            _line(each.help or ""),
            f"`{each.default}`" if isinstance(each.default, str | int | float) and each.default is not False else "",
        ]
        for each in command.params
        if each.param_type_name == "option" and not each.hidden
    ]
    return [_table("option|does|default", rows)] if rows else []


def _errors(error: type[ClewError], depth: int) -> Iterator[tuple[int, type[ClewError]]]:
    yield depth, error
    for each in error.__subclasses__():
        if each.__module__ == ClewError.__module__:
            yield from _errors(each, depth + 1)


def _meaning_and_remedy(error: type[ClewError]) -> tuple[str, str]:
    """Return the first paragraph of an error's docstring, and the one that names the remedy."""
    meaning, *others = inspect.getdoc(error).split("\n\n")  # pyright: ignore[reportOptionalMemberAccess]
    remedies = [each.removeprefix("Remedy: ") for each in others if each.startswith("Remedy: ")]
    return _line(meaning), _line(" ".join(remedies))


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _table(head: str, rows: Sequence[Sequence[str]]) -> str:
    columns = head.split("|")
    return "\n".join(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows])
