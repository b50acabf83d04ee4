"""The one door to the driver: whatever it raises becomes one sentence of ours with a remedy."""

import gc
import inspect
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import neo4j.exceptions as driver_errors
import pytest

from clew.errors import (
    AccessDenied,
    ClewError,
    Conflict,
    DatabaseError,
    InvalidInput,
    LoginLimited,
    Unreachable,
    Unsupported,
)
from clew.graph import driver as module
from clew.graph.driver import Graph, translate, translated
from clew.graph.queries import load, parse
from clew.server import Address

URI = "neo4j://somewhere:7687"

DRIVER_ERRORS = sorted(
    {
        error
        for _, error in inspect.getmembers(driver_errors, inspect.isclass)
        if issubclass(error, driver_errors.Neo4jError | driver_errors.DriverError)
    },
    key=lambda error: error.__name__,
)

MEANINGS: dict[str, type[ClewError]] = {
    "AuthError": AccessDenied,
    "TokenExpired": AccessDenied,
    "Forbidden": AccessDenied,
    "ConstraintError": Conflict,
    "AuthConfigurationError": InvalidInput,
    "CertificateConfigurationError": InvalidInput,
    "ConfigurationError": InvalidInput,
    "UnsupportedServerProduct": Unsupported,
    "ServiceUnavailable": Unreachable,
    "ReadServiceUnavailable": Unreachable,
    "WriteServiceUnavailable": Unreachable,
    "RoutingServiceUnavailable": Unreachable,
    "IncompleteCommit": Unreachable,
    "SessionExpired": Unreachable,
    "ConnectionPoolError": Unreachable,
    "ConnectionAcquisitionTimeoutError": Unreachable,
    "DatabaseUnavailable": Unreachable,
}
"""What each driver error means to a caller; the others are failures of the database."""


@pytest.mark.parametrize("error", DRIVER_ERRORS, ids=lambda error: error.__name__)
def test_every_driver_error_is_translated(error: type[Exception]) -> None:
    ours = translate(error("it broke"), URI)
    assert type(ours) is MEANINGS.get(error.__name__, DatabaseError)
    assert str(ours).startswith(URI)


def test_the_list_of_meanings_names_driver_errors_only() -> None:
    assert set(MEANINGS) <= {error.__name__ for error in DRIVER_ERRORS}


def test_our_own_errors_pass_through_unchanged() -> None:
    with pytest.raises(Conflict, match="mine"), translated(URI):
        raise Conflict("mine")


@pytest.mark.parametrize("kind", [BufferError, IndexError, driver_errors.ServiceUnavailable])
def test_an_interrupt_stays_one_where_the_driver_trips_over_it(kind: type[Exception]) -> None:
    error = kind("Existing exports of data: object cannot be re-sized")
    error.__context__ = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt), translated(URI):
        raise error


def test_a_failure_while_an_interrupt_is_handled_is_told() -> None:
    def cancel() -> None:
        try:
            _interrupt()
        except KeyboardInterrupt:
            with translated(URI):
                raise driver_errors.ServiceUnavailable("gone") from None

    with pytest.raises(Unreachable):
        cancel()


def test_a_buffer_error_of_another_cause_is_none_of_ours() -> None:
    with pytest.raises(BufferError, match="another"), translated(URI):
        raise BufferError("another one")


def test_a_wrong_password_is_denied(server: Address) -> None:
    with pytest.raises(AccessDenied, match="right user and password"):
        Graph.connect(server.uri, auth=(server.user, "wrong"))


def test_a_limit_of_logins_is_told_apart_from_a_wrong_password() -> None:
    code = "Neo.ClientError.Security.AuthenticationRateLimit"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # preview
        error = driver_errors.Neo4jError._hydrate_neo4j(code=code, message="too many times in a row")  # pyright: ignore
    ours = translate(error, URI)
    assert type(ours) is LoginLimited
    assert "was not looked at" in str(ours)


def test_a_closed_port_is_unreachable() -> None:
    with socket.socket() as placeholder:
        placeholder.bind(("127.0.0.1", 0))
        port = placeholder.getsockname()[1]
    with pytest.raises(Unreachable, match="start Neo4j there"):
        Graph.connect(f"bolt://127.0.0.1:{port}")


@pytest.fixture
def web_port() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield web.server_port
        web.shutdown()


def test_something_else_than_neo4j_is_unreachable(web_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.5)  # it waits for a line that never ends
    with pytest.raises((Unreachable, Unsupported)):
        Graph.connect(f"bolt://127.0.0.1:{web_port}")


@pytest.mark.parametrize(
    "uri", ["", "localhost:7687", "ftp://localhost", "bolt://localhost:port", "http://localhost:7474"]
)
def test_an_address_that_cannot_be_read_is_bad_input(uri: str) -> None:
    with pytest.raises(InvalidInput, match="neo4j://localhost:7687"):
        Graph.connect(uri)


def test_a_graph_that_is_closed_says_so(server: Address) -> None:
    graph = Graph.connect(server.uri, auth=(server.user, server.password))
    graph.close()
    with pytest.raises(DatabaseError, match="closed"):
        graph.read(load("maintain/ping"))


