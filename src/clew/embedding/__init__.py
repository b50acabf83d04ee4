"""Encoders: text in, vector out, behind LangChain's `Embeddings`; nothing heavy is imported before the first text."""

from importlib import import_module
from typing import TYPE_CHECKING

from clew.embedding.choice import check, dimensions, embed, encoder, encoder_of, identity, related, vector_fault

if TYPE_CHECKING:
    from clew.embedding.e5_small import E5Small
    from clew.embedding.multilingual import Multilingual
    from clew.embedding.onnx_encoder import MiniLM
    from clew.embedding.remote import OpenAI
    from clew.embedding.torch_models import SentenceTransformers

__all__ = [
    "E5Small", "MiniLM", "Multilingual", "OpenAI", "SentenceTransformers", "check", "dimensions", "embed", "encoder",
    "encoder_of", "identity", "related", "vector_fault",
]  # fmt: skip

_ENCODERS = {
    "E5Small": "e5_small",
    "MiniLM": "onnx_encoder",
    "Multilingual": "multilingual",
    "OpenAI": "remote",
    "SentenceTransformers": "torch_models",
}


def __getattr__(name: str) -> object:
    """Import an encoder when it is first asked for."""
    if name not in _ENCODERS:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{_ENCODERS[name]}"), name)
