"""Documents into memory: idempotent, incremental, in any order the same graph, and out again without a trace."""

import errno
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest

from clew.api.memory import Memory
from clew.errors import InvalidInput, NotFound
from clew.graph.queries import generated
from clew.loaders.documents import documents
from clew.model import Turn

DAY = datetime(2023, 5, 8, tzinfo=UTC)
VILLA = "Villa Tugendhat is a house in Brno. It was designed by Mies van der Rohe and Lilly Reich in 1929."
ARCHITECT = "Ludwig Mies van der Rohe, known as Mies van der Rohe, was a German-American architect. He died in Chicago."
POOL = "A connection pool keeps connections open. Every query borrows one."
GUIDE = "The driver of Neo4j has a connection pool of its own. Close the driver to empty it."
LONG = "\n\n".join(f"Part {number} tells of the river and of mill number {number}. " * 8 for number in range(12))


def rows(memory: Memory, text: str) -> list[dict[str, object]]:
    return memory.space.graph.read(generated("test", text), space=memory.space.name)


def mentions(memory: Memory, entity: str) -> list[object]:
    return [
        row["title"]
        for row in rows(
            memory,
            f'MATCH (p:Clew {{space: $space}})-[:MENTIONS]->(:Clew {{space: $space, id: "entity:{entity}"}}) '
            "RETURN coalesce(p.title, p.speaker) AS title ORDER BY title",
        )
    ]


def test_reading_twice_changes_nothing(memory: Memory, contents: Callable[[Memory], object]) -> None:
    first = memory.read(VILLA, title="Villa Tugendhat")
    before = contents(memory)
    again = memory.read(VILLA, title="Villa Tugendhat")
    assert [(each.added, each.unchanged, each.removed) for each in first.documents] == [(1, 0, 0)]
    assert [(each.added, each.unchanged, each.removed) for each in again.documents] == [(0, 1, 0)]
    assert contents(memory) == before


