"""Restores an exported space into an empty one: validates the file whole, then writes it in repeatable batches."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from clew.embedding import identity, vector_fault
from clew.errors import Conflict, InvalidInput
from clew.graph.queries import load
from clew.graph.schema import HAPPENING, VERSION, Role, declared
from clew.graph.schema.kinds import NodeKind
from clew.graph.space import Space
from clew.graph.space_file import BOUND, FORMAT, dump, parse
from clew.graph.store import join_names
from clew.loaders.batches import batches
from clew.loaders.conversation.episodes import add_missing, embed
from clew.loaders.language.happening import add_happening
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import regular
from clew.loaders.upkeep.migrations import (
    BEFORE_HAPPENING,
    BEFORE_PARTS,
    BEFORE_TERMS,
    BEFORE_TOPICS,
    add_addressed,
    add_terms,
    embed_said,
)
from clew.model.items import item_id, namespace_id

Node = dict[str, Any]

PAGE_NODES = 1000
BATCH = 1000  # nodes or relationships in a transaction; one of long texts counts as several
MAX_LINE_CHARACTERS = 2**27  # of one node or relationship; so much of a file is held at a time
ACYCLIC: frozenset[Role] = frozenset({"contains", "follows", "rests_on", "replaces"})
"""Roles of which no chain comes back to where it began."""

NAMED: Mapping[str, Callable[[Node], str]] = MappingProxyType(
    {
        "Item": lambda node: item_id(tuple(node["namespace"]), node["key"]),
        "ItemNamespace": lambda node: namespace_id(tuple(node["namespace"])),
        "SceneObject": lambda node: f"object:{node['object']}",
        "Area": lambda node: f"area:{node['text']}",
        "Floor": lambda node: f"floor:{node['text']}",
        "ShortTermMemory": lambda node: f"short-term memory:{node['text']}",
    }
)
"""The id that the names of a node make, by label: it is looked up by that, and forgotten by that."""


def restore(space: Space, path: Path) -> int:
    """Read a file that `clew.retrieval.export` wrote. Return the number of nodes.

    The space must be empty, or hold a part of the same file from an interrupted attempt. Vectors of another encoder
    are made anew.
    """
    file = ExportFile.read(path)
    embed_again = file.encoder != identity(space.encoder)
    for size, id in file.dimensions.items():
        if not embed_again and size != space.dimensions:
            wanted = f"{size} dimensions instead of {space.dimensions}"
            raise InvalidInput(f"{called(file.path)}: the embedding of {id!r} has {wanted}; export again")
    _check_empty(space, file)
    for rows in batches(file.nodes(), BATCH, _weight):
        for row in rows:  # what belongs to the new place
            if "search_text" in row or "session_text" in row:
                row["space_key"] = space.key
            if row["kind"] == "Space":
                row["text"] = space.name
        if embed_again:
            embed(space, [row for row in rows if "embedding" in row])
        nodes = [{"id": row["id"], "kind": row["kind"], "properties": row} for row in rows]
        _write(space, "write/restore_nodes", rows=nodes)
    for rows in batches(file.relationships(), BATCH, _weight):
        _write(space, "write/restore_relationships", rows=rows)
    _write(space, "maintain/refresh_space", kinds=declared().text_kinds())
    if file.schema < VERSION:
        join_names(space.graph, space.name)
        add_missing(space)
        embed_said(space)
        add_happening(space)
        add_terms(space)
        add_addressed(space)
    return len(file.kinds)


def _check_empty(space: Space, file: "ExportFile") -> None:
    after = ""
    query = load("maintain/export_nodes", Node)
    while page := space.read(query, after=after, limit=PAGE_NODES):
        for node in page:
            after = node["id"]
            if file.schema <= BEFORE_TOPICS:
                node.pop("topic", None)  # a restore of the file gave it that
            if file.schema <= BEFORE_HAPPENING:
                for times in HAPPENING:
                    node.pop(times.name, None)
            if file.schema <= BEFORE_TERMS:
                node.pop("terms", None)
            turn = after.removeprefix("part:").rpartition("#")[0]
            # A restore makes parts of the turns of a file so old that it has none.
            is_new_part = node["kind"] == "Part" and file.schema <= BEFORE_PARTS and turn in file.kinds
            if node["kind"] != "Space" and not is_new_part and digest(node) != file.digests.get(after):
                raise Conflict(f"space {space.name!r} already holds another {after!r}; restore into an empty space")


def _weight(record: Node) -> int:
    return 1 + sum(len(value) for value in record.values() if isinstance(value, str)) // 4000


def _write(space: Space, statement: str, **parameters: object) -> None:
    space.locked(lambda transaction: transaction.run(load(statement), **parameters))


@dataclass(slots=True)
class ExportFile:
    """A valid file: the encoder of its vectors, and of each node its kind and digest."""

    path: Path  # of the file
    encoder: str = ""  # identity of the encoder that made its vectors
    schema: int = VERSION  # version of the shape that its graph has
    kinds: dict[str, str] = field(default_factory=dict[str, str])  # labels, by id
    digests: dict[str, str] = field(default_factory=dict[str, str])  # of the nodes' contents, by id
    # the sizes of its vectors, each with the id of a node that has one
    dimensions: dict[int, str] = field(default_factory=dict[int, str])
    _places: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    _chains: dict[Role, dict[str, set[str]]] = field(default_factory=dict[Role, dict[str, set[str]]])

    @classmethod
    def read(cls, path: Path) -> "ExportFile":
        """Read and check the whole file."""
        file = cls(regular(path, "export again"))
        is_ended = False
        for number, line in file._lines():
            where = f"{called(path)}:{number}"
            if is_ended:
                raise InvalidInput(f"{where} follows the end of the file; export again")
            is_ended = number > 1 and line == {"end": len(file.kinds)}
            if not is_ended and (fault := file._take(line, is_first=number == 1)):
                raise InvalidInput(f"{where} {fault}")
        if not is_ended:
            raise InvalidInput(f"{str(path)!r} ends too early, or holds no memory; export again")
        for chain in file._chains.values():
            try:
                TopologicalSorter(chain).prepare()
            except CycleError as error:
                around = ", ".join(repr(id)[:60] for id in error.args[1][:4])
                raise InvalidInput(f"{str(path)!r} leads in a circle: {around}; export again") from None
        return file

    def nodes(self) -> Iterator[Node]:
        """Yield the properties of each node."""
        return (line["node"] for _, line in self._lines() if "node" in line)

    def relationships(self) -> Iterator[Node]:
        """Yield each relationship: type, source, target and properties."""
        return (line["relation"] for _, line in self._lines() if "relation" in line)

    def _lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        remedy = "name a file that `clew export` wrote"
        try:
            with self.path.open(encoding="utf-8-sig") as file:
                for number in count(1):
                    line = file.readline(MAX_LINE_CHARACTERS + 1)
                    if not line:
                        return
                    if len(line) > MAX_LINE_CHARACTERS:
                        raise InvalidInput(f"{called(self.path)}:{number} is longer than 128 Mi characters; {remedy}")
                    yield number, parse(line, f"{called(self.path)}:{number}")
        except OSError as error:
            raise InvalidInput(f"cannot read {str(self.path)!r}: {error.strerror}; {remedy}") from None
        except UnicodeDecodeError:
            raise InvalidInput(f"{str(self.path)!r} is not text; {remedy}") from None

    def _take(self, line: dict[str, Any], *, is_first: bool) -> str:
        """Take in a line. Return what is wrong with it, or nothing."""
        match line:
            case {"clew": int(version), "schema": int(schema), "encoder": str(encoder), **rest} if is_first:
                self.encoder, self.schema = encoder, schema
                is_known = version == FORMAT and schema <= VERSION and rest.keys() <= {"space"}
                return "" if is_known else "was written by another version of clew; upgrade clew, or export again"
            case {"node": dict()} if not is_first and len(line) == 1:
                fault = self._take_node(line["node"])
            case {"relation": dict()} if not is_first and len(line) == 1:
                fault = self._take_relationship(line["relation"])
            case {"text": str()} if is_first:
                return "is a turn, not a space; `clew remember` reads turns"
            case _:
                return "is no line that `clew export` wrote; export again"
        return f"cannot be restored: {fault}; export again" if fault else ""

    def _take_node(self, node: Node) -> str:
        kind = declared().by_label.get(str(node.get("kind")))
        if kind is None:
            return f"{node.get('kind')!r:.40} is no kind of node"
        if fault := kind.fault(node):
            return f"{kind.name} {node.get('id')!r:.60}: {fault}"
        id: str = node["id"]
        place = (node["session"], node["position"]) if node.keys() >= {"session", "position"} else None
        if fault := _fault_of_id(kind, node):
            return fault
        if id in self.kinds or place in self._places:
            return f"{kind.name} {id!r:.60} or its place is there twice"
        for name in ("metadata", "value"):
            with suppress(ValueError, RecursionError):
                if isinstance(json.loads(node.get(name, "{}")), dict):
                    continue
            return f"{kind.name} {id!r:.60}: {name} is no JSON object"
        if place:
            self._places.add(place)
        if (vector := node.get("embedding")) is not None:
            if fault := vector_fault(vector, len(vector)):
                return f"{kind.name} {id!r:.60}: embedding is {fault}"
            self.dimensions.setdefault(len(vector), id)
        self.kinds[id], self.digests[id] = kind.label, digest(node)
        return ""

    def _take_relationship(self, relation: Node) -> str:
        type_, source, target, properties = (relation.get(name) for name in ("type", "source", "target", "properties"))
        if relation.keys() != {"type", "source", "target", "properties"} or not isinstance(properties, dict):
            return "a relationship has a type, a source, a target and properties"
        ends = self.kinds.get(str(source)), type_, self.kinds.get(str(target))
        known = next((each for each in declared().relationships if (each.source, each.type, each.target) == ends), None)
        if known is None:
            return f"no {type_!r:.40} leads from {source!r:.60} to {target!r:.60}"
        if known.role in ACYCLIC:
            self._chains.setdefault(known.role, {}).setdefault(str(source), set()).add(str(target))
        fault = known.fault(cast(Node, properties))
        return f"{known.type} from {source!r:.60}: {fault}" if fault else ""


def _fault_of_id(kind: NodeKind, node: Node) -> str:
    """Say what is wrong with the id of a node: its form, or that its names make another; empty if nothing is."""
    id: str = node["id"]
    if not (id == "space" if kind.label == "Space" else id.startswith(f"{kind.name}:")):
        return f"{id!r:.60} is no id of a {kind.name}"
    made = NAMED[kind.label](node) if kind.label in NAMED else id
    return f"{kind.name} {id!r:.60} is not what its names make: {made!r:.60}" if id != made else ""


def digest(node: Mapping[str, Any]) -> str:
    """Digest what a node holds, wherever it is kept and whatever made its vector."""
    settled = {name: value for name, value in sorted(node.items()) if name not in BOUND | {"embedding"}}
    return hashlib.sha256(dump(settled).encode()).hexdigest()
