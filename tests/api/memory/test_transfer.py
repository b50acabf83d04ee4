"""Export and restore: exact, whole or not at all, and repeatable."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from langchain_core.embeddings import Embeddings
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.errors import Conflict, InvalidInput, NotFound
from clew.graph.drafts import DRAFT, mark
from clew.graph.driver import Waits
from clew.graph.schema import declared
from clew.server import Address

CHOSEN = 5
"""Number of a line that holds a node."""


@pytest.fixture(scope="module")
def written(whole: Memory, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("export") / "space.jsonl"
    whole.export(path)
    return path.read_text("utf-8")


@pytest.fixture
def exported(whole: Memory, written: str, tmp_path: Path) -> tuple[Memory, Path]:
    (tmp_path / "space.jsonl").write_text(written, "utf-8")
    return whole, tmp_path / "space.jsonl"


def test_a_restored_space_is_the_same_whatever_kinds_it_holds(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    original, path = exported
    assert set(original.stats().nodes) == set(declared().by_label)
    joined = "MATCH (a:Clew {space: $space})-[r]->(b) RETURN DISTINCT [a.kind, type(r), b.kind] AS ends"
    assert {tuple(row["ends"]) for row in rows(original, joined)} == {
        (each.source, each.type, each.target) for each in declared().relationships
    }
    assert memory.restore(path) == sum(original.stats().nodes.values())
    assert contents(memory) == contents(original)
    question = "Where does Ann live?"
    assert [hit.id for hit in memory.recall(question).hits] == [hit.id for hit in original.recall(question).hits]


def test_restoring_again_changes_nothing(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    memory.restore(exported[1])
    before = contents(memory)
    memory.restore(exported[1])
    assert contents(memory) == before


def test_a_file_that_an_editor_of_windows_saved_is_restored_too(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    original, path = exported
    path.write_text(path.read_text("utf-8"), "utf-8-sig", newline="\r\n")
    memory.restore(path)
    assert contents(memory) == contents(original)


def test_a_used_space_is_refused(exported: tuple[Memory, Path], memory: Memory) -> None:
    memory.add("Something else.", session="mine")
    with pytest.raises(Conflict, match="restore into an empty space"):
        memory.restore(exported[1])


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda _: [], "is empty; export again"),
        (lambda lines: lines[1:], ":1 is no line"),
        (lambda lines: [*lines[:5], lines[5][:20], *lines[6:]], ":6 is not JSON"),
        (lambda lines: [*lines[:5], "[1]", *lines[6:]], ":6 is not an object"),
        (lambda lines: [lines[0].replace('"clew": 1', '"clew": 9'), *lines[1:]], "another version"),
        (lambda lines: [lines[0], *lines[2:]], "leads from"),
        (
            lambda lines: [*lines[:3], '{"node": {"id": "x", "kind": "Admin"}}', *lines[3:]],
            "'Admin' is no kind of node",
        ),
        (lambda lines: [*lines, lines[-2]], "follows the end"),
        (lambda lines: lines[:-1], "ends too early"),
        (lambda lines: [*lines[:3], *lines[2:]], "there twice"),
        (lambda lines: ['{"clew": 1, "schema": 1}', *lines[1:]], ":1 is no line"),
    ],
)
def test_a_damaged_file_writes_nothing(
    exported: tuple[Memory, Path], memory: Memory, damage: Callable[[list[str]], list[str]], complaint: str
) -> None:
    path = exported[1]
    path.write_text("\n".join(damage(path.read_text("utf-8").splitlines())), "utf-8")
    with pytest.raises(InvalidInput) as caught:
        memory.restore(path)
    assert complaint in str(caught.value)
    assert memory.stats().nodes == {}


def test_a_file_that_is_not_there_is_named(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nowhere"):
        memory.restore(tmp_path / "nowhere.jsonl")
    memory.add("Something.", session="s")
    with pytest.raises(InvalidInput, match="cannot write"):
        memory.export(tmp_path / "no" / "folder.jsonl")
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(InvalidInput, match="cannot write"):
        memory.export(tmp_path / "file" / "below.jsonl")


def test_what_is_no_file_is_not_replaced(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory.add("Something.", session="s")
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    (tmp_path / "link").symlink_to("pipe")
    for place in (".", "/", "new/..", "pipe", "link", "/dev/null"):
        with pytest.raises(InvalidInput, match="is no regular file; name another"):
            memory.export(place)
    assert {each.name for each in tmp_path.iterdir()} == {"pipe", "link"}


def test_a_link_stays_and_what_it_leads_to_is_written(memory: Memory, tmp_path: Path) -> None:
    memory.add("Something.", session="s")
    (tmp_path / "kept").mkdir()
    (link := tmp_path / "link").symlink_to("kept/space.jsonl")
    for _ in range(2):
        memory.export(link)
    assert link.is_symlink()
    assert '"Something."' in (tmp_path / "kept" / "space.jsonl").read_text("utf-8")
    (around := tmp_path / "around").symlink_to("around")
    memory.export(around)


def test_what_never_ends_is_refused_before_it_is_read(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"^/dev/zero is not a regular file"):
        memory.restore(Path("/dev/zero"))
    with (path := tmp_path / "zeros.jsonl").open("wb") as file:
        file.truncate(2**33)  # a hole, no blocks of the disk
    with pytest.raises(InvalidInput, match=r"zeros.jsonl:1 is longer than 128 Mi characters"):
        memory.restore(path)


def test_a_file_of_several_lines_in_its_name_is_named_on_one(memory: Memory, tmp_path: Path) -> None:
    (path := tmp_path / "new\nline.jsonl").write_text("x", "utf-8")
    with pytest.raises(InvalidInput, match="is not JSON") as caught:
        memory.restore(path)
    assert str(caught.value).isprintable()


def rewritten(path: Path, change: Callable[[dict[str, object]], None]) -> Path:
    """The file with a change made to every node."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        if "node" in line:
            change(line["node"])
    path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return path


