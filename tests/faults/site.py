"""Where faults are tried: a server, its spaces, what a space holds as a value, and whether all of it is sound."""

import json
import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.conftest import small_server

from clew import server
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import NotFound
from clew.graph import store
from clew.graph.queries import load
from clew.loaders.upkeep.restore import ExportFile
from clew.retrieval.pagerank import PREFIX
from clew.server import Address, ServerSettings
from clew.text.instants import FOREVER, now

LIGHTHOUSE = "The lighthouse behind the dunes is painted green."
"""What another space holds all the while."""

CHANGING = frozenset({"space", "space_key", "locked_at", "revision"})
"""What differs between two spaces that were filled alike, beside when something was written."""

BEGINNING = now()
"""What is told is older: a later instant in a space is that of a writing."""

ACCOUNT = "consolidation:"
"""Begins the id of what a consolidation did."""


@dataclass
class Site:
    """A server with a store.

    Attributes:
        address: of the server.
        encoder: of the store.
        folder: for files, empty at first.
        settings: of a server that may be killed; None: it may not.
        seen: what was found wrong.
    """

    address: Address
    encoder: MiniLM
    folder: Path
    settings: ServerSettings | None = None
    seen: list[str] = field(default_factory=list[str])

    def opened(self, space: str) -> Memory:
        """Open the memory of a space."""
        return opened(self.address, space, self.encoder)

    def cut_power(self) -> None:
        """Kill the server, and start it again."""
        if self.settings is None:
            raise ValueError("this server is not ours to kill")
        if pid := server.status(self.settings).pid:
            os.kill(pid, signal.SIGKILL)
        self.address = server.start(self.settings)

    def wrong(self, what: str) -> None:
        """Note something that is wrong."""
        self.seen.append(what.encode("utf-8", "backslashreplace").decode())

    def check(self, memory: Memory, *, is_interrupted: bool = False) -> None:
        """Note what is wrong with a space, the store and the space beside it.

        Args:
            memory: of the space.
            is_interrupted: what was interrupted is not done again yet, and may have left the draft of an export.
        """
        try:
            sound(memory, self.folder)
            with self.opened("lighthouse") as other:
                if [hit.text for hit in other.recall("What colour is the lighthouse?").hits] != [LIGHTHOUSE]:
                    self.wrong("the space beside it changed")
            if missing := store.missing_indexes(memory.space.graph):
                self.wrong(f"indexes are missing: {missing}")
            if left := memory.space.graph.read(load("maintain/projections", _Projection), prefix=PREFIX):
                self.wrong(f"projections are left: {left}")
            if not is_interrupted and (drafts := [each.name for each in self.folder.glob("*.part")]):
                self.wrong(f"drafts are left: {drafts}")
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            self.wrong(f"the space cannot be used: {type(error).__name__}: {error}")


class _Projection(NamedTuple):
    name: str
    seconds: float


def opened(address: Address, space: str, encoder: MiniLM) -> Memory:
    """Open the memory of a space."""
    return Memory.open(address.uri, auth=(address.user, address.password), space=space, encoder=encoder)


def prepare(site: Site) -> Site:
    """Write the space that every check looks at."""
    with site.opened("lighthouse") as memory:
        memory.remember([{"text": LIGHTHOUSE, "at": "2023-05-08T10:00:00Z"}], session="s")
    return site


def own_site(folder: Path, cache: Path | None = None) -> Site:
    """Start a server of its own, small, with an empty store."""
    settings = small_server(folder / "server", cache)
    files = folder / "files"
    files.mkdir()
    return prepare(Site(server.start(settings), MiniLM(), files, settings))


def sound(memory: Memory, folder: Path) -> None:
    """Export a space and check the file whole: kinds, fields, relationships, vectors and circles are as declared.

    Raises:
        ClewError: it is not sound.
    """
    with TemporaryDirectory(dir=folder) as inside:
        path = Path(inside) / "sound.jsonl"
        try:
            memory.export(path)
        except NotFound:
            return
        ExportFile.read(path)


def held(memory: Memory) -> frozenset[str]:
    """All nodes and relationships of a space, without its name and the times of writing; none where nothing was.

    The accounts of consolidations are left out: one that was interrupted and done again has two, each of a part. Marks
    are compared with each other alone: each forgetting changes them, and one that was done again does so twice.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "held.jsonl"
        try:
            memory.export(path)
        except NotFound:
            return frozenset()
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:-1]]
    records = [line.get("node") or line["relation"] for line in lines]
    marked = [each for each in records if each.get("marks") is not None]
    same = {each["marks"]: each["id"] for each in sorted(marked, key=itemgetter("id"), reverse=True)}
    return frozenset(_comparable(each, same) for each in records if not _is_account(each))


def _is_account(record: dict[str, Any]) -> bool:
    return any(str(record.get(name)).startswith(ACCOUNT) for name in ("id", "source", "target"))


def _comparable(record: dict[str, Any], same: Mapping[int, str]) -> str:
    if record.get("marks") is not None:
        record["marks"] = same[record["marks"]]
    if record.get("kind") in {"Space", "Entity"}:  # an entity is spelt as where it was named first
        record["text"] = ""
    if "properties" in record:
        record["properties"] = _settled(record["properties"])
    return json.dumps(_settled(record), sort_keys=True)


def _settled(record: dict[str, Any]) -> dict[str, Any]:
    return {name: _timeless(value) for name, value in record.items() if name not in CHANGING}


def _timeless(value: object) -> object:
    match value:
        case {"$instant": str(text)} if BEGINNING <= datetime.fromisoformat(text) < FOREVER:
            return "when it was written"
        case _:
            return value
