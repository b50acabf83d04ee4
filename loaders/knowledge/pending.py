"""Texts that wait for consolidation, and the chunks of turns that a language model reads at once.

Turns are found by their sessions, so the cost does not grow with the space.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Space, SpaceTransaction
from clew.loaders.batches import batches
from clew.loaders.language.splitting import opening, spans, tokens
from clew.model import Pending, Reconciled
from clew.text.instants import BEGINNING, FOREVER, as_utc, now
from clew.text.sentences import sentences

SESSIONS = 100  # whose turns are read at once
EARLIER = 5  # earlier turns that a model is shown beside a chunk
MIN_SIMILARITY = 0.55  # cosine from which an earlier turn may help: 96 % of the useful turns have it (docs/studies.md)


@dataclass(frozen=True, slots=True)
class Said:
    """A turn to extract facts from."""

    id: str
    session: str
    position: int
    speaker: str
    text: str
    at: datetime | None
    caption: str = ""

    @property
    def shown(self) -> str:
        """Its text and its caption."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    @property
    def tokens(self) -> int:
        """About how many its line takes in a prompt."""
        return tokens(f"{self.speaker}: {self.shown}") + 4


@dataclass(frozen=True, slots=True)
class Chunk:
    """Turns that are consolidated in one transaction."""

    turns: tuple[Said, ...]  # of one session, one after the other
    # read one at a time: the turns; or, of a single turn that is too long, its sentences in groups, and pieces of one
    # that is too long itself
    parts: tuple[tuple[Said, ...], ...]
    is_read: bool = False  # whether another extractor may have consolidated some of it

    @property
    def session(self) -> str:
        """The session's name."""
        return self.turns[0].session

    @property
    def at(self) -> datetime:
        """When it begins; undated turns come before all others."""
        return self.turns[0].at or BEGINNING

    @property
    def ids(self) -> list[str]:
        """The ids of its turns."""
        return [turn.id for turn in self.turns]

    @property
    def name(self) -> str:
        """Such as ``monday, turns 0 to 14``."""
        return f"{self.session}, turns {self.turns[0].position} to {self.turns[-1].position}"


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a portion."""

    facts: Reconciled = field(default_factory=Reconciled)  # how many are new, repeated, replaced and rejected
    reflections: int = 0  # how many are new
    triplets: Reconciled = field(default_factory=Reconciled)  # as for facts
    is_done: bool = True  # whether nothing of the portion waits any more
    superseded: int = 0  # how many facts that other extractors had made of the same turns went


@dataclass(frozen=True, slots=True)
class Portion:
    """A chunk of turns, or a passage."""

    name: str  # such as ``monday, turns 0 to 14``
    ids: Sequence[str]  # of its texts, which keep the reason of a failure
    # extracts, beside other portions; returns the function that writes the results, when its turn comes
    read: Callable[[], Callable[[], Settled]]


class _Waiting(NamedTuple):
    """A turn that waits, why its chunk failed, and whether another extractor may have consolidated it."""

    said: Said
    failure: str | None
    is_read: bool


class _Locked(NamedTuple):
    """The space's lock, and the ids of the texts that are still there and not consolidated."""

    closed: bool | None
    encoder: str | None
    waiting: list[str]


def chunks(turns: Sequence[Said], budget: int) -> Iterator[Chunk]:
    """Yield the turns of a session, in order, in chunks of at most so many tokens.

    A missing turn ends a chunk, so others stay the same when one is done.
    """
    held: list[Said] = []
    for turn in turns:
        if held and (turn.position != held[-1].position + 1 or _size(held) + turn.tokens > budget):
            yield _chunk(held, budget)
            held = []
        held.append(turn)
    if held:
        yield _chunk(held, budget)


