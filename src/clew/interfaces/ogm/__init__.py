"""Memory in py2neo: read models of every kind, and whole spaces in bulk. It needs the extra `py2neo`.

    graph = connect("bolt://localhost:7687", auth=("neo4j", "..."))
    for fact in memories(graph, "Fact", "ann"):
        print(fact.text, [source.text for source in fact.DERIVED_FROM])

py2neo is at its end of life; docs/py2neo.md says what works.
"""

from clew.interfaces.ogm.bulk import SpaceRows, read_space, write_space
from clew.interfaces.ogm.connection import connect
from clew.interfaces.ogm.models import memories, models

__all__ = ["SpaceRows", "connect", "memories", "models", "read_space", "write_space"]