def test_a_changed_document_keeps_the_passages_that_are_the_same(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    changed, afresh = open_memory(), open_memory()
    first = changed.read(LONG, title="Mill").documents[0]
    other = f"{LONG}\n\nAn end was put to it by Ada Lovelace."
    second = changed.read(other, title="Mill").documents[0]
    assert first.added > 4
    assert second.unchanged >= first.added - 1
    assert second.added <= 2
    afresh.read(other, title="Mill")
    assert contents(changed) == contents(afresh)


def test_passages_are_chained_and_numbered_in_order(memory: Memory) -> None:
    memory.read(LONG, title="Mill")
    found = rows(
        memory,
        "MATCH (p:Passage {space: $space}) OPTIONAL MATCH (p)-[:NEXT]->(q) "
        "RETURN p.position AS position, q.position AS next, p.text AS text ORDER BY position",
    )
    assert [row["next"] for row in found] == [*range(1, len(found)), None]
    assert "".join("".join(str(row["text"]).split()) for row in found) == "".join(LONG.split())


def test_a_document_with_a_new_title_is_written_anew(
    tmp_path: Path, open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    changed, afresh = open_memory(), open_memory()
    file = tmp_path / "notes.md"
    file.write_text(f"# Connection pool\n\n{POOL}")
    changed.read(GUIDE, title="Guide")
    changed.read(file)
    file.write_text(f"# Borrowing\n\n{POOL}")
    changed.read(file)
    afresh.read(GUIDE, title="Guide")
    afresh.read(file)
    assert contents(changed) == contents(afresh)
    assert mentions(changed, "connection pool") == []


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_in_which_things_come_does_not_matter(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object], order: tuple[int, ...]
) -> None:
    usual, other = open_memory(), open_memory()

    def do(memory: Memory, step: int) -> None:
        match step:
            case 0:
                memory.read(POOL, title="Connection pool")
            case 1:
                memory.read(GUIDE, title="Guide")
            case _:
                memory.remember([Turn("my connection pool is empty again", "Ann", DAY)], session="s")

    for step in (0, 1, 2):
        do(usual, step)
    for step in order:
        do(other, step)
    assert mentions(usual, "connection pool") == ["Ann", "Connection pool", "Guide"]
    assert contents(other) == contents(usual)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_name_is_one_however_its_apostrophe_is_written(memory: Memory, *, is_first: bool) -> None:
    read = [(VILLA.replace("Lilly Reich", "Lilly O\u2019Brien"), "Villa"), ("She built pools.", "Lilly O'Brien")]
    for text, title in read if is_first else reversed(read):
        memory.read(text, title=title)
    assert mentions(memory, "lilly o'brien") == ["Lilly O'Brien", "Villa"]


@pytest.mark.parametrize("is_first", [True, False])
def test_a_title_is_found_over_the_end_of_a_wrapped_line(memory: Memory, *, is_first: bool) -> None:
    wrapped = "Every program that talks to a server has a connection\npool, or opens a new connection for every query."
    read = [(wrapped, "Servers"), (POOL, "Connection pool")]
    for text, title in read if is_first else reversed(read):
        memory.read(text, title=title)
    assert mentions(memory, "connection pool") == ["Connection pool", "Servers"]


def test_forgetting_a_document_removes_what_it_alone_supported(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    memory, without = open_memory(), open_memory()
    for each in (memory, without):
        each.remember([Turn("My connection pool is full. I asked Mies van der Rohe.", "Ann", DAY)], session="s")
        each.read(GUIDE, title="Guide")
    memory.read(POOL, title="Connection pool")
    memory.read(VILLA, title="Villa Tugendhat")
    for title in ("Connection pool", "Villa Tugendhat"):
        receipt = memory.forget(document=title)
        assert receipt.removed["Document"] == 1
    assert contents(memory) == contents(without)
    assert memory.recall("Lilly Reich").hits
    assert all("Reich" not in hit.text for hit in memory.recall("Lilly Reich").hits)


def test_forgetting_a_passage_joins_its_neighbours(memory: Memory) -> None:
    memory.read(LONG, title="Mill")
    found = rows(memory, "MATCH (p:Passage {space: $space}) RETURN p.id AS id ORDER BY p.position")
    memory.forget(ids=str(found[2]["id"]))
    chain = rows(
        memory, "MATCH (p:Passage {space: $space})-[:NEXT]->(q) RETURN p.id AS a, q.id AS b ORDER BY p.position"
    )
    assert len(chain) == len(found) - 2
    assert {"a": found[1]["id"], "b": found[3]["id"]} in chain


def test_a_folder_is_read_and_one_bad_file_is_reported(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "villa.txt").write_text(VILLA)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "pool.md").write_text(f"# Connection pool\n\n{POOL}")
    (tmp_path / "bad.txt").write_bytes(b"\x00\x01\x02")
    seen: list[int] = []
    done = memory.read(tmp_path, on_progress=lambda progress: seen.append(progress.done))
    assert sorted(each.title for each in done.documents) == ["Connection pool", "villa"]
    assert [path.rpartition("/")[2] for path in done.failed] == ["bad.txt"]
    assert seen[-1] == 2


def test_removed_files_are_forgotten_on_request_only(memory: Memory, tmp_path: Path) -> None:
    for name, text in (("a.txt", VILLA), ("b.txt", POOL)):
        (tmp_path / name).write_text(text)
    memory.read(tmp_path)
    memory.read("Elsewhere is no folder.", title="Elsewhere")
    (tmp_path / "a.txt").unlink()
    assert memory.read(tmp_path).forgotten == ()
    assert memory.stats().nodes["Document"] == 3
    assert [id.rpartition("/")[2] for id in memory.read(tmp_path, forget_missing=True).forgotten] == ["a.txt"]
    assert memory.stats().nodes["Document"] == 2


def test_what_is_hidden_from_a_folder_and_still_there_is_not_forgotten(memory: Memory, tmp_path: Path) -> None:
    hidden = tmp_path / ".github"
    hidden.mkdir()
    (hidden / "c.md").write_text(VILLA)
    (hidden / "d.jsonl").write_text(json.dumps({"title": "Pool", "text": POOL}))
    (tmp_path / "a.txt").write_text(POOL)
    for folder in (hidden, tmp_path):
        memory.read(folder)
    assert memory.read(tmp_path, forget_missing=True).forgotten == ()
    assert memory.stats().nodes["Document"] == 3
    (hidden / "d.jsonl").unlink()
    assert [id.rpartition("/")[2][:7] for id in memory.read(tmp_path, forget_missing=True).forgotten] == ["d.jsonl"]


def test_a_file_that_fails_now_is_not_forgotten(memory: Memory, tmp_path: Path) -> None:
    for name, text in (("a.txt", VILLA), ("b.txt", POOL)):
        (tmp_path / name).write_text(text)
    memory.read(tmp_path)
    (tmp_path / "a.txt").write_bytes(b"\x00")
    assert memory.read(tmp_path, forget_missing=True).forgotten == ()
    assert memory.stats().nodes["Document"] == 2


def test_nothing_is_forgotten_of_a_folder_that_cannot_be_looked_into(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(VILLA)
    (tmp_path / "closed").mkdir()
    memory.read(tmp_path)
    look = os.scandir

    def refuse(folder: str) -> object:
        if folder == str(tmp_path / "closed"):
            raise PermissionError(errno.EACCES, "Permission denied", folder)  # which root is never told
        return look(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InvalidInput, match=r"closed.* cannot be read: Permission denied"):
        memory.read(tmp_path, forget_missing=True)
    assert memory.stats().nodes["Document"] == 1


def test_a_corpus_is_validated_whole(memory: Memory, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    lines = [json.dumps({"title": f"Mill {number}", "text": f"Mill {number} turns."}) for number in range(30)]
    corpus.write_text("\n".join([*lines, "{broken"]))
    with pytest.raises(InvalidInput, match="line 31"):
        memory.read(corpus)
    assert memory.stats().nodes == {}
    corpus.write_text("\n".join(lines))
    assert len(memory.read(corpus).documents) == 30
    corpus.write_text("\n".join(lines[1:]))
    assert len(memory.read(corpus, forget_missing=True).forgotten) == 1
    assert memory.forget(document=str(corpus)).removed["Document"] == 29


def test_a_very_long_document_goes_in_several_transactions(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, pieces = open_memory(), open_memory()
    usual.read(LONG, title="Mill")
    monkeypatch.setattr(documents, "MAX_TRANSACTION_PASSAGES", 3)
    pieces.read(LONG, title="Mill")
    assert contents(pieces) == contents(usual)


@pytest.mark.parametrize(
    ("given", "title", "complaint"),
    [
        ("no-such-file.md", None, "has no title"),
        ("some text", " ", "title"),
        ("\u200b \n", "Title", "no words"),
    ],
)
def test_what_cannot_be_read_is_one_error(memory: Memory, given: str, title: str | None, complaint: str) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        memory.read(given, title=title)
    assert memory.stats().nodes == {}


def test_a_title_is_one_however_unicode_writes_it(memory: Memory) -> None:
    memory.read(POOL, title="Café")
    (again,) = memory.read(GUIDE, title=normalize("NFD", "Café")).documents
    assert (again.id, again.title, memory.stats().nodes["Document"]) == ("document:Café", "Café", 1)


def test_a_text_that_spells_a_path_is_text(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text("The code of the safe is 8153.")
    memory.read(str(file), title="A note of a user")
    with pytest.raises(InvalidInput, match="has no title; give one, or a Path"):
        memory.read(str(file))
    assert [hit.text for hit in memory.recall("What is the code of the safe?").hits] == [str(file)]


@pytest.mark.parametrize("forget_missing", [False, True])
def test_a_path_that_no_file_can_have_is_refused(memory: Memory, forget_missing: bool) -> None:
    with pytest.raises(InvalidInput, match="name of a file"):
        memory.read(Path("x" * 5000), forget_missing=forget_missing)


def test_a_folder_is_not_left_through_links(memory: Memory, tmp_path: Path) -> None:
    outside, inside = tmp_path / "secret.jsonl", tmp_path / "given"
    inside.mkdir()
    outside.write_text(json.dumps({"session": "s", "speaker": "Ann", "text": "The code of the safe is 8153."}))
    turn = {"session": "t", "speaker": "Ann", "text": "The safe is in the hall."}
    (inside / "own.jsonl").write_text(json.dumps(turn))
    (inside / "link.jsonl").symlink_to(outside)
    assert [each.title for each in memory.read(inside).documents] == ["The safe is in the hall."]
    assert [each.session for each in memory.remember_file(inside)] == ["t"]


def test_a_name_stands_for_its_own_documents_only(memory: Memory, tmp_path: Path) -> None:
    for title in ("C", "C#", "Notes", "Notes/2023", "AC/DC", "x" * 280):
        memory.read(f"{VILLA} {title}", title=title)
    for title in ("C", "Notes", "AC/DC", "x" * 280):
        assert memory.forget(document=title).removed["Document"] == 1
    assert memory.stats().nodes["Document"] == 2
    with pytest.raises(InvalidInput, match="no document was named"):
        memory.forget(document=" ")
    (tmp_path / "a").mkdir()
    for name in ("a.txt", "a/b.txt"):
        (tmp_path / name).write_text(VILLA)
    done = memory.read(tmp_path)
    hit = next(hit for hit in memory.recall("Villa Tugendhat").hits if hit.document.endswith("b.txt"))
    assert memory.forget(document=hit.document).removed["Document"] == 1
    assert memory.forget(document=str(tmp_path)).removed["Document"] == len(done.documents) - 1


@pytest.mark.parametrize(("stored", "asked"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_document_is_forgotten_however_unicode_writes_its_name(
    memory: Memory, tmp_path: Path, stored: Literal["NFC", "NFD"], asked: Literal["NFC", "NFD"]
) -> None:
    """A Mac's names of files come with their accents apart, and a person types them together."""
    file = tmp_path / normalize(stored, "über.txt")
    for name in ("Über", str(tmp_path / "über.txt")):
        file.write_text("# Über\nA river.", "utf-8")
        memory.read(file, title=normalize(stored, "Über"))
        assert memory.forget(document=normalize(asked, name)).removed["Document"] == 1


def test_a_record_that_is_gone_does_not_take_others_along(memory: Memory, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    lines = [json.dumps({"id": id, "title": id, "text": f"{id} turns."}) for id in ("mill", "mill/b", "mill#c")]
    corpus.write_text("\n".join(lines))
    memory.read(corpus)
    corpus.write_text("\n".join(lines[1:]))
    assert len(memory.read(corpus, forget_missing=True).forgotten) == 1
    assert memory.stats().nodes["Document"] == 2


def test_a_folder_that_is_empty_now_can_be_forgotten(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(VILLA)
    memory.read(tmp_path)
    (tmp_path / "a.txt").unlink()
    with pytest.raises(InvalidInput, match="no file"):
        memory.read(tmp_path)
    assert len(memory.read(tmp_path, forget_missing=True).forgotten) == 1
    assert memory.stats().nodes.get("Document", 0) == 0


def test_a_forgotten_passage_stays_forgotten(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "mill.txt"
    file.write_text(LONG)
    memory.read(file)
    hit = next(hit for hit in memory.recall("mill number 5").hits if hit.position > 0)
    memory.forget(ids=hit.id)
    again = memory.read(file).documents[0]
    assert (again.added, again.removed) == (0, 0)
    file.write_text(f"{LONG}\n\nAn end was put to it by Ada Lovelace.")
    memory.read(file)
    assert hit.text not in [each.text for each in memory.recall("mill number 5").hits]


def test_a_forgotten_passage_stays_forgotten_under_other_titles(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "mill.txt"
    file.write_text(LONG)
    memory.read(file, title="Mill")
    hit = next(hit for hit in memory.recall("mill number 5").hits if hit.position > 0)
    memory.forget(ids=hit.id)
    for title in ("River", "Brook"):
        memory.read(file, title=title)
        found = [each.text for each in memory.recall("mill number 5", limit=50).hits]
        assert found
        assert hit.text not in found


def test_the_list_of_an_older_store_is_heeded(memory: Memory) -> None:
    memory.read(LONG, title="Mill")
    hit = next(hit for hit in memory.recall("mill number 5").hits if hit.position > 0)
    memory.forget(ids=hit.id)
    listed = generated("test", "MATCH (d:Document {space: $space}) SET d.forgotten = [$id]")
    memory.space.graph.write(listed, space=memory.space.name, id=hit.id)
    memory.read(f"{LONG}\n\nAn end was put to it by Ada Lovelace.", title="Mill")
    assert hit.text not in [each.text for each in memory.recall("mill number 5", limit=50).hits]


def test_a_new_first_passage_takes_the_subject_over(
    open_memory: Callable[..., Memory], contents: Callable[[Memory], object]
) -> None:
    changed, afresh = open_memory(), open_memory()
    changed.read(LONG, title="Mill")
    other = f"{POOL * 20}\n\n{LONG}"
    changed.read(other, title="Mill")
    afresh.read(other, title="Mill")
    assert contents(changed) == contents(afresh)


@pytest.mark.parametrize("title", ["Women", "Viruses", "Beatles", "Connection pools"])
@pytest.mark.parametrize("first", ["text", "title"])
def test_a_title_is_found_whatever_its_form(memory: Memory, title: str, first: str) -> None:
    reads = {
        "text": lambda: memory.read(f"We spoke of {title.lower()} all day.", title="Diary"),
        "title": lambda: memory.read("They are many.", title=title),
    }
    for name in sorted(reads, key=lambda name: name != first):
        reads[name]()
    joined = (
        "MATCH (p:Passage {space: $space, title: 'Diary'})-[:MENTIONS]->(e)<-[:TITLED]-(d) "
        "WHERE d.title <> 'Diary' RETURN d.title AS title"
    )
    assert rows(memory, joined) == [{"title": title}]


def test_there_must_be_something_to_forget(memory: Memory) -> None:
    memory.read(VILLA, title="Villa Tugendhat")
    with pytest.raises(NotFound, match="Nothing"):
        memory.forget(document="Nothing")


def test_no_title_matches_everywhere(memory: Memory) -> None:
    memory.read("A clown frightens the children of Derry.", title="It")
    memory.read("Winston Smith works for the ministry.", title="1984")
    memory.read("It was in 1984 that it all began, and it ended in 1984.", title="Chronicle of Brno")
    memory.remember([Turn("It is late. It was 1984.", "Ann")], session="s")
    joined = rows(
        memory,
        "MATCH (a:Clew {space: $space})-[:MENTIONS]->(e)<-[:MENTIONS]-(b:Clew) WHERE a.id < b.id RETURN e.name AS name",
    )
    assert joined == []


def test_entities_of_another_space_are_never_met(open_memory: Callable[..., Memory]) -> None:
    mine, other = open_memory(), open_memory()
    other.read(ARCHITECT, title="Ludwig Mies van der Rohe")
    mine.read(VILLA, title="Villa Tugendhat")
    assert mentions(mine, "mies van der rohe") == ["Villa Tugendhat"]
    assert [hit.title for hit in mine.recall("Where did Mies van der Rohe die?").hits] == ["Villa Tugendhat"]


def test_a_chat_that_is_read_as_a_document_is_remarked_on(memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("12/03/24, 9:41 pm - Nora: Did you book the vet?\n", "utf-8")
    (tmp_path / "notes.txt").write_text("The vet is in Bath.\n", "utf-8")
    (note,) = memory.read(tmp_path).notes
    assert (note.count, note.is_lost) == (1, False)
    assert note.what.endswith("lose who says what and when; remember them instead")
    assert note.example.endswith("chat.txt")
    assert not memory.read(tmp_path / "notes.txt").notes
