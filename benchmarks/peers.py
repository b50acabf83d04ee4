"""Rivals and Clew side by side: the same texts, encoder, questions and machine, asked in turns.

    python benchmarks/peers.py locomo10.json --multihop FOLDER --gate
    python benchmarks/peers.py locomo10.json --systems LanceDB --sizes 1000 --conversations 1 --questions 10

Every memory is a process in an environment of its own, with pinned versions (`rivals/*.txt`), made at the first run.
One that needs Neo4j has a server of its own. No language model takes part. See README.md for what the figures mean.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

import peers_report as report
from circumstances import PACKAGES, without_server, write
from gating import missed
from peers_data import LOCOMO, Asked, Corpus, locomo, made_up, paragraphs
from peers_figures import Answer, Result, Row, Stored
from peers_systems import NOT_RUN, SYSTEMS, Failed, System, Worker, chosen, version

OUT = Path("out")
MOST_SECONDS = 90
"""A memory in one way has for the questions of a corpus; it is asked no more of them when they are used up."""

SERVER_WARM_UP_SECONDS = 20
"""So long a memory with a server is asked in each way before a corpus's questions: Java compiles what it does often."""

VECTORS = OUT / "peers-vectors.sqlite"

Each = TypeVar("Each")


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the servers are to be stopped then, too
    options.vectors.parent.mkdir(parents=True, exist_ok=True)
    if options.home:
        options.home.mkdir(parents=True, exist_ok=True)
    result = Result(around=without_server(PACKAGES))
    result.left_out.update({(name, "all"): why for name, why in NOT_RUN.items()})
    with tempfile.TemporaryDirectory(dir=options.home) as home, ExitStack() as stack:
        workers: list[Worker] = []
        for system in chosen(options.systems):
            try:
                workers.append(Worker(system, Path(home), options.vectors))
                stack.callback(workers[-1].end)
                result.versions[system.name] = version(system)
                result.rows.extend(Row(system.name, way) for way in workers[-1].ways)
            except Failed as error:
                result.left_out[system.name, "all"] = str(error)
        for corpus in _corpora(options):
            _fill(corpus, workers, options, result)
            _recall(corpus, workers, result)
            for worker in workers:
                result.memory_mb[worker.system.name, corpus.name] = worker.memory_mb()
            write(options.json, report.plain(result))
    gates = report.gates(result)
    figures = {**report.plain(result), "gates": gates}
    report.show(figures, gates)
    write(options.json, figures)
    report.plot(figures, options.plot)
    return int(options.gate and missed(gates))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, nargs="?", help="LoCoMo's JSON file")
    parser.add_argument("--multihop", type=Path, help="folder with hotpotqa_dev.json.xz and musique_dev.json.xz")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), help="beside Clew")
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000], metavar="N", help="made-up turns")
    parser.add_argument("--conversations", type=int, metavar="N", help="only the first N of LoCoMo")
    parser.add_argument("--questions", type=int, default=150, help="of each corpus, after the warm-up")
    parser.add_argument("--warm-up", type=int, default=50, help="questions of each corpus that do not count")
    parser.add_argument("--slow", action="store_true", help="fill every size, however long a memory takes to store it")
    parser.add_argument("--home", type=Path, help="folder for the stores; default: the system's for temporary files")
    parser.add_argument("--vectors", type=Path, default=VECTORS, help="kept for the next run")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=OUT / "peers.json")
    parser.add_argument("--plot", type=Path, default=OUT / "peers.png")
    return parser.parse_args()


def _corpora(options: argparse.Namespace) -> list[Corpus]:
    """From the smallest on: each is asked before the next one is stored beside it."""
    found: list[Corpus] = []
    if options.path:
        found.append(locomo(options.path, options.conversations, options.questions, options.warm_up))
    if options.multihop:
        found += paragraphs(options.multihop, options.questions)
    return [*found, *(made_up(size, options.questions, options.warm_up) for size in sorted(options.sizes))]


