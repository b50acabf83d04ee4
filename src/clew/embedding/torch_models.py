"""Any model of sentence-transformers; it runs on torch, which is why it is not the default."""

from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import InvalidInput, MissingDependency, install_hint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 64


class LoadedModel(Protocol):
    """What we need of a `sentence_transformers.SentenceTransformer`."""

    def encode(
        self, sentences: list[str], *, batch_size: int, normalize_embeddings: bool, show_progress_bar: bool
    ) -> "NDArray[np.float32]":
        """Return one row per sentence."""
        ...


class SentenceTransformers(Embeddings):
    """Vectors of length 1. Thread-safe. A vector's last bits may depend on the batch that its text came in.

    Args:
        model: the model's name on the hub, or its folder.
        loaded: the model where you have loaded it already; `model` then only names it.

    Raises:
        MissingDependency: the package sentence-transformers is not installed.
    """

    def __init__(self, model: str, loaded: LoadedModel | None = None) -> None:
        if loaded is None and find_spec("sentence_transformers") is None:
            raise MissingDependency(
                f"encoder sentence-transformers:{model} needs sentence-transformers, not installed; "
                f"{install_hint('sentence-transformers')}"
            )
        self.identity = f"sentence-transformers:{model}"
        self._name = model
        self._lock = Lock()
        self._model = loaded

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text."""
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text.

        Raises:
            InvalidInput: there is no such model, or it cannot be loaded.
        """
        if not texts:
            return []
        well = [well_formed(text) for text in texts]
        model = self._load()
        return model.encode(well, batch_size=BATCH, normalize_embeddings=True, show_progress_bar=False).tolist()

    def _load(self) -> LoadedModel:
        with self._lock:
            if self._model is None:
                package: Any = import_module("sentence_transformers")
                try:
                    self._model = package.SentenceTransformer(self._name)
                except (OSError, ValueError) as error:
                    reason = str(error).partition("\n")[0]
                    raise InvalidInput(
                        f"model {self._name!r} cannot be loaded ({reason}); give a folder, or a name that the hub knows"
                    ) from error
            return self._model
