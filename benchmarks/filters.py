"""Does a filter let pass what a reading of all turns lets pass, and what does it cost?

    python benchmarks/filters.py --gate

Made-up turns stand in one space. The metadata of each have a number, by which a filter lets 0.1, 1, 10 or 90 %
pass. Each question is asked without a filter, which is the baseline, and then with each. So a machine whose speed
drifts slows all alike. The hits are held against all turns, read one by one. Every hit passes. A recall that
returns fewer than its limit returns all that pass. The `CLOSEST` turns that pass, by the encoder's vectors, are
found as often as without a filter.
"""

import argparse
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter

import connection
import numpy as np
from circumstances import circumstances, write
from gating import missed
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table
from synthetic import BagOfWords, questions, transcripts

from clew.api.memory import Memory
from clew.model import Filter, Turn

SPACE = "bench-filters"
ALL = 1.0  # the baseline has no filter but that for turns
SHARES = (0.001, 0.01, 0.1, 0.9)
KEY = "place"

CLOSEST = 10
"""Turns of a question that are the closest of those that pass, and are looked for among its hits."""

LEAST_FOUND = 0.99
"""Of the closest turns, among the hits: the vector index is approximate."""


def main() -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options()
    place = connection.place(options)
    encoder = BagOfWords()
    with Memory.open(place.uri, auth=place.auth, database=place.database, space=SPACE, encoder=encoder) as memory:
        connection.forget(memory.space)
        turns = _fill(memory, options.size)
        vectors = np.array(encoder.embed_documents([f"{turn.speaker}: {turn.text}" for turn in turns]))
        asked = questions(options.questions)
        found = {share: dict[str, list[float]]() for share in (ALL, *SHARES)}
        for question in asked:
            wanted = np.array(encoder.embed_query(question))
            for share in found:
                for measure, value in _ask(memory, question, share, turns, vectors @ wanted).items():
                    found[share].setdefault(measure, []).append(value)
        around = circumstances(memory.space.graph)
        if not options.keep:
            connection.forget(memory.space)
    return _report(options, found, around)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--size", type=int, default=100_000, help="turns")
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out") / "filters.json")
    connection.add_arguments(parser)
    return parser.parse_args()


def _fill(memory: Memory, size: int) -> list[Turn]:
    """Remember so many turns; the number in the metadata of each is drawn evenly from 0 to 1."""
    drawn = np.random.default_rng(3)
    told: list[Turn] = []
    for transcript in transcripts(size):
        turns = [
            Turn(turn.text, turn.speaker, turn.at, metadata={KEY: float(drawn.random()), "number": len(told) + number})
            for number, turn in enumerate(transcript.turns)
        ]
        memory.remember(turns, session=transcript.session)
        told.extend(turns)
    return told


def _ask(
    memory: Memory, question: str, share: float, turns: Sequence[Turn], closeness: NDArray[np.float64]
) -> dict[str, float]:
    """Recall, and hold the hits against all turns."""
    where = Filter(kinds=["episode"], metadata=None if share == ALL else {KEY: {"lt": share}})
    began = perf_counter()
    hits = memory.recall(question, where).hits
    seconds = perf_counter() - began
    passing = [number for number, turn in enumerate(turns) if float(str(turn.metadata[KEY])) < share]
    returned = {int(str(hit.metadata["number"])) for hit in hits}
    closest = sorted(passing, key=lambda number: -closeness[number])[:CLOSEST]
    return {
        "ms": 1000 * seconds,
        "all pass": float(returned <= set(passing)),
        "as many as can be": float(len(hits) >= min(memory.settings.recall.limit, len(passing))),
        "closest found": len(returned & set(closest)) / max(1, len(closest)),
    }


def _report(
    options: argparse.Namespace, found: Mapping[float, Mapping[str, list[float]]], around: Mapping[str, object]
) -> int:
    means = {share: {measure: statistics.fmean(each) for measure, each in own.items()} for share, own in found.items()}
    table = Table("passes", "ms, median", "all pass", "as many as can be", "closest found")
    for share, own in means.items():
        median = statistics.median(found[share]["ms"])
        rest = (f"{own[measure]:.1%}" for measure in ("all pass", "as many as can be", "closest found"))
        table.add_row("no filter" if share == ALL else f"{share:.1%}", f"{median:.1f}", *rest)
    Console().print(table)
    filtered = [means[share] for share in SHARES]
    gates = {
        "every hit passes": all(own["all pass"] == 1.0 for own in filtered),
        "never too few": all(own["as many as can be"] == 1.0 for own in filtered),
        "the closest are found": all(
            own["closest found"] >= min(LEAST_FOUND, means[ALL]["closest found"]) for own in filtered
        ),
    }
    Console().print(gates)
    result = {"size": options.size, "questions": options.questions, "means": means, "gates": gates, **around}
    write(options.json, result)
    return int(options.gate and missed(gates))


if __name__ == "__main__":
    sys.exit(main())
