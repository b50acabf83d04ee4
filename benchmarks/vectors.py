"""Vectors that are made once, and kept from run to run in a file."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from langchain_core.embeddings import Embeddings


@contextmanager
def kept(default: Embeddings, path: Path | None) -> Generator[None]:
    """Let an encoder encode each text once, and keep the vectors in a file if one is named."""
    vectors: dict[str, list[float]] = {}
    if path and path.is_file():
        held = np.load(path, allow_pickle=False)
        vectors = dict(zip(json.loads(held["texts"].item()), held["vectors"].tolist(), strict=True))
    encode = default.embed_documents

    def embed_documents(texts: list[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in vectors]
        vectors.update(zip(new, encode(new) if new else [], strict=True))
        return [vectors[text] for text in texts]

    default.embed_documents = embed_documents
    try:
        yield
    finally:
        default.embed_documents = encode
        if path:
            texts, made = np.array(json.dumps(list(vectors))), np.array(list(vectors.values()), dtype=np.float32)
            np.savez(path, texts=texts, vectors=made)
