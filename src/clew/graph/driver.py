"""The one module that uses the driver: managed transactions, plain rows out, every failure translated.

Reads go to a follower of a cluster where there is one; bookmarks keep them behind this graph's own writes.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, nullcontext
from itertools import chain, repeat
from random import uniform
from time import monotonic, sleep
from typing import NamedTuple, Self, TypeVar, cast

import neo4j
from neo4j import exceptions as driver_errors

try:
    from neo4j._codec import packstream
except ImportError:  # a driver whose inside is another
    packstream = None

from clew.errors import (
    AccessDenied,
    ClewError,
    Conflict,
    DatabaseError,
    InvalidInput,
    LoginLimited,
    TimedOut,
    Unreachable,
    Unsupported,
)
from clew.graph.parameters import Structure, to_send
from clew.graph.queries import Query, load
from clew.graph.rows import NodeVanished
from clew.text.masking import conceal

R = TypeVar("R")
T = TypeVar("T")
ANSWER_SECONDS = 10.0  # how long a server may take to say hello; what is no Neo4j may say nothing
MAX_READINGS = 5  # how often work is done again that read a node which another transaction was removing
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)  # seconds between tries; the last one again and again
_STRUCTURE: Structure | None = getattr(packstream, "Structure", None)
"""Packs instants. The driver does not promise this name; without it, the driver packs them itself, more slowly."""


class Transaction:
    """One open transaction; every statement in it commits together or not at all."""

    def __init__(self, inner: neo4j.Transaction | neo4j.ManagedTransaction) -> None:
        self._inner = inner

    def run(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement and fetch all of its rows."""
        return self.send(query, **parameters)()

    def send(self, query: Query[R], **parameters: object) -> Callable[[], list[R]]:
        """Send one statement, on which the server works meanwhile; what is returned fetches all of its rows."""
        result = self._inner.run(query.text, to_send(parameters, _STRUCTURE))
        return lambda: _rows(query, result)


class Waits(NamedTuple):
    """How long a database is waited for, in seconds."""

    connect: float = 2.0  # how long a connection is tried again that is refused or broken
    retry: float = 15.0  # how long a transaction is tried again after other failures that may pass, such as a deadlock
    query: float = 600.0  # how long a transaction may take, waiting for locks included; then the server ends it


WAITS = Waits()


