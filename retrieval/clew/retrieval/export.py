"""A space into a file: every node and relation with all that they hold, the vectors included."""

from collections.abc import Iterator
from pathlib import Path

from clew.embedding import identity
from clew.errors import InvalidInput, NotFound
from clew.queries import load
from clew.schema import VERSION
from clew.space import Space, SpaceTransaction
from clew.space_file import BOUND, FORMAT, dump

PAGE_NODES = 1000


def export(space: Space, path: Path) -> int:
    """Write a space to a JSONL file that `clew.loaders.upkeep.restore` reads; returns the number of nodes.

    The file appears whole or not at all, and holds the space of one moment: writers wait meanwhile.

    Raises:
        NotFound: nothing was ever remembered in the space.
        InvalidInput: the file cannot be written.
    """
    if space.contents() is None:
        raise NotFound(f"space {space.name!r} holds nothing; there is nothing to export")
    draft = path.with_name(f"{path.name}.part")
    try:
        nodes = space.transaction(lambda transaction: _write(transaction, draft))
        draft.replace(path)
    except OSError as error:
        raise InvalidInput(f"cannot write {str(path)!r}: {error.strerror}; name a file that can be written") from None
    finally:
        draft.unlink(missing_ok=True)
    return nodes


def _write(transaction: SpaceTransaction, draft: Path) -> int:
    transaction.lock()
    ids: list[str] = []
    with draft.open("w", encoding="utf-8") as file:
        encoder = identity(transaction.space.encoder)
        file.write(_line({"clew": FORMAT, "schema": VERSION, "encoder": encoder, "space": transaction.space.name}))
        for node in _nodes(transaction):
            ids.append(str(node["id"]))
            file.write(_line({"node": node}))
        for start in range(0, len(ids), PAGE_NODES):
            for row in transaction.run(load("maintain/export_relations"), ids=ids[start : start + PAGE_NODES]):
                file.write(_line({"relation": row}))
        file.write(_line({"end": len(ids)}))
    return len(ids)


def _nodes(transaction: SpaceTransaction) -> Iterator[dict[str, object]]:
    after = ""
    while page := transaction.run(load("maintain/export_nodes"), after=after, limit=PAGE_NODES):
        for row in page:
            after = row["properties"]["id"]
            yield {name: value for name, value in row["properties"].items() if name not in BOUND}


def _line(value: object) -> str:
    return f"{dump(value)}\n"
