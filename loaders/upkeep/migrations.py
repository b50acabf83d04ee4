"""Upgrade of older stores where that takes an encoder; `clew.graph.store` has the upgrades that Cypher does alone."""

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import Space
from clew.graph.store import Migration
from clew.loaders.conversation.episodes import add_missing
from clew.loaders.language.happening import add_happening
from clew.loaders.language.mentions import link_addressed
from clew.loaders.upkeep.forget import finish
from clew.text.instants import now
from clew.text.names import ROLES
from clew.text.terms import terms

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

BEFORE_TOPICS: Final = 3
"""The last version in which a word that is a name has a concept beside its entity, and no entity is a topic."""

BEFORE_PARTS: Final = 4  # the last version of the schema in which long turns have no parts
BEFORE_SPEAKERS: Final = 6
"""The last version in which a turn's vector is made without its speaker; in version 5, without its caption too."""

BEFORE_HAPPENING: Final = 7  # the last version in which no text keeps the times that it names
BEFORE_TERMS: Final = 8  # the last version in which no turn keeps terms of its metadata

BEFORE_CORRECTIONS: Final = 9
"""The last version in which nothing is corrected, and nobody tells facts; what is new is written where it is so."""

BEFORE_ADDRESSES: Final = 13  # the last version in which turns keep whom they address, and lead to nobody

PAGE_TURNS = 500  # turns that are embedded at once
MOST_DESCRIBED = 1000  # turns whose metadata are read at once


def migrations(encoder: "Embeddings") -> dict[int, Migration]:
    """Return version to what brings a store of that version to the next; interrupted, it is done again."""
    return {
        BEFORE_PARTS: partial(_in_each_space, encoder, add_missing),
        BEFORE_SPEAKERS - 1: lambda _: None,  # the next step embeds the same turns
        BEFORE_SPEAKERS: partial(_in_each_space, encoder, embed_said),
        BEFORE_HAPPENING: partial(_in_each_space, encoder, add_happening),
        BEFORE_TERMS: partial(_in_each_space, encoder, add_terms),
        BEFORE_CORRECTIONS: lambda _: None,
        BEFORE_ADDRESSES: partial(_in_each_space, encoder, add_addressed),
    }


def embed_said(space: Space) -> int:
    """Give what somebody says a vector of its speaker, text and caption; return how many turns and parts got one.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    query = load("write/said_texts", dict[str, object])
    given = {"kinds": [kind.label for kind in declared().kinds if kind.is_said], "roles": sorted(ROLES)}
    while nodes := space.read(query, after=after, **given, limit=PAGE_TURNS):
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


def add_terms(space: Space) -> int:
    """Give the turns of a space the terms of their metadata, page by page; return how many were looked at.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    while turns := space.read(load("write/described_turns", tuple[str, str]), after=after, limit=MOST_DESCRIBED):
        rows = [{"id": id, "terms": found} for id, metadata in turns if (found := terms(json.loads(metadata)))]
        space.write(load("write/terms"), rows=rows)
        after = turns[-1][0]
        done += len(turns)
    return done


def add_addressed(space: Space) -> int:
    """Join the turns of a space to whom they address, page by page; return how many do so.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    query = load("write/addressing_turns", tuple[str, list[str]])
    while turns := space.read(query, after=after, limit=MOST_DESCRIBED):
        called = dict(turns)
        space.locked(lambda transaction, called=called: link_addressed(transaction, called, now()))
        after = turns[-1][0]
        done += len(turns)
    return done
