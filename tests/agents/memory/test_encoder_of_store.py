"""Where no encoder is named: the store's own, whichever that is, and the default for a new store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import small_server

from clew import server as managed
from clew.connect import EncoderWarning
from clew.embedding import E5Small, MiniLM, identity
from clew.errors import Conflict
from clew.graph import Graph
from clew.loaders.upkeep.reembed import reembed
from clew.memory import Memory
from clew.queries import parse
from clew.server import Address
from clew.settings import Settings

EMPTY = parse("empty", "// Removes all.\n// scope: store\nMATCH (node) DETACH DELETE node")
FOREIGN = parse(
    "foreign",
    "// Vectors of another.\n// scope: store\nMATCH (store:ClewSchema) SET store.encoder = 'OllamaEmbeddings:nomic'",
)
NOWHERE = "http://127.0.0.1:9"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory, jar_cache: Path | None) -> Iterator[Address]:
    settings = small_server(tmp_path_factory.mktemp("server"), jar_cache)
    yield managed.start(settings)
    managed.stop(settings)


@pytest.fixture
def graph(own_server: Address) -> Iterator[Graph]:
    with Graph.connect(own_server.uri, auth=(own_server.user, own_server.password)) as graph:
        graph.write(EMPTY)
        yield graph


def encoder_of_opened(server: Address, **settings: object) -> str:
    chosen = Settings.model_validate(settings)
    with Memory.open(server.uri, auth=(server.user, server.password), settings=chosen) as memory:
        return identity(memory.space.encoder)


@pytest.mark.usefixtures("graph")
def test_a_new_store_has_the_default(own_server: Address) -> None:
    assert encoder_of_opened(own_server) == E5Small.identity
    assert encoder_of_opened(own_server, mirror=NOWHERE) == E5Small.identity


def test_a_store_keeps_its_own(own_server: Address, graph: Graph) -> None:
    assert encoder_of_opened(own_server, encoder="minilm") == MiniLM.identity
    assert encoder_of_opened(own_server) == MiniLM.identity
    reembed(graph, E5Small())
    assert encoder_of_opened(own_server) == E5Small.identity
    with pytest.raises(Conflict, match=f"from {E5Small.identity}"):
        encoder_of_opened(own_server, encoder="minilm")


@pytest.mark.usefixtures("graph")
def test_without_a_download_a_new_store_has_what_is_installed(
    own_server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.warns(EncoderWarning, match="the new store has the encoder minilm"):
        assert encoder_of_opened(own_server, mirror=NOWHERE) == MiniLM.identity
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert encoder_of_opened(own_server) == MiniLM.identity


def test_a_store_of_a_foreign_encoder_asks_for_it(own_server: Address, graph: Graph) -> None:
    encoder_of_opened(own_server, encoder="minilm")
    graph.write(FOREIGN)
    with pytest.raises(Conflict, match="from OllamaEmbeddings:nomic; give that encoder"):
        encoder_of_opened(own_server)
