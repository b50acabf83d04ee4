"""The contents of the graph, declared once: kinds, relationships, constraints and indexes.

Every node has the label `Clew` and one kind label. Recall, forgetting, export and
restore follow `declared()`, and so do the command line, pictures, statistics and the docs.

A new kind is a `NodeKind` in `kinds.py` with its `RELATIONSHIPS`, then `make schema`. A function in `loaders/` and its
statement in `cypher/` write its nodes, as `write_reflections` in `loaders/knowledge/reflection.py` does.
"""

from clew.graph.schema.declaration import VERSION, Schema, declared, declaring
from clew.graph.schema.indexes import INDEXES, SEARCH_INDEXES, TEXT_INDEX, VECTOR_INDEX, Index, ddl, drop
from clew.graph.schema.kinds import CONVERSATION, DOCUMENTS, HAPPENING, LEARNINGS, PLACED, NodeKind
from clew.graph.schema.properties import HAPPENS, Property
from clew.graph.schema.relationships import RelationshipKind, Role

__all__ = [
    "CONVERSATION", "DOCUMENTS", "HAPPENING", "HAPPENS", "INDEXES", "LEARNINGS", "PLACED", "SEARCH_INDEXES",
    "TEXT_INDEX", "VECTOR_INDEX", "VERSION", "Index", "NodeKind", "Property", "RelationshipKind", "Role", "Schema",
    "ddl", "declared", "declaring", "drop",
]  # fmt: skip
