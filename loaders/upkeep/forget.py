"""Removes memory: by ids, a session, documents or a whole space, with a receipt that says why each thing went.

Memory that fits one transaction goes at once. More goes page by page, parts before the whole. Each page leaves a graph
that agrees with itself. The space notes what is leaving, and the next opening or forgetting ends what was interrupted.

A dry run does the same in one transaction that is undone: its receipt is that of the real one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar, cast

from clew.errors import InvalidInput, NotFound, ReadOnly
from clew.graph.queries import load
from clew.graph.read_only import EXPIRED_REMEDY, ReadOnlyGraph
from clew.graph.schema import declared
from clew.graph.space import Space, SpaceTransaction, session_as_stored, spellings
from clew.loaders.batches import batches
from clew.loaders.documents.documents import forgotten_note
from clew.loaders.sources.detection import opened
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.quoting import called as called_path
from clew.loaders.sources.quoting import source
from clew.loaders.upkeep.forget_cascade import ASKED, Removed, Unembedded, Vectors, remove
from clew.model import Receipt
from clew.text.instants import now

T = TypeVar("T")

PAGE_NODES = 2000
"""Nodes that are removed in one transaction, without what goes with them: about 25 kB of the server's heap each."""

PAGE_CHARACTERS = 4_000_000  # of their texts
MAX_ITEMS = 2**31 - 1  # items that a reading leaves out at once: all


class _Run(Protocol):
    """Runs a part of the work: in a transaction of its own, or in the one of a dry run."""

    def __call__(self, work: Callable[[SpaceTransaction, Vectors], T], /) -> T: ...


_Leaving = tuple[bool | None, list[str]]  # whether the whole space is being forgotten, else ids of what is


class StoredDocument(NamedTuple):
    """A document in the graph, with the ids of its passages."""

    id: str
    source: str
    file: str
    passages: list[str]


def forget_ids(space: Space, ids: Iterable[str], *, dry_run: bool = False) -> Receipt:
    """Forget turns, passages, facts and all else that is forgettable by their ids."""
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        raise InvalidInput("no id was given; name what to forget")
    if rooms := [id.removeprefix("room:") for id in wanted if id.startswith("room:")]:
        areas = space.read(load("scene/areas_of_room", tuple[str, str]), rooms=rooms)
        if missing := sorted(set(rooms) - {room for _, room in areas}):
            raise NotFound(f"space {space.name!r} has no room {missing[0]!r}; nothing was removed")
        wanted = list(dict.fromkeys([id for id in wanted if not id.startswith("room:")] + [id for id, _ in areas]))
    asked = ", ".join(wanted[:3]) + (" …" if len(wanted) > 3 else "")
    return _forget(space, asked, [wanted], declared().forgettable_kinds(), dry_run=dry_run)


def forget_each(space: Space, asked: str, ids: Iterable[str], *, dry_run: bool = False) -> Receipt:
    """Forget memories by their ids, however many, page by page; one that is gone by then is passed over.

    Interrupted, it has forgotten some. Whoever asks for the others completes it.
    """
    return _forget(space, asked, list(batches(ids, PAGE_NODES)), dry_run=dry_run)


def forget_expired(space: Space, *, dry_run: bool = False) -> Receipt:
    """Forget the turns that have expired and what has been kept for as long as its kind is, page by page.

    Raises:
        ReadOnly: memory is only read, and something has expired.
    """
    space = replace(space, forget_expired=None)
    ids = space.read(load("maintain/due", str), **space.due())
    if space.graph.only_reads and ids:
        raise ReadOnly(f"space {space.name!r} holds what has expired, which is shown to nobody; {EXPIRED_REMEDY}")
    return forget_each(space, "expired", ids, dry_run=dry_run)


def without_expired(space: Space, work: Callable[[SpaceTransaction], T]) -> T:
    """Run `work` on what a space that is only read holds without what has expired.

    That is forgotten in the transaction of the work, which is undone. A writer is waited for, and waits.
    """
    graph = cast("ReadOnlyGraph", space.graph)

    def left(transaction: SpaceTransaction, vectors: Vectors) -> T:
        transaction.lock()
        ids, is_last = transaction.run(load("maintain/due", str), **space.due()), False
        while not is_last:
            _, is_last = _remove_page(transaction, ids, vectors)
        if items := transaction.run(load("store/expired", str), limit=MAX_ITEMS):
            remove(transaction, dict.fromkeys(items, ASKED), vectors)
        return work(transaction)

    def undone(run: Callable[[SpaceTransaction], T]) -> T:
        return graph.undone(lambda inner: run(SpaceTransaction(inner, space, is_undone=True)), {"space": space.name})

    return _embedding(space, left, undone)


