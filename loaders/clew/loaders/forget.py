"""Removes memory: turns, facts, a session or a whole space, all or nothing, with a receipt of what went.

What rested on it alone goes with it, the chain closes over the gap, and nothing of the text stays in a session's words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from clew.clock import FOREVER, now
from clew.errors import InvalidInput, NotFound
from clew.graph import Row
from clew.loaders.episodes import session_text
from clew.loaders.knowledge.reflection import refresh_reflections
from clew.loaders.places import source
from clew.model import Receipt, Turn
from clew.queries import load
from clew.space import Space, SpaceTransaction

AT_ONCE = 20_000
"""Nodes of a space that are removed in one transaction: about 25 kB of the server's heap each."""


def forget_turns(space: Space, ids: Iterable[str]) -> Receipt:
    """Forget turns, passages, facts and reflections by their ids; what stands before and after a turn stays joined.

    Raises:
        InvalidInput: no id was given.
        NotFound: an id is none of these in the space; nothing was removed.
    """
    wanted = list(dict.fromkeys(ids))
    if not wanted:
        raise InvalidInput("no id was given; name what to forget")

    def work(transaction: SpaceTransaction) -> Receipt:
        transaction.lock()
        doomed = {row["id"]: row for row in transaction.run(load("maintain/doomed"), ids=wanted)}
        if missing := [id for id in wanted if id not in doomed]:
            raise NotFound(f"space {space.name!r} has no memory {missing[0]!r}; nothing was removed")
        transaction.run(load("maintain/note_forgotten"), ids=wanted)
        rows = remove(transaction, wanted)
        transaction.run(load("maintain/relink"), pairs=_gaps(doomed), now=now(), forever=FOREVER)
        for session in sorted({row["session"] for row in doomed.values()} - {None}):
            _refresh(transaction, session)
        transaction.run(load("maintain/refresh_space"))
        return _receipt(", ".join(wanted[:3]) + (" …" if len(wanted) > 3 else ""), rows)

    return space.transaction(work)


def forget_session(space: Space, session: str) -> Receipt:
    """Forget a session with all of its turns.

    Raises:
        NotFound: the space has no such session.
    """

    def work(transaction: SpaceTransaction) -> Receipt:
        transaction.lock()
        if not transaction.run(load("recall/has_session"), session=session)[0]["found"]:
            raise NotFound(f"space {space.name!r} has no session {session!r}; nothing was removed")
        turns = [row["id"] for row in transaction.run(load("maintain/session_turns"), session=session)]
        rows = remove(transaction, [*turns, f"session:{session}"])
        transaction.run(load("maintain/refresh_space"))
        return _receipt(f"session:{session}", rows)

    return space.transaction(work)


def forget_documents(space: Space, name: str) -> Receipt:
    """Forget the documents that a name stands for: an id, a file, all below a folder, a record, or a title.

    Very many go in several transactions, whole documents in each; after an interruption, doing it again removes the
    rest.

    Raises:
        InvalidInput: the name is blank.
        NotFound: it stands for none.
    """
    if not name.strip():
        raise InvalidInput("no document was named; give a file, a folder, a title or an id")
    found = documents_called(space, name)
    if not found:
        raise NotFound(f"space {space.name!r} has no document {name!r}; nothing was removed")
    return _receipt(f"document:{name.removeprefix('document:')}", remove_documents(space, found))


def documents_called(space: Space, name: str) -> list[Row]:
    """The documents that a name stands for: `id` and `passages` of each."""
    id = name if name.startswith("document:") else f"document:{name}"
    if exact := space.read(load("write/stored_documents"), ids=[id]):
        return exact
    files = [name, *_resolved(name)]
    return space.read(load("maintain/documents"), files=files, title=name)


def remove_documents(space: Space, found: Sequence[Row]) -> list[Row]:
    """Remove documents with the passages that they have by then, about `AT_ONCE` nodes in a transaction."""

    def work(transaction: SpaceTransaction, ids: Sequence[str]) -> list[Row]:
        transaction.lock()
        there = transaction.run(load("write/stored_documents"), ids=ids)
        return remove(transaction, [id for row in there for id in (row["id"], *row["passages"])])

    groups: list[list[str]] = [[]]
    size = 0
    for row in found:
        if size >= AT_ONCE:
            groups.append([])
            size = 0
        groups[-1].append(row["id"])
        size += 1 + len(row["passages"])
    return [row for ids in groups for row in space.transaction(lambda transaction, ids=ids: work(transaction, ids))]


