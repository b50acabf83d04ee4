"""Conversation into the graph: turns become dated episodes of a session, chained by NEXT, joined by concepts.

Each call embeds first and then writes in one managed transaction that holds the lock of the space's one writer, so
what two processes remember at once is what they would have remembered one after the other.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from clew.clock import FOREVER, day, now
from clew.errors import Conflict, InvalidInput
from clew.graph import Row
from clew.loaders.concepts import concepts
from clew.loaders.turns import checked, metadata_json
from clew.model import Remembered, Turn
from clew.queries import load
from clew.space import Space, SpaceTransaction, check_name

BATCH = 1000
"""Rows per statement; with the search indexes online, batches of 100 write at less than half the rate."""

SESSION_TEXT = 40_000
"""Characters of a session's own full text: its opening. More would make appending a turn cost ever more."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """How far a session reaches: the position after its last turn ever, and its last turn that is still there."""

    length: int = 0
    last: int | None = None


def remember(
    space: Space, session: str, turns: Iterable[Turn | Mapping[str, object]], *, link_concepts: bool = True
) -> Remembered:
    """Bring a stored session up to the turns given, which start at its position 0.

    A stored prefix is left alone, what is new is appended, and what was forgotten stays forgotten: doing it again
    changes nothing. All new turns are written in one transaction.

    Args:
        space: where.
        session: its name.
        turns: the session so far; mappings hold the fields of `Turn`.
        link_concepts: whether turns are joined to the concepts that they mention.

    Raises:
        InvalidInput: the name or a turn cannot be used.
        Conflict: a turn differs from what is stored at its position.
    """
    check_name("session", session)
    wanted = checked(turns)
    while (appended := _remember_new(space, session, wanted, link_concepts=link_concepts)) is None:
        pass  # the session was forgotten since its length was read: start anew
    return Remembered(session, appended, len(wanted) - appended)


def add(
    space: Space,
    session: str,
    turn: Turn | Mapping[str, object],
    *,
    id: str | None = None,
    link_concepts: bool = True,
) -> str:
    """Append one live turn to a session, and return its id.

    Args:
        space: where.
        session: its name.
        turn: what was said.
        id: of the caller's choice. The same id again is a retry and changes nothing.
        link_concepts: whether the turn is joined to the concepts that it mentions.

    Raises:
        InvalidInput: the name, the id or the turn cannot be used.
        Conflict: another turn has that id.
    """
    check_name("session", session)
    wanted = checked([turn])[0]
    row = _row(session, 0, wanted)
    _embed(space, [row])

    def write(transaction: SpaceTransaction) -> str:
        transaction.run(load("write/lock_space"), now=now())
        if id is not None and _is_retry(transaction, session, given_id(id), wanted):
            return given_id(id)
        stored = _stored_prefix(transaction.run, session, [])
        row.update(position=stored.length, id=given_id(id) if id is not None else episode_id(session, stored.length))
        _append(space, transaction, session, [row], stored.last, link_concepts=link_concepts)
        return str(row["id"])

    return space.transaction(write)


def _remember_new(space: Space, session: str, wanted: Sequence[Turn], *, link_concepts: bool) -> int | None:
    """Write the turns that are not stored, and return their number; None where the session has become shorter."""
    known = _stored_prefix(space.read, session, wanted).length
    rows = [_row(session, position, turn) for position, turn in enumerate(wanted) if position >= known]
    _embed(space, rows)

    def write(transaction: SpaceTransaction) -> int | None:
        transaction.run(load("write/lock_space"), now=now())
        stored = _stored_prefix(transaction.run, session, wanted)
        if stored.length < known:
            return None
        new = [row for row in rows if row["position"] >= stored.length]
        _append(space, transaction, session, new, stored.last, link_concepts=link_concepts)
        return len(new)

    return space.transaction(write) if rows else 0


def episode_id(session: str, position: int) -> str:
    """The id of the turn at a position, where its writer chose none."""
    return f"episode:{session}/{position}"


