"""Encoders: text in, vector out, behind LangChain's `Embeddings`.

    from clew.embedding import encoder

    minilm = encoder("minilm")
    minilm.embed_query("Where does Ann live?")      # 384 numbers, length 1

Nothing heavy is imported before the first text is encoded.
"""

from clew.embedding.check import check, embed, vector_fault
from clew.embedding.choice import dimensions, encoder, encoder_of, identity
from clew.embedding.e5_small import E5Small
from clew.embedding.minilm import MiniLM
from clew.embedding.remote import OpenAI
from clew.embedding.torch_models import SentenceTransformers

__all__ = [
    "E5Small",
    "MiniLM",
    "OpenAI",
    "SentenceTransformers",
    "check",
    "dimensions",
    "embed",
    "encoder",
    "encoder_of",
    "identity",
    "vector_fault",
]