def forget_session(space: Space, session: str, *, dry_run: bool = False) -> Receipt:
    """Forget a session with all of its turns, in whichever spelling of its name the space has it."""
    id = f"session:{session_as_stored(space.read, session) or session}"
    return _forget(space, id, [[id]], ["Session"], dry_run=dry_run)


def forget_from(space: Space, session: str, position: int) -> Receipt | None:
    """Forget the turns of a session from a position on, at which it ends then; None where there are none.

    It ends there first: interrupted, turns stand behind its end, and doing it again forgets them.
    """

    def shorten(transaction: SpaceTransaction) -> list[str]:
        found = transaction.run(load("write/shorten_session", list[str]), session=session, length=position)
        return found[0] if found else []

    ids = space.locked(shorten)
    return forget_ids(space, ids) if ids else None


def forget_file(space: Space, path: Path, *, dry_run: bool = False) -> Receipt:
    """Forget the sessions that a file or folder of conversations holds now, each whole.

    Raises:
        InvalidInput: the file cannot be read.
        NotFound: the space has none of its sessions.
    """
    with opened(path, notes=Notes(keeps_tools=True, keeps_branches=True)) as sources:  # whatever was kept
        names = [name for each in sources for name in each.sessions]
    ids = [f"session:{session_as_stored(space.read, name) or name}" for name in names]
    there = [id for id, _ in space.read(load("maintain/kinds", tuple[str, str]), ids=ids)]
    if not there:
        raise NotFound(f"space {space.name!r} has no session of {called_path(path)}; nothing was removed")
    return _forget(space, f"file:{called_path(path)}", [there], ["Session"], dry_run=dry_run)


def forget_documents(space: Space, name: str, *, dry_run: bool = False) -> Receipt:
    """Forget the documents that a name stands for: an id, a file, all below a folder, a record, or a title."""
    return _forget(space, f"document:{name.removeprefix('document:')}", [called(space, name)], dry_run=dry_run)


def called(space: Space, name: str) -> list[str]:
    """Return the ids of the documents that a name stands for; at least one."""
    if not name.strip():
        raise InvalidInput("no document was named; give a file, a folder, a title or an id")
    for written in dict.fromkeys((name, *spellings(name))):  # as it is given, else as Unicode may write it otherwise
        id = written if written.startswith("document:") else f"document:{written}"
        if space.read(load("maintain/kinds", tuple[str, str]), ids=[id]):
            return [id]
        files = [written]
        with suppress(OSError, ValueError):  # it cannot be a path
            files.append(source(Path(written)))
        if found := stored_documents(space, files, title=written):
            return [each.id for each in found]
    raise NotFound(f"space {space.name!r} has no document {name!r}; nothing was removed")


def stored_documents(space: Space, files: Sequence[str], *, title: str = "") -> list[StoredDocument]:
    """Return the documents that were read from files, or have a title."""
    return space.read(load("maintain/documents", StoredDocument), files=list(files), title=title)


def remove_documents(space: Space, ids: Sequence[str]) -> Receipt:
    """Forget documents by their ids; one that is gone already is passed over."""
    return _forget(space, ", ".join(ids[:3]), [ids])


def forget_space(space: Space, *, dry_run: bool = False) -> Receipt:
    """Forget everything of a space, which is closed to everybody from the first page on."""
    done = _work(space, partial(_empty, begins=True), dry_run=dry_run)
    if not done.kinds:
        raise NotFound(f"space {space.name!r} holds nothing; nothing was removed")
    return _receipt(f"space:{space.name}", done)


def finish(space: Space) -> None:
    """End a forgetting that was interrupted.

    Raises:
        ReadOnly: memory is only read, and there is one.
    """
    for is_closed, leaving in space.read(load("maintain/leaving", _Leaving)):
        if space.graph.only_reads and (is_closed or leaving):
            told = f"space {space.name!r} is being forgotten, or much of it"
            raise ReadOnly(f"{told}; wait, or where that was interrupted, open it once to write")
        if is_closed:
            _empty(partial(_embedding, space), begins=False)
        elif leaving:
            _remove_pages(partial(_embedding, space), leaving)


