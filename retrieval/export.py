"""A space into a file: every node and relationship with all that they hold, the vectors included."""

import os
from pathlib import Path

from clew.embedding import identity
from clew.errors import InvalidInput, NotFound
from clew.graph.drafts import drafted
from clew.graph.queries import load
from clew.graph.schema import VERSION
from clew.graph.space import Space, SpaceTransaction
from clew.graph.space_file import BOUND, FORMAT, dump

PAGE_NODES = 1000

MOST_SECONDS = 3600.0
"""How long an export may take, which holds the space of one moment: of a large one, longer than a writer may."""


def export(space: Space, path: Path) -> int:
    """Write a space to a JSONL file that `clew.loaders.upkeep.restore` reads. Return the number of nodes.

    The file appears whole or not at all, for its owner's eyes, and holds the space of one moment: writers wait
    meanwhile. What an export that was killed left beside it goes. Where a link leads to a file, that file is written.

    Raises:
        NotFound: nothing was ever remembered in the space.
        InvalidInput: the file cannot be written, or is a folder or a device.
    """
    if space.contents() is None:
        raise NotFound(f"space {space.name!r} holds nothing; there is nothing to export")
    place = Path(os.path.realpath(path))  # unlike Path.resolve, it is never an error
    try:
        if place.exists() and not place.is_file():
            raise InvalidInput(f"{str(path)!r} is no regular file; name another, or a new one")
        with drafted(place) as draft:
            return space.transaction(lambda transaction: _write(transaction, draft), MOST_SECONDS)
    except OSError as error:
        raise InvalidInput(f"cannot write {str(path)!r}: {error.strerror}; name a file that can be written") from None


def _write(transaction: SpaceTransaction, draft: Path) -> int:
    transaction.lock()
    ids: list[str] = []
    draft.unlink(missing_ok=True)
    with open(draft, "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        encoder = identity(transaction.space.encoder)
        file.write(_line({"clew": FORMAT, "schema": VERSION, "encoder": encoder, "space": transaction.space.name}))
        query, after = load("maintain/export_nodes", dict[str, object]), ""
        while page := transaction.run(query, after=after, limit=PAGE_NODES):
            after = str(page[-1]["id"])
            for node in page:
                ids.append(str(node["id"]))
                file.write(_line({"node": {name: value for name, value in node.items() if name not in BOUND}}))
        for start in range(0, len(ids), PAGE_NODES):
            columns = tuple[str, str, str, dict[str, object]]
            rows = transaction.run(load("maintain/export_relationships", columns), ids=ids[start : start + PAGE_NODES])
            for type_, source, target, properties in rows:
                relation = {"type": type_, "source": source, "target": target, "properties": properties}
                file.write(_line({"relation": relation}))
        file.write(_line({"end": len(ids)}))
    return len(ids)


def _line(value: object) -> str:
    return f"{dump(value)}\n"