def _fill(corpus: Corpus, workers: list[Worker], options: argparse.Namespace, result: Result) -> None:
    """Store a corpus: of LoCoMo one session after the other, in turns; all else by one call of each memory."""
    work = "remember" if corpus.name == LOCOMO else "fill"
    able = [each for each in workers if options.slow or _is_able(each.system, corpus, result)]
    for number, batch in enumerate(corpus.batches):
        told = [asdict(each) for each in batch.told]
        for worker in _shuffled(able, number):
            _report_progress(corpus, number, worker)
            given = {"tenant": batch.tenant, "told": told, "is_made_up": corpus.is_made_up}
            if took := _asked(worker, corpus, result, work, **given):
                spent = took["seconds"] - took["encoding"]
                result.stored.append(Stored(worker.system.name, corpus.name, len(told), spent, took["encoding"]))
    for worker in able:
        if took := _asked(worker, corpus, result, "tidy"):
            result.tidy_seconds[worker.system.name, corpus.name] = took["seconds"]


def _asked(worker: Worker, corpus: Corpus, result: Result, work: str, **given: object) -> dict[str, Any]:
    """Return what came of a work; nothing of a memory that fails, or has failed at this corpus."""
    place = worker.system.name, corpus.name
    if place in result.left_out:
        return {}
    try:
        return worker.ask(work, **given)
    except Failed as error:
        result.left_out[place] = f"failed: {error}"
        return {}


def _is_able(system: System, corpus: Corpus, result: Result) -> bool:
    if not corpus.is_made_up or corpus.texts <= system.most_turns:
        return True
    rates = [each for each in result.stored if each.system == system.name]
    rate = sum(each.texts for each in rates) / sum(each.seconds for each in rates) if rates else 0.0
    result.left_out[system.name, corpus.name] = f"not run: it stores {rate:.0f} texts a second"
    return False


def _recall(corpus: Corpus, workers: Sequence[Worker], result: Result) -> None:
    """Ask every question of every memory, in every way, for 10 and for 100 hits, in an order that changes."""
    asked = [(worker, way, limit) for worker in workers for way in _ways(worker, corpus) for limit in corpus.limits]
    for worker, way, limit in asked:
        if worker.system.has_server:
            _warm_up(worker, corpus, result, limit, way)
    spent: Counter[tuple[Row, int, bool]] = Counter()
    every = [*corpus.warm_up, *corpus.questions]
    for number, question in enumerate(every):
        is_counted = number >= len(corpus.warm_up)
        for worker, way, limit in _shuffled(asked, number):
            row = Row(worker.system.name, way)
            used = row, limit, is_counted
            if spent[used] > 1000 * MOST_SECONDS or not (answer := _ask(worker, corpus, result, question, limit, way)):
                continue
            spent[used] += round(answer.ms)
            if is_counted:
                result.answers.setdefault((row, corpus.name, limit), []).append(answer)
        if number % 25 == 0:
            print(f"{corpus.name}: question {number} of {len(every)}", file=sys.stderr, flush=True)
    result.sizes[corpus.name] = corpus.tenant_size
    result.questions[corpus.name] = list(corpus.questions)
    result.costs.update(corpus.costs)


def _warm_up(worker: Worker, corpus: Corpus, result: Result, limit: int, way: str) -> None:
    """Ask the questions that do not count again and again."""
    end = time.perf_counter() + SERVER_WARM_UP_SECONDS / len(corpus.limits)
    for question in cycle(corpus.warm_up):
        if time.perf_counter() > end or not _ask(worker, corpus, result, question, limit, way):
            return


def _ways(worker: Worker, corpus: Corpus) -> list[str]:
    """The ways in which a corpus can be asked."""
    turns_only = worker.system.turns_only
    are_turns = bool(corpus.batches[0].told[0].session)
    return [
        way for way in worker.ways if way not in turns_only or (are_turns and corpus.tenant_size <= turns_only[way])
    ]


def _ask(worker: Worker, corpus: Corpus, result: Result, question: Asked, limit: int, way: str) -> Answer | None:
    given: Mapping[str, object] = {"tenant": question.tenant, "question": question.text, "limit": limit, "way": way}
    found = _asked(worker, corpus, result, "recall", **given, is_made_up=corpus.is_made_up)
    return Answer(1000 * found["seconds"], tuple(found["ids"])) if found else None


def _shuffled(these: Sequence[Each], number: int) -> list[Each]:
    return random.Random(number).sample(these, len(these))


def _report_progress(corpus: Corpus, number: int, worker: Worker) -> None:
    if number % 50 == 0:
        place = f"{number} of {len(corpus.batches)}"
        print(f"{corpus.name}: batch {place}, {worker.system.name}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
