"""Did a change make recall or ingest slower? Another commit and this checkout, asked in turns on one machine.

    python benchmarks/compare.py COMMIT --gate
    python benchmarks/compare.py COMMIT locomo10.json          # or chats, as `chats.py` reads them
    python benchmarks/compare.py COMMIT locomo10.json --facts  # recall among what the rules find in it, too
    python benchmarks/compare.py COMMIT hotpotqa_dev.json.xz   # or musique_dev.json.xz: documents

Both run with the packages of this environment. Each has a process, a server as its own code starts it, and a store. It
remembers the same conversations in one space there. Each session is remembered by one and at once by the other, and so
is each question asked. The first of the two changes, so that a machine whose speed drifts slows both. Objects that a
process has loaded by then are kept out of Python's garbage collection. A full one walks them for 28 to 41 ms, three to
five times in a hundred recalls, which is where p95 begins. So p95 would tell which packages are loaded.

The ratio is this checkout's time over the other's, with the 95 % bootstrap interval over the questions, each with all
its rounds. No interval holds the difference between two starts of a server. `--gate` exits with 1 where a ratio is
above --most, and its interval above 1. Where the interval reaches beyond --most, the run was too short to tell.
"""

import argparse
import gc
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.api.memory import Memory
    from clew.model import Turn

HERE = Path(__file__).resolve().parents[1]
SOURCES = ("src",)
OLD_SOURCES = ("core", "loaders", "retrieval", "agents", "interfaces")
"""Where the code was until cbdf55aa: a namespace over five roots."""

OUT = Path("out")
ENGINES = ("local", "gds")
WARM_SESSIONS = 20
"""Remembered before times are counted: the server compiles the statements of the first ones."""

AT_ONCE = 10
"""Documents that are remembered together."""

RESAMPLES = 2000
SEED = 1

Pairs = list[list[tuple[float, float]]]
"""Per question or session, and round: milliseconds of the other commit and of this checkout for the same work."""


@dataclass(frozen=True, slots=True)
class Change:
    """How much longer something takes.

    Attributes:
        before: milliseconds.
        after: likewise.
        ratio: after over before.
        low: lower end of its interval.
        high: upper end.
    """

    before: float
    after: float
    ratio: float
    low: float
    high: float

    @property
    def direction(self) -> str:
        """The verdict of the interval, in words."""
        if self.low > 1:
            return "slower"
        return "faster" if self.high < 1 else "within chance"

    def verdict(self, most: float) -> str:
        """Return True if it is at most so many times as long."""
        if self.ratio > most and self.low > 1:
            return "FAIL"
        return "pass" if self.high <= most else "cannot tell"


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    if options.worker:
        return _work(options)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        other = stack.enter_context(_checkout(options.commit, Path(folder) / "code"))
        workers = []
        for number, code in enumerate((other, HERE)):
            workers.append(_Worker(code, options, Path(folder) / f"home{number}"))
            stack.callback(workers[-1].end)
        pairs = {"ingest, a session": _sessions(workers)}
        if options.facts:
            for worker in workers:
                worker.consolidate()
        for engine in ENGINES:
            pairs[f"recall, {engine}"] = _questions(workers, engine, options.rounds)
    return _report(options, pairs)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit", help="that is compared with, as git names it")
    parser.add_argument(
        "conversations", nargs="?", type=Path, help="LoCoMo's file, chats, or documents; default: made-up turns"
    )
    parser.add_argument("--turns", type=int, default=3000, help="made up, where no file is given")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--questions", type=int, default=100, help="a round")
    parser.add_argument("--facts", action="store_true", help="consolidate by rules before recalls")
    parser.add_argument("--most", type=float, default=1.05, help="the highest ratio of after to before")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a ratio is above it, and not by chance")
    parser.add_argument("--json", type=Path, default=OUT / "compare.json")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--code", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


@contextmanager
def _checkout(commit: str, folder: Path) -> Iterator[Path]:
    """The code of a commit, for a while."""
    git = ["git", "-C", str(HERE), "worktree"]
    subprocess.run([*git, "add", "--detach", "--quiet", str(folder), commit], check=True)
    try:
        yield folder
    finally:
        subprocess.run([*git, "remove", "--force", str(folder)], check=True)


