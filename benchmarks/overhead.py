"""What does it cost a recall that memory can be watched, where nobody listens, and where somebody does?

    python benchmarks/overhead.py --gate

Made-up turns in one space. Each question is recalled in every way, one way after the other and in turns, --rounds
times. The baseline is the same method without what tells of operations. It is measured twice, so that the second says
how far the machine drifts. Of each question and way the fastest round counts, because whatever else the machine does
only adds. Beside it stands what a method that does nothing takes more than without, which no database blurs.

An entry of the audit log is a cost of its own, because it is written. Live turns are added with and without one, in
turns. The baseline is without, and is measured twice.
"""

import argparse
import logging
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import connection
from circumstances import circumstances, write
from gating import missed, show_gates
from intervals import Estimate, savings
from recall_times import RealTime
from rich.console import Console
from rich.progress import track
from rich.table import Table
from synthetic import questions, transcripts

from clew.api.memory import Memory
from clew.api.operations import USES_TELEMETRY, operations
from clew.embedding import encoder
from clew.model import Operation

OUT = Path("out")
SPACE = "bench-overhead"
SESSION = 25
LOGGER = logging.getLogger("clew.api.operations")

MOST = 1.0
"""Percent of a recall's time that a way may add."""

CALLS = 20_000
"""Of the method that does nothing."""

MOST_ENTRY = 50.0
"""Percent of the time of a live turn that its entry in the audit log may add."""

