"""The model itself; importing this module is what costs, so an encoder does it with its first text."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.embedding.text import Tokens

os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # else importing it files an id of this machine for its maker
_onnx: Any = import_module("onnxruntime")  # it has no types


class Model:
    """Word pieces to vectors: mean over the pieces, then length 1. Thread-safe."""

    def __init__(self, weights: Path, common: Sequence[float] | None = None) -> None:
        self._common = None if common is None else np.array(common)
        with ThreadPoolExecutor(1) as pool:
            session = pool.submit(_session, weights)
            self.tokens = Tokens()
            self._session = session.result()

    def vectors(self, texts: Sequence[Sequence[int]]) -> list[list[float]]:
        """Compute the vectors, of 32-bit numbers, of texts of equally many word pieces."""
        pieces = np.array(texts, dtype=np.int64)
        hidden: NDArray[np.float32] = self._session.run(
            ["last_hidden_state"],
            {"input_ids": pieces, "attention_mask": np.ones_like(pieces), "token_type_ids": np.zeros_like(pieces)},
        )[0]
        found = _units(hidden.astype(np.float64).sum(axis=1))
        if self._common is not None:
            found = _units(found - self._common)
        return found.astype(np.float32).tolist()


def _units(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return vectors / np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))


def _session(weights: Path) -> Any:  # noqa: ANN401 - the package has no types
    """Make a session of one thread per run: several runs at once use the cores better than one run on several."""
    _onnx.disable_telemetry_events()
    options = _onnx.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Asks for sums that are not clipped on processors without integer dot products; tried only on one that has them.
    options.add_session_config_entry("session.x64quantprecision", "1")
    return _onnx.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
