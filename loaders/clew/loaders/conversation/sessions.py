"""Conversation into memory: a stored session is brought up to the turns given, or a live turn is appended to it.

What two processes remember at once is what they would have remembered one after the other (`Space.settle`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.errors import Conflict
from clew.loaders.conversation import episodes
from clew.loaders.conversation.episodes import ALL, Links, given_id, spoken
from clew.loaders.conversation.turns import checked
from clew.model import Remembered, Transcript, Turn
from clew.queries import load
from clew.rows import Row
from clew.space import Changed, Space, SpaceTransaction, check_name


@dataclass(frozen=True, slots=True)
class _Stored:
    """How far a session reaches: the position after its last turn ever, and its last turn that is still there."""

    length: int = 0
    last: int | None = None


@dataclass(frozen=True, slots=True)
class _Plan:
    """Turns that are new to what is known of their sessions."""

    known: Mapping[str, _Stored]
    rows: Sequence[Row]


def remember(
    space: Space, session: str, turns: Iterable[Turn | Mapping[str, object]], *, links: Links = ALL
) -> Remembered:
    """Bring a stored session up to the turns given, which start at its position 0.

    A stored prefix is left alone, what is new is appended, and what was forgotten stays forgotten: doing it again
    changes nothing. All new turns are written in one transaction.

    Args:
        space: where.
        session: its name.
        turns: the session so far; mappings hold the fields of `Turn`.
        links: what turns are joined to.

    Raises:
        InvalidInput: the name or a turn cannot be used.
        Conflict: a turn differs from what is stored at its position.
    """
    check_name("session", session)
    return _bring_up(space, [Transcript(session, tuple(checked(turns)))], links=links)[0]


def remember_together(space: Space, transcripts: Iterable[Transcript], *, links: Links = ALL) -> tuple[Remembered, ...]:
    """Bring several stored sessions up to what is given, in one transaction; as `remember` does for one.

    Args:
        space: where.
        transcripts: of different sessions.
        links: what turns are joined to.

    Raises:
        InvalidInput: a name or a turn cannot be used.
        Conflict: a turn differs from what is stored at its position; nothing was written.
    """
    whole = [Transcript(check_name("session", each.session), tuple(checked(each.turns))) for each in transcripts]
    return _bring_up(space, whole, links=links)


def add(
    space: Space,
    session: str,
    turn: Turn | Mapping[str, object],
    *,
    id: str | None = None,
    links: Links = ALL,
) -> str:
    """Append one live turn to a session, and return its id.

    Args:
        space: where.
        session: its name.
        turn: what was said.
        id: of the caller's choice. The same id again is a retry and changes nothing.
        links: what the turn is joined to.

    Raises:
        InvalidInput: the name, the id or the turn cannot be used.
        Conflict: another turn has that id.
    """
    check_name("session", session)
    wanted = checked([turn])[0]
    row = episodes.row(session, 0, wanted)

    def prepare() -> Row:
        episodes.embed(space, [row])
        return row

    def write(transaction: SpaceTransaction, row: Row) -> str:
        transaction.lock()
        if id is not None and _is_retry(transaction, session, given_id(id), wanted):
            return given_id(id)
        stored = _stored(transaction.run, [Transcript(session, ())])[session]
        row.update(position=stored.length)
        row.update(id=given_id(id) if id is not None else episodes.episode_id(session, stored.length))
        episodes.append(space, transaction, [row], {session: stored.last}, links=links)
        return str(row["id"])

    return space.settle(prepare, write)


def _bring_up(space: Space, transcripts: Sequence[Transcript], *, links: Links) -> tuple[Remembered, ...]:
    def prepare() -> _Plan | None:
        known = _stored(space.read, transcripts)
        rows = _new(transcripts, known)
        episodes.embed(space, rows)
        return _Plan(known, rows) if rows else None

    def write(transaction: SpaceTransaction, plan: _Plan) -> Counter[str]:
        transaction.lock()
        stored = _stored(transaction.run, transcripts)
        if any(stored[session].length < plan.known[session].length for session in stored):
            raise Changed  # a session was forgotten
        new = [row for row in plan.rows if row["position"] >= stored[row["session"]].length]
        last = {session: each.last for session, each in stored.items()}
        episodes.append(space, transaction, new, last, links=links)
        return Counter(row["session"] for row in new)

    added = space.settle(prepare, write) or Counter[str]()
    return tuple(
        Remembered(each.session, added[each.session], len(each.turns) - added[each.session]) for each in transcripts
    )


def _new(transcripts: Sequence[Transcript], known: Mapping[str, _Stored]) -> list[Row]:
    """The turns that are not stored, not embedded yet."""
    return [
        episodes.row(each.session, position, turn)
        for each in transcripts
        for position, turn in enumerate(each.turns)
        if position >= known[each.session].length
    ]


def _stored(run: Callable[..., list[Row]], transcripts: Sequence[Transcript]) -> dict[str, _Stored]:
    """What is stored of each session.

    Raises:
        Conflict: a stored turn differs from the one given.
    """
    stored = {each.session: _Stored() for each in transcripts}
    given = {each.session: each.turns for each in transcripts}
    asked = [{"name": each.session, "end": len(each.turns)} for each in transcripts]
    for row in run(load("write/stored_turns"), sessions=asked):
        stored[row["session"]] = _Stored(row["length"], row["last"])
        turns: list[tuple[int, str, str, str]] = row["turns"]
        for position, *turn in turns:
            _check_same(row["session"], position, turn, given[row["session"]][position])
    return stored


def _check_same(session: str, position: int, stored: Sequence[str], given: Turn) -> None:
    if list(stored) != [given.speaker, given.text, given.caption]:
        raise Conflict(
            f"session {session!r}, turn {position} is stored as {_short(f'{stored[0]}: {stored[1]}')}, not as "
            f"{_short(spoken(given))}; append after it, forget the session first, or name another"
        )


def _is_retry(transaction: SpaceTransaction, session: str, id: str, wanted: Turn) -> bool:
    rows = transaction.run(load("write/episode"), id=id)
    same = {"session": session, "speaker": wanted.speaker, "text": wanted.text, "caption": wanted.caption}
    if rows and rows[0] != same:
        raise Conflict(
            f"id {id!r} belongs to {_short(rows[0]['text'])} in session {rows[0]['session']!r}; give another id"
        )
    return bool(rows)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
