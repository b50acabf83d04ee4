"""An exported space into an empty one: validated whole, then written in batches that may be repeated."""

from pathlib import Path

from clew.embedding import identity
from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.schema import VERSION, declared
from clew.graph.space import Space, SpaceTransaction
from clew.graph.store import join_names
from clew.loaders.batches import batches
from clew.loaders.conversation.parts import add_missing
from clew.loaders.sources.quoting import called
from clew.loaders.upkeep.export_file import ExportFile, Node, digest
from clew.loaders.upkeep.migrations import BEFORE_PARTS, BEFORE_TOPICS, embed_said

PAGE_NODES = 1000

BATCH = 1000
"""Nodes or relationships in a transaction; one of long texts counts as several."""


def restore(space: Space, path: Path) -> int:
    """Read a file that `clew.retrieval.export` wrote. Return the number of nodes.

    The space must be empty, or hold a part of the same file from an interrupted attempt. Vectors of another encoder
    are made anew.

    Raises:
        InvalidInput: the file cannot be used; nothing was written.
        Conflict: the space holds something else.
    """
    file = ExportFile.read(path)
    embed_again = file.encoder != identity(space.encoder)
    if not embed_again:
        _check_sizes(space, file)
    _check_empty(space, file)
    for rows in batches(file.nodes(), BATCH, _weight):
        for row in rows:
            _place(space, row)
        if embed_again:
            _embed(space, [row for row in rows if "embedding" in row])
        nodes = [{"id": row["id"], "kind": row["kind"], "properties": row} for row in rows]
        space.transaction(lambda transaction, nodes=nodes: _write(transaction, "write/restore_nodes", nodes))
    for rows in batches(file.relationships(), BATCH, _weight):
        space.transaction(lambda transaction, rows=rows: _write(transaction, "write/restore_relationships", rows))
    space.transaction(_refresh)
    if file.schema < VERSION:
        join_names(space.graph, space.name)
        add_missing(space)
        embed_said(space)
    return len(file.kinds)


def _refresh(transaction: SpaceTransaction) -> None:
    transaction.lock()
    transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())


def _check_sizes(space: Space, file: ExportFile) -> None:
    for size, id in file.dimensions.items():
        if size != space.dimensions:
            wanted = f"{size} dimensions instead of {space.dimensions}"
            raise InvalidInput(f"{called(file.path)}: the embedding of {id!r} has {wanted}; export again")


def _check_empty(space: Space, file: ExportFile) -> None:
    after = ""
    query = load("maintain/export_nodes", Node)
    while page := space.read(query, after=after, limit=PAGE_NODES):
        for node in page:
            after = node["id"]
            if file.schema <= BEFORE_TOPICS:
                node.pop("topic", None)  # a restore of the file gave it that
            is_made = node["kind"] == "Space" or _is_part_of_older(node, file)
            if not is_made and digest(node) != file.digests.get(after):
                raise Conflict(f"space {space.name!r} already holds another {after!r}; restore into an empty space")


def _is_part_of_older(node: Node, file: ExportFile) -> bool:
    """Return whether a node is a part that a restore made of a turn, which has none in a file so old."""
    turn = node["id"].removeprefix("part:").rpartition("#")[0]
    return node["kind"] == "Part" and file.schema <= BEFORE_PARTS and turn in file.kinds


def _weight(record: Node) -> int:
    return 1 + sum(len(value) for value in record.values() if isinstance(value, str)) // 4000


def _write(transaction: SpaceTransaction, name: str, rows: list[Node]) -> None:
    transaction.lock()
    transaction.run(load(name), rows=rows)


def _place(space: Space, row: Node) -> None:
    """Give a node what belongs to its new place."""
    if "search_text" in row or "session_text" in row:
        row["space_key"] = space.key
    if row["kind"] == "Space":
        row["text"] = space.name


def _embed(space: Space, rows: list[Node]) -> None:
    for row, vector in zip(rows, space.embed_nodes(rows), strict=True):
        row["embedding"] = vector
