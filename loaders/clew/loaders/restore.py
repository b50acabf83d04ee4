"""An exported space into an empty one: validated whole, then written in batches that may be repeated."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clew.archive import FORMAT, parse
from clew.embedding import identity
from clew.errors import Conflict, InvalidInput
from clew.queries import load
from clew.schema import KINDS, RELATIONS, VERSION
from clew.space import Space

BATCH = 1000
KIND_LABELS = frozenset(kind.label for kind in KINDS)
RELATION_TYPES = frozenset(relation.type for relation in RELATIONS)


def restore(space: Space, path: Path) -> int:
    """Read a file that `clew.retrieval.export` wrote; returns the number of nodes.

    The space must be empty, or hold a part of the same file from an interrupted attempt. Vectors of another encoder
    are made anew.

    Raises:
        InvalidInput: the file cannot be used; nothing was written.
        Conflict: the space holds something else.
    """
    ids = _validate(path)
    _check_empty(space, ids)
    embed_again = next(_lines(path))[1]["encoder"] != identity(space.encoder)
    for rows in _batched(_records(path, "node")):
        for row in rows:
            _place(space, row)
        if embed_again:
            _embed(space, [row for row in rows if "embedding" in row])
        nodes = [{"id": row["id"], "kind": row["kind"], "properties": row} for row in rows]
        space.write(load("write/restore_nodes"), rows=nodes)
    for rows in _batched(_records(path, "relation")):
        space.write(load("write/restore_relations"), rows=rows)
    return len(ids)


def _validate(path: Path) -> set[str]:
    """Read the whole file once, and return the ids of its nodes."""
    ids: set[str] = set()
    for number, line in _lines(path):
        where = f"{path}:{number}"
        match line:
            case {"clew": version, "schema": schema} if number == 1:
                if version != FORMAT or not isinstance(schema, int) or schema > VERSION:
                    raise InvalidInput(f"{where}: written by another version of clew; upgrade clew, or export again")
            case {"node": {"id": str(id), "kind": str(kind)}} if number > 1 and kind in KIND_LABELS:
                ids.add(id)
            case {"relation": {"type": type_, "source": source, "target": target, "properties": {}}} if (
                type_ in RELATION_TYPES and source in ids and target in ids
            ):
                pass
            case _:
                raise InvalidInput(f"{where} is no line that `clew export` wrote; export again")
    if not ids:
        raise InvalidInput(f"{str(path)!r} holds no memory; name a file that `clew export` wrote")
    return ids


def _check_empty(space: Space, ids: set[str]) -> None:
    after = ""
    while page := space.read(load("maintain/export_nodes"), after=after, limit=BATCH):
        for row in page:
            after = row["properties"]["id"]
            if after not in ids:
                raise Conflict(f"space {space.name!r} already holds {after!r}; restore into an empty space")


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                yield number, parse(line, f"{path}:{number}")
    except OSError as error:
        raise InvalidInput(
            f"cannot read {str(path)!r}: {error.strerror}; name a file that `clew export` wrote"
        ) from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{str(path)!r} is not text; name a file that `clew export` wrote") from None


def _records(path: Path, name: str) -> Iterator[dict[str, Any]]:
    return (line[name] for _, line in _lines(path) if name in line)


def _batched(records: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(itertools.islice(records, BATCH)):
        yield batch


def _place(space: Space, row: dict[str, Any]) -> None:
    """Give a node what belongs to its new place."""
    if "search_text" in row or "session_text" in row:
        row["space_key"] = space.key
    if row["kind"] == "Space":
        row["text"] = space.name


def _embed(space: Space, rows: list[dict[str, Any]]) -> None:
    for row, vector in zip(rows, space.embed([row["text"] for row in rows]), strict=True):
        row["embedding"] = vector