def test_a_file_cannot_write_into_another_space(
    exported: tuple[Memory, Path], memory: Memory, open_memory: Callable[..., Memory]
) -> None:
    victim = open_memory()
    path = rewritten(exported[1], lambda node: node.update(space=victim.space.name))
    with pytest.raises(InvalidInput, match="'space' is none of its properties"):
        memory.restore(path)
    assert victim.stats().nodes == {}


def test_an_embedding_of_another_size_is_refused(exported: tuple[Memory, Path], memory: Memory) -> None:
    path = rewritten(exported[1], lambda node: node.update(embedding=[0.5, 0.5]) if "embedding" in node else None)
    with pytest.raises(InvalidInput, match="2 dimensions instead of 384"):
        memory.restore(path)
    assert memory.stats().nodes == {}


def test_another_text_under_the_same_id_is_a_conflict(exported: tuple[Memory, Path], memory: Memory) -> None:
    memory.add("Something else.", session="s")
    with pytest.raises(Conflict, match="episode:s/0"):
        memory.restore(exported[1])


def test_a_space_that_was_emptied_gets_its_speakers_back(exported: tuple[Memory, Path], memory: Memory) -> None:
    memory.add("Gone soon.", session="old", speaker="Zoe")
    memory.forget(session="old")
    memory.restore(exported[1])
    assert memory.stats().speakers == exported[0].stats().speakers


def test_vectors_of_another_encoder_are_made_anew(
    exported: tuple[Memory, Path], memory: Memory, contents: Callable[[Memory], object]
) -> None:
    path = rewritten(exported[1], lambda node: node.update(embedding=[1.0]) if "embedding" in node else None)
    path.write_text(path.read_text("utf-8").replace('"minilm-l6-v2-int8"', '"another"', 1), "utf-8")
    memory.restore(path)
    assert contents(memory) == contents(exported[0])


def test_an_unused_space_has_nothing_to_export(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="nothing to export"):
        memory.export(tmp_path / "empty.jsonl")


class Slept(Embeddings):
    """The store's encoder, in a process that stands still for a while when it says whose vectors they are."""

    dimensions = 384
    seconds = 0.0

    @property
    def identity(self) -> str:
        seconds, self.seconds = self.seconds, 0.0
        time.sleep(seconds)
        return MiniLM.identity

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return MiniLM().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return MiniLM().embed_query(text)


@pytest.mark.slow
def test_an_export_may_take_longer_than_a_writer(whole: Memory, written: str, server: Address, tmp_path: Path) -> None:
    encoder = Slept()
    auth = (server.user, server.password)
    with Memory.open(server.uri, auth=auth, space=whole.space.name, encoder=encoder) as memory:
        memory.space.graph.waits = Waits(query=2.0)
        encoder.seconds = 5.0  # the server looks every two seconds for what takes too long
        memory.export(tmp_path / "space.jsonl")
    assert sorted((tmp_path / "space.jsonl").read_text("utf-8").splitlines()) == sorted(written.splitlines())


EXPORTING = """
import os, sys
from pathlib import Path
from clew.api.memory import Memory
from clew.graph.drafts import mark
from clew.graph.drafts import DRAFT
from clew.retrieval import export
line, written = export.dump, 0
def dying(value):
    global written
    written += 1
    if written == 5:
        os.kill(os.getpid(), 9)
    return line(value)
export.dump = dying
uri, password, space, path = sys.argv[1:]
with Memory.open(uri, auth=("neo4j", password), space=space) as memory:
    memory.export(Path(path))
"""


@pytest.mark.slow
def test_a_killed_export_leaves_nothing_that_others_read_and_the_next_one_removes_it(
    whole: Memory, server: Address, tmp_path: Path
) -> None:
    path = tmp_path / "space.jsonl"
    arguments = [server.uri, server.password, whole.space.name, str(path)]
    before = os.umask(0)
    try:
        subprocess.run([sys.executable, "-c", EXPORTING, *arguments], check=False)
        (left,) = tmp_path.iterdir()
        assert left.stat().st_mode & 0o777 == 0o600
        living = tmp_path / f"{DRAFT}{mark()}-99.part"
        living.touch()
        whole.export(path)
        assert {*tmp_path.iterdir()} == {path, living}
        assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)
