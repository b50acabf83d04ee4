"""Can a session of any length be remembered and forgotten on a small server? Another checkout and this one, one by one.

    python benchmarks/small_heap.py --other ../other --turns 22000 --heap-mb 512 --gate

Each has a server of its own, an empty store, and an encoder of random vectors: the server's memory is what is tried.
`--gate` exits with 1 where this checkout fails, or leaves a node behind.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.api.memory import Memory

HERE = Path(__file__).resolve().parents[1]
OUT = Path("out")
TOPICS = ("garden", "violin", "harbour", "bicycle", "recipe", "mountain", "library", "kitchen", "train", "letter")
SPACE = "bench-heap"
GROWTH = 2_000
"""Turns by which the session grows at a time."""

AT_ONCE = 10_000
"""Turns of another session, which one call remembers."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    if options.worker:
        print(json.dumps(_work(options)))
        return 0
    checkouts = {"before": options.other, "after": HERE} if options.other else {"after": HERE}
    found = {name: _worked(checkout, options) for name, checkout in checkouts.items()}
    return _report(options, found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--other", type=Path, help="a checkout that is compared with, installed in its .venv")
    parser.add_argument("--turns", type=int, default=22_000)
    parser.add_argument("--heap-mb", type=int, default=512)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "small_heap.json")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _worked(checkout: Path, options: argparse.Namespace) -> dict[str, str | float]:
    arguments = ["--worker", "--turns", str(options.turns), "--heap-mb", str(options.heap_mb)]
    python = checkout.resolve() / ".venv/bin/python"
    answer = subprocess.run([str(python), __file__, *arguments], stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(answer.stdout)


def _work(options: argparse.Namespace) -> dict[str, str | float]:
    """Remember, then forget; only what both versions have is used."""
    from langchain_core.embeddings import DeterministicFakeEmbedding

    from clew import server
    from clew.api.memory import Memory
    from clew.server import ServerSettings

    with tempfile.TemporaryDirectory() as folder:
        settings = ServerSettings(home=Path(folder), heap_mb=options.heap_mb, page_cache_mb=128)
        address = server.start(settings)
        try:
            encoder = DeterministicFakeEmbedding(size=384)
            auth = (address.user, address.password)
            with Memory.open(address.uri, auth=auth, encoder=encoder, space=SPACE) as memory:
                return {
                    "remember": _timed(lambda: _remember(memory, options.turns)),
                    "forget": _timed(lambda: memory.forget(session="long")),
                    "remember at once": _timed(lambda: memory.remember(_said(AT_ONCE), session="once")),
                    "forget the space": _timed(lambda: memory.forget(space=True)),
                    "left": float(sum(memory.stats().nodes.values())),
                }
        finally:
            server.stop(settings)


def _remember(memory: "Memory", turns: int) -> None:
    """Remember a session that grows, as an agent's does."""
    said = _said(turns)
    for end in range(GROWTH, turns + GROWTH, GROWTH):
        memory.remember(said[:end], session="long")


def _said(turns: int) -> list[dict[str, str]]:
    texts = (
        f"{number}: {TOPICS[number % 10]} and {TOPICS[number // 10 % 10]} {number // 100}" for number in range(turns)
    )
    return [{"speaker": "Ann", "text": text} for text in texts]


def _timed(work: Callable[[], object]) -> str | float:
    """Return seconds, or the error."""
    from clew.errors import ClewError

    begin = time.perf_counter()
    try:
        work()
    except ClewError as error:
        return str(error)
    return round(time.perf_counter() - begin, 1)


def _report(options: argparse.Namespace, found: dict[str, dict[str, str | float]]) -> int:
    from circumstances import command, commit, write
    from rich.console import Console
    from rich.table import Table

    table = Table("", *found["after"], title=f"Seconds, {options.turns:,} turns, {options.heap_mb} MB of heap")
    for name, figures in found.items():
        table.add_row(name, *map(str, figures.values()))
    Console().print(table)
    write(
        options.json,
        {"command": command(), "commit": commit(), "turns": options.turns, "heap_mb": options.heap_mb, **found},
    )
    ours = found["after"]
    passed = all(isinstance(each, float) for each in ours.values()) and not ours["left"]
    print(f"{'pass' if passed else 'FAIL'}  remembered and forgotten, nothing left")
    return 1 if options.gate and not passed else 0


if __name__ == "__main__":
    sys.exit(main())
