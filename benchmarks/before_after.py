"""Is recall as fast as it was? Another checkout and this one, asked in turns on one machine.

    python benchmarks/before_after.py ../other locomo10.json --rounds 8 --gate
    python benchmarks/before_after.py ../other chats.json.xz --rounds 4          # with long turns

Each checkout has a process, a server and a store of its own, which holds the same conversations in one space; its
environment is in its ``.venv``. Each question is asked of one and at once of the other, and who is first changes, so
that a machine whose speed drifts slows both. What a checkout has loaded by then is kept out of Python's collections
of garbage: a full one walks it for 28 to 41 ms, three to five times in a hundred recalls, which is where p95 begins, so
that it told which packages are loaded. The ratio is that of the rounds' medians; `--gate` exits with 1 where one
is above --most.
"""

import argparse
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.memory import Memory

HERE = Path(__file__).resolve().parents[1]
OUT = Path("out")
ENGINES = ("local", "gds")
POINTS = {"p50": 50, "p95": 95}

Times = dict[str, list[dict[str, float]]]
"""By engine, p50 and p95 in ms of each round."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    if options.worker:
        return _work(options)
    with tempfile.TemporaryDirectory() as folder:
        checkouts = {"before": options.other.resolve(), "after": HERE}
        workers = {name: _Worker(path, options, Path(folder) / name) for name, path in checkouts.items()}
        try:
            times = _in_turns(workers, options.rounds, options.questions)
        finally:
            for worker in workers.values():
                worker.end()
    return _report(options, times)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("other", type=Path, help="the checkout that is compared with, installed in its .venv")
    parser.add_argument("conversations", type=Path, help="LoCoMo's JSON file, or chats as `chats.py` reads them")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--questions", type=int, default=100, help="a round")
    parser.add_argument("--most", type=float, default=1.05, help="the highest ratio of after to before")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "before_after.json")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


class _Worker:
    """A process of one checkout, which asks when it is told to."""

    def __init__(self, checkout: Path, options: argparse.Namespace, home: Path) -> None:
        arguments = ["--worker", str(home), "--questions", str(options.questions)]
        self._process = subprocess.Popen(
            [str(checkout / ".venv/bin/python"), __file__, str(options.other), str(options.conversations), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for engine in ENGINES:
            for number in range(options.questions):
                self.ask(engine, number)

    def ask(self, engine: str, number: int) -> float:
        """Return the time in ms that a question takes."""
        assert self._process.stdin
        assert self._process.stdout
        print(engine, number, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def end(self) -> None:
        """Let it stop its server."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(120)


def _work(options: argparse.Namespace) -> int:
    """Serve one checkout: only what both versions have is used."""
    from clew import server
    from clew.memory import Memory
    from clew.server import ServerSettings

    settings = ServerSettings(home=options.worker)
    address = server.start(settings)
    try:
        with Memory.open(address.uri, auth=(address.user, address.password), space="talk") as memory:
            questions = _fill(memory, options.conversations)
            asked = questions[:: max(1, len(questions) // options.questions)][: options.questions]
            gc.collect()
            gc.freeze()
            for line in sys.stdin:
                engine, number = line.split()
                print(_ask(memory, asked[int(number)], engine), flush=True)
    finally:
        server.stop(settings)
    return 0


def _fill(memory: "Memory", path: Path) -> list[str]:
    """Remember the conversations of a file. Return its questions."""
    if path.suffix == ".xz":
        from chats_data import chats

        for chat in chats(path):
            for each in chat.transcripts:
                memory.remember(each.turns, session=f"{chat.name}: {each.session}")
        return [question.text for chat in chats(path) for question in chat.questions]
    memory.remember_file(str(path))
    return [each["question"] for talk in json.loads(path.read_text("utf-8")) for each in talk["qa"]]


def _ask(memory: "Memory", question: str, engine: str) -> float:
    settings = memory.settings.recall.changed(engine=engine)
    begin = time.perf_counter()
    memory.recall(question, settings=settings)
    return 1000 * (time.perf_counter() - begin)


def _in_turns(workers: dict[str, _Worker], rounds: int, questions: int) -> dict[str, Times]:
    times: dict[str, Times] = {name: {engine: [] for engine in ENGINES} for name in workers}
    for begun in range(rounds):
        for engine in ENGINES:
            found: dict[str, list[float]] = {name: [] for name in workers}
            for number in range(questions):
                for name in list(workers) if (begun + number) % 2 else reversed(list(workers)):
                    found[name].append(workers[name].ask(engine, number))
            for name, each in found.items():
                times[name][engine].append({point: _percentile(each, at) for point, at in POINTS.items()})
        print(f"round {begun + 1} of {rounds}", file=sys.stderr)
    return times


def _percentile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def _report(options: argparse.Namespace, times: dict[str, Times]) -> int:
    from circumstances import command, commit, write
    from rich.console import Console
    from rich.table import Table

    table = Table("", "before, ms", "after, ms", "ratio", title="Time of a recall, in turns")
    ratios: dict[str, float] = {}
    for engine in ENGINES:
        for point in POINTS:
            before, after = (statistics.median(each[point] for each in times[name][engine]) for name in times)
            ratios[f"{engine} {point}"] = after / before
            table.add_row(f"{engine} {point}", f"{before:.1f}", f"{after:.1f}", f"{after / before:.3f}")
    Console().print(table)
    write(options.json, {"command": command(), "commit": commit(), "ratios": ratios, "rounds": times})
    missed = [name for name, ratio in ratios.items() if ratio > options.most]
    for name, ratio in ratios.items():
        print(f"{'FAIL' if name in missed else 'pass'}  {name}: at most {options.most}: {ratio:.3f}")
    return 1 if options.gate and missed else 0


if __name__ == "__main__":
    sys.exit(main())
