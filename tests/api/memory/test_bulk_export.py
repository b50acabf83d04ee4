"""Spaces as files for `neo4j-admin database import`: exactly what was there, imported by the real importer."""

import gzip
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.api.memory.whole import fill
from tests.conftest import small_server

from clew import server
from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import Conflict, InvalidInput, LocalServerError, NotFound
from clew.graph import store
from clew.graph.drafts import DRAFT, mark
from clew.graph.driver import Graph
from clew.graph.queries import parse
from clew.model import Progress
from clew.retrieval.bulk import export as bulk_export
from clew.retrieval.bulk.export import export_bulk
from clew.server import ServerSettings

HOSTILE = (
    'he said "no", "", \\" and \\',
    "one\nline\r\nafter\rthe other\n",
    ' , ; | \t \x00 \x01 \x1f \x1e \u2028 \ufeff \U0001f600 =1+1 "',
    ":ID,:LABEL\n1,2\n",
)
QUESTIONS = ("Where does Ann work?", "What rises in Spain?", "What line is after the other?")

HEAD = "// A test.\n// $space: STRING  the tenant\n"
NODES = parse(
    "test/nodes",
    f"{HEAD}// -> labels: LIST<STRING>\n// -> properties: MAP\n"
    "MATCH (n:Clew {space: $space}) RETURN labels(n) AS labels, properties(n) AS properties ORDER BY n.id",
)
RELATIONSHIPS = parse(
    "test/relationships",
    f"{HEAD}// -> source: STRING\n// -> type: STRING\n// -> target: STRING\n// -> properties: MAP\n"
    "MATCH (n:Clew {space: $space})-[r]->(m) RETURN n.id AS source, type(r) AS type, m.id AS target, "
    "properties(r) AS properties ORDER BY source, type, target, r.claim",
)
LISTS = parse(
    "test/lists",
    f"{HEAD}// $long: STRING  more than the importer reads at once\n// -> nothing\n"
    "MATCH (n:Clew {space: $space, kind: 'Entity'}) WITH n LIMIT 3 WITH collect(n) AS n "
    "FOREACH (x IN [n[0]] | SET x.words = ['']) FOREACH (x IN [n[1]] | SET x.words = []) "
    "FOREACH (x IN [n[2]] | SET x.words = ['a\x1fb', '', ' c; \"d\" \\n'], x.spelling = $long)",
)
AHEAD = parse(
    "test/ahead",
    f"{HEAD}// $hours: INTEGER  by how many\n// -> nothing\n"
    "MATCH (n:Clew {space: $space, id: 'space'}) SET n.locked_at = datetime() + duration({hours: $hours})",
)
STRANGE = parse(
    "test/strange", f"{HEAD}// -> nothing\nMATCH (n:Clew {{space: $space, kind: 'Session'}}) SET n.strange = 1"
)


@pytest.fixture(scope="module")
def filled(module_memory: Memory, graph: Graph) -> Memory:
    """A space with every kind of node, and with texts that are hard to write."""
    fill(module_memory, graph)
    module_memory.remember([{"speaker": "Ann", "text": text} for text in HOSTILE], session='a "session",\nso called')
    graph.write(LISTS, space=module_memory.space.name, long="é" * 2_200_000)
    return module_memory


