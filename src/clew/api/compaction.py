"""Makes the store of the managed server anew, without what was deleted from it, and searches its files for words."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from clew import server
from clew.api.memory import Memory
from clew.errors import Conflict
from clew.graph.drafts import DRAFT
from clew.graph.queries import load
from clew.model import Progress
from clew.retrieval.bulk.export import SpaceState
from clew.server.layout import check_space, write_private
from clew.server.managed import ROOM, take_data
from clew.text.arguments import texts

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

FOLDER = "compacting"  # in the server's home: exports, and the server that is made of them
ROUND = 2  # how often the store must find room on the disk: as exports, and anew
PAGE_ENTRIES = 1000
PIECE = 2**24  # bytes of a file that are searched at once


@dataclass(frozen=True, slots=True)
class Compacted:
    """The result of a compaction."""

    spaces: int  # that were copied
    before: int  # bytes of the store
    after: int
    words: int  # that were looked for in all files of the server
    found: tuple[str, ...]  # each file that holds one, with the word; none where all are gone


def compact(
    settings: server.ServerSettings | None = None,
    *,
    words: Iterable[str] | str = (),
    encoder: "Embeddings | None" = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Compacted:
    """Copy all that is stored into a new store, and put it in place of the old one, with its freed records and logs.

    Until the copy is whole the old store stays as it is: interrupted, nothing has changed, and doing it again begins
    anew. The server is started for it, and runs afterwards.

    Args:
        settings: of the managed server; None: the default one.
        words: looked for afterwards in all files of the server, in any case; such as those of forgotten texts.
        encoder: of the store; None: the one that the store names.
        on_progress: told after each space, and while servers start.

    Returns:
        The sizes before and after, and where a word was found.

    Raises:
        Conflict: a space was written while it was copied, or is being forgotten; the store is as it was.
        LocalServerError: the disk has no room for the copy, or a server does not start.

    Example:
        compact(words=["Xylanthemum"]).found
    """
    chosen, wanted = settings or server.ServerSettings(), texts("words", words)
    place = server.home(chosen) / FOLDER
    other = replace(chosen, home=place)
    _clear(other)
    address = server.start(chosen, on_progress)
    before = server.status(chosen).data_bytes
    check_space(place.parent, ROUND * before + ROOM)
    place.mkdir(mode=0o700)
    write_private(place / "password", f"{address.password}\n")
    try:
        with _opened(address, encoder) as memory:
            states = _copied(memory, place / "kept", other, on_progress)
            if states != _states(memory):
                raise Conflict("a space was written while it was copied; stop its writers, then compact again")
        server.stop(other)
        server.stop(chosen)
        take_data(chosen, place / "data")
    finally:
        _clear(other)
    server.start(chosen, on_progress)
    found = tuple(found_words(place.parent, wanted))
    return Compacted(len(states), before, server.status(chosen).data_bytes, len(wanted), found)


def found_words(folder: Path, words: Sequence[str]) -> Iterator[str]:
    """Yield each file below a folder that holds a word, in any case and in the encodings that a store may use."""
    forms = {
        form.encode(code): word
        for word in words
        for form in (word, word.lower(), word.upper(), word.capitalize())
        for code in ("utf-8", "utf-16-le", "utf-16-be")
    }
    longest = max(map(len, forms), default=0)
    for path in sorted(each for each in folder.rglob("*") if each.is_file()) if forms else ():
        seen, left = set[str](), b""
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                data = left + piece
                seen |= {word for form, word in forms.items() if form in data}
                left = data[-longest:]
        yield from (f"{path}: {word}" for word in sorted(seen))


def _copied(
    memory: Memory, kept: Path, other: server.ServerSettings, on_progress: Callable[[Progress], None] | None
) -> list[SpaceState]:
    """Export each space, and restore it on the other server. Return the state of each as it was exported."""
    kept.mkdir(mode=0o700)
    names, states = memory.space.graph.read(load("maintain/spaces", str)), list[SpaceState]()
    with _opened(server.start(other, on_progress), memory.space.encoder) as copy:
        for number, name in enumerate(names, 1):
            file = kept / f"{DRAFT}{number}.part"  # a proof of forgetting looks into what has this name
            memory.for_space(name).export(file)
            states += _states(memory, name)
            copy.for_space(name).restore(file)
            file.unlink()
            if on_progress:
                on_progress(Progress("compact", number, len(names), "spaces"))
        after, query = "", load("audit/all", dict[str, object])  # of spaces that are forgotten as well
        while page := memory.space.graph.read(query, after=after, limit=PAGE_ENTRIES):
            copy.space.graph.write(load("audit/keep"), rows=page)
            after = str(page[-1]["id"])
    return sorted(states)


def _states(memory: Memory, *names: str) -> list[SpaceState]:
    graph = memory.space.graph
    wanted = list(names) or graph.read(load("maintain/spaces", str))
    return sorted(graph.read(load("maintain/bulk_spaces", SpaceState), names=wanted))


def _opened(address: server.Address, encoder: "Embeddings | None") -> Memory:
    return Memory.open(address.uri, auth=(address.user, address.password), encoder=encoder)


def _clear(other: server.ServerSettings) -> None:
    """Remove what a compaction left, with its server."""
    place = server.home(other)
    if place.exists():
        server.stop(other)
        shutil.rmtree(place)
