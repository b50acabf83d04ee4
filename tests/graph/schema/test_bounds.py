"""A real store holds everything that the declaration allows in an index."""

import pytest

from clew.graph.driver import Graph
from clew.graph.queries import parse
from clew.graph.schema import INDEXES, Index, Property, declared

WRITE = parse(
    "write",
    "// A node.\n// $space: STRING  the tenant\n// $properties: MAP  all others\n// -> length: INTEGER  of its id\n"
    "CREATE (node:Clew {space: $space}) SET node += $properties RETURN size(node.id) AS length",
)

REMOVE = parse(
    "remove", "// A space.\n// $space: STRING  the tenant\nMATCH (node:Clew {space: $space}) DETACH DELETE node"
)

VECTOR = [1.0, *[0.0] * 383]


def longest(each: Property) -> object:
    """The longest value, of two bytes a character; of what is no text, any."""
    if each.type == "STRING":
        return "é" * ((each.bytes or 0) // 2)
    return 0 if each.type == "INTEGER" else None


@pytest.mark.parametrize("index", [each for each in INDEXES if each.form != "text"], ids=lambda each: each.name)
def test_an_index_holds_the_longest_that_is_declared(graph: Graph, index: Index) -> None:
    """But for full text, which takes any text to pieces of at most 255 characters."""
    by_name = {name: each for kind in declared().kinds for name, each in kind.properties.items()}
    held = {name: longest(by_name[name]) for name in {*index.properties, *index.filters, "id"} - {"embedding"}}
    space = str(held.pop("space", "é" * 400))
    try:
        written = graph.write(WRITE, space=space, properties=held | {"embedding": VECTOR})
        assert written[0]["length"] == (by_name["id"].bytes or 0) // 2
    finally:
        graph.write(REMOVE, space=space)
