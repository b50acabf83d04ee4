"""The encoder of a store: the default of a new one, its own from then on, and another for all of its spaces."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from langchain_core.embeddings import Embeddings
from tests.conftest import small_server
from tests.server.repository import Repository

from clew import server as managed
from clew.agents.store import ClewStore
from clew.api.memory import Memory
from clew.api.opening import EncoderWarning
from clew.api.world import World
from clew.embedding import E5Small, MiniLM, identity
from clew.embedding.e5_small import JAR
from clew.errors import Conflict, InvalidInput, LocalServerError, NotFound
from clew.graph import store
from clew.graph.driver import Graph
from clew.graph.queries import generated, parse
from clew.loaders.upkeep.reembed import reembed
from clew.model import Fact, Filter, Progress, Turn
from clew.server import Address
from clew.settings import Settings

pytestmark = pytest.mark.slow

EMBEDDED = parse(
    "embedded",
    "// Vectors.\n// $space: STRING  the tenant\n// -> id: STRING  the node\n// -> embedding: LIST<FLOAT>  its vector\n"
    "MATCH (node:Clew) WHERE node.space = $space AND node.embedding IS NOT NULL\n"
    "RETURN node.id AS id, node.embedding AS embedding",
)
CONCEPTS = "MATCH (:Fact {space: $space})-[:ABOUT_CONCEPT]->(c) RETURN collect(DISTINCT c.name) AS names"

EMPTY = parse("empty", "// Removes all.\n// scope: store\nMATCH (node) DETACH DELETE node")
FOREIGN = parse(
    "foreign",
    "// Vectors of another.\n// scope: store\nMATCH (store:ClewSchema) SET store.encoder = 'OllamaEmbeddings:nomic'",
)
NAMED = parse(
    "named",
    "// Another id of a node.\n// $space: STRING  the tenant\n// $id: STRING  its id\n// $other: STRING  the next\n"
    "MATCH (node:Clew) WHERE node.space = $space AND node.id = $id SET node.id = $other",
)
NOWHERE = "http://127.0.0.1:9"


class Letters(Embeddings):
    """A foreign encoder: how often each letter occurs."""

    model = "letters"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [[1.0 + text.lower().count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class Failing(Letters):
    """The same, which breaks at its first page."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if len(texts) > 1:
            raise RuntimeError("power cut")
        return super().embed_documents(texts)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory, jar_cache: Path | None) -> Iterator[Address]:
    settings = small_server(tmp_path_factory.mktemp("server"), jar_cache)
    yield managed.start(settings)
    managed.stop(settings)


def opened(server: Address, encoder: Embeddings, space: str) -> Memory:
    return Memory.open(server.uri, auth=(server.user, server.password), space=space, encoder=encoder)


def test_a_store_changes_its_encoder_as_a_whole(own_server: Address, encoder: MiniLM) -> None:
    with Graph.connect(own_server.uri, auth=(own_server.user, own_server.password)) as graph:
        with pytest.raises(NotFound, match="nothing to re-embed"):
            reembed(graph, Letters())
        for space in ("one", "two"):
            with opened(own_server, encoder, space) as memory:
                memory.add("Zebras zigzag.", session="s")
                memory.add("A banana.", session="s")
                memory.remember_facts(
                    [
                        Fact("Zoe has zebras.", ("episode:s/0",), concepts=("zigzag",)),
                        Fact("A fruit.", ("episode:s/1",)),
                    ]
                )
        with pytest.raises(Conflict, match="clew reembed"):
            opened(own_server, Letters(), "one")
        with pytest.raises(RuntimeError, match="power cut"):
            reembed(graph, Failing())
        with pytest.raises(Conflict, match="is under way, or was interrupted; wait, or run"):
            opened(own_server, encoder, "one")
        assert reembed(graph, Letters()) == 2 * (2 + 2 + 1)  # turns, facts, a concept
    for space in ("one", "two"):
        with opened(own_server, Letters(), space) as memory:
            assert memory.recall("zzz", Filter(kinds=["episode"])).hits[0].text == "Zebras zigzag."
            assert memory.recall("zzz", Filter(kinds=["fact"])).hits[0].text == "Zoe has zebras."
            assert memory.remember_facts([Fact("More.", ("episode:s/1",), concepts=("gazzig",))]).new == 1
            (joined,) = memory.space.read(generated("test", CONCEPTS))
            assert joined["names"] == ["zigzag"]
            memory.add("Another.", session="s")