class Graph:
    """A Neo4j database. Thread-safe; close it, or use it in a ``with`` statement.

    Attributes:
        uri: its address.
        database: its name.
        waits: how long it is waited for.
        driver: for a client that is made to work over one; it is closed with this graph.
        only_reads: whether whatever would write is refused.
    """

    only_reads = False

    def __init__(
        self,
        connect: Callable[[], neo4j.Driver],
        uri: str,
        database: str,
        waits: Waits,
        revive: Callable[[], object] | None = None,
    ) -> None:
        self.waits = waits
        self._revive = revive
        self._connect = connect
        self.driver = connect()
        self._retired = list[neo4j.Driver]()
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        self.uri = uri
        self.database = database

    @classmethod
    def connect(
        cls,
        uri: str,
        *,
        auth: tuple[str, str] | None = None,
        database: str = "neo4j",
        waits: Waits = WAITS,
        revive: Callable[[], object] | None = None,
    ) -> Self:
        """Open a connection and try it.

        Args:
            uri: such as ``neo4j://localhost:7687``; ``bolt://`` pins one server of a cluster.
            auth: user and password; None where the server has authentication switched off.
            database: its name.
            waits: how long it is waited for.
            revive: starts the server at this address again, where it was stopped.

        Raises:
            InvalidInput: the address cannot be read or names a user, or there is no such database.
            Unreachable, AccessDenied, Unsupported: as their names say.
        """
        if auth:
            conceal(str(auth[-1]))
        *user, host = uri.rsplit("@", 1)
        if user:
            raise InvalidInput(f"the address of {host!r} names a user; give user and password beside it, not in it")
        if uri.lower().startswith(("http://", "https://")):  # the driver would take it for an interface like Bolt
            raise InvalidInput(f"{uri!r} is an address for browsers; give that of Bolt, like neo4j://localhost:7687")
        with translated(uri), _readable(uri):
            graph = cls(lambda: _driver(uri, auth), uri, database, waits, revive)
        try:
            with translated(uri), _readable(uri):
                # Fails at once, where a managed transaction would try again.
                graph.driver.verify_connectivity()  # pyright: ignore[reportUnknownMemberType]
            graph.read(load("maintain/ping"))
        except BaseException as error:
            graph.close()
            if type(error) is AccessDenied and not (auth and auth[1]):
                remedy = "give user and password (a shell: --user, CLEW_PASSWORD)"
                raise AccessDenied(f"{uri} wants a password, and none is set; {remedy}") from error
            raise
        return graph

    def read(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement in a managed read transaction."""
        return self._managed(neo4j.READ_ACCESS, lambda transaction: transaction.run(query, **parameters))

    def write(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement in a managed write transaction."""
        return self.transaction(lambda transaction: transaction.run(query, **parameters))

    def reading(self, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one managed read transaction: several statements for the price of one round of messages."""
        return self._managed(neo4j.READ_ACCESS, work)

    def transaction(self, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        """Run `work` in one managed write transaction; it runs again after a failure that may pass.

        `about` is its metadata, which statements and the server's list of transactions can read, beside this process;
        `seconds` there says how long it may take.
        """
        told = {"process": f"process {os.getpid()} on {platform.node()}", "seconds": self.waits.query}
        return self._managed(neo4j.WRITE_ACCESS, work, told | dict(about or {}))

    def execute(self, query: Query[R], **parameters: object) -> list[R]:
        """Run one statement that must commit by itself: schema, users, batched deletes."""
        with self._session(neo4j.WRITE_ACCESS) as session:
            return _rows(query, session.run(query.text, parameters))

    def ping(self, after: neo4j.Bookmarks | None = None) -> None:
        """Ask whether the database answers now; nothing is tried again."""
        with self._session(neo4j.READ_ACCESS, after) as session:
            session.run(load("maintain/ping").text).consume()

    @property
    def bookmarks(self) -> tuple[str, ...]:
        """Marks of what this graph has read and written, for `follow` of another one, of another process too."""
        return tuple(sorted(self._bookmarks.get_bookmarks()))

    def follow(self, bookmarks: Iterable[str]) -> None:
        """Read from now on what another graph had read and written by then, whichever server of a cluster answers."""
        known = list(bookmarks)
        if strange := next((each for each in known if not each.isascii()), None):
            raise InvalidInput(f"bookmark {strange[:40]!r} is none of Neo4j's; give what `bookmarks` of a memory told")
        after = neo4j.Bookmarks.from_raw_values(known)
        with _readable(self.uri):
            self.ping(after)
        self._bookmarks.update_bookmarks((), known)

    def close(self) -> None:
        """Give the connections back."""
        for each in (self.driver, *self._retired):
            each.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _managed(self, access: str, work: Callable[[Transaction], T], about: Mapping[str, object] | None = None) -> T:
        told = dict(about or {})

        @neo4j.unit_of_work(
            metadata=to_send(told, _STRUCTURE), timeout=cast("float", told.get("seconds", self.waits.query))
        )
        def run(inner: neo4j.ManagedTransaction) -> T:
            return work(Transaction(inner))

        # The begin of a transaction goes together with its first statement: a message less that is waited for. The
        # driver does so in its own `execute_query` and has no public switch; without that name, it waits as ever.
        with self._session(access) as session, getattr(session, "_pipelined_begin", nullcontext()):
            execute = session.execute_read if access == neo4j.READ_ACCESS else session.execute_write
            return self._again(lambda: execute(run))

    def _again(self, work: Callable[[], T]) -> T:
        """Do work again after a failure that may pass, for as long as `waits` says.

        The driver has one time for all failures, so nobody could tell a server that is down within seconds.
        """
        began, readings, revive = monotonic(), 0, self._revive
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                return work()
            except NodeVanished:
                readings += 1
                if readings == MAX_READINGS:
                    told = "nodes lack what they must have, or are being removed; try again later"
                    raise DatabaseError(f"{self.uri}: {told}") from None
                continue
            except (driver_errors.Neo4jError, driver_errors.DriverError) as error:
                is_down = isinstance(error, driver_errors.ServiceUnavailable)
                left = began + (self.waits.connect if is_down else self.waits.retry) - monotonic()
                if is_down and revive:
                    revive()
                    revive = None
                elif not error.is_retryable() or left < pause:
                    raise
            sleep(pause * uniform(0.5, 1.0))  # noqa: S311 - that writers who met once meet no more
        raise AssertionError  # the pauses have no end

    @contextmanager
    def _session(self, access: str, after: neo4j.Bookmarks | None = None) -> Generator[neo4j.Session]:
        driver = self.driver
        try:
            with (
                translated(self.uri),
                driver.session(  # pyright: ignore[reportUnknownMemberType]
                    database=self.database,
                    default_access_mode=access,
                    bookmark_manager=self._bookmarks,
                    bookmarks=after,
                ) as session,
                _cancelling(),
            ):
                yield session
        except Exception:  # of the work, whose transaction was ended in order
            raise
        except BaseException:
            # An interrupt may come between the driver and an answer that it is reading. It would take every later
            # answer on that connection for that of another statement. So no connection of before is used again; they
            # stay open for what other threads are doing with them.
            if driver is self.driver:
                self.driver = self._connect()
                self._retired.append(driver)
            raise


def _driver(uri: str, auth: tuple[str, str] | None) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
        uri,
        auth=auth,
        max_transaction_retry_time=-1.0,  # see Graph._again
        connection_timeout=ANSWER_SECONDS,
        connection_acquisition_timeout=ANSWER_SECONDS,
        notifications_min_severity="OFF",
        telemetry_disabled=True,
        user_agent="clew",
    )


@contextmanager
def _cancelling() -> Generator[None]:
    """Turn an interrupt into the one error for which a session drops its connection and waits for no answer."""
    try:
        yield
    except Exception:
        raise
    except BaseException as error:
        raise asyncio.CancelledError from error


@contextmanager
def translated(uri: str) -> Generator[None]:
    """Turn whatever the driver raises inside the block into one of our errors; an interrupt stays one."""
    handled = sys.exception()
    try:
        yield
    except ClewError:
        raise
    except asyncio.CancelledError as error:
        raise error.__cause__ or error from None
    except (driver_errors.Neo4jError, driver_errors.DriverError) as error:
        if interrupt := _interrupt_behind(error, handled):  # the driver lost its place in what it was reading
            raise interrupt from None
        raise translate(error, uri) from error
    except UnicodeEncodeError as error:
        raise InvalidInput("a text holds half of a surrogate pair; replace it before storing") from error
    except OverflowError as error:
        raise InvalidInput("a whole number is beyond 64 bits; give a smaller one") from error
    except Exception as error:
        if interrupt := _interrupt_behind(error, handled):
            raise interrupt from None
        raise


def _interrupt_behind(error: BaseException | None, handled: BaseException | None) -> BaseException | None:
    """Return the interrupt that an error followed from; not one that the caller is handling already."""
    while error and error is not handled and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return None if error is handled else error


@contextmanager
def _readable(uri: str) -> Generator[None]:
    """Translate the errors of Python's own by which the driver reports an address that it cannot read or resolve."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise InvalidInput(f"cannot connect to {uri!r}: {error}; write it like neo4j://localhost:7687") from error


def translate(error: Exception, uri: str) -> ClewError:
    """Return the error of ours that says what a driver error means, and what to do."""
    code = getattr(error, "code", None) or ""
    # The message of a DriverError is the same for all; what happened is in its text.
    told = "" if isinstance(error, driver_errors.DriverError) else getattr(error, "message", "")
    message = " ".join(str(told or error).split()).rstrip(".:")
    for part, kind, remedy in _BY_CODE:
        if part in code:
            return kind(f"{uri}: {message}; {remedy}")
    for driver_class, kind, remedy in _BY_CLASS:
        if isinstance(error, driver_class):
            return kind(f"{uri}: {message}; {remedy}")
    remedy = "; this memory was closed: open it again" if message == "Driver closed" else ""
    return DatabaseError(f"{uri}: {message}{remedy}")


_BY_CODE: tuple[tuple[str, type[ClewError], str], ...] = (
    (
        "Security.AuthenticationRateLimit",
        LoginLimited,
        "wait some seconds and try again; the password that was given was not looked at",
    ),
    ("Security.CredentialsExpired", AccessDenied, "change the user's initial password first"),
    ("Database.DatabaseNotFound", InvalidInput, "name a database that exists"),
    ("Transaction.InvalidBookmark", InvalidInput, "give what `bookmarks` of a memory of the same database returned"),
    ("Procedure.ProcedureNotFound", Unsupported, "install Graph Data Science on the server"),
    ("OutOfMemory", DatabaseError, "give the server more heap (`--heap`), or try again while others write less"),
    ("TransactionTimedOut", TimedOut, "try again, with less at once"),
    ("LockClientStopped", TimedOut, "another transaction holds what it needs; wait for that, and try again"),
    ("LockAcquisitionTimeout", TimedOut, "another transaction holds what it needs; wait for that, and try again"),
    ("Schema.EquivalentSchemaRuleAlreadyExists", Conflict, "another process has made it"),
    ("Schema.IndexNotFound", DatabaseError, "a bulk load may be building it: wait for that, or open memory again"),
    ("Statement.SyntaxError", Unsupported, "this needs Neo4j 2026.01 or newer"),
)

_BY_CLASS: tuple[tuple[type[Exception], type[ClewError], str], ...] = (
    (driver_errors.AuthError, AccessDenied, "give the right user and password (a shell: --user, CLEW_PASSWORD)"),
    (driver_errors.Forbidden, AccessDenied, "give the user the right to do this, or another user"),
    (driver_errors.ConstraintError, Conflict, "nothing was written"),
    (driver_errors.UnsupportedServerProduct, Unsupported, "this needs Neo4j 2026.01 or newer"),
    (driver_errors.AuthConfigurationError, InvalidInput, "give user and password"),
    (driver_errors.ConfigurationError, InvalidInput, "write the address like neo4j://localhost:7687"),
    (
        driver_errors.ServiceUnavailable,
        Unreachable,
        "start Neo4j there (the managed one: `clew server start`), or give its Bolt address",
    ),
    (driver_errors.SessionExpired, Unreachable, "the server went away; try again"),
    (driver_errors.ConnectionPoolError, Unreachable, "all connections are busy; try again"),
    (driver_errors.DatabaseUnavailable, Unreachable, "wait until the database is online, or start it"),
    (driver_errors.TransientError, DatabaseError, "it may pass; try again"),
)


def _rows(query: Query[R], result: neo4j.Result) -> list[R]:
    names = result.keys()
    return query.decode([dict(zip(names, record.values(), strict=True)) for record in result])
