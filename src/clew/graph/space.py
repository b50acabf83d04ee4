"""A tenant: its name is bound to every statement that runs in it, in this one place."""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, timedelta, tzinfo
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar, overload
from unicodedata import category, normalize

from clew.embedding import check, dimensions, embed, identity
from clew.errors import AccessDenied, Conflict, InvalidInput, TimedOut
from clew.graph import store
from clew.graph.driver import Graph, Transaction
from clew.graph.queries import Query, load
from clew.graph.schema import declared
from clew.graph.schema.properties import is_unicode
from clew.text.arguments import quoted
from clew.text.instants import BEGINNING, now

if TYPE_CHECKING:
    from langchain_core.embeddings import Embeddings

R = TypeVar("R")
T = TypeVar("T")
P = TypeVar("P")
MAX_ROUNDS = 10
"""How often a write is prepared before it is given up, because others change each time what it was prepared for."""

MAX_SESSIONS = 100  # sessions of a space that are counted for a recall
MAX_NAME_CHARACTERS = 200  # characters of a space's or a session's name
NAMES_KEPT = 256  # of people whose vectors are kept for the next question of a group
_UNSEEN = re.compile("[\u115f\u1160\u2800\u3164\uffa0]")
"""Letters and symbols without a picture: fillers of Hangul, and Braille without dots."""


class Lock(Protocol):
    """A row of a statement that takes the space's lock."""

    @property
    def closed(self) -> bool | None:
        """True where the space, or much of it, is being forgotten."""
        ...

    @property
    def encoder(self) -> str | None:
        """Identity of the encoder whose vectors the store holds by now."""
        ...


L = TypeVar("L", bound=Lock)


class _Locked(NamedTuple):
    closed: bool | None
    encoder: str | None


class Due(Exception):
    """Raised by what reads a space where something has expired: it is forgotten, and the reading begins again."""


class Changed(Exception):
    """Raised by work that shall be undone: in `Space.settle` because memory changed since it was prepared."""


class Contents(NamedTuple):
    """The contents of a space."""

    speakers: tuple[str, ...] = ()  # who speaks in it
    texts: int = 0  # how many verbatim texts it holds
    kinds: tuple[str, ...] = ()  # labels of what is searched that it holds
    closed: bool | None = False  # whether it is being forgotten
    sessions: int = 0  # how many sessions it holds, counted up to `MAX_SESSIONS`
    given_aliases: tuple[str, ...] = ()  # other names of its speakers that a caller gave, each as ``name = speaker``
    shown_aliases: tuple[str, ...] = ()  # those by which they are greeted
    learnt_aliases: tuple[str, ...] = ()  # those that consolidation found
    # ``day`` or ``month``: what comes first in its dates where that shows; None without a habit
    date_order: str | None = None
    encoder: str | None = None  # whose vectors the store holds by now

    @property
    def alias_sources(self) -> tuple[tuple[str, ...], ...]:
        """Other names of its speakers by source, the surest first: those that a caller gave."""
        return self.given_aliases, self.shown_aliases, self.learnt_aliases


@dataclass(slots=True)
class CachedContents:
    """The contents that a space had when it was last looked at. A recall that relies on them compares afterwards."""

    contents: Contents | None = None  # what it held when it was last looked at; None where nothing is known