def test_a_database_that_is_not_there_is_bad_input(server: Address) -> None:
    with pytest.raises(InvalidInput, match="name a database that exists"):
        Graph.connect(server.uri, auth=(server.user, server.password), database="nowhere")


def test_a_failed_transaction_leaves_nothing(graph: Graph) -> None:
    create = parse("x", "// A.\n// $space: STRING  t\n// -> nothing\nCREATE (:Scratch {space: $space})")
    count = parse("x", "// A.\n// $space: STRING  t\nMATCH (n:Scratch {space: $space}) RETURN count(*) AS number")
    with pytest.raises(RuntimeError, match="half way"):
        graph.transaction(lambda transaction: (transaction.run(create, space="s"), _fail()))
    assert graph.read(count, space="s") == [{"number": 0}]


def test_reads_follow_writes(graph: Graph) -> None:
    assert graph.read(load("maintain/ping")) == [{"alive": True}]


def test_a_number_that_a_graph_cannot_hold_is_bad_input(graph: Graph) -> None:
    echo = parse("x", "// A.\n// $space: STRING  t\n// $number: INTEGER  n\nRETURN $space, $number AS number")
    with pytest.raises(InvalidInput, match="64 bits"):
        graph.read(echo, space="s", number=2**63)
    assert graph.read(echo, space="s", number=2**63 - 1)[0]["number"] == 2**63 - 1


class Text(str):
    """A text that is sent, and never written out for a log."""

    def __repr__(self) -> str:
        raise AssertionError("written out")


def test_lists_that_are_sent_are_not_written_out(graph: Graph) -> None:
    echo = parse("x", "// A.\n// $space: STRING  t\n// $rows: LIST<ANY>  t\nRETURN $space AS space, $rows AS rows")
    rows = [[Text("a")], {"b": [Text("b"), 1.5]}]
    assert graph.read(echo, space="s", rows=rows) == [{"space": "s", "rows": [["a"], {"b": ["b", 1.5]}]}]


class Interrupting:
    """Interrupts where the driver sends, receives and keeps apart answers, before the line of that number."""

    FILES = ("_bolt", "_common", "result", "transaction")

    def __init__(self, line: int) -> None:
        self.line, self.seen = line, 0

    def __call__(self, frame: FrameType, event: str, _: object) -> "Interrupting | None":
        file = Path(frame.f_code.co_filename)
        if "neo4j" not in file.parts or not file.name.startswith(self.FILES) or frame.f_code.co_name == "__del__":
            return None
        if event == "line":
            self.seen += 1
            if self.seen == self.line:
                sys.settrace(None)
                _interrupt()
        return self


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what the driver had half made
def test_what_is_read_after_an_interrupt_is_an_answer_to_it(server: Address) -> None:
    echo = parse(
        "x", "// A.\n// scope: server\n// $asked: INTEGER  n\n\n// -> answered: INTEGER  n\nRETURN $asked AS answered"
    )
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)  # a user presses Ctrl-C again where it waits
    try:
        with Graph.connect(server.uri, auth=(server.user, server.password)) as own:
            own.read(echo, asked=0)
            sys.settrace(every := Interrupting(0))
            own.read(echo, asked=0)
            sys.settrace(None)
            for line in range(1, every.seen + 1, 11):
                signal.setitimer(signal.ITIMER_REAL, 0.5, 0.5)
                with suppress(KeyboardInterrupt):
                    sys.settrace(Interrupting(line))
                    own.read(echo, asked=line)
                sys.settrace(None)
                signal.setitimer(signal.ITIMER_REAL, 0)
                assert own.read(echo, asked=-line) == [{"answered": -line}]
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nobody closes a session that was interrupted before it was entered
            gc.collect()  # the connections of before, which may still hold one, are closed by now


def _interrupt() -> None:
    raise KeyboardInterrupt


def _fail() -> None:
    raise RuntimeError("half way")


class Relay:
    """Stands between a driver and a server, and counts how often the driver sends something after an answer."""

    def __init__(self, server: tuple[str, int]) -> None:
        self.rounds = 0
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._last: socket.socket | None = None
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self) -> int:
        return self._listening.getsockname()[1]

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                behind = socket.create_connection(self._server)
                for ends in ((client, behind), (behind, client)):
                    threading.Thread(target=self._hand_on, args=(*ends, ends[0] is client), daemon=True).start()

    def _hand_on(self, source: socket.socket, target: socket.socket, is_asking: bool) -> None:
        with suppress(OSError):
            while sent := source.recv(1 << 16):
                self.rounds += is_asking and self._last is not source
                self._last = source
                target.sendall(sent)
        target.close()

    def close(self) -> None:
        self._listening.close()


def test_a_transaction_waits_for_its_statement_and_its_end_not_for_its_begin(server: Address) -> None:
    location = urlsplit(server.uri)
    with closing(Relay((str(location.hostname), int(location.port or 0)))) as relay:
        uri = f"bolt://127.0.0.1:{relay.port}"
        with Graph.connect(uri, auth=(server.user, server.password)) as graph:
            graph.read(load("maintain/ping"))
            for run in (graph.read, graph.write):
                before = relay.rounds
                run(load("maintain/ping"))
                assert relay.rounds - before == 2
