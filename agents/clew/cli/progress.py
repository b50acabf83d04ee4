"""How far long work has come: a bar on a terminal, else a line per stage where it may take minutes."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from clew.cli.console import err, note

if TYPE_CHECKING:
    from clew.model import Progress


STAGES = {"download": "fetching the server:", "start": "starting the server"}


@contextmanager
def starting(*, quiet: bool) -> "Generator[Callable[[Progress], None] | None]":
    """For fetching and starting the server, which may take minutes the first time."""
    if quiet:
        yield None
    elif err().is_terminal:
        with _bars() as report:
            yield report
    else:
        yield _lines()


@contextmanager
def remembering(*, quiet: bool) -> "Generator[Callable[[Progress], None] | None]":
    """For reading a file into memory."""
    if quiet or not err().is_terminal:
        yield None
    else:
        with _bars() as report:
            yield report


@contextmanager
def _bars() -> "Generator[Callable[[Progress], None]]":
    from rich.progress import BarColumn, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[amount]}"))
    tasks: dict[str, TaskID] = {}
    with Bars(*columns, TimeElapsedColumn(), console=err(), transient=True) as bars:

        def report(progress: "Progress") -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(progress.stage, amount="")
            total = progress.total or None
            bars.update(tasks[progress.stage], completed=progress.done, total=total, amount=amount(progress))

        yield report


def _lines() -> "Callable[[Progress], None]":
    seen: set[str] = set()

    def report(progress: "Progress") -> None:
        if progress.stage not in seen:
            seen.add(progress.stage)
            size = f" {amount(replace(progress, done=progress.total, total=0))}" if progress.total else ""
            note(f"{STAGES.get(progress.stage, progress.stage)}{size}")

    return report


def amount(progress: "Progress") -> str:
    """Such as ``12 of 166 MB`` or ``40 of 80 turns``; nothing where nothing is counted."""
    if progress.unit == "bytes":
        whole = f" of {progress.total / 1e6:,.0f}" if progress.total else ""
        return f"{progress.done / 1e6:,.0f}{whole} MB"
    if not progress.unit:
        return ""
    whole = f" of {progress.total:,}" if progress.total else ""
    return f"{progress.done:,}{whole} {progress.unit}"
