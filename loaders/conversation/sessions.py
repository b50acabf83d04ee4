"""Conversation into memory: brings stored sessions up to given turns or files, or appends a live turn to one.

A file is validated whole, then every session is one resumable transaction. A bulk load takes several short sessions in
one, because beginning and committing is half of their cost.

Two processes that remember at once leave what they would have left one after the other (`Space.settle`). A session is
one however Unicode writes its name: it keeps the spelling that it was first written with.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from clew.errors import Conflict
from clew.graph import schema, store
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction, session_to_write
from clew.loaders.batches import batches
from clew.loaders.conversation import episodes
from clew.loaders.conversation.episodes import ALL, Episode, TurnLinks, given_id, spoken
from clew.loaders.conversation.turns import checked
from clew.loaders.sources import detection
from clew.model import Progress, Remembered, Transcript, Turn

PAGE_NODES = 2000  # turns and parts of turns that are written in one transaction: about 40 kB of the server's heap each
GROUP_TURNS = 1000  # minimum of turns in a transaction of a bulk load, except the last


class _StoredTurn(NamedTuple):
    position: int
    speaker: str
    text: str
    caption: str


class _Stored(NamedTuple):
    """A session: the position after its last turn ever, that of its last turn still there, and the turns asked for."""

    session: str
    length: int = 0
    holds_steps: bool = False
    last: int | None = None
    turns: tuple[_StoredTurn, ...] = ()


class _Taken(NamedTuple):
    """The turn that has an id."""

    session: str
    speaker: str
    text: str
    caption: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """A page of the turns that are new to what is known of their sessions, and whether no other follows."""

    known: Mapping[str, _Stored]
    episodes: Sequence[Episode]
    is_last: bool


def remember(
    space: Space, session: str, turns: Iterable[Turn | Mapping[str, object]], *, links: TurnLinks = ALL
) -> Remembered:
    """Bring a stored session up to the turns given, which start at its position 0.

    Mappings hold the fields of `Turn`. A stored prefix is left alone, what is new is appended, and what was forgotten
    stays forgotten: doing it again changes nothing. New turns are written in one transaction. Very many, more than
    `PAGE_NODES`, are checked together and go in several: interrupted, the session ends between two of these, and doing
    it again completes it.

    Raises:
        InvalidInput: the name or a turn cannot be used.
        Conflict: a turn differs from what is stored at its position, or the session is that of a run or a trial.
    """
    session = session_to_write(space.read, session)
    return _bring_up(space, [Transcript(session, tuple(checked(turns)))], links=links)[0]


def remember_together(
    space: Space, transcripts: Iterable[Transcript], *, links: TurnLinks = ALL
) -> tuple[Remembered, ...]:
    """Bring several stored sessions up to what is given, in one transaction if possible, as `remember` does."""
    whole = [Transcript(session_to_write(space.read, each.session), tuple(checked(each.turns))) for each in transcripts]
    return _bring_up(space, whole, links=links)


def remember_file(
    space: Space,
    path: Path | str | Sequence[Path],
    *,
    format: str | None = None,
    bulk: bool = False,
    links: TurnLinks = ALL,
    on_progress: Callable[[Progress], None] | None = None,
) -> tuple[Remembered, ...]:
    """Remember every session of files or folders; after an interruption, doing it again resumes.

    Several paths are one load: all are validated before the first turn is written. A format is named where the file
    does not show it. A `bulk` load builds the search indexes afterwards: that is faster for large files, but no space
    can be searched meanwhile.

    Raises:
        InvalidInput: something in one cannot be used; nothing was written.
        Conflict: a turn differs from what is stored; the transactions before it are written.
    """
    paths = [path] if isinstance(path, Path | str) else path
    total = detection.validate(path, format).turns
    indexes, together = (indexed_afterwards(space), GROUP_TURNS) if bulk else (nullcontext(), 1)
    results: list[Remembered] = []
    done = 0
    with indexes:
        for group in (group for each in paths for group in grouped(detection.read(each, format), together)):
            results += remember_together(space, group, links=links)
            done += sum(len(each.turns) for each in group)
            if on_progress:
                on_progress(Progress("remember", done, total, "turns"))
    return tuple(results)


@contextmanager
def indexed_afterwards(space: Space) -> Generator[None]:
    """Drop the store's search indexes, and build them when the block ends; the next opening does it after a crash."""
    for query in schema.drop(schema.SEARCH_INDEXES):
        space.graph.execute(query)
    try:
        yield
    finally:
        store.make_indexes(space.graph, space.dimensions)