@pytest.fixture(scope="module")
def folder(filled: Memory, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bulk") / "with space" / "export"
    folder.parent.mkdir()
    told: list[Progress] = []
    done = filled.export_bulk(folder, on_progress=told.append)
    size = filled.stats()
    assert (done.nodes, done.relationships) == (sum(size.nodes.values()), sum(size.relationships.values()))
    assert (told[-1].done, told[-1].total) == (done.nodes, done.nodes)
    return folder


@pytest.fixture(scope="module")
def killed(folder: Path, jar_cache: Path | None, tmp_path_factory: pytest.TempPathFactory) -> ServerSettings:
    """Another server, an import into which was killed; its importer goes on."""
    home = tmp_path_factory.mktemp("imported") / "home"
    settings = small_server(home, jar_cache)
    code = (
        "import pickle, sys; from pathlib import Path; from clew import server\n"
        "server.import_bulk(Path(sys.argv[1]), pickle.loads(bytes.fromhex(sys.argv[2])))"
    )
    command = [sys.executable, "-c", code, str(folder), pickle.dumps(settings).hex()]
    importing = subprocess.Popen(command, start_new_session=True)
    while not [*home.glob("importing-*/databases/neo4j/*")]:
        assert importing.poll() is None
        time.sleep(0.01)
    importing.kill()  # as when memory was needed
    importing.wait()
    assert [*home.glob("importing-*")]
    assert not (home / "data" / "databases").exists()
    return settings


@pytest.fixture(scope="module")
def imported(filled: Memory, folder: Path, encoder: MiniLM, killed: ServerSettings) -> Iterator[Memory]:
    """The space on another server, which the importer filled, though it was killed before."""
    settings = killed
    server.import_bulk(folder, settings)
    with pytest.raises(LocalServerError, match="holds a database already"):
        server.import_bulk(folder, settings)
    address = server.start(settings)
    try:
        auth = (address.user, address.password)
        with Memory.open(address.uri, auth=auth, space=filled.space.name, encoder=encoder) as memory:
            yield memory
    finally:
        server.stop(settings)


def whole(memory: Memory) -> tuple[list[Any], list[Any]]:
    """All nodes and relationships with all that they hold."""
    graph, space = memory.space.graph, memory.space.name
    nodes = graph.read(NODES, space=space)
    return [{**node, "labels": {*node["labels"]}} for node in nodes], graph.read(RELATIONSHIPS, space=space)


@pytest.mark.slow
def test_an_imported_space_is_the_exported_one(filled: Memory, imported: Memory) -> None:
    (nodes, relationships), (there, between) = whole(filled), whole(imported)
    assert len({node["properties"]["kind"] for node in nodes}) > 15
    assert there == nodes
    assert between == relationships


@pytest.mark.slow
def test_the_store_is_ready_after_the_first_opening(filled: Memory, imported: Memory) -> None:
    assert store.stored(imported.space.graph) == store.stored(filled.space.graph)
    assert store.missing_indexes(imported.space.graph) == []


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_it_recalls_the_same(filled: Memory, imported: Memory, question: str) -> None:
    ours, theirs = filled.recall(question).hits, imported.recall(question).hits
    assert ours
    assert {hit.id for hit in theirs} == {hit.id for hit in ours}
    assert theirs[0].id == ours[0].id


@pytest.mark.slow
def test_it_can_be_written_and_forgotten(imported: Memory) -> None:
    imported.remember([{"speaker": "Ben", "text": "The ferry leaves at noon."}], session="after")
    assert imported.recall("When does the ferry leave?").hits[0].text == "The ferry leaves at noon."
    imported.forget(session="after")


def test_the_folder_is_its_owners_alone_and_says_how_it_is_imported(folder: Path) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    options = (folder / "import.args").read_text().splitlines()
    named = {option.rpartition("./")[2] for option in options if ".csv.gz" in option}
    assert named == {file.name for file in folder.glob("*.csv.gz")}
    assert "--nodes=Clew:Episode=./nodes-Episode.csv.gz" in options
    assert "--array-delimiter=U+001E" in options  # a text in a list holds the first candidate
    assert "neo4j-admin database import full @import.args neo4j" in (folder / "README.md").read_text()
    assert list(folder.parent.iterdir()) == [folder]


@pytest.mark.slow
def test_all_spaces_of_a_store_are_exported_together(filled: Memory, imported: Memory, tmp_path: Path) -> None:
    other = imported.space.graph
    with pytest.raises(NotFound, match="space 'nowhere' holds nothing"):
        export_bulk(other, tmp_path / "none", ["nowhere"])
    done = export_bulk(other, tmp_path / "all")
    assert done.spaces == (filled.space.name,)
    with gzip.open(tmp_path / "all" / "nodes-ClewSchema.csv.gz", "rt") as file:
        assert len(file.readlines()) == 2
    imported.forget(space=True)
    with pytest.raises(NotFound, match="the store has no space"):
        export_bulk(other, tmp_path / "nothing")


def test_a_folder_that_holds_something_is_left_alone(filled: Memory, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").touch()
    for folder in (tmp_path / "there", tmp_path / "there" / "file", tmp_path / "no" / "folder"):
        with pytest.raises(InvalidInput, match=r"name a (new folder|folder that can be made)"):
            filled.export_bulk(folder)
    assert [file.name for file in tmp_path.rglob("*")] == ["there", "file"]


def test_a_link_to_an_empty_folder_stays_and_the_folder_is_filled(memory: Memory, tmp_path: Path) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    (kept := tmp_path / "kept").mkdir()
    (link := tmp_path / "link").symlink_to(kept)
    memory.export_bulk(link)
    assert link.is_symlink()
    assert (kept / "import.args").is_file()


def test_an_empty_folder_that_is_mounted_is_refused_before_anything_is_written(memory: Memory) -> None:
    """A folder of a container's host is one: nothing can take its place in the end."""
    mounted = [Path(each.mountpoint) for each in psutil.disk_partitions(all=True)]
    empty = next((each for each in mounted if each.is_dir() and not any(each.iterdir())), None)
    if empty is None:
        pytest.skip("this machine has no empty folder that is mounted")
    with pytest.raises(InvalidInput, match="is mounted; name a new folder in it"):
        memory.export_bulk(empty)


@pytest.mark.parametrize("hours", [0, 1], ids=["", "after a writer whose clock is ahead"])
def test_a_space_that_is_written_meanwhile_is_refused(memory: Memory, tmp_path: Path, hours: int) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    memory.space.graph.write(AHEAD, space=memory.space.name, hours=hours)

    def write(_: Progress) -> None:
        memory.remember([{"speaker": "Ann", "text": "Two."}], session="b")

    with pytest.raises(Conflict, match="was written while it was exported"):
        memory.export_bulk(tmp_path / "folder", on_progress=write)
    assert list(tmp_path.iterdir()) == []


def test_what_clew_does_not_declare_is_refused(memory: Memory, tmp_path: Path) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    memory.space.graph.write(STRANGE, space=memory.space.name)
    with pytest.raises(InvalidInput, match="Session: 'strange' is none of its properties"):
        memory.export_bulk(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


def test_a_text_that_holds_every_delimiter_is_refused(
    filled: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_export, "DELIMITERS", ("\x1f",))
    with pytest.raises(InvalidInput, match="every character that could part them"):
        filled.export_bulk(tmp_path / "folder")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_a_killed_export_left_goes_with_the_next(memory: Memory, tmp_path: Path) -> None:
    memory.remember([{"speaker": "Ann", "text": "One."}], session="a")
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for who in (f"{mark().rpartition('-')[0]}-{gone.pid}", mark()):
        (tmp_path / f"{DRAFT}{who}-99.part").mkdir()
    memory.export_bulk(tmp_path / "folder")
    assert {each.name for each in tmp_path.iterdir()} == {"folder", f"{DRAFT}{mark()}-99.part"}


def test_a_folder_that_is_no_export_is_not_imported(tmp_path: Path) -> None:
    settings = ServerSettings(home=tmp_path / "home")
    with pytest.raises(InvalidInput, match=r"holds no import\.args"):
        server.import_bulk(tmp_path, settings)


@pytest.mark.slow
def test_a_killed_import_leaves_nothing_in_the_way_of_the_next(
    killed: ServerSettings,
    imported: Memory,  # noqa: ARG001
) -> None:
    """Neither its files nor its importer, which went on alone: that the next is whole is what the tests above ask."""
    home = server.home(killed)
    assert [*(home / "data" / "databases" / "neo4j").iterdir()]
    assert not [*home.glob("importing-*")]


@pytest.mark.slow
def test_an_import_that_fails_says_why(tmp_path: Path, jar_cache: Path | None) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "import.args").write_text("--nodes=Clew=./missing.csv\n")
    settings = small_server(tmp_path / "home", jar_cache)
    with pytest.raises(LocalServerError, match=r"the import failed: .*missing\.csv"):
        server.import_bulk(broken, settings)
    assert not (tmp_path / "home" / "data" / "databases").exists()


@pytest.mark.slow
def test_an_import_takes_the_options_for_java(tmp_path: Path, jar_cache: Path | None) -> None:
    (tmp_path / "import.args").write_text("--nodes=Clew=./missing.csv\n")
    settings = ServerSettings(home=tmp_path / "home", cache=jar_cache, jvm_options=("-XX:+NoSuchOption",))
    with pytest.raises(LocalServerError, match="the import failed: "):
        server.import_bulk(tmp_path, settings)
    assert "'NoSuchOption'" in (tmp_path / "home" / "logs" / "console.log").read_text()
