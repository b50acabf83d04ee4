"""Conversation into memory: brings stored sessions up to given turns, or appends a live turn to one.

Two processes that remember at once leave what they would have left one after the other (`Space.settle`). A session is
one however Unicode writes its name: it keeps the spelling that it was first written with.
"""

from collections import Counter
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, NamedTuple

from clew.errors import Conflict, InvalidInput
from clew.graph import schema, store
from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction, session_to_write
from clew.loaders.batches import batches
from clew.loaders.conversation import episodes
from clew.loaders.conversation.episodes import ALL, Episode, TurnLinks, given_id, said_digest, spoken
from clew.loaders.conversation.turns import checked, dated, turns_of
from clew.loaders.sources.notes import Notes
from clew.loaders.upkeep.forget import forget_from
from clew.model import Note, Remembered, Transcript, Turn
from clew.text.instants import fixed, now

OnChange = Literal["report", "replace", "stop"]  # the fate of a session that differs from the stored one
PAGE_NODES = 2000  # turns and parts of turns that are written in one transaction: about 40 kB of the server's heap each
GROUP_TURNS = 1000  # minimum of turns in a transaction of a bulk load, except the last


class _StoredTurn(NamedTuple):
    position: int
    speaker: str
    text: str
    caption: str
    corrected: tuple[str, ...]

    def is_as(self, turn: Turn) -> bool:
        """True if a turn says what this one does, or did before it was corrected."""
        said = _said(turn)
        return (self.speaker, self.text, self.caption) == said or said_digest(*said) in self.corrected


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


class _Change(NamedTuple):
    """The position of the first turn of a session that differs from what is stored, and what is told of it.

    The position is None where the session is no conversation.
    """

    position: int | None
    told: str


@dataclass(frozen=True, slots=True)
class _Plan:
    """A page of the turns that are new to what is known of their sessions, and whether no other follows."""

    known: Mapping[str, _Stored]
    episodes: Sequence[Episode]
    is_last: bool


def remember(
    space: Space, session: str, turns: Iterable[object], *, tools: bool = False, links: TurnLinks = ALL
) -> Remembered:
    """Bring a stored session up to the turns given, which start at its position 0.

    Turns may have any of the usual shapes, see `clew.loaders.sources.fields`. `tools` keeps calls
    of tools and what they return. A stored prefix is left alone, what is
    new is appended, and what was forgotten stays forgotten: doing it again changes nothing. New turns are written in
    one transaction. Very many, more than `PAGE_NODES`, are checked together and go in several. Interrupted, the session
    ends between two of these, and doing it again completes it.

    Raises:
        InvalidInput: the name or a turn cannot be used.
        Conflict: a turn differs from what is stored at its position, or the session is that of a run or a trial.
    """
    session = session_to_write(space.read, session)
    notes = Notes(is_strict=True, keeps_tools=tools, zone=space.zone)
    said = dated(turns_of(turns, notes), fixed(now().astimezone(space.zone)))
    return _bring_up(space, [Transcript(session, tuple(said), notes.all())], links=links)[0]


def remember_together(
    space: Space, transcripts: Iterable[Transcript], *, on_change: OnChange = "stop", links: TurnLinks = ALL
) -> tuple[Remembered, ...]:
    """Bring several stored sessions up to what is given, in one transaction if possible, as `remember` does.

    The turns are checked, as readers of files do; those of a session without any date stay undated. Sessions that
    differ from what is stored are an error, are left alone, or are replaced from the first turn on that differs.
    """
    whole = _to_write(space, transcripts)
    if on_change == "stop":
        return _bring_up(space, whole, links=links)
    changes = dict[str, _Change]()
    done = {each.session: each for each in _bring_up(space, whole, links=links, changes=changes)}
    for each in whole:
        if each.session not in changes:
            continue
        change = changes[each.session]
        if on_change == "report" or change.position is None:
            told = Note("sessions differ from what is stored and are left as they are", 1, change.told, is_lost=True)
            done[each.session] = replace(done[each.session], notes=(*each.notes, told), changed_at=change.position)
        else:
            receipt = forget_from(space, each.session, change.position)
            (anew,) = _bring_up(space, [each], links=links)
            done[each.session] = replace(anew, changed_at=change.position, forgotten=receipt)
    return tuple(done.values())


def _to_write(space: Space, transcripts: Iterable[Transcript]) -> list[Transcript]:
    return [
        replace(
            each, session=session_to_write(space.read, each.session), turns=tuple(dated(each.turns, None, each.before))
        )
        for each in transcripts
    ]


def check_unchanged(space: Space, transcripts: Iterable[Transcript]) -> None:
    """Check that stored sessions do not differ from what is given.

    Raises:
        Conflict: one does.
    """
    whole = _to_write(space, transcripts)
    space.reading(partial(_stored, transcripts=whole))


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


def append(
    space: Space, session: str, turns: Iterable[object], *, tools: bool = False, links: TurnLinks = ALL
) -> tuple[str, ...]:
    """Append turns to a session in one transaction, and return their ids.

    Raises:
        InvalidInput: the name or a turn cannot be used, or there are more than `PAGE_NODES` turns.
        Conflict: the session is that of a run or a trial.
    """
    session = session_to_write(space.read, session)
    return _append(space, session, checked(turns, space.zone, tools=tools), None, links)


def add(
    space: Space, session: str, turn: object, *, id: str | None = None, tools: bool = False, links: TurnLinks = ALL
) -> str:
    """Append one live turn to a session, and return its id, which the caller may choose.

    The same id again is a retry and changes nothing.

    Raises:
        InvalidInput: the name, the id or the turn cannot be used.
        Conflict: another turn has that id, or the session is that of a run or a trial.
    """
    session = session_to_write(space.read, session)
    wanted = list(checked([turn], space.zone, tools=tools))
    if not wanted:
        raise InvalidInput("the turn is a message without words, or of the system or a tool; give what was said")
    return _append(space, session, wanted[:1], id, links)[0]