def grouped(transcripts: Iterable[Transcript], turns: int) -> Iterator[list[Transcript]]:
    """Return sessions in groups of at least so many turns; the last group may be smaller."""
    return batches(transcripts, turns, lambda each: len(each.turns))


def add(
    space: Space, session: str, turn: Turn | Mapping[str, object], *, id: str | None = None, links: TurnLinks = ALL
) -> str:
    """Append one live turn to a session, and return its id, which the caller may choose.

    The same id again is a retry and changes nothing.

    Raises:
        InvalidInput: the name, the id or the turn cannot be used.
        Conflict: another turn has that id, or the session is that of a run or a trial.
    """
    session = session_to_write(space.read, session)
    wanted = checked([turn])[0]

    def prepare() -> Episode:
        prepared = episodes.episode(session, 0, wanted)
        episodes.embed_whole(space, [prepared])
        return prepared

    def write(transaction: SpaceTransaction, prepared: Episode) -> str:
        transaction.lock()
        chosen = given_id(id) if id is not None else None
        if chosen and (taken := transaction.run(load("write/episode", _Taken), id=chosen)):
            if taken[0] != (session, wanted.speaker, wanted.text, wanted.caption):
                found = f"{_short(taken[0].text)} in session {taken[0].session!r}"
                raise Conflict(f"id {chosen!r} belongs to {found}; give another id")
            return chosen
        stored = _stored(transaction, [Transcript(session, ())])[session]
        chosen = chosen or episodes.episode_id(session, stored.length)
        placed = replace(prepared, id=chosen, position=stored.length)
        episodes.append(space, transaction, [placed], {session: stored.last}, links=links)
        return chosen

    return space.settle(prepare, write)


def _bring_up(space: Space, transcripts: Sequence[Transcript], *, links: TurnLinks) -> tuple[Remembered, ...]:
    placed: dict[tuple[str, int], Episode] = {}
    added = Counter[str]()

    def prepare() -> _Plan | None:
        known = space.reading(lambda transaction: _stored(transaction, transcripts))
        wanted = {
            (each.session, position): turn
            for each in transcripts
            for position, turn in enumerate(each.turns)
            if position >= known[each.session].length
        }
        for stored in placed.keys() - wanted.keys():
            del placed[stored]  # its vector takes room
        for place, turn in wanted.items():
            if place not in placed:
                placed[place] = episodes.episode(*place, turn)
        new = [placed[place] for place in wanted]
        for page in batches(new, PAGE_NODES, lambda each: 1 + len(each.parts)):
            episodes.embed_whole(space, page)
            return _Plan(known, page, is_last=len(page) == len(new))
        return None

    def write(transaction: SpaceTransaction, plan: _Plan) -> tuple[Counter[str], bool]:
        transaction.lock()
        stored = _stored(transaction, transcripts)
        if any(stored[session].length < plan.known[session].length for session in stored):
            raise Changed  # a session was forgotten
        new = [each for each in plan.episodes if each.position >= stored[each.session].length]
        last = {session: each.last for session, each in stored.items()}
        episodes.append(space, transaction, new, last, links=links)
        return Counter(each.session for each in new), plan.is_last

    is_done = False
    while not is_done:
        page, is_done = space.settle(prepare, write) or (Counter[str](), True)
        added += page
    return tuple(
        Remembered(each.session, added[each.session], len(each.turns) - added[each.session]) for each in transcripts
    )


def _stored(transaction: SpaceTransaction, transcripts: Sequence[Transcript]) -> dict[str, _Stored]:
    """Return what is stored of each session; a turn that differs from the one given is a `Conflict`."""
    stored = {each.session: _Stored(each.session) for each in transcripts}
    given = {each.session: each.turns for each in transcripts}
    asked = [{"name": each.session, "end": len(each.turns)} for each in transcripts]
    for found in transaction.run(load("write/stored_turns", _Stored), sessions=asked):
        if found.holds_steps:
            raise Conflict(
                f"session {found.session!r} holds the steps of a run or a trial; name another for what is said"
            )
        stored[found.session] = found
        for turn in found.turns:
            wanted = given[found.session][turn.position]
            if turn != (turn.position, wanted.speaker, wanted.text, wanted.caption):
                raise Conflict(
                    f"session {found.session!r}, turn {turn.position} is stored as "
                    f"{_short(f'{turn.speaker}: {turn.text}')}, not as {_short(spoken(wanted))}; append after it, "
                    "forget the session first, or name another"
                )
    return stored


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
