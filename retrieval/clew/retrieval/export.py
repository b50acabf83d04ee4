"""A space into a file: every node and relation with all that they hold, the vectors included."""

from collections.abc import Iterator
from pathlib import Path

from clew.archive import FORMAT, dump
from clew.embedding import identity
from clew.errors import InvalidInput
from clew.queries import load
from clew.schema import VERSION
from clew.space import Space

PAGE = 1000

BOUND = frozenset({"space", "space_key", "locked_at"})
"""Properties that belong to the place, not to the memory."""


def export(space: Space, path: Path) -> int:
    """Write a space to a JSONL file that `clew.loaders.restore` reads; returns the number of nodes.

    The file appears whole or not at all.

    Raises:
        InvalidInput: the file cannot be written.
    """
    draft = path.with_name(f"{path.name}.part")
    try:
        with draft.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in _lines(space))
        with draft.open(encoding="utf-8") as file:
            nodes = sum(line.startswith('{"node"') for line in file)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise InvalidInput(f"cannot write {str(path)!r}: {error.strerror}; name a file that can be written") from None
    return nodes


def _lines(space: Space) -> Iterator[str]:
    yield dump({"clew": FORMAT, "schema": VERSION, "encoder": identity(space.encoder), "space": space.name})
    ids: list[str] = []
    after = ""
    while page := space.read(load("maintain/export_nodes"), after=after, limit=PAGE):
        for row in page:
            properties = row["properties"]
            ids.append(properties["id"])
            yield dump({"node": {name: value for name, value in properties.items() if name not in BOUND}})
        after = ids[-1]
    known = set(ids)
    for start in range(0, len(ids), PAGE):
        for row in space.read(load("maintain/export_relations"), ids=ids[start : start + PAGE]):
            if row["target"] in known:
                yield dump({"relation": row})
