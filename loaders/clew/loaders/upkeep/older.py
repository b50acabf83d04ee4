"""Brings stores of older versions up to date where that takes an encoder; `clew.store` has what Cypher does alone."""

from functools import partial
from typing import Final

from langchain_core.embeddings import Embeddings

from clew.graph import Graph
from clew.loaders.conversation.parts import add_missing
from clew.loaders.upkeep.forget import finish
from clew.queries import load
from clew.space import Space
from clew.store import Migration

BEFORE_PARTS: Final = 4
"""The last version of the schema in which long turns have no parts."""


def migrations(encoder: Embeddings) -> dict[int, Migration]:
    """Return version to what brings a store of that version to the next; interrupted, it is done again."""
    return {BEFORE_PARTS: partial(_add_parts, encoder)}


def _add_parts(encoder: Embeddings, graph: Graph) -> None:
    """Give the long turns of every space their parts; what was being forgotten goes first."""
    for name in graph.read(load("maintain/spaces", str)):
        space = Space(graph, encoder, name)
        finish(space)
        add_missing(space)