def given_id(id: str) -> str:
    """The id of a turn whose writer chose `id`.

    Raises:
        InvalidInput: it cannot be kept, or has the form of those that are generated.
    """
    if re.search(r"/\d+$", id):
        raise InvalidInput(f"id {id!r} ends like a generated one, in a slash and a number; give another")
    return f"episode:{check_name('id', id)}"


def search_text(turn: Turn) -> str:
    """What full text indexes of a turn: ``[8 May 2023] Ann: text [image: caption]``."""
    return f"[{day(turn.at)}] {spoken(turn)}" if turn.at else spoken(turn)


def spoken(turn: Turn) -> str:
    """A turn as a line: ``Ann: text [image: caption]``."""
    caption = f" [image: {turn.caption}]" if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{caption}" if turn.speaker else f"{turn.text}{caption}"


def _row(session: str, position: int, turn: Turn) -> Row:
    properties = {
        "text": turn.text,
        "speaker": turn.speaker,
        "at": turn.at,
        "valid_from": turn.at,
        "caption": turn.caption,
        "metadata": metadata_json(turn.metadata, f"turn {position}"),
        "search_text": search_text(turn),
    }
    return {"id": episode_id(session, position), "position": position, "turn": turn, "properties": properties}


def _embed(space: Space, rows: Sequence[Row]) -> None:
    vectors = space.embed([row["properties"]["text"] for row in rows])
    for row, vector in zip(rows, vectors, strict=True):
        row["properties"]["embedding"] = vector


def _stored_prefix(run: Callable[..., list[Row]], session: str, wanted: Sequence[Turn]) -> _Stored:
    rows = run(load("write/stored_turns"), session=session, end=len(wanted))
    if not rows:
        return _Stored()
    stored_turns: list[tuple[int, str, str, str]] = rows[0]["turns"]
    for position, *stored in stored_turns:
        turn = wanted[position]
        if stored != [turn.speaker, turn.text, turn.caption]:
            raise Conflict(
                f"session {session!r}, turn {position} is stored as {_short(f'{stored[0]}: {stored[1]}')}, not as "
                f"{_short(spoken(turn))}; append after it, forget the session first, or name another"
            )
    return _Stored(rows[0]["length"], rows[0]["last"])


def _is_retry(transaction: SpaceTransaction, session: str, id: str, wanted: Turn) -> bool:
    rows = transaction.run(load("write/episode"), id=id)
    same = {"session": session, "speaker": wanted.speaker, "text": wanted.text, "caption": wanted.caption}
    if rows and rows[0] != same:
        raise Conflict(
            f"id {id!r} belongs to {_short(rows[0]['text'])} in session {rows[0]['session']!r}; give another id"
        )
    return bool(rows)


def _append(
    space: Space,
    transaction: SpaceTransaction,
    session: str,
    rows: Sequence[Row],
    last: int | None,
    *,
    link_concepts: bool,
) -> None:
    if not rows:
        return
    instant = now()
    turns: list[Turn] = [row["turn"] for row in rows]
    transaction.run(
        load("write/session"),
        space_key=space.key,
        session=session,
        length=rows[-1]["position"] + 1,
        speakers=sorted({turn.speaker for turn in turns} - {""}),
        first_at=turns[0].at,
        text="".join(f"{spoken(turn)}\n" for turn in turns)[:SESSION_TEXT],
        longest=SESSION_TEXT,
        now=instant,
    )
    previous = [last, *(row["position"] for row in rows)]
    episodes = [
        {"id": row["id"], "position": row["position"], "previous": before, "properties": row["properties"]}
        for row, before in zip(rows, previous[:-1], strict=True)
    ]
    for batch in _batches(episodes):
        transaction.run(
            load("write/episodes"),
            space_key=space.key,
            session=session,
            rows=batch,
            now=instant,
            forever=FOREVER,
        )
    if link_concepts:
        links = [{"episode": row["id"], "concepts": list(concepts(row["turn"].text))} for row in rows]
        for batch in _batches([link for link in links if link["concepts"]]):
            transaction.run(load("write/concepts"), rows=batch, now=instant, forever=FOREVER)


def _batches(rows: Sequence[Row]) -> list[Sequence[Row]]:
    return [rows[start : start + BATCH] for start in range(0, len(rows), BATCH)]


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
