"""What it takes to begin: processor time of imports and of the shell, beside the three libraries that memory needs.

    python benchmarks/startup.py [--rounds 9] [--gate] [--json out.json]

A recall from the shell asks a space of a hundred made-up turns on the managed server, which runs. Each round starts a
process per row, in turns, the baseline among them, so that what else the machine does falls on all
alike. The ratio is the median over rounds of a row's time over the baseline's of the same round; the seconds are those
of the fastest round, for other work can only add to them. Warnings are errors, and a row says which modules that it has
no use for it has loaded all the same.
"""

import argparse
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import connection
from circumstances import without_server, write
from gating import missed
from rich.console import Console
from rich.table import Table
from synthetic import transcripts

from clew.api.memory import Memory

BASELINE = "numpy, neo4j, pydantic"
MEMORY = "clew.api.memory"
SHELL = "clew recall, from the shell"
SPACE = "bench-startup"
TURNS = 100
ROWS: Mapping[str, str] = {
    BASELINE: "import numpy, neo4j, pydantic",
    MEMORY: "import clew.api.memory",
    "clew.api.memory, its encoder": "import clew.api.memory; from clew.embedding import MiniLM",
    "clew.agents.chains": "import clew.agents.chains",
    "clew recall --help": "from clew.interfaces.cli.main import run; run(['recall', '--help'])",
    SHELL: (
        "from clew.interfaces.cli.main import run; "
        f"raise SystemExit(run(['recall', 'tea', '--space', '{SPACE}', '--json']))"
    ),
    "langchain_core.language_models": "from langchain_core.language_models import BaseChatModel",
}
"""What is run, by the name of its row. The last one is what memory once imported for an annotation."""

MAX_SECONDS = {MEMORY: 0.7, SHELL: 1.2}
MAX_RATIO = 2.2
UNWANTED = ("langchain_core.language_models", "langchain_core.tracers", "langsmith", "openai", "onnxruntime", "rich")
"""Modules that `import clew.api.memory` has no use for."""


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--gate", action="store_true", help="fail where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out/startup.json"))
    options = parser.parse_args()
    times = {name: list[float]() for name in ROWS}
    with _small_space():
        for _ in range(options.rounds + 1):
            for name, code in ROWS.items():
                times[name].append(_seconds(code))
    return _report(options, {name: each[1:] for name, each in times.items()})  # the first round warms the disk


@contextmanager
def _small_space() -> Iterator[None]:
    """A space to recall from, for a while."""
    with Memory.local(space=SPACE) as memory:
        connection.forget(memory.space)
        for told in transcripts(TURNS):
            memory.remember(told.turns, session=told.session)
        try:
            yield
        finally:
            connection.forget(memory.space)


def _seconds(code: str) -> float:
    """Return the processor time of a new interpreter that runs the code, in seconds; warnings are errors."""
    process = subprocess.Popen([sys.executable, "-W", "error", "-c", code], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{code!r} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def _loaded(code: str) -> list[str]:
    """Return which unwanted modules the code loads."""
    told = f"{code}\nimport sys; print(*sorted({{*{UNWANTED!r}}} & {{*sys.modules}}), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    return done.stderr.split()


def _report(options: argparse.Namespace, times: Mapping[str, list[float]]) -> int:
    table = Table("import", "seconds", "beside the baseline", title="Processor time of a start")
    rows: dict[str, dict[str, float]] = {}
    for name, own in times.items():
        ratio = statistics.median(mine / base for mine, base in zip(own, times[BASELINE], strict=True))
        rows[name] = {"seconds": min(own), "ratio": ratio}
        table.add_row(name, f"{min(own):.2f}", f"{ratio:.2f}")
    Console().print(table)
    memory, loaded = rows[MEMORY], _loaded(ROWS[MEMORY])
    gates = {
        **{
            f"seconds of {name}, at most {most}: {rows[name]['seconds']:.2f}": rows[name]["seconds"] <= most
            for name, most in MAX_SECONDS.items()
        },
        f"ratio of {MEMORY}, at most {MAX_RATIO}: {memory['ratio']:.2f}": memory["ratio"] <= MAX_RATIO,
        f"unwanted modules of {MEMORY}: {', '.join(loaded) or 'none'}": not loaded,
    }
    around = without_server(("clew", "numpy", "neo4j", "pydantic", "langchain-core"))
    write(options.json, {**around, "rows": rows, "rounds": times, "gates": gates})
    for gate, is_met in gates.items():
        print(f"{'pass' if is_met else 'FAIL'}  {gate}")
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