@dataclass(frozen=True)
class Space:
    """A graph, the encoder of its store, the name of one tenant in it, and the zone of times that name none.

    `retention` says per label how long after it was remembered a memory is kept. `forget_expired` removes what is due:
    whoever reads calls it first, so that nothing that expired is ever read. None: what is due is read like all else.
    `without_expired` runs work as if that had been done, where memory is only read.

    Raises:
        InvalidInput: the name shows nothing, is longer than 200 characters, or holds half of a surrogate pair.
    """

    graph: Graph
    encoder: "Embeddings"
    name: str
    zone: tzinfo = UTC
    retention: Mapping[str, timedelta] = field(default_factory=dict[str, timedelta])
    forget_expired: "Callable[[Space], object] | None" = None
    without_expired: "WithoutExpired | None" = None

    def __post_init__(self) -> None:
        check_name("space", self.name)

    @cached_property
    def key(self) -> str:
        """The name as 20 decimal digits: no analyser stems, splits or drops them in a full-text index."""
        digest = hashlib.sha256(self.name.encode()).digest()
        return f"{int.from_bytes(digest) % 10**20:020}"

    @cached_property
    def cached_contents(self) -> CachedContents:
        """The contents that a recall relies on before they are read."""
        return CachedContents()

    @cached_property
    def dimensions(self) -> int:
        """Numbers in a vector of the encoder."""
        return dimensions(self.encoder)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one checked vector per text."""
        return embed(self.encoder, texts, self.dimensions)

    def embed_nodes(self, nodes: Sequence[Mapping[str, object]]) -> list[list[float]]:
        """Return one checked vector per node, made of what its `kind` declares, whoever makes it."""
        return self.embed([declared().kind(str(node["kind"])).embedded_text(node) for node in nodes])

    def embed_query(self, text: str) -> list[float]:
        """Return the checked vector of a question."""
        vector = self.encoder.embed_query(text)
        check(self.encoder, [text], [vector], self.dimensions)
        return vector

    @cached_property
    def embed_name(self) -> Callable[[str], list[float]]:
        """Return the vector of somebody's name, as `embed_query` does, and keep that of the last ones."""
        return lru_cache(maxsize=NAMES_KEPT)(self.embed_query)

    def contents(self) -> "Contents | None":
        """Return what it holds; None where nothing was ever remembered."""
        return self.reading(SpaceTransaction.contents)

    def read(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement of this space in a managed read transaction."""
        return self.reading(lambda transaction: transaction.run(query, **parameters))

    def compare(self, query: Query[R], **parameters: object) -> list[R]:
        """Do as `read` with a statement that compares vectors; check first that the store still has this encoder."""

        def work(transaction: SpaceTransaction) -> list[R]:
            transaction.check_encoder()
            return transaction.run(query, **parameters)

        return self.reading(work)

    def write(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement of this space in a managed write transaction."""
        return self.graph.write(query, space=self.name, **parameters)

    def reading(self, work: "Callable[[SpaceTransaction], T]", *, looks: bool = True) -> T:
        """Run `work` in one managed read transaction; it runs again after a failure that may pass.

        Whatever is due by then is forgotten first, or as if, where memory is only read. Work that finds that out itself
        raises `Due`; nobody else `looks` then, which saves a statement, a thirtieth of a recall.
        """

        def checked(inner: Transaction) -> T:
            transaction = SpaceTransaction(inner, self)
            if self.forget_expired is None or not looks:
                return work(transaction)
            fetch_due = transaction.send(load("maintain/is_due", bool), **self.due())
            done = work(transaction)
            if fetch_due()[0]:
                raise Due
            return done

        for _ in range(MAX_ROUNDS):
            with suppress(Due):
                return self.graph.reading(checked)
            if self.graph.only_reads and self.without_expired is not None:
                with suppress(Due):
                    return self.without_expired(self, work)
            elif self.forget_expired is not None:
                self.forget_expired(self)
        raise Conflict(f"space {self.name!r} holds more that expired each time that it is read; try again later")

    def due(self) -> dict[str, object]:
        """Return the instants at which memories expire, as statements take them."""
        instant = now()
        rules = [
            {"kind": kind, "before": instant - min(kept, instant - BEGINNING)} for kind, kept in self.retention.items()
        ]
        return {"now": instant, "rules": rules}

    def transaction(self, work: "Callable[[SpaceTransaction], T]", seconds: float | None = None) -> T:
        """Run `work` in one managed write transaction; it runs again after a failure that may pass.

        If another writer holds the space's lock, the error names it.
        """
        about = {"space": self.name, **({"seconds": seconds} if seconds else {})}
        try:
            return self.graph.transaction(lambda inner: work(SpaceTransaction(inner, self)), about)
        except TimedOut:
            with suppress(AccessDenied):
                for process, began, limit in self.read(
                    load("maintain/writers", tuple[str | None, float, float | None])
                ):
                    raise TimedOut(
                        f"space {self.name!r} is locked by {process}, which began {began:.0f} s ago; wait, or end that "
                        f"process: the server ends its transaction after {limit or self.graph.waits.query:.0f} s"
                    ) from None
            raise

    def locked(self, work: "Callable[[SpaceTransaction], T]") -> T:
        """Run `work` as `transaction` does, as the one writer of the space; the space is made on first use."""

        def alone(transaction: SpaceTransaction) -> T:
            transaction.lock()
            return work(transaction)

        return self.transaction(alone)

    def trying(self, work: "Callable[[SpaceTransaction], T]") -> T:
        """Run `work` in one write transaction that is undone: return what it would do."""
        done: list[T] = []

        def undone(transaction: SpaceTransaction) -> None:
            done[:] = [work(transaction)]
            raise Changed

        with suppress(Changed):
            self.transaction(undone)
        return done[0]

    @overload
    def settle(self, prepare: Callable[[], P], write: "Callable[[SpaceTransaction, P], T]") -> T: ...
    @overload
    def settle(self, prepare: Callable[[], P | None], write: "Callable[[SpaceTransaction, P], T]") -> T | None: ...
    def settle(self, prepare: Callable[[], P | None], write: "Callable[[SpaceTransaction, P], T]") -> T | None:
        """Write what takes time to prepare: the one way of all writers.

        Args:
            prepare: reads, computes and embeds, outside of every transaction and lock, and returns a plan; None: there
                is nothing to write.
            write: takes the lock, compares what is there by then with what the plan was made for, and writes, all in
                one transaction. Where the plan does not fit any more it raises `Changed`: everything begins again.

        Raises:
            Conflict: the plan never fitted; nothing was written.
        """
        for _ in range(MAX_ROUNDS):
            if (plan := prepare()) is None:
                return None
            with suppress(Changed):
                return self.transaction(lambda transaction, plan=plan: write(transaction, plan))
        raise Conflict(
            f"space {self.name!r} was changed by others {MAX_ROUNDS} times while this was prepared; try again later"
        )


class WithoutExpired(Protocol):
    """Runs work on what a space holds without what has expired, and leaves the space as it is."""

    def __call__(self, space: Space, work: "Callable[[SpaceTransaction], T]", /) -> T:
        """Return what the work returns; it raises `Due` where more expired meanwhile."""
        ...


class QueryRunner(Protocol):
    """Runs a statement of a space, in a transaction or by itself."""

    def __call__(self, query: Query[R], **parameters: object) -> list[R]:
        """Return its rows."""
        ...


@dataclass(frozen=True, slots=True)
class SpaceTransaction:
    """One open transaction of one space."""

    inner: Transaction
    space: Space
    is_undone: bool = False  # whether what it deletes comes back; the index of vectors does not know that it is gone

    def run(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement of this space."""
        return self.inner.run(query, space=self.space.name, **parameters)

    def send(self, query: Query[R], **parameters: object) -> Callable[[], list[R]]:
        """Send one statement of this space; what is returned fetches its rows."""
        return self.inner.send(query, space=self.space.name, **parameters)

    def contents(self) -> "Contents | None":
        """Return what the space holds; None where nothing was ever remembered."""
        for held in self.run(load("recall/contents", Contents), kinds=declared().found_kinds(), most=MAX_SESSIONS):
            _check_open(self.space, held.closed)
            return held
        return None

    def check(self, contents: Contents) -> None:
        """Hold that the space is not being forgotten, and that the store's encoder is still this one."""
        _check_open(self.space, contents.closed)
        self.check_encoder(contents.encoder)

    def lock(self) -> None:
        """Be the one writer of the space until this transaction ends; the space is made on first use."""
        zone = getattr(self.space.zone, "key", "")  # UTC where nobody named one has no name
        self.locking(load("write/lock_space", _Locked), now=now(), zone=zone)

    def locking(self, query: Query[L], **parameters: object) -> L:
        """Run a statement that takes that lock itself, and returns in its one row whether the space is `closed`."""
        row = self.run(query, **parameters)[0]
        _check_open(self.space, row.closed)
        self.check_encoder(row.encoder)
        return row

    def check_encoder(self, stored: str | None = None) -> None:
        """Hold the encoder against the one of the store, which another process may have re-embedded."""
        space = self.space
        if stored != identity(space.encoder):
            for found in self.inner.run(load("maintain/store", store.StoreRecord)):
                store.check_encoder(space.graph, found, identity(space.encoder), space.dimensions)


def spellings(name: str) -> tuple[str, ...]:
    """Return the ways in which Unicode writes a name, the composed one (NFC) first, each once."""
    return tuple(dict.fromkeys((normalize("NFC", name), name, normalize("NFD", name))))


def session_as_stored(run: QueryRunner, name: str) -> str | None:
    """Return the name of a session in the spelling that the space has, the given one first; None where it has none."""
    query = load("recall/has_session", bool)
    written = dict.fromkeys((name, *spellings(name)))
    return next((each for each in written if run(query, session=each)[0]), None)


def subject_as_stored(run: QueryRunner, kind: str, name: str) -> str:
    """Return the name of a task or an environment in the spelling that the space has; else as it is given."""
    written = dict.fromkeys((name, *spellings(name)))
    if len(written) == 1:
        return name
    there = {*run(load("learnings/there", str), ids=[f"{kind}:{each}" for each in written])}
    return next((each for each in written if f"{kind}:{each}" in there), name)


def session_to_write(run: QueryRunner, name: str) -> str:
    """Return the name that a session is written under: in the spelling that the space has, else as it is given."""
    check_name("session", name)
    return (session_as_stored(run, name) or name) if len(spellings(name)) > 1 else name


def check_name(field: str, name: str) -> str:
    """Return the name of a space or a session, which shows something and has 200 characters of Unicode at most."""
    if not any(category(each)[0] not in "ZM" and category(each) not in {"Cc", "Cf"} for each in _UNSEEN.sub("", name)):
        raise InvalidInput(f"{field} {quoted(name)} is blank; give a name")
    if len(name) > MAX_NAME_CHARACTERS:
        raise InvalidInput(f"{field} {name[:20]!r}… has {len(name)} characters; give at most {MAX_NAME_CHARACTERS}")
    if not is_unicode(name):
        raise InvalidInput(f"{field} {name!r} holds half of a surrogate pair; give valid Unicode")
    return name


def _check_open(space: Space, closed: bool | None) -> None:
    if closed:
        raise Conflict(
            f"space {space.name!r} is being forgotten, or much of it; wait, "
            "or where that was interrupted, open memory again"
        )