class Short(Letters):
    """The same, which says that it gives more numbers than it does."""

    dimensions = 384


@pytest.mark.parametrize("broken", [E5Small, Short])
def test_an_encoder_that_gives_no_vector_changes_nothing(
    own_server: Address, broken: type[E5Small | Short], tmp_path: Path
) -> None:
    """Such as one that cannot be fetched: memory goes on with what it has."""
    new = E5Small(cache=tmp_path, mirror=NOWHERE) if broken is E5Small else Short()
    with opened(own_server, Letters(), "unchanged") as memory:
        memory.add("Zebras zigzag.", session="s")
        with pytest.raises((LocalServerError, InvalidInput), match=r"check the network|26 dimensions instead of 384"):
            reembed(memory.space.graph, new)
        assert memory.recall("zzz").hits[0].text == "Zebras zigzag."
    with opened(own_server, Letters(), "unchanged") as memory:
        memory.forget(space=True)


class Stopping(Letters):
    """The same, which breaks where it meets a word, and counts what it encodes."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.encoded = list[str]()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.word and any(self.word in text for text in texts):
            raise RuntimeError("power cut")
        self.encoded += texts
        return super().embed_documents(texts)


def test_a_change_of_the_encoder_goes_on_where_it_was_interrupted(
    own_server: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clew.loaders.upkeep.reembed.PAGE_NODES", 2)
    told = list[Progress]()
    opened(own_server, Letters(), "interrupted a").close()
    with Graph.connect(own_server.uri, auth=(own_server.user, own_server.password)) as graph:
        reembed(graph, Later())
        for space in ("interrupted a", "interrupted b"):
            with opened(own_server, Later(), space) as memory:
                memory.remember([Turn(f"{space[-1]} {number}") for number in range(5)], session="s")
        with pytest.raises(RuntimeError, match="power cut"):
            reembed(graph, Stopping("b 3"))
        rest = Stopping("")
        number = reembed(graph, rest, told.append)
        assert [text for text in rest.encoded if text.startswith(("a ", "b "))] == ["b 2", "b 3", "b 4"]
        assert (told[-1].done, told[-1].total) == (number, number)
        with pytest.raises(RuntimeError, match="power cut"):
            reembed(graph, Stopping("b 3"))
        anew = Overtaken()
        anew.identity = "another"
        assert reembed(graph, anew) > number  # another encoder begins from the first
        reembed(graph, Letters())
        for space in ("interrupted a", "interrupted b"):
            with opened(own_server, Letters(), space) as memory:
                assert len(vectors(memory)) == 5
                memory.forget(space=True)


class Later(Letters):
    """Another encoder."""

    model = "later"


class Overtaken(Letters):
    """The first encoder, which takes so long that another process re-embeds the store meanwhile."""

    identity = "Letters:letters"
    other: Graph | None = None

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if self.other:
            reembed(self.other, Later())
        return super().embed_documents(texts)


class Meanwhile(Letters):
    """Another encoder, at whose first page something else happens."""

    model = "meanwhile"

    def __init__(self, happens: Callable[[], object]) -> None:
        self.happens = happens

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        if len(texts) > 1:
            self.happens()
        return [[2 - number for number in vector] for vector in super().embed_documents(texts)]


def test_a_new_space_whose_first_writer_ends_meanwhile_gets_its_vectors_too(own_server: Address) -> None:
    """Until a transaction ends, nobody else sees the space that it makes: here it has no node of its own until then."""
    with opened(own_server, Letters(), "known") as known, opened(own_server, Letters(), "late") as late:
        for memory in (known, late):
            memory.remember([Turn("Zebras zigzag."), Turn("A banana.")], session="s")
        before, graph = vectors(late), late.space.graph
        graph.write(NAMED, space="late", id="space", other="unseen")
        reembed(graph, Meanwhile(lambda: graph.write(NAMED, space="late", id="unseen", other="space")))
        after = vectors(late)
        assert [id for id in before if before[id] == after[id]] == []
        reembed(graph, Letters())
        assert vectors(late) == before
        for memory in (known, late):
            memory.forget(space=True)


def test_a_memory_of_before_writes_nothing_when_the_encoder_was_changed(own_server: Address) -> None:
    overtaken = Overtaken()
    with opened(own_server, overtaken, "overtaken") as memory:
        memory.add("Zebras zigzag.", session="s")
        overtaken.other = memory.space.graph
        with pytest.raises(Conflict, match=r"the store's vectors are from Later:later .* use that encoder"):
            memory.add("A banana.", session="s")
        assert list(vectors(memory)) == ["episode:s/0"]
        reembed(memory.space.graph, Letters())


def test_a_memory_of_before_recalls_nothing_when_the_encoder_was_changed(own_server: Address) -> None:
    """Its questions would be held against vectors of another encoder, which may well have as many numbers."""
    with opened(own_server, Letters(), "asked before") as memory:
        assert memory.recall("zzz").hits == ()
        memory.add("Zebras zigzag.", session="s")
        reembed(memory.space.graph, Later())
        with pytest.raises(Conflict, match=r"the store's vectors are from Later:later .* use that encoder"):
            memory.recall("zzz")
        reembed(memory.space.graph, Letters())
        assert [hit.id for hit in memory.recall("zzz").hits] == ["episode:s/0"]
        memory.forget(space=True)


@pytest.mark.parametrize("condition", [None, {"text": "Zebras zigzag."}])
def test_a_store_of_before_finds_nothing_by_meaning_when_the_encoder_was_changed(
    own_server: Address, condition: dict[str, str] | None
) -> None:
    with opened(own_server, Letters(), "items before") as memory:
        items = ClewStore(memory)
        items.put(("a",), "k", {"text": "Zebras zigzag."})
        reembed(memory.space.graph, Later())
        with pytest.raises(Conflict, match=r"the store's vectors are from Later:later .* use that encoder"):
            items.search(("a",), query="zzz", filter=condition)
        assert [each.key for each in items.search(("a",), filter=condition)] == ["k"]
        reembed(memory.space.graph, Letters())
        assert [each.key for each in items.search(("a",), query="zzz", filter=condition)] == ["k"]
        memory.forget(space=True)


def test_a_world_of_before_finds_nothing_by_meaning_when_the_encoder_was_changed(own_server: Address) -> None:
    with opened(own_server, Letters(), "world before") as memory:
        world = World(memory, "run")
        world.observe("You are in the kitchen. There is a zebra here.")
        reembed(memory.space.graph, Later())
        for look in (
            lambda: world.recall(["striped animals"]),
            lambda: world.recall(["kitchen"], plan="find zebras", weight=1.0),
            lambda: world.history(like="zebras"),
        ):
            with pytest.raises(Conflict, match=r"the store's vectors are from Later:later .* use that encoder"):
                look()
        assert world.history()
        reembed(memory.space.graph, Letters())
        memory.forget(space=True)


def vectors(memory: Memory) -> dict[str, list[float]]:
    return {row["id"]: row["embedding"] for row in memory.space.read(EMBEDDED)}


def test_the_same_encoder_makes_the_same_vectors_of_every_kind(own_server: Address) -> None:
    """What a vector is made of is declared once: writing and re-embedding agree."""
    with opened(own_server, Letters(), "same") as memory:
        memory.remember([Turn("I sing.", "Lena"), Turn("Choir songs?", "Ben")], session="s")
        memory.read("Pickle is a vegetable in vinegar.", title="Pickle (food)")
        memory.remember_facts([Fact("Lena sings.", ("episode:s/0",), concepts=("Choir Songs",))])
        World(memory, "walk").observe("-= Hall =-\nYou see a fridge.")
        before = vectors(memory)
        assert {id.split(":")[0] for id in before} == {"episode", "passage", "fact", "triplet", "concept", "entity"}
        reembed(memory.space.graph, Letters())
        after = vectors(memory)
        memory.forget(space=True)
    assert [id for id in before if before[id] != after[id]] == []


def test_a_change_of_the_encoder_that_another_overtook_writes_nothing_more(own_server: Address) -> None:
    """Such as one that waited for a remote encoder, was taken for dead, and was begun anew with another."""
    overtaken = Overtaken()
    with Graph.connect(own_server.uri, auth=(own_server.user, own_server.password)) as graph:
        with opened(own_server, Letters(), "raced") as memory:
            memory.add("Zebras zigzag.", session="s")
        overtaken.other = graph
        with pytest.raises(Conflict, match=r"another process has ended the change to encoder Letters:letters"):
            reembed(graph, overtaken)
        found = store.stored(graph)
        assert found is not None
        assert (found.encoder, found.pending) == ("Later:later", False)
        assert store.missing_indexes(graph) == []
        reembed(graph, Letters())
        with opened(own_server, Letters(), "raced") as memory:
            memory.forget(space=True)


@pytest.fixture
def graph(own_server: Address) -> Iterator[Graph]:
    with Graph.connect(own_server.uri, auth=(own_server.user, own_server.password)) as graph:
        graph.write(EMPTY)
        yield graph


def encoder_of_opened(server: Address, **settings: object) -> str:
    chosen = Settings.model_validate(settings)
    with Memory.open(server.uri, auth=(server.user, server.password), settings=chosen) as memory:
        return identity(memory.space.encoder)


def test_a_new_store_in_an_emptied_database_has_indexes_of_its_own_size(
    own_server: Address, graph: Graph, encoder: MiniLM
) -> None:
    for each, name in ((encoder, "first"), (Letters(), "second"), (encoder, "third")):
        with opened(own_server, each, name) as memory:
            memory.add("Zebras zigzag.", session="s")
            assert memory.recall("zebras").hits[0].parts.vector
        graph.write(EMPTY)


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
def test_who_opens_a_new_store_is_told_of_the_download(
    own_server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository, told = Repository(), list[Progress]()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with repository.serving():
        user = {"uri": own_server.uri, "user": own_server.user, "password": own_server.password}
        settings = Settings.model_validate({**user, "mirror": repository.url})
        with pytest.warns(EncoderWarning, match="HTTP 404"), Memory.from_settings(settings, told.append):
            assert told[0] == Progress("encoder", 0, JAR.size, "bytes")


@pytest.mark.usefixtures("graph")
def test_without_a_download_a_new_store_has_what_is_installed(
    own_server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.warns(EncoderWarning, match="the new store has the encoder minilm"):
        assert encoder_of_opened(own_server, mirror=NOWHERE) == MiniLM.identity
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert encoder_of_opened(own_server) == MiniLM.identity


@pytest.mark.parametrize(("others", "is_in_reach"), [(MiniLM, True), (E5Small, False)])
def test_who_makes_a_store_first_has_chosen_its_encoder(
    own_server: Address,
    graph: Graph,
    others: type[MiniLM | E5Small],
    is_in_reach: bool,
    jar_cache: Path | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of several processes that open a new store at once, one may have the default in reach and another not."""
    repository = Repository()
    if is_in_reach:
        jar = E5Small(cache=jar_cache).weights().with_name(JAR.filename)
        repository.files[f"/{JAR.path.as_posix()}"] = jar.read_bytes()
    repository.meanwhile = lambda _: store.prepare(graph, others.identity, others.dimensions)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with repository.serving(), warnings.catch_warnings(action="error", category=EncoderWarning):
        assert encoder_of_opened(own_server, mirror=repository.url) == others.identity
    assert len(repository.asked) == 1


def test_a_store_of_a_foreign_encoder_asks_for_it(own_server: Address, graph: Graph) -> None:
    encoder_of_opened(own_server, encoder="minilm")
    graph.write(FOREIGN)
    with pytest.raises(Conflict, match="from OllamaEmbeddings:nomic; give that encoder"):
        encoder_of_opened(own_server)
