"""A real server, through its life: started by two at once, killed, robbed of its port and password, removed."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
import pytest
from tests.conftest import FAST_START

from clew import server
from clew.errors import AccessDenied, LocalServerError
from clew.graph.driver import Graph
from clew.graph.queries import Query, parse
from clew.server import Address, PortMoved, ServerSettings

pytestmark = pytest.mark.slow

HEAD = "// A test.\n// scope: server\n"
WRITE = parse("test/write", f"{HEAD}// -> nothing\nCREATE (:Kept)")
COUNT = parse("test/count", f"{HEAD}// -> found: INTEGER\nMATCH (n:Kept) RETURN count(n) AS found")
PROJECT = parse(
    "test/project",
    f"{HEAD}// -> graph: MAP\nUNWIND range(1, 500) AS i "
    "RETURN gds.graph.project('g', i, (7 * i) % 500, {relationshipProperties: {w: 1.0}}, {readConcurrency: 1}) "
    "AS graph",
)
WALK = parse(
    "test/walk", f"{HEAD}// -> found: INTEGER\nCALL gds.pageRank.stream('g') YIELD score RETURN count(*) AS found"
)
SIZE = parse(
    "test/size", f"{HEAD}// -> bytes: INTEGER\nCALL gds.graph.list('g') YIELD sizeInBytes RETURN sizeInBytes AS bytes"
)
QUERIES = parse(
    "test/queries",
    f"{HEAD}// -> query: STRING\nCALL db.stats.retrieve('QUERIES') YIELD data RETURN toString(data.query) AS query",
)
DROP = parse(
    "test/drop", f"{HEAD}// -> name: STRING\nCALL gds.graph.drop('g') YIELD graphName RETURN graphName AS name"
)

PROGRAM = """
import sys
from pathlib import Path
from clew import server
home, cache, *options = sys.argv[1:]
settings = server.ServerSettings(
    home=Path(home), cache=Path(cache) if cache else None, heap_mb=512, page_cache_mb=64, jvm_options=tuple(options)
)
server.start(settings)
print(server.status(settings).pid)
"""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, jar_cache: Path | None) -> Iterator[ServerSettings]:
    home = tmp_path_factory.mktemp("a life") / "home"
    settings = ServerSettings(home=home, cache=jar_cache, heap_mb=512, page_cache_mb=64, jvm_options=FAST_START)
    try:
        yield settings
    finally:
        server.stop(settings)


@pytest.fixture(scope="module")
def started(settings: ServerSettings) -> tuple[str, ...]:
    """Start the server from two processes at the same moment; return what they printed."""
    command = [sys.executable, "-c", PROGRAM, str(settings.home), str(settings.cache or ""), *FAST_START]
    environment = os.environ | {"CLEW_MODEL_KEY": "a key of the caller"}
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(2)]
    return tuple(process.communicate(timeout=200)[0].strip() for process in both)


def ask(address: Address, query: Query) -> list[dict[str, object]]:
    with Graph.connect(address.uri, auth=(address.user, address.password), database=address.database) as graph:
        return graph.execute(query)


def test_two_starts_at_once_yield_one_server(settings: ServerSettings, started: tuple[str, ...]) -> None:
    status = server.status(settings)
    assert status.running
    assert started == (str(status.pid), str(status.pid))
    assert status.since is not None


def test_starting_again_yields_the_same(settings: ServerSettings, started: tuple[str, ...]) -> None:
    assert server.start(settings) == server.start(settings)
    assert str(server.status(settings).pid) == started[0]


@pytest.mark.usefixtures("started")
def test_it_listens_on_loopback_only(settings: ServerSettings) -> None:
    listening = psutil.Process(server.status(settings).pid).net_connections("inet")
    addresses = {each.laddr[0].removeprefix("::ffff:") for each in listening if each.status == psutil.CONN_LISTEN}
    assert addresses == {"127.0.0.1"}


@pytest.mark.usefixtures("started")
def test_wrong_passwords_lock_nobody_out(settings: ServerSettings) -> None:
    address = server.start(settings)
    for number in range(5):
        with pytest.raises(AccessDenied):
            Graph.connect(address.uri, auth=(address.user, f"wrong {number}"))
    ask(address, COUNT)


@pytest.mark.usefixtures("started")
def test_it_is_given_no_key_of_who_started_it(settings: ServerSettings) -> None:
    given = psutil.Process(server.status(settings).pid).environ()
    assert "CLEW_MODEL_KEY" not in given
    assert "PATH" in given


@pytest.mark.usefixtures("started")
def test_graph_data_science_works_and_does_not_fill_the_logs(settings: ServerSettings) -> None:
    address = server.start(settings)
    logs = server.home(settings) / "logs"

    def recall() -> int:
        ask(address, PROJECT)
        ask(address, WALK)
        ask(address, DROP)
        return sum(file.stat().st_size for file in logs.iterdir())

    before = recall()
    assert recall() - before < 200


@pytest.mark.usefixtures("started")
def test_a_small_projection_takes_a_page_and_not_one_for_each_of_four_threads(settings: ServerSettings) -> None:
    address = server.start(settings)
    ask(address, PROJECT)
    (found,) = ask(address, SIZE)
    ask(address, DROP)
    assert 2_000_000 < int(str(found["bytes"])) < 4_000_000


@pytest.mark.usefixtures("started")
def test_what_was_asked_is_not_kept(settings: ServerSettings) -> None:
    address = server.start(settings)
    ask(address, COUNT)
    assert ask(address, QUERIES) == []


@pytest.mark.usefixtures("started")
def test_a_wrong_password_file_is_one_error(settings: ServerSettings) -> None:
    file = server.home(settings) / "password"
    right = file.read_text()
    file.write_text("wrong\n")
    try:
        with pytest.raises(LocalServerError, match=r"is not the server's; run: mv .*password.*memory is kept"):
            server.start(settings)
    finally:
        file.write_text(right)


@pytest.mark.usefixtures("started")
def test_killed_without_password_and_port_it_comes_back_with_its_memory(settings: ServerSettings) -> None:
    before = server.start(settings)
    ask(before, WRITE)
    pid = server.status(settings).pid
    psutil.Process(pid).kill()
    psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid or 0) else [], timeout=10)
    (server.home(settings) / "password").unlink()
    port = int(before.uri.rpartition(":")[2])
    with ExitStack() as held:
        with suppress(OSError):  # a server of another test may have been quicker: another program has it just the same
            held.enter_context(socket.create_server(("127.0.0.1", port)))
        with pytest.warns(PortMoved, match=f"port {port} is taken by another program; the server moved to"):
            after = server.start(settings)
        assert after.uri != before.uri
        assert after.password != before.password
        assert ask(after, COUNT) == [{"found": 1}]
        assert server.start(settings) == after


def test_a_java_that_does_not_start(tmp_path: Path, jar_cache: Path | None) -> None:
    settings = ServerSettings(
        home=tmp_path, cache=jar_cache, heap_mb=256, page_cache_mb=16, jvm_options=("-XX:+NoSuchOption",)
    )
    with pytest.raises(LocalServerError, match="ended while it started: correct jvm_options"):
        server.start(settings)
    assert not server.status(settings).running
    assert "NoSuchOption" in server.logs(settings)


def test_a_start_removes_what_a_killed_import_left(tmp_path: Path, jar_cache: Path | None) -> None:
    (left := tmp_path / "importing-machine-1" / "databases").mkdir(parents=True)
    settings = ServerSettings(
        home=tmp_path, cache=jar_cache, heap_mb=256, page_cache_mb=16, jvm_options=("-XX:+NoSuchOption",)
    )
    with pytest.raises(LocalServerError, match="correct jvm_options"):
        server.start(settings)
    assert not left.parent.exists()


@pytest.mark.usefixtures("started")
def test_a_start_while_it_goes_down_starts_it_again(settings: ServerSettings) -> None:
    before = server.start(settings)
    pid = server.status(settings).pid
    psutil.Process(pid).terminate()
    assert server.start(settings) == before
    assert server.status(settings).pid != pid


@pytest.mark.usefixtures("started")
def test_remove_stops_it_and_leaves_nothing_but_a_cache_that_was_given(
    settings: ServerSettings, jar_cache: Path | None, tmp_path: Path
) -> None:
    server.start(settings)
    running = psutil.Process(server.status(settings).pid)
    given = ServerSettings(home=settings.home, cache=jar_cache or tmp_path)
    server.remove(given)
    assert not server.home(settings).exists()
    assert not server.status(settings).running
    assert jar_cache is None or any(jar_cache.iterdir())
    assert psutil.wait_procs([running], timeout=10)[1] == []