def _chunk(turns: Sequence[Said], budget: int) -> Chunk:
    if _size(turns) <= budget:
        return Chunk(tuple(turns), (tuple(turns),))
    turn, groups, held = turns[0], list[str](), ""
    room = max(budget - replace(turn, text="", caption="").tokens, budget // 2)
    # The caption stands last; a row of words without an end is cut.
    for sentence in (each[start:end] for each in sentences(turn.shown) for start, end in spans(each, room)):
        longer = f"{held} {sentence}".strip()
        if held and replace(turn, text=longer, caption="").tokens > budget:
            groups.append(held)
            longer = sentence
        held = longer
    if held:
        groups.append(held)
    return Chunk(tuple(turns), tuple((replace(turn, text=group, caption=""),) for group in groups))


def _size(turns: Sequence[Said]) -> int:
    return sum(turn.tokens for turn in turns)


def pending_chunks(space: Space, budget: int, extractor: str | None, *, again: bool) -> list[Chunk]:
    """Return all chunks that wait, in the order of time; a chunk has at most `budget` tokens.

    For an `extractor` that is named, what others have consolidated waits too: where it could not be read again, and
    with `again` all of it.
    """
    found = [chunk for _, each in _sessions(space, budget, extractor, again=again) for chunk in each]
    return sorted(found, key=lambda chunk: (chunk.at, chunk.session, chunk.turns[0].position))


def pending_turns(space: Space, budget: int) -> tuple[Pending, ...]:
    """Return the chunks that wait, with the reason if one failed."""
    return tuple(
        Pending(chunk.name, len(chunk.turns), chunk.turns[0].at, failures.get(chunk.turns[0].id, ""))
        for failures, each in _sessions(space, budget, "", again=False)
        for chunk in each
    )


def _sessions(
    space: Space, budget: int, extractor: str | None, *, again: bool
) -> Iterator[tuple[dict[str, str], list[Chunk]]]:
    """Yield for each session the reasons of failed chunks, by their turns, and its chunks."""
    query = load("write/pending_turns", _Waiting)
    for names in batches(space.read(load("write/pending_sessions", str), again=again), SESSIONS):
        waiting = space.read(query, sessions=names, extractor=extractor, again=again)
        for _, turns in groupby(waiting, key=lambda turn: turn.said.session):
            of_session = list(turns)
            failures = {turn.said.id: turn.failure for turn in of_session if turn.failure}
            read = {turn.said.id for turn in of_session if turn.is_read}
            found = chunks([turn.said for turn in of_session], budget)
            yield failures, [replace(chunk, is_read=not read.isdisjoint(chunk.ids)) for chunk in found]


def earlier_turns(space: Space, chunk: Chunk, budget: int) -> list[Said]:
    """Return the turns before a chunk that are closest to it in meaning, in the order of time.

    Before means: said earlier, or at an earlier position of its session. Of long ones it is the openings, so that their
    texts have no more tokens than a chunk.
    """
    turns = space.read(
        load("write/earlier_turns", Said),
        ids=chunk.ids,
        session=chunk.session,
        position=chunk.turns[0].position,
        before=as_utc(chunk.at),
        least=(1 + MIN_SIMILARITY) / 2,
        most=EARLIER,
        fetched=EARLIER + len(chunk.turns),
        forever=FOREVER,
    )
    return fitting(turns, budget)


def fitting(turns: Sequence[Said], budget: int) -> list[Said]:
    """Return turns, the longest cut to openings of one length where their texts have more tokens than a budget."""
    shown: dict[str, Said] = {}
    left, by_length = budget, sorted(turns, key=lambda each: tokens(each.shown))
    for count, turn in zip(range(len(turns), 0, -1), by_length, strict=True):
        text = opening(turn.shown, max(left // count, 1))
        shown[turn.id] = turn if text == turn.shown.strip() else replace(turn, text=text, caption="")
        left -= tokens(text)
    return [shown[turn.id] for turn in turns]


def lock_pending(transaction: SpaceTransaction, ids: Sequence[str], again: str | None = None) -> list[str]:
    """Take the space's lock; return the ids of the texts that are there and wait, those of others for `again` too."""
    query = load("write/lock_pending", _Locked)
    is_again = {"again": again is not None, "extractor": again or ""}
    return transaction.locking(query, ids=list(ids), now=now(), **is_again).waiting
