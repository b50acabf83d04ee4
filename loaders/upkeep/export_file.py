"""The file of an export, checked whole before anything of it is written."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import count
from pathlib import Path
from typing import Any, cast

from clew.embedding import vector_fault
from clew.errors import InvalidInput
from clew.graph.schema import VERSION, Role, declared
from clew.graph.space_file import BOUND, FORMAT, dump, parse
from clew.loaders.sources.quoting import called
from clew.loaders.sources.readers.raw import regular

Node = dict[str, Any]

MAX_LINE_CHARACTERS = 2**27
"""Of one node or relationship; so much of a file is held at a time."""

ACYCLIC: frozenset[Role] = frozenset({"contains", "follows", "rests_on", "replaces"})
"""Roles of which no chain comes back to where it began."""


@dataclass(slots=True)
class ExportFile:
    """A valid file: the encoder of its vectors, and of each node its kind and digest.

    Attributes:
        path: of the file.
        encoder: identity of the encoder that made its vectors.
        schema: version of the shape that its graph has.
        kinds: labels, by id.
        digests: of the nodes' contents, by id.
        dimensions: the sizes of its vectors, each with the id of a node that has one.
    """

    path: Path
    encoder: str = ""
    schema: int = VERSION
    kinds: dict[str, str] = field(default_factory=dict[str, str])
    digests: dict[str, str] = field(default_factory=dict[str, str])
    dimensions: dict[int, str] = field(default_factory=dict[int, str])
    _places: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])
    _chains: dict[Role, dict[str, set[str]]] = field(default_factory=dict[Role, dict[str, set[str]]])

    @classmethod
    def read(cls, path: Path) -> "ExportFile":
        """Read and check the whole file.

        Raises:
            InvalidInput: it cannot be used; says which line, what is wrong with it, and the remedy.
        """
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
        file._check_chains()
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
        if not (id == "space" if kind.label == "Space" else id.startswith(f"{kind.name}:")):
            return f"{id!r:.60} is no id of a {kind.name}"
        if id in self.kinds or place in self._places:
            return f"{kind.name} {id!r:.60} or its place is there twice"
        for name in ("metadata", "value"):
            if not _is_object(node.get(name, "{}")):
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

    def _check_chains(self) -> None:
        for chain in self._chains.values():
            try:
                TopologicalSorter(chain).prepare()
            except CycleError as error:
                around = ", ".join(repr(id)[:60] for id in error.args[1][:4])
                raise InvalidInput(f"{str(self.path)!r} leads in a circle: {around}; export again") from None


def digest(node: Mapping[str, Any]) -> str:
    """Digest what a node holds, wherever it is kept and whatever made its vector."""
    settled = {name: value for name, value in sorted(node.items()) if name not in BOUND | {"embedding"}}
    return hashlib.sha256(dump(settled).encode()).hexdigest()


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