def sources(code: Path) -> list[Path]:
    """The folders of a checkout that Python imports Clew from, in the layout that the checkout has."""
    old = [code / each for each in OLD_SOURCES]
    return old if (old[0] / "clew").is_dir() else [code / each for each in SOURCES]


class _Worker:
    """A process of one checkout, which works when it is told to."""

    def __init__(self, code: Path, options: argparse.Namespace, home: Path) -> None:
        given = [str(options.conversations)] if options.conversations else []
        sizes = [f"--{name}={getattr(options, name)}" for name in ("turns", "questions")]
        self._process = subprocess.Popen(
            [sys.executable, __file__, options.commit, *given, *sizes, f"--code={code}", "--worker", str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, sources(code)))},
            text=True,
        )
        self.sessions, self.questions = (int(number) for number in self._said().split())

    def remember(self, session: int) -> float:
        """Return the time in ms that a session takes."""
        return self._timed(f"remember {session}")

    def consolidate(self) -> float:
        """Return the time in ms that facts take."""
        return self._timed("consolidate 0")

    def recall(self, question: int, engine: str) -> float:
        """Return the time in ms that a question takes."""
        return self._timed(f"{engine} {question}")

    def end(self) -> None:
        """Let it stop its server."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(120)

    def _timed(self, work: str) -> float:
        assert self._process.stdin
        print(work, file=self._process.stdin, flush=True)
        return float(self._said())

    def _said(self) -> str:
        assert self._process.stdout
        if not (line := self._process.stdout.readline()):
            raise SystemExit("a checkout's process has ended; what it said stands above")
        return line


def _sessions(workers: Sequence[_Worker]) -> Pairs:
    pairs: Pairs = []
    for number in range(workers[0].sessions):
        took = {worker: worker.remember(number) for worker in _order(workers, number)}
        pairs.append([(took[workers[0]], took[workers[1]])])
    return pairs[min(WARM_SESSIONS, len(pairs) // 2) :]


def _questions(workers: Sequence[_Worker], engine: str, rounds: int) -> Pairs:
    """Ask every question once for the statements to be compiled, then in rounds that count."""
    pairs: Pairs = [[] for _ in range(workers[0].questions)]
    for begun in range(rounds + 1):
        for number in range(workers[0].questions):
            took = {worker: worker.recall(number, engine) for worker in _order(workers, begun + number)}
            if begun:
                pairs[number].append((took[workers[0]], took[workers[1]]))
        print(f"{engine}: round {begun} of {rounds}", file=sys.stderr)
    return pairs


def _order(workers: Sequence[_Worker], number: int) -> Iterable[_Worker]:
    return workers if number % 2 else reversed(workers)


def _work(options: argparse.Namespace) -> int:
    """Serve one checkout: only what both versions have is used."""
    _import_from(options.code)
    from clew import server
    from clew.server import ServerSettings

    told, questions = _given(options)
    asked = questions[:: max(1, len(questions) // options.questions)][: options.questions]
    settings = ServerSettings(home=options.worker)
    address = server.start(settings)
    try:
        with _memory_class().open(address.uri, auth=(address.user, address.password), space="talk") as memory:
            gc.collect()
            gc.freeze()
            print(len(told), len(asked), flush=True)
            for line in sys.stdin:
                work, number = line.split()
                begin = time.perf_counter()
                if work == "remember":
                    told[int(number)](memory)
                elif work == "consolidate":
                    memory.consolidate()
                else:
                    _ask(memory, asked[int(number)], work)
                print(1000 * (time.perf_counter() - begin), flush=True)
    finally:
        server.stop(settings)
    return 0


def _import_from(code: Path) -> None:
    """Take Clew from one checkout alone.

    The environment's own Clew is on the path too, and a package with an `__init__.py` hides a namespace of that name.
    """
    wanted = sources(code)
    others = {each for each in sys.path if (Path(each) / "clew" / "__init__.py").is_file()} - {
        str(each) for each in wanted
    }
    sys.path[:] = [each for each in sys.path if each not in others]
    from clew import server

    place = Path(server.__file__ or "")
    if not any(place.is_relative_to(folder) for folder in wanted):
        raise SystemExit(f"Clew of {code} was asked for, and {place} was imported")


def _memory_class() -> "type[Memory]":
    """The class `Memory`: in the old layout it is in `clew.memory`."""
    try:
        return importlib.import_module("clew.api.memory").Memory
    except ModuleNotFoundError:
        return importlib.import_module("clew.memory").Memory


def _given(options: argparse.Namespace) -> "tuple[Sequence[Callable[[Memory], object]], list[str]]":
    """Return what remembers each session, or some documents, and the questions."""
    from chats_data import content
    from chats_data import transcripts as sessions
    from multihop_data import FILES
    from synthetic import questions, transcripts

    from clew.loaders.sources.detection import read

    path: Path | None = options.conversations
    if path is None:
        told, asked = list(transcripts(options.turns)), questions(options.questions)
    elif path.name in FILES.values():
        return _documents(path)
    elif path.suffix == ".xz":
        chats = content(path)
        told = [replace(each, session=f"{chat['name']}: {each.session}") for chat in chats for each in sessions(chat)]
        asked = [each["question"] for chat in chats for each in chat["questions"]]
    else:
        told = list(read(path))
        asked = [each["question"] for talk in json.loads(path.read_text("utf-8")) for each in talk["qa"]]
    return [partial(_remember, turns=each.turns, session=each.session) for each in told], asked


def _remember(memory: "Memory", turns: "Sequence[Turn]", session: str) -> None:
    memory.remember(turns, session=session)


def _documents(path: Path) -> "tuple[Sequence[Callable[[Memory], object]], list[str]]":
    from multihop_data import FILES
    from multihop_data import read as corpora

    from clew.loaders.documents import documents

    (corpus,) = (each for each in corpora(path.parent) if FILES[each.name] == path.name)
    written = [each.written for each in corpus.paragraphs]
    groups = [written[first : first + AT_ONCE] for first in range(0, len(written), AT_ONCE)]
    told = [lambda memory, group=group: documents.remember(memory.space, group) for group in groups]
    return told, [each.text for each in corpus.questions]


def _ask(memory: "Memory", question: str, engine: str) -> None:
    memory.recall(question, settings=memory.settings.recall.changed(engine=engine))


def changes(pairs: Mapping[str, Pairs]) -> dict[str, Change]:
    """The change of p50 and p95 of each sort of work, with its bootstrap interval over questions or sessions."""
    found: dict[str, Change] = {}
    for name, times in pairs.items():
        for percent in (50, 95):
            found[f"{name} p{percent}"] = _change(times, percent)
    return found


def _change(pairs: Pairs, percent: int) -> Change:
    import numpy as np

    times = np.array(pairs)  # of shape (questions, rounds, 2)
    picks = np.random.default_rng(SEED).integers(0, len(times), (RESAMPLES, len(times)))
    before, after = np.percentile(times, percent, axis=(0, 1)).tolist()
    resampled = np.array([np.percentile(times[pick], percent, axis=(0, 1)) for pick in picks])
    low, high = np.percentile(resampled[:, 1] / resampled[:, 0], (2.5, 97.5)).tolist()
    return Change(before, after, after / before, low, high)


def _report(options: argparse.Namespace, pairs: Mapping[str, Pairs]) -> int:
    from circumstances import PACKAGES, without_server, write
    from rich.console import Console
    from rich.table import Table

    found = changes(pairs)
    table = Table("", "before, ms", "after, ms", "ratio", "", title=f"Time since {options.commit}, in turns")
    for name, each in found.items():
        ratio = f"{each.ratio:.3f} [{each.low:.3f}, {each.high:.3f}]"
        table.add_row(name, f"{each.before:.1f}", f"{each.after:.1f}", ratio, each.direction)
    Console(width=120).print(table)
    gates = {
        f"{name}: at most {options.most} times as long": each.verdict(options.most) for name, each in found.items()
    }
    for gate, verdict in gates.items():
        print(f"{verdict}  {gate}")
    changed = {name: asdict(each) for name, each in found.items()}
    around = {**without_server(PACKAGES), "before": _resolved(options.commit)}
    write(options.json, {**around, "changes": changed, "gates": gates, "pairs": pairs})
    return int(options.gate and "FAIL" in gates.values())


def _resolved(commit: str) -> str:
    done = subprocess.run(["git", "-C", str(HERE), "rev-parse", commit], capture_output=True, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