def _forget(
    space: Space,
    asked: str,
    pages: Sequence[Sequence[str]],
    kinds: Sequence[str] | None = None,
    *,
    dry_run: bool = False,
) -> Receipt:
    """Remove pages of nodes, with their parts; where `kinds` are given, each must be there and of one of them."""

    def begin(transaction: SpaceTransaction, vectors: Vectors, roots: Sequence[str]) -> tuple[Removed, bool]:
        transaction.lock()
        if kinds is not None:
            found = transaction.run(load("maintain/kinds", tuple[str, str]), ids=roots)
            there = {id for id, kind in found if kind in kinds}
            if missing := [id for id in roots if id not in there]:
                raise NotFound(f"space {transaction.space.name!r} has no memory {missing[0]!r}; nothing was removed")
        passages = transaction.run(load("maintain/passage_texts", tuple[str, str]), ids=roots)
        rows = [{"id": id, "note": forgotten_note(id, text)} for id, text in passages]
        transaction.run(load("maintain/note_forgotten"), rows=rows)
        page = _remove_page(transaction, roots, vectors)
        if not page[1]:
            transaction.run(load("maintain/note_leaving"), ids=roots)
        return page

    def work(run: _Run) -> Removed:
        done = Removed()
        for roots in pages:
            page, is_done = run(partial(begin, roots=roots))
            done.add(page)
            if not is_done:
                done.add(_remove_pages(run, roots))
        return done

    if not dry_run:
        finish(space)
    return _receipt(asked, _work(space, work, dry_run=dry_run))


def _work(space: Space, work: Callable[[_Run], Removed], *, dry_run: bool) -> Removed:
    """Do some work in transactions of its own, or of a dry run all in one that is undone."""
    if dry_run:

        def all_in_one(transaction: SpaceTransaction, vectors: Vectors) -> Removed:
            return work(lambda part: part(transaction, vectors))

        return _embedding(space, all_in_one, space.trying)
    return work(partial(_embedding, space))


def _remove_pages(run: _Run, roots: Sequence[str]) -> Removed:
    """Remove what is noted as leaving, in transactions of its own; another process may do the same."""

    def work(transaction: SpaceTransaction, vectors: Vectors) -> tuple[Removed, bool]:
        noted = transaction.run(load("maintain/lock_leaving", _Leaving), now=now())
        if not noted or noted[0][1] != list(roots):
            return Removed(), True
        page = _remove_page(transaction, roots, vectors)
        if page[1]:
            transaction.run(load("maintain/note_leaving"), ids=None)
        return page

    done, is_done = Removed(), False
    while not is_done:
        page, is_done = run(work)
        done.add(page)
    return done


def _embedding(
    space: Space,
    work: Callable[[SpaceTransaction, Vectors], T],
    within: Callable[[Callable[[SpaceTransaction], T]], T] | None = None,
) -> T:
    """Run `work` in a transaction, again with each vector that it lacked: texts are embedded outside of it."""
    vectors = dict[str, Sequence[float]]()

    def run(transaction: SpaceTransaction) -> T:
        return work(transaction, vectors)

    while True:
        try:
            return within(run) if within else space.transaction(run)
        except Unembedded as missing:
            vectors.update(zip(missing.texts, space.embed(missing.texts), strict=True))


def _remove_page(transaction: SpaceTransaction, roots: Sequence[str], vectors: Vectors) -> tuple[Removed, bool]:
    """Remove a page of nodes and their parts, at least one. Return what went, and whether that was the last."""
    parts = transaction.run(load("maintain/parts", tuple[str, str, int]), ids=roots, limit=PAGE_NODES + 1)
    reasons, taken = dict[str, str](), 0
    for id, whole, characters in parts:
        taken += characters
        if reasons and (len(reasons) == PAGE_NODES or taken > PAGE_CHARACTERS):
            break
        reasons[id] = f"part of {whole}"
    is_last = len(reasons) == len(parts)
    if not reasons:
        return Removed(), is_last
    return remove(transaction, reasons | {id: ASKED for id in roots if id in reasons}, vectors), is_last


def _empty(run: _Run, *, begins: bool) -> Removed:
    """Remove all nodes of a space, page by page; the first closes it, where this `begins` to forget it.

    Another process may do the same, and end it: what is remembered from then on is in a space that is open.
    """

    def work(transaction: SpaceTransaction, _: Vectors, *, closes: bool) -> Removed:
        if closes:
            transaction.run(load("maintain/close_space"), now=now())
        elif not any(is_closed for is_closed, _ in transaction.run(load("maintain/lock_leaving", _Leaving), now=now())):
            return Removed()
        query = load("maintain/remove_space", tuple[str, str, int])
        gone = transaction.run(query, limit=PAGE_NODES, characters=PAGE_CHARACTERS)
        kinds = {id: kind for id, kind, _ in gone}
        return Removed(kinds, sum(relationships for *_, relationships in gone), dict.fromkeys(kinds, ASKED))

    done = Removed()
    while (page := run(partial(work, closes=begins and not done.kinds))).kinds:
        done.add(page)
    return done


def _receipt(asked: str, done: Removed) -> Receipt:
    kinds = Counter(done.kinds.values())
    weakened, revived = (tuple(sorted(each.keys() - done.kinds.keys())) for each in (done.weakened, done.revived))
    reasons = done.revived | done.weakened | done.removed
    return Receipt(
        asked, dict(sorted(kinds.items())), done.relationships, tuple(sorted(done.kinds)), weakened, revived, reasons
    )
