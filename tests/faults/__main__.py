"""`make faults`: the fault suites by hand, for minutes or hours, on a server of their own.

    python -m tests.faults --kills 100 --races 30 --restores 2000 --inputs 10000 --files 2000 --seed 7 --gate

Each suite runs until it has tried so much, or for `--seconds`. What was tried is written to `--json`, also where it is
interrupted. `--gate` exits with 1 where anything was found wrong, or less was tried than asked for.
"""

import argparse
import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.circumstances import PACKAGES, without_server, write
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from tests.faults.site import Site, own_site
from tests.faults.suites import SUITES, Receipt, run

from clew import server

TRIALS: Mapping[str, int] = {"kills": 100, "races": 30, "restores": 2000, "inputs": 10_000, "files": 2000}
SHOWN = 20
"""Of what is wrong."""

TENTHS = 10
"""Lines that tell how far a suite is, where no bar can be drawn."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    receipts: dict[str, Receipt] = {}
    with TemporaryDirectory() as folder:
        site = own_site(Path(folder))
        try:
            _run(site, options, receipts)
        except KeyboardInterrupt:
            Console().print("interrupted; what was tried so far:")
        finally:
            if site.settings:
                server.stop(site.settings)
    return _report(options, receipts)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    for name, number in TRIALS.items():
        parser.add_argument(f"--{name}", type=int, default=number, help=f"trials; {number:,}, and 0 for none")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after which each suite ends")
    parser.add_argument("--seed", type=int, default=0, help="the same seed tries the same")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out") / "faults.json")
    return parser.parse_args()


def _run(site: Site, options: argparse.Namespace, receipts: dict[str, Receipt]) -> None:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, TextColumn("{task.fields[wrong]} wrong")) as progress:
        for name in SUITES:
            if not (most := getattr(options, name)):
                continue
            task = progress.add_task(name, total=most, wrong=0)

            def told(receipt: Receipt, name: str = name, task: object = task) -> None:
                for each in receipt.wrong[len(receipts[name].wrong) if name in receipts else 0 :]:
                    progress.console.print(each, markup=False)
                receipts[name] = replace(receipt)
                progress.update(task, completed=receipt.total, wrong=len(receipt.wrong))  # pyright: ignore[reportArgumentType]
                if not progress.console.is_terminal and receipt.total % max(most // TENTHS, 1) == 0:
                    Console(stderr=True).print(f"{name}: {receipt.total} of {most}, {len(receipt.wrong)} wrong")

            receipts[name] = run(name, site, options.seed, most, options.seconds, told)


def _report(options: argparse.Namespace, receipts: Mapping[str, Receipt]) -> int:
    passed = True
    console = Console()
    for name in SUITES:
        asked, receipt = getattr(options, name), receipts.get(name, Receipt(options.seed))
        is_good = not receipt.wrong and receipt.total >= asked
        passed &= is_good
        console.print(
            f"{'pass' if is_good else 'FAIL'}  {name}: {receipt.total:,} of {asked:,}, {len(receipt.wrong)} wrong"
        )
        for each in receipt.wrong[:SHOWN]:
            console.print(f"      {each}", markup=False)
    found = {name: {**asdict(each), "tried": dict(each.tried), "total": each.total} for name, each in receipts.items()}
    write(options.json, {**without_server(PACKAGES), "suites": found})
    return 1 if options.gate and not passed else 0


if __name__ == "__main__":
    sys.exit(main())
