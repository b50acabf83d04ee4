"""What every test may use: one managed server and one encoder for the whole session, a space of its own per test."""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from tests import shared_classes

from clew import server as managed
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.graph import store
from clew.graph.driver import Graph
from clew.server import Address, ServerSettings
from clew.settings import Settings

with suppress(ImportError):  # the environments of the doors and of other games have none
    import hypothesis

    hypothesis.settings.register_profile(
        "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("untimed")

FAST_START = ("-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=128m", *shared_classes.options())
"""Half the work of a start, two thirds of that of games after it: to a server of tests, most statements are new. The
quick compiler alone has 48 MB for its code, which the statements of the whole suite may fill, and then all fail."""

ONE_PLAN = {"dbms.cypher.min_replan_interval": "1h", "internal.cypher.use_parameter_size": "false"}
"""Each statement is planned once, not anew as the store grows and for lists of other lengths: a third of the work."""


def small_server(home: Path, cache: Path | None, *options: str) -> ServerSettings:
    """A server of a test's own, which works no more than the session's; with more options for Java."""
    jvm = (*FAST_START, *options)
    return ServerSettings(
        home=home, cache=cache, heap_mb=512, page_cache_mb=64, jvm_options=jvm, neo4j_options=ONE_PLAN
    )


def slow_but_first(cases: Iterable[tuple[object, ...]]) -> list[Any]:
    """Cases of which `make test` runs the first alone: each plays a whole game, or is as long for another reason."""
    first, *others = cases
    return [pytest.param(*first), *(pytest.param(*each, marks=pytest.mark.slow) for each in others)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that work on the whole store come first: every test leaves a space that they would have to go through.

    A change of the schema makes the server plan every statement anew; there is least to plan again at the beginning.
    """
    items.sort(key=lambda item: item.get_closest_marker("whole_store") is None)


def cache_of_jars() -> Path | None:
    """Where the jars are: `CLEW_TEST_CACHE`, else the user's cache."""
    given = os.environ.get("CLEW_TEST_CACHE")
    return Path(given) if given else None


@pytest.fixture(scope="session")
def jar_cache() -> Path | None:
    """The same, for tests."""
    return cache_of_jars()


@pytest.fixture
def own_server(tmp_path: Path, jar_cache: Path | None) -> Iterator[ServerSettings]:
    """A server of the test's own, whose files nothing else has written to."""
    settings = small_server(tmp_path / "server", jar_cache)
    yield settings
    managed.stop(settings)


def on_own_server(settings: ServerSettings, space: str) -> Memory:
    """A space of a test's own server, which is started; the encoder is named, as a new store may have another."""
    address = managed.start(settings)
    return Memory.open(address.uri, auth=(address.user, address.password), space=space, encoder=MiniLM())


@pytest.fixture(scope="session")
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's data folder; the session's server is the managed one of that user."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def server(data_home: Path, jar_cache: Path | None) -> Iterator[Address]:
    """One server for the whole session; its store is empty, and of the encoder that comes as a package."""
    settings = ServerSettings(
        home=data_home / "clew" / "server",
        cache=jar_cache,
        heap_mb=1024,
        page_cache_mb=128,
        jvm_options=FAST_START,
        neo4j_options=ONE_PLAN,
    )
    try:
        address = managed.start(settings)
        with Graph.connect(address.uri, auth=(address.user, address.password)) as graph:
            store.prepare(graph, MiniLM.identity, MiniLM.dimensions)
        yield address
    finally:
        managed.stop(settings)


class OnceMiniLM(MiniLM):
    """The encoder that needs no download, which encodes a text once: most texts are those of many tests.

    A text's vector is the same to the last bit whatever it is encoded with, as a question too.
    """

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, array[float]] = {}

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known |= zip(new, (array("f", vector) for vector in super().embed_documents(new)), strict=True)
        return [self._known[text].tolist() for text in texts]


@pytest.fixture(scope="session")
def encoder() -> MiniLM:
    """The encoder that needs no download, loaded once."""
    return OnceMiniLM()


@pytest.fixture(scope="session")
def graph(server: Address) -> Iterator[Graph]:
    """The server's database."""
    with Graph.connect(server.uri, auth=(server.user, server.password)) as graph:
        yield graph


@contextmanager
def _opening(server: Address, encoder: MiniLM) -> Iterator[Callable[..., Memory]]:
    with ExitStack() as stack:

        def open_(name: str = "", **settings: object) -> Memory:
            auth = (server.user, server.password)
            space = name or f"test-{uuid4().hex}"
            chosen = Settings.model_validate(settings)
            return stack.enter_context(
                Memory.open(server.uri, auth=auth, space=space, encoder=encoder, settings=chosen)
            )

        yield open_


@pytest.fixture
def open_memory(server: Address, encoder: MiniLM) -> Iterator[Callable[..., Memory]]:
    """Open memories of new spaces, or of the space `name`, with these settings."""
    with _opening(server, encoder) as open_:
        yield open_


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    """Memory of a new space."""
    return open_memory()


@pytest.fixture(scope="module")
def open_module_memory(server: Address, encoder: MiniLM) -> Iterator[Callable[..., Memory]]:
    """Open memories that a module's tests share."""
    with _opening(server, encoder) as open_:
        yield open_


@pytest.fixture(scope="module")
def module_memory(open_module_memory: Callable[..., Memory]) -> Memory:
    """Memory of a new space that a module's tests share."""
    return open_module_memory()


@pytest.fixture(scope="session")
def whole(server: Address, encoder: MiniLM, graph: Graph) -> Iterator[Memory]:
    """A space with every kind of node and every relationship that is declared, for tests that change nothing."""
    from tests.api.memory.whole import fill

    with _opening(server, encoder) as open_:
        memory = open_()
        fill(memory, graph)
        yield memory


@pytest.fixture(scope="session")
def story(server: Address, encoder: MiniLM, graph: Graph) -> Iterator[Memory]:
    """A space with something of every kind of memory, for tests that change nothing."""
    from tests.story import tell

    with _opening(server, encoder) as open_:
        yield tell(open_(), graph)
