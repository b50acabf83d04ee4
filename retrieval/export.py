"""A space into a file: every node and relationship with all that they hold, the vectors included; or some turns."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from clew.embedding import identity
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.drafts import drafted, private
from clew.graph.queries import load
from clew.graph.schema import VERSION
from clew.graph.space import Due, Space, SpaceTransaction
from clew.graph.space_file import BOUND, FORMAT, dump
from clew.model import Filter
from clew.retrieval import browse

PAGE_NODES = 1000

MOST_SECONDS = 3600.0
"""How long an export may take, which holds the space of one moment: of a large one, longer than a writer may."""


def export(space: Space, path: Path) -> int:
    """Write a space to a JSONL file that `clew.loaders.upkeep.restore` reads. Return the number of nodes.

    The file appears whole or not at all, for its owner's eyes, and holds the space of one moment: writers wait
    meanwhile. Where memory is only read they do not wait, and a space that they write is refused. The draft of a killed
    export beside it goes. Where a link leads to a file, that file is written.

    Raises:
        NotFound: nothing was ever remembered in the space.
        InvalidInput: the file cannot be written, or is a folder or a device.
        Conflict: memory is only read, and somebody else wrote meanwhile.
    """
    if space.contents() is None:
        raise NotFound(f"space {space.name!r} holds nothing; there is nothing to export")
    if space.graph.only_reads:
        return _written(path, lambda draft: space.reading(lambda inner: _write_space(inner, draft), looks=False))
    return _written(path, lambda draft: space.transaction(lambda inner: _write_space(inner, draft), MOST_SECONDS))


class _Turn(NamedTuple):
    session: str
    speaker: str
    text: str
    caption: str
    at: datetime | None
    metadata: str | None
    expires_at: datetime | None

    def row(self) -> dict[str, object]:
        """Return it as `remember` reads it, without what is empty."""
        at, expires_at = (each and each.isoformat() for each in (self.at, self.expires_at))
        given = {"at": at, "caption": self.caption, "metadata": json.loads(self.metadata or "{}")}
        row = {"session": self.session, "speaker": self.speaker, "text": self.text} | given | {"expires_at": expires_at}
        return {name: value for name, value in row.items() if value or name == "speaker"}


def export_turns(space: Space, path: Path, where: Filter) -> int:
    """Write the turns that pass a filter as JSON lines that `remember` reads. Return how many there are.

    The file appears whole or not at all, for its owner's eyes. A turn that is forgotten meanwhile is left out.

    Raises:
        NotFound: none passes, or the space has no such session, speaker or entity.
        InvalidInput: the filter asks for other kinds, or the file cannot be written.
    """
    if set(where.kinds or ("Episode",)) != {"Episode"}:
        raise InvalidInput("an export of a part holds turns alone; leave `kinds` out, or export the whole space")
    if where.as_of is not None and where.known_at is None:
        raise InvalidInput("where says as of when; give until for the turns said by then, or known_at")
    is_then = where.known_at is not None
    ids = space.read(load("browse/order_of_turns", str), ids=browse.passing(space, where), is_then=is_then)
    if not ids:
        raise NotFound(f"no turn of space {space.name!r} passes the filter; there is nothing to export")

    def write(draft: Path) -> int:
        pages = (ids[start : start + PAGE_NODES] for start in range(0, len(ids), PAGE_NODES))
        turns = (turn for page in pages for turn in space.read(load("browse/turns_by_id", _Turn), ids=page))
        return _write(draft, (json.dumps(turn.row(), ensure_ascii=False) for turn in turns))

    return _written(path, write)


def write_lines(path: Path, lines: Iterable[str]) -> int:
    """Write lines to a file for its owner's eyes, which appears whole or not at all; return how many.

    Raises:
        InvalidInput: the file cannot be written.
    """
    return _written(path, lambda draft: _write(draft, lines))


def _written(path: Path, work: Callable[[Path], int]) -> int:
    place = Path(os.path.realpath(path))  # unlike Path.resolve, it is never an error
    try:
        if place.exists() and not place.is_file():
            raise InvalidInput(f"{str(path)!r} is no regular file; name another, or a new one")
        with drafted(place) as draft:
            return work(draft)
    except OSError as error:
        raise InvalidInput(f"cannot write {str(path)!r}: {error.strerror}; name a file that can be written") from None


def _write(draft: Path, lines: Iterable[str]) -> int:
    """Write lines to a new file for its owner's eyes; return how many."""
    draft.unlink(missing_ok=True)
    with open(draft, "x", encoding="utf-8", opener=private) as file:
        return sum(bool(file.write(f"{line}\n")) for line in lines)


def _write_space(transaction: SpaceTransaction, draft: Path) -> int:
    def state() -> object:
        return transaction.inner.run(load("maintain/bulk_spaces"), names=[transaction.space.name])

    if not transaction.space.graph.only_reads:
        transaction.lock()
    elif transaction.run(load("maintain/is_due", bool), **transaction.space.due())[0] or transaction.run(
        load("store/expired", str), limit=1
    ):
        raise Due
    before, ids = state(), list[str]()
    _write(draft, _lines(transaction, ids))
    if state() != before:
        raise Conflict(f"space {transaction.space.name!r} was written while it was exported; export it again")
    return len(ids)


def _lines(transaction: SpaceTransaction, ids: list[str]) -> Iterator[str]:
    """Yield all that a space holds as the lines of its file; `ids` gets those of its nodes."""
    encoder = identity(transaction.space.encoder)
    yield dump({"clew": FORMAT, "schema": VERSION, "encoder": encoder, "space": transaction.space.name})
    query, after = load("maintain/export_nodes", dict[str, object]), ""
    while page := transaction.run(query, after=after, limit=PAGE_NODES):
        after = str(page[-1]["id"])
        for node in page:
            ids.append(str(node["id"]))
            yield dump({"node": {name: value for name, value in node.items() if name not in BOUND}})
    for start in range(0, len(ids), PAGE_NODES):
        columns = tuple[str, str, str, dict[str, object]]
        rows = transaction.run(load("maintain/export_relationships", columns), ids=ids[start : start + PAGE_NODES])
        for type_, source, target, properties in rows:
            yield dump({"relation": {"type": type_, "source": source, "target": target, "properties": properties}})
    yield dump({"end": len(ids)})