AUDITS: Sequence[tuple[str, Literal["off", "writes"]]] = (
    ("a turn without an entry", "off"),
    ("with one", "writes"),
    ("without, once more", "off"),
)


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of listening; a `bare` method has nothing that would tell."""

    name: str
    bare: bool = False
    logged: bool = False
    traced: bool = False
    on_event: Callable[[Operation], None] | None = None

    def of(self, method: Any) -> Callable[..., object]:  # noqa: ANN401
        """The function of a class that this way calls."""
        return method.__wrapped__ if self.bare else method


WAYS = (
    Way("without", bare=True),
    Way("nobody listens"),
    Way("a log of INFO to a null handler", logged=True),
    Way("the API of OpenTelemetry without an SDK", traced=True),
    Way("a callback that does nothing", on_event=lambda _: None),
    Way("without, once more", bare=True),
)
BASELINE = WAYS[0]

Seconds = dict[Way, list[float]]
"""Of each question the fastest round."""


@operations("Bench")
class Idle:
    """Does nothing, for a memory."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def idle(self) -> None:
        """Do nothing."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    real = RealTime(encoder("minilm"))
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=real) as memory:
        try:
            connection.forget(memory.space)
            for number, each in enumerate(transcripts(options.turns, session=SESSION)):
                memory.remember(each.turns, session=f"{number}")
            found = _measure(memory, questions(options.questions), options.rounds)
            alone = _alone(memory, options.rounds)
            turns = _turns(memory, options.entries)
            around = circumstances(memory.space.graph)
        finally:
            if not options.keep:
                connection.forget(memory.space)
    gates, figures = _reported(options, found, alone)
    more_gates, entries = _reported_entries(turns)
    gates |= more_gates
    show_gates(gates, Console())
    sizes = {
        "turns": options.turns,
        "questions": options.questions,
        "rounds": options.rounds,
        "entries": len(turns["with one"]),
    }
    write(options.json, {**around, **sizes, "figures": figures, "entry": entries, "gates": gates})
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=1_000)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--entries", type=int, default=300, help="of the audit log")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "overhead.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _measure(memory: Memory, asked: Sequence[str], rounds: int) -> Seconds:
    found: Seconds = {way: [float("inf")] * len(asked) for way in WAYS}
    for query in asked:  # the server compiles
        memory.recall(query)
    for number in track(range(rounds), description="rounds", transient=True):
        for at, query in enumerate(asked):
            first = (number + at) % len(WAYS)
            for way in WAYS[first:] + WAYS[:first]:
                with _listening(memory, way):
                    began = time.perf_counter()
                    way.of(Memory.recall)(memory, query)
                    found[way][at] = min(found[way][at], time.perf_counter() - began)
    return found


def _alone(memory: Memory, rounds: int) -> dict[Way, float]:
    """Microseconds that a call takes more than without."""
    fastest, idle = dict.fromkeys(WAYS, float("inf")), Idle(memory)
    for _ in range(rounds):
        for way in WAYS:
            call = way.of(Idle.idle)
            with _listening(memory, way):
                began = time.perf_counter()
                for _ in range(CALLS):
                    call(idle)
                fastest[way] = min(fastest[way], (time.perf_counter() - began) / CALLS)
    return {way: 1e6 * (seconds - fastest[BASELINE]) for way, seconds in fastest.items()}


def _turns(memory: Memory, entries: int) -> dict[str, list[float]]:
    """Seconds of `add` without and with an entry of the audit log, for the same texts."""
    found, settings = {name: list[float]() for name, _ in AUDITS}, memory.settings
    for number in track(range(-SESSION, entries), description="entries", transient=True):  # the first ones warm up
        first = number % len(AUDITS)
        for name, audit in (*AUDITS[first:], *AUDITS[:first]):
            memory.settings = settings.changed(audit=audit)
            began = time.perf_counter()
            memory.add(f"Ann saw {number + SESSION} herons.", session=f"{name} {number // SESSION}", speaker="Ann")
            found[name].append(time.perf_counter() - began)
    memory.settings = settings
    return {name: seconds[SESSION:] for name, seconds in found.items()}


def _modules() -> dict[str, Any]:
    """Return the modules by which Clew sees that an application uses OpenTelemetry, taken out of its sight."""
    import clew.api.telemetry  # noqa: F401 - imported now, and not in the first recall that is timed

    return {name: sys.modules.pop(name) for name in USES_TELEMETRY}


MODULES = _modules()


@contextmanager
def _listening(memory: Memory, way: Way) -> Iterator[None]:
    LOGGER.setLevel(logging.INFO if way.logged else logging.WARNING)
    memory.on_event = way.on_event
    if way.traced:
        sys.modules.update(MODULES)
    try:
        yield
    finally:
        for name in MODULES:
            sys.modules.pop(name, None)


def _reported_entries(found: dict[str, list[float]]) -> tuple[dict[str, bool], dict[str, dict[str, object]]]:
    """Print what an entry costs; return the gate, and the figures."""
    table = Table("", "ms", "more, %", title=f"{len(found['with one'])} turns, each")
    figures, baseline = dict[str, dict[str, object]](), found[AUDITS[0][0]]
    for name, seconds in found.items():
        saved, milliseconds = savings(seconds, baseline), 1000 * sum(seconds) / len(seconds)
        added = Estimate(-saved.mean, -saved.high, -saved.low)
        table.add_row(name, f"{milliseconds:.3f}", "" if seconds is baseline else added.signed)
        figures[name] = {"ms": round(milliseconds, 3), "added": added.rounded(2)}
    Console().print(table)
    saved = -savings(found["with one"], baseline).mean
    return {
        f"an entry of the audit log: at most {MOST_ENTRY:g} % of a turn: {saved:+.1f} %": saved <= MOST_ENTRY
    }, figures


def _reported(
    options: argparse.Namespace, found: Seconds, alone: dict[Way, float]
) -> tuple[dict[str, bool], dict[str, dict[str, object]]]:
    """Print what each way costs; return the gates, and the figures."""
    console = Console()
    table = Table(
        "", "ms", "more, %", "more alone, µs", title=f"{options.questions} questions, {options.rounds} rounds"
    )
    gates, figures = dict[str, bool](), dict[str, dict[str, object]]()
    for way, seconds in found.items():
        saved = savings(seconds, found[BASELINE])
        added, milliseconds = Estimate(-saved.mean, -saved.high, -saved.low), 1000 * sum(seconds) / len(seconds)
        table.add_row(way.name, f"{milliseconds:.3f}", "" if way is BASELINE else added.signed, f"{alone[way]:.1f}")
        figures[way.name] = {"ms": round(milliseconds, 3), "added": added.rounded(2), "alone": round(alone[way], 2)}
        if not way.bare:
            gates[f"{way.name}: at most {MOST:g} %: {added.mean:+.2f} %"] = added.mean <= MOST
    console.print(table)
    return gates, figures


if __name__ == "__main__":
    sys.exit(main())
