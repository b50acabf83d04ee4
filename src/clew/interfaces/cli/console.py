"""Output of the command line: results on stdout, everything else on stderr."""

import json
import os
import shutil
import sys
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import typer

from clew.errors import InvalidInput, escaped, json_escaped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@cache
def out() -> "Console":
    """Return the console for results: stdout. A string is text, whatever brackets it holds, unless `say` prints it."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)


@cache
def err() -> "Console":
    """Return the console for notes, progress and errors: stderr."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, emoji=False)


plain = escaped  # text of the memory: what could move a terminal's cursor or reorder its line becomes an escape


def line(text: str) -> str:
    """Return `plain` text on one line."""
    return plain(" ".join(text.split()))


def grid(*columns: str, left: Collection[str] = ()) -> "Table":
    """Return an empty table without lines, under a header if it has one; columns are aligned right except in `left`."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=bool(columns))
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right")
    return table


def say(text: str = "") -> None:
    """Print a line of markup; memory's own text goes through `rich.markup.escape` first."""
    out().print(text, markup=True, soft_wrap=True)


def counted(number: int, noun: str) -> str:
    """Return a number with what it counts, such as ``1 session`` or ``2 sessions``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes, such as ``1,234.5 MB``."""
    return f"{size / 1e6:,.1f} MB"


def piped(text: str) -> str:
    """Return a text that was given, or what stdin holds in place of ``-``."""
    if text != "-":
        return text
    try:
        return sys.stdin.buffer.read().decode().rstrip("\r\n")  # without the line end of the command that wrote it
    except UnicodeDecodeError as error:
        raise InvalidInput("standard input is not UTF-8 text; save it as UTF-8") from error


def note(text: str) -> None:
    """Print one plain line on stderr."""
    err().print(line(text), style="dim", soft_wrap=True)


def fail(text: str) -> None:
    """Print the one line of an error."""
    sys.stderr.write(f"clew: error: {line(text)}\n")


def raw(text: str) -> None:
    """Print text exactly, for another program."""
    sys.stdout.write(text if text.endswith("\n") else f"{text}\n")


def emit(value: object) -> None:
    """Print a result as one JSON document."""

    def encoded(each: object) -> object:
        if is_dataclass(each):
            return {field.name: getattr(each, field.name) for field in fields(each)}
        if isinstance(each, Mapping):
            return dict(cast("Mapping[str, object]", each))
        if isinstance(each, (set, frozenset)):
            return list(cast("set[object]", each))
        return each.isoformat() if isinstance(each, datetime) else str(each)

    raw(json_escaped(json.dumps(value, ensure_ascii=False, indent=2, default=encoded)))


USAGE_COLUMNS = {
    "calls": "calls",
    "re_asks": "re-asks",
    "failures": "failures",
    "prompt_tokens": "tokens read",
    "completion_tokens": "written",
    "seconds": "seconds",
}
"""The fields of the account of a language model's use, with their titles."""


def print_usage(usage: Mapping[str, object]) -> None:
    """Print what `clew.llm.Usage.as_dict` gives as a table with a row per chain."""
    chains = cast("Mapping[str, Mapping[str, Any]]", usage.get("chains") or {})
    if not chains:
        note("no language model was asked")
        return
    rows = grid("chain", *USAGE_COLUMNS.values(), left=("chain",))
    for name, account in chains.items():
        rows.add_row(name, *(f"{account[field]:,.0f}" for field in USAGE_COLUMNS))
    if len(chains) > 1:
        total = cast("Mapping[str, Any]", usage["total"])
        rows.add_row("total", *(f"{total[field]:,.0f}" for field in USAGE_COLUMNS), style="bold")
    out().print(rows)
    if any(account["estimated"] for account in chains.values()):
        note("the model does not say how many tokens it used; some are estimated from the text")


def confirm(doing: str, question: str) -> None:
    """Ask before what cannot be undone. The answer no ends the command with exit code 1."""
    if not sys.stdin.isatty():
        raise InvalidInput(f"{doing} needs a yes, and there is no terminal to ask on; add --yes")
    typer.confirm(line(question), abort=True, err=True)


def program() -> str:
    """Return how to call this command again: by its name where the shell finds it, else by its path."""
    return "clew" if shutil.which("clew") else os.path.relpath(sys.argv[0])


def day(at: date | None) -> str:
    """Return a date as people write it: ``8 May 2023``."""
    return f"{at.day} {at:%B %Y}" if at else ""


def prepare_streams() -> None:
    """Write UTF-8, and what UTF-8 cannot hold (a lone surrogate) as an escape; a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            empty = os.open(os.devnull, os.O_RDWR)  # open until the process ends, as Python's own streams are
            setattr(sys, name, open(empty, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # pyright: ignore
