"""Code of ours beside libraries that could do the same: right on the cases of our own tests, and how fast.

    pip install ijson json-stream dateparser parsedatetime timefhuman pysbd sentencex syntok inscriptis trafilatura \
        lxml_html_clean resiliparse markdownify inflect json-repair
    python benchmarks/libraries.py json dates sentences html plurals answers layout intervals [--locomo locomo10.json]

The libraries are no dependencies: give them an environment of their own. One that is not installed is left out.
"""

import argparse
import json
import tracemalloc
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from candidates import installed, outcome, seconds
from libraries_text import measure_answers, measure_dates, measure_html, measure_plurals, measure_sentences


def measure_json() -> None:
    """Throughput, memory and hostile files; each candidate yields the objects of a list."""

    def ours() -> Any:  # noqa: ANN401
        return import_module("clew.loaders.sources.json_stream").elements

    def ijson() -> Any:  # noqa: ANN401
        read = import_module("ijson").items
        return lambda path: read(path.open("rb"), "item", use_float=True)

    def json_stream() -> Any:  # noqa: ANN401
        library = import_module("json_stream")
        return lambda path: map(library.to_standard_types, library.load(path.open(encoding="utf-8")))

    turn = {"speaker": "Ann", "text": 'Look, a boat é "x"\n' * 4, "n": 1.5}
    record = json.dumps({"session_1": [turn] * 800})
    with TemporaryDirectory() as folder:
        large, bomb, odd = (Path(folder) / name for name in ("large.json", "bomb.json", "odd.json"))
        large.write_text(f"[{f',{chr(10)}'.join([record] * (50_000_000 // len(record)))}]")
        depth = 40_000
        bomb.write_text("[" + '{"a":' * depth + "1" + "}" * depth + "]")
        for name, read in installed({"ours": ours, "ijson": ijson, "json-stream": json_stream}):
            speed = large.stat().st_size / 1e6 / seconds(lambda read=read: sum(1 for _ in read(large)))
            tracemalloc.start()
            list(zip(read(large), range(30), strict=False))
            peak = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            print(f"  {name}: {speed:.0f} MB/s, peak {peak:.1f} MB, {depth:,} deep: ", end="")
            began = perf_counter()
            found = outcome(lambda read=read: len(list(read(bomb))))
            print(f"{found} after {perf_counter() - began:.2f} s")
            for text in ('{"a": NaN}', '{"a": 123456789012345678901}', '{"a": "\\ud800"}', '{"a": 1}]'):
                odd.write_text(f"[{text}]")
                print(f"    {text}: {outcome(lambda read=read: ascii(list(read(odd))))}")


def measure_layout() -> None:
    """Graphs like recalled ones on a page of 900 by 600: nodes that hide each other, crossings, time."""
    layout = import_module("clew.interfaces.pages.force_layout").springs
    networkx = import_module("networkx")

    def of_networkx(count: int, pulls: Mapping[tuple[int, int], float], **options: object) -> Any:  # noqa: ANN401
        graph = networkx.Graph()
        graph.add_nodes_from(range(count))
        graph.add_edges_from(pulls)
        return list(networkx.spring_layout(graph, seed=7, **options).values())

    candidates: dict[str, Callable[..., Any]] = {
        "ours": layout,
        "networkx, force": of_networkx,
        "networkx, energy": partial(of_networkx, method="energy"),
        "networkx, energy, 250 rounds": partial(of_networkx, method="energy", iterations=250),
    }
    for parts in (1, 3):
        pulls = graph_like_a_recall(110, parts)
        for name, lay in candidates.items():
            began = perf_counter()
            spots = np.array(lay(110, pulls))
            spent = 1000 * (perf_counter() - began)
            low, high = spots.min(axis=0), spots.max(axis=0)
            pixels = (spots - low) / (high - low) * np.array([900, 600])
            gaps = np.linalg.norm(pixels[:, None] - pixels[None], axis=2) + 1e9 * np.eye(110)
            hidden = int((gaps.min(axis=1) < 12).sum())
            print(f"  {name}, {parts} parts: {hidden} of 110 nodes hide another, {spent:.0f} ms")


def graph_like_a_recall(count: int, parts: int) -> dict[tuple[int, int], float]:
    """Turns in a row, some of which share a few hubs, in parts that nothing joins."""
    random = np.random.default_rng(3)
    pulls: dict[tuple[int, int], float] = {}
    for part in range(parts):
        hubs, turns = range(part, count, parts)[:4], range(part, count, parts)[4:]
        pulls |= {pair: 1.0 for pair in pairwise(turns) if random.random() < 0.6}
        for turn in turns:
            pulls |= {(int(hub), turn): 1.0 for hub in random.choice(hubs, random.integers(0, 3), replace=False)}
    return pulls


def measure_intervals() -> None:
    """Our bootstrap beside SciPy's, for twelve figures of as many questions as LoCoMo has, and of 50."""
    from intervals import RESAMPLES, estimates
    from scipy.stats import bootstrap

    for questions in (50, 1033):
        values = np.random.default_rng(0).random((questions, 12)) ** 0.3
        rows = [{str(name): value for name, value in enumerate(row)} for row in values.tolist()]
        estimates(rows)
        began = perf_counter()
        ours = estimates(rows)
        middle = perf_counter()
        rng = np.random.default_rng(1)
        theirs = bootstrap((100 * values,), np.mean, n_resamples=RESAMPLES, batch=50, method="percentile", rng=rng)
        low: Any = theirs.confidence_interval.low
        apart = max(abs(ours[str(name)].low - low[name]) for name in range(12))
        times = f"ours {middle - began:.2f} s, SciPy {perf_counter() - middle:.2f} s"
        print(f"  {questions}: {times}, {apart:.2f} points apart")


def main() -> None:
    """Measure what was named, or everything."""
    measures = {
        "json": measure_json,
        "html": measure_html,
        "plurals": measure_plurals,
        "answers": measure_answers,
        "layout": measure_layout,
        "intervals": measure_intervals,
    }
    parser = argparse.ArgumentParser(description="Code of ours beside libraries that could do the same")
    parser.add_argument("what", nargs="*", choices=[*measures, "dates", "sentences", []], default=[])
    parser.add_argument("--locomo", type=Path, help="LoCoMo's file, for dated sentences of its conversations")
    arguments = parser.parse_args()
    measures |= {"dates": partial(measure_dates, arguments.locomo)}
    measures |= {"sentences": partial(measure_sentences, arguments.locomo)}
    for name in arguments.what or measures:
        print(name)
        measures[name]()


if __name__ == "__main__":
    main()
