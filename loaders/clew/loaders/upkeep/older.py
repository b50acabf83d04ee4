"""Brings stores of older versions up to date where that takes an encoder; `clew.store` has what Cypher does alone."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from clew.graph import Graph
from clew.loaders.conversation.parts import add_missing
from clew.loaders.upkeep.forget import finish
from clew.queries import load
from clew.space import Space
from clew.store import Migration

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

BEFORE_PARTS: Final = 4
"""The last version of the schema in which long turns have no parts."""

BEFORE_CAPTIONS: Final = 5
"""The last version in which the vector of a turn is made without its caption."""

PAGE_TURNS = 500


def migrations(encoder: "Embeddings") -> dict[int, Migration]:
    """Return version to what brings a store of that version to the next; interrupted, it is done again."""
    return {
        BEFORE_PARTS: partial(_in_each_space, encoder, add_missing),
        BEFORE_CAPTIONS: partial(_in_each_space, encoder, embed_captions),
    }


def embed_captions(space: Space) -> int:
    """Give the turns that have a caption a vector of their text and caption. Return how many.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    query = load("write/captioned_turns", dict[str, object])
    while nodes := space.read(query, after=after, limit=PAGE_TURNS):
        vectors = space.embed_nodes(nodes)
        rows = [{"id": node["id"], "embedding": vector} for node, vector in zip(nodes, vectors, strict=True)]
        space.write(load("write/embeddings"), rows=rows)
        after = str(nodes[-1]["id"])
        done += len(nodes)
    return done


def _in_each_space(encoder: "Embeddings", work: Callable[[Space], object], graph: Graph) -> None:
    """Do some work in every space; what was being forgotten goes first."""
    for name in graph.read(load("maintain/spaces", str)):
        space = Space(graph, encoder, name)
        finish(space)
        work(space)
