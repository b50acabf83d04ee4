"""Progress of long work: a bar on a terminal, else a line for each stage that may take minutes."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from clew.interfaces.cli.console import err, note

if TYPE_CHECKING:
    from clew.model import Progress

    Report = Callable[[Progress], None]

LOOK_BACK = 3600  # seconds over which speed is measured: a language model takes minutes for a chunk
STAGES = {"download": "fetching the server:", "encoder": "fetching the encoder:", "start": "starting the server"}


@contextmanager
def asking(*, quiet: bool) -> "Generator[Callable[[], None]]":
    """Show that a language model is asked, until the caller calls what it gets."""
    if quiet or not err().is_terminal:
        yield lambda: None
    else:
        with err().status("asking", spinner_style="dim") as status:
            yield status.stop


@contextmanager
def _shown(first: str = "", *, quiet: bool, lines: bool) -> "Generator[Report | None]":
    """Show bars on a terminal; elsewhere `lines`, or nothing."""
    if not quiet and err().is_terminal:
        with _bars(first) as bars:
            yield bars
    else:
        seen: set[str] = set()

        def report(progress: "Progress") -> None:
            if progress.stage not in seen:
                seen.add(progress.stage)
                size = f" {amount(replace(progress, done=progress.total, total=0, note=''))}" if progress.total else ""
                note(f"{STAGES.get(progress.stage, progress.stage)}{size}")

        yield report if lines and not quiet else None


@contextmanager
def _bars(first: str = "") -> "Generator[Report]":
    """Make bars with the time that it took; with the time left where `first` is given, which is shown at once."""
    from rich.progress import BarColumn, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    bar = BarColumn(20 if first else 40)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), bar, TextColumn("{task.fields[amount]}"))
    clock = (TimeRemainingColumn(), TextColumn("left")) if first else (TimeElapsedColumn(),)
    tasks: dict[str, TaskID] = {}
    with Bars(*columns, *clock, console=err(), transient=True, speed_estimate_period=LOOK_BACK) as bars:
        if first:
            tasks[first] = bars.add_task(first, amount="", total=None)

        def report(progress: "Progress") -> None:
            if progress.stage not in tasks:
                tasks[progress.stage] = bars.add_task(progress.stage, amount="")
            total = progress.total or None
            bars.update(tasks[progress.stage], completed=progress.done, total=total, amount=amount(progress))

        yield report


def amount(progress: "Progress") -> str:
    """Return an amount such as ``12 of 166 MB`` or ``3 of 8 chunks, 41 facts``; empty where nothing is counted."""
    if progress.unit == "bytes":
        whole = f" of {progress.total / 1e6:,.0f}" if progress.total else ""
        return f"{progress.done / 1e6:,.0f}{whole} MB"
    if not progress.unit:
        return ""
    whole = f" of {progress.total:,}" if progress.total else ""
    said = f", {progress.note}" if progress.note else ""
    return f"{progress.done:,}{whole} {progress.unit}{said}"


starting = partial(_shown, lines=True)  # how server and encoder are fetched and the server started
remembering = partial(_shown, lines=False)  # how a file is read into memory
consolidating = partial(_shown, "consolidate", lines=True)  # work of many questions, with the time left from the start