def _append(space: Space, session: str, turns: Sequence[Turn], id: str | None, links: TurnLinks) -> tuple[str, ...]:
    """Append turns; of one alone, the id may be given."""
    if len(turns) > PAGE_NODES:
        raise InvalidInput(f"{len(turns):,} turns are more than {PAGE_NODES:,}; append fewer, or remember the session")

    def prepare() -> list[Episode]:
        prepared = [episodes.episode(session, 0, turn) for turn in turns]
        episodes.embed_whole(space, prepared)
        return prepared

    def write(transaction: SpaceTransaction, prepared: list[Episode]) -> tuple[str, ...]:
        transaction.lock()
        chosen = given_id(id) if id is not None else None
        if chosen and (taken := transaction.run(load("write/episode", _Taken), id=chosen)):
            if taken[0] != (session, *_said(turns[0])):
                found = f"{_short(taken[0].text)} in session {taken[0].session!r}"
                raise Conflict(f"id {chosen!r} belongs to {found}; give another id")
            return (chosen,)
        stored = _stored(transaction, [Transcript(session, ())])[session]
        placed = [
            replace(each, id=chosen or episodes.episode_id(session, position), position=position)
            for position, each in enumerate(prepared, stored.length)
        ]
        episodes.append(space, transaction, placed, {session: stored.last}, links=links)
        return tuple(each.id for each in placed)

    return space.settle(prepare, write) if turns else ()


def _bring_up(
    space: Space, transcripts: Sequence[Transcript], *, links: TurnLinks, changes: dict[str, _Change] | None = None
) -> tuple[Remembered, ...]:
    """Append what is new; where `changes` are given, sessions that differ are put there instead of raised."""
    placed: dict[tuple[str, int], Episode] = {}
    added = Counter[str]()

    def is_new(session: str, position: int, stored: Mapping[str, _Stored]) -> bool:
        return position >= stored[session].length and session not in (changes or ())

    def prepare() -> _Plan | None:
        nonlocal placed  # turns that are stored meanwhile leave it: their vectors take room
        known = space.reading(lambda transaction: _stored(transaction, transcripts, changes))
        _check_goes_on(known, transcripts, changes or ())
        wanted = {
            (each.session, position): turn
            for each in transcripts
            for position, turn in enumerate(each.turns, each.start)
            if is_new(each.session, position, known)
        }
        placed = {place: placed.get(place) or episodes.episode(*place, turn) for place, turn in wanted.items()}
        new = list(placed.values())
        for page in batches(new, PAGE_NODES, lambda each: 1 + len(each.parts)):
            episodes.embed_whole(space, page)
            return _Plan(known, page, is_last=len(page) == len(new))
        return None

    def write(transaction: SpaceTransaction, plan: _Plan) -> tuple[Counter[str], bool]:
        transaction.lock()
        stored = _stored(transaction, transcripts, changes)
        if any(stored[session].length < plan.known[session].length for session in stored):
            raise Changed  # a session was forgotten
        new = [each for each in plan.episodes if is_new(each.session, each.position, stored)]
        episodes.append(space, transaction, new, {name: each.last for name, each in stored.items()}, links=links)
        return Counter(each.session for each in new), plan.is_last

    is_done = False
    while not is_done:
        page, is_done = space.settle(prepare, write) or (Counter[str](), True)
        added += page
    return tuple(
        Remembered(each.session, added[each.session], len(each.turns) - added[each.session], each.notes)
        for each in transcripts
    )


def _stored(
    transaction: SpaceTransaction, transcripts: Sequence[Transcript], changes: dict[str, _Change] | None = None
) -> dict[str, _Stored]:
    """Return what is stored of each session; one that differs is raised, or put into `changes` where they are given."""
    stored = {each.session: _Stored(each.session) for each in transcripts}
    given = {each.session: dict(enumerate(each.turns, each.start)) for each in transcripts}
    asked = [{"name": each.session, "begin": each.start, "end": each.start + len(each.turns)} for each in transcripts]
    for found in transaction.run(load("write/stored_turns", _Stored), sessions=asked):
        stored[found.session] = found
        turns = given[found.session]
        differs = next(
            (
                turn
                for turn in sorted(found.turns)
                if turn.position >= found.length or not turn.is_as(turns[turn.position])
            ),
            None,
        )
        if found.holds_steps:
            told = f"session {found.session!r} holds the steps of a run or a trial; name another for what is said"
        elif differs:
            told = (
                f"session {found.session!r}, turn {differs.position} is stored as "
                f"{_short(f'{differs.speaker}: {differs.text}')}, not as {_short(spoken(turns[differs.position]))}; "
                "give new turns alone to append, forget the session first, or name another"
            )
        else:
            continue
        if changes is None:
            raise Conflict(told)
        changes[found.session] = _Change(None if found.holds_steps or not differs else differs.position, told)
    return stored


def _check_goes_on(known: Mapping[str, _Stored], transcripts: Iterable[Transcript], changes: Collection[str]) -> None:
    """Hold that what comes before a part of a session is stored."""
    for each in transcripts:
        if known[each.session].length < each.start and each.session not in changes:
            raise Conflict(f"session {each.session!r} was forgotten while it was remembered; remember it again")


def _said(turn: Turn) -> tuple[str, str, str]:
    return turn.speaker, turn.text, turn.caption


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}…")
