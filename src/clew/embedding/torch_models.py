"""Any model of sentence-transformers; it runs on torch, which is why it is not the default."""

from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput, MissingDependency, install_hint

BATCH = 64


class SentenceTransformers(Embeddings):
    """Vectors of length 1. Thread-safe. A vector's last bits may depend on the batch that its text came in.

    Args:
        model: the model's name on the hub, or its folder.
        loaded: a `sentence_transformers.SentenceTransformer` that you have loaded already, which `model` then names.

    Raises:
        MissingDependency: the package sentence-transformers is not installed.
    """

    def __init__(self, model: str, loaded: object = None) -> None:
        if loaded is None and find_spec("sentence_transformers") is None:
            raise MissingDependency(
                f"encoder sentence-transformers:{model} needs sentence-transformers, not installed; "
                f"{install_hint('sentence-transformers')}"
            )
        self.identity = f"sentence-transformers:{model}"
        self._name = model
        self._lock = Lock()
        self._model: Any = loaded  # the package has no types

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text."""
        if not texts:
            return []
        well = [well_formed(text) for text in texts]
        with self._lock:
            if self._model is None:
                package: Any = import_module("sentence_transformers")
                try:
                    self._model = package.SentenceTransformer(self._name)
                except (OSError, ValueError) as error:
                    reason = str(error).partition("\n")[0]
                    fault = f"model {self._name!r} cannot be loaded ({reason})"
                    raise InvalidInput(f"{fault}; give a folder, or a name that the hub knows") from error
        return self._model.encode(well, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False).tolist()
