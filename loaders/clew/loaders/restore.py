"""An exported space into an empty one: validated whole, then written in batches that may be repeated."""

import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from clew.embedding import identity
from clew.errors import Conflict, InvalidInput
from clew.queries import load
from clew.schema import KINDS, RELATIONS, VERSION
from clew.space import Space, SpaceTransaction
from clew.space_file import BOUND, FORMAT, dump, parse

BATCH = 1000
KIND_LABELS = frozenset(kind.label for kind in KINDS)
RELATION_TYPES = frozenset(relation.type for relation in RELATIONS)
_DERIVED = {"text": str, "statement_key": str, "belief": float, "valid_from": datetime, "valid_to": datetime}
REQUIRED: Mapping[str, Mapping[str, type]] = {
    "Episode": {
        "text": str,
        "speaker": str,
        "caption": str,
        "metadata": str,
        "session": str,
        "position": int,
        "at": datetime,
    },
    "Passage": {"text": str, "title": str, "document": str, "position": int},
    "Fact": _DERIVED,
    "Reflection": _DERIVED,
}
"""What recall reads of a text, and so must be there."""

Node = dict[str, Any]


def restore(space: Space, path: Path) -> int:
    """Read a file that `clew.retrieval.export` wrote; returns the number of nodes.

    The space must be empty, or hold a part of the same file from an interrupted attempt. Vectors of another encoder
    are made anew.

    Raises:
        InvalidInput: the file cannot be used; nothing was written.
        Conflict: the space holds something else.
    """
    encoder, digests = _validate(path)
    embed_again = encoder != identity(space.encoder)
    if not embed_again:
        _check_sizes(space, path)
    _check_empty(space, digests)
    for rows in _batched(_records(path, "node")):
        for row in rows:
            _place(space, row)
        if embed_again:
            _embed(space, [row for row in rows if "embedding" in row])
        nodes = [{"id": row["id"], "kind": row["kind"], "properties": row} for row in rows]
        space.transaction(lambda transaction, nodes=nodes: _write(transaction, "write/restore_nodes", nodes))
    for rows in _batched(_records(path, "relation")):
        space.transaction(lambda transaction, rows=rows: _write(transaction, "write/restore_relations", rows))
    space.transaction(_refresh)
    return len(digests)


def _refresh(transaction: SpaceTransaction) -> None:
    transaction.lock()
    transaction.run(load("maintain/refresh_space"))


def _validate(path: Path) -> tuple[str, dict[str, str]]:
    """Read the whole file once; returns its encoder, and the digest of each node by id."""
    digests: dict[str, str] = {}
    encoder, ended = "", False
    for number, line in _lines(path):
        where = f"{path}:{number}"
        if ended:
            raise InvalidInput(f"{where} follows the end of the file; export again")
        match line:
            case {"clew": version, "schema": schema, "encoder": str(encoder)} if number == 1:
                if version != FORMAT or not isinstance(schema, int) or schema > VERSION:
                    raise InvalidInput(f"{where}: written by another version of clew; upgrade clew, or export again")
            case {"node": node} if number > 1 and _is_node(node) and node["id"] not in digests:
                digests[node["id"]] = _digest(node)
            case {"relation": relation} if _is_relation(relation, digests):
                pass
            case {"end": count} if number > 1 and count == len(digests):
                ended = True
            case _:
                raise InvalidInput(f"{where} is no line that `clew export` wrote; export again")
    if not ended:
        raise InvalidInput(f"{str(path)!r} ends too early, or holds no memory; export again")
    return encoder, digests


def _is_node(node: Any) -> bool:  # noqa: ANN401
    if not isinstance(node, dict):
        return False
    node = cast(Node, node)
    if not isinstance(node.get("id"), str) or node.get("kind") not in KIND_LABELS or BOUND & node.keys():
        return False
    if not all(_is_storable(value) for value in node.values()):
        return False
    required = REQUIRED.get(node["kind"], {})
    return all(isinstance(node.get(name), type_) for name, type_ in required.items()) and (
        "metadata" not in required or _is_json(node["metadata"])
    )


def _is_storable(value: object) -> bool:
    if isinstance(value, list):
        kinds = {type(item) for item in cast(list[object], value)}
        return kinds <= {str} or kinds <= {int, float}
    return isinstance(value, str | int | float | datetime)


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def _is_relation(relation: Any, known: Mapping[str, str]) -> bool:  # noqa: ANN401
    if not isinstance(relation, dict):
        return False
    relation = cast(Node, relation)
    ends = (relation.get("source"), relation.get("target"))
    properties = relation.get("properties")
    return (
        isinstance(relation.get("type"), str)
        and relation["type"] in RELATION_TYPES
        and all(isinstance(end, str) and end in known for end in ends)
        and isinstance(properties, dict)
        and all(_is_storable(value) for value in cast(Node, properties).values())
    )


def _check_sizes(space: Space, path: Path) -> None:
    for node in _records(path, "node"):
        if "embedding" in node and len(node["embedding"]) != space.dimensions:
            raise InvalidInput(
                f"{path}: the embedding of {node['id']!r} has {len(node['embedding'])} dimensions instead of "
                f"{space.dimensions}; export again"
            )


def _check_empty(space: Space, digests: Mapping[str, str]) -> None:
    after = ""
    while page := space.read(load("maintain/export_nodes"), after=after, limit=BATCH):
        for row in page:
            node = row["properties"]
            after = node["id"]
            if node["kind"] != "Space" and _digest(node) != digests.get(after):
                raise Conflict(f"space {space.name!r} already holds another {after!r}; restore into an empty space")


def _digest(node: Mapping[str, Any]) -> str:
    settled = {name: value for name, value in sorted(node.items()) if name not in BOUND | {"embedding"}}
    return hashlib.sha256(dump(settled).encode()).hexdigest()


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    remedy = "name a file that `clew export` wrote"
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                yield number, parse(line, f"{path}:{number}")
    except OSError as error:
        raise InvalidInput(f"cannot read {str(path)!r}: {error.strerror}; {remedy}") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{str(path)!r} is not text; {remedy}") from None


def _records(path: Path, name: str) -> Iterator[dict[str, Any]]:
    return (line[name] for _, line in _lines(path) if name in line)


def _batched(records: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    while batch := list(itertools.islice(records, BATCH)):
        yield batch


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
    texts = [f"{row['title']}\n{row['text']}" if row["kind"] == "Passage" else row["text"] for row in rows]
    for row, vector in zip(rows, space.embed(texts), strict=True):
        row["embedding"] = vector