def _resolved(name: str) -> list[str]:
    """The absolute path that a name may stand for; none where it cannot be one."""
    try:
        return [source(Path(name))]
    except (OSError, ValueError):
        return []


def forget_space(space: Space) -> Receipt:
    """Forget everything of a space.

    One transaction closes it to everybody. It also removes up to `AT_ONCE` nodes, which is all of most spaces; of a
    larger one the rest goes in further transactions, because one would not fit the server's memory. After an
    interruption the space stays closed, and doing it again removes the rest.

    Raises:
        NotFound: nothing was ever remembered in it.
    """
    if not space.read(load("recall/contents")):
        raise NotFound(f"space {space.name!r} holds nothing; nothing was removed")
    pages = [_remove_page(space)]
    while len(pages[-1]["removed"]) == AT_ONCE:
        pages.append(_remove_page(space))
    return _receipt(f"space:{space.name}", pages)


def remove(transaction: SpaceTransaction, ids: Sequence[str]) -> list[Row]:
    """Remove nodes with what rests on them alone; the transaction has the lock of the space.

    Returns:
        One row: `removed`, id and kind of each node, `relations`, how many went, and the ids of the facts that are
        `weakened` and `revived`.
    """
    resting = transaction.run(load("maintain/unsupported"), ids=list(ids))[0]
    everything = list(dict.fromkeys([*ids, *resting["fallen"]]))
    lost = transaction.run(load("maintain/weaken"), rows=resting["weakened"])[0]["relations"]
    ends = transaction.run(load("maintain/revive"), ids=everything, forever=FOREVER)[0]
    untitled = transaction.run(load("maintain/remove_titles"), ids=everything)[0]["relations"]
    unstated = transaction.run(load("maintain/remove_stated"), ids=list(ids))[0]["relations"]
    row = transaction.run(load("maintain/remove"), ids=everything)[0]
    weakened = {id for id, _ in resting["weakened"]}
    refresh_reflections(transaction, sorted(weakened | set(ends["touched"])), now())
    relations = row["relations"] + untitled + unstated + lost
    return [{"removed": row["removed"], "relations": relations, "weakened": weakened, "revived": ends["revived"]}]


def _remove_page(space: Space) -> Row:
    def work(transaction: SpaceTransaction) -> Row:
        transaction.run(load("maintain/close_space"), now=now())
        return transaction.run(load("maintain/remove_space"), limit=AT_ONCE)[0] | {"weakened": [], "revived": []}

    return space.transaction(work)


def _gaps(doomed: Mapping[str, Row]) -> list[list[str]]:
    """Per run of forgotten turns, the turn before it and the turn after it, where both stay."""
    pairs: list[list[str]] = []
    for row in doomed.values():
        before, after = row["before"], row["after"]
        if before is None or before in doomed:
            continue
        while after in doomed:
            after = doomed[after]["after"]
        if after is not None:
            pairs.append([before, after])
    return pairs


def _refresh(transaction: SpaceTransaction, session: str) -> None:
    turns = [
        Turn(row["text"], row["speaker"], caption=row["caption"])
        for row in transaction.run(load("maintain/session_turns"), session=session)
    ]
    transaction.run(
        load("maintain/refresh_session"),
        session=session,
        speakers=sorted({turn.speaker for turn in turns} - {""}),
        text=session_text(turns),
    )


def _receipt(asked: str, rows: Sequence[Row]) -> Receipt:
    removed: list[list[str]] = [node for row in rows for node in row["removed"]]
    kinds = Counter(kind for _, kind in removed)
    relations = sum(row["relations"] for row in rows)
    ids = {id for id, _ in removed}
    weakened, revived = (sorted({id for row in rows for id in row[name]} - ids) for name in ("weakened", "revived"))
    return Receipt(asked, dict(sorted(kinds.items())), relations, tuple(sorted(ids)), tuple(weakened), tuple(revived))
