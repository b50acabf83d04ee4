import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from clew.errors import InvalidInput
from clew.loaders.conversation import demo
from clew.loaders.sources import detection
from clew.loaders.sources.formats import jsonl, locomo, table
from clew.loaders.sources.notes import Notes
from clew.loaders.sources.rows import SourceFile

Write = Callable[[str, object], Path]
LINE = '{"session": "%s", "text": "a"}\n'


def test_a_folder_is_its_files_in_order(write: Write, tmp_path: Path) -> None:
    write("b.jsonl", LINE % "b1" + LINE % "b2")
    write("a.csv", "text,session\nhi,a1\n")
    write("c.JSON", [{"type": "human", "data": {"content": "hi"}}])
    write(".hidden.jsonl", "broken")
    write("notes.txt", "left alone")
    write("deeper/d.jsonl", "left alone")
    assert [transcript.session for transcript in detection.read(tmp_path)] == ["a1", "b1", "b2", "c"]
    with detection.opened(str(tmp_path)) as files:
        assert [each.format for each in files] == ["csv", "jsonl", "messages"]


def test_a_bad_file_of_a_folder_is_left_out_and_said_or_an_error(write: Write, tmp_path: Path) -> None:
    write("a.jsonl", LINE % "a")
    write("b.jsonl", "broken")
    write("c.csv", b"text\n\xff\n")
    (talk,) = detection.read(tmp_path)
    assert talk.session == "a"
    assert [(note.what, note.count) for note in talk.notes if note.is_lost] == [("files of the folder are left out", 2)]
    with pytest.raises(InvalidInput, match=r"b\.jsonl, line 1: broken JSON"):
        next(detection.read(tmp_path, is_strict=True))


def test_a_session_in_two_files_is_an_error(write: Write, tmp_path: Path) -> None:
    write("a.jsonl", LINE % "same")
    write("b.jsonl", LINE % "same")
    with pytest.raises(InvalidInput, match=r"b\.jsonl: session 'same' is in .*a\.jsonl too; rename one"):
        next(detection.read(tmp_path))


def test_a_session_in_two_files_of_a_list_is_an_error(write: Write, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    paths = [write("one/chat.jsonl", '{"text": "Hello."}'), write("chat.jsonl", '{"text": "Good day."}')]
    with pytest.raises(InvalidInput, match=r"chat\.jsonl: session 'chat' is in .*one.chat\.jsonl too; rename one"):
        detection.opened(paths).__enter__()
    with detection.opened([paths[0], tmp_path / "one"]) as files:  # one file, named twice
        assert {session for each in files for session in each.sessions} == {"chat"}


def test_a_named_format_wins_over_the_ending(write: Write) -> None:
    path = write("talk.log", LINE % "x")
    assert next(detection.read(path, "jsonl")).session == "x"
    with pytest.raises(
        InvalidInput, match=r"format 'yaml' is unknown; name one of locomo, chatgpt, .*, messages, .*, jsonl, csv, "
    ):
        next(detection.read(path, "yaml"))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("talk.txt", "hello", "unknown format, ending '.txt'; name its format if it is one of"),
        ("notes.md", "# Notes", "csv, whatsapp, mail; a document is for `clew read`, or `Memory.read`"),
        ("talk", "hello", "unknown format, ending ''"),
        ("talk.json", {"topics": []}, "unknown format, its first object has the fields ['topics']"),
        ("talk.json", [], "holds no turn"),
        ("talk.json", "[1]", "unknown format, it begins with a number"),
        ("talk.json", "hello", "line 1: broken JSON"),
        ("talk.jsonl", "", "is empty"),
    ],
)
def test_unknown_formats_are_named(write: Write, name: str, content: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        next(detection.read(write(name, content)))


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for path, message in [
        (tmp_path / "gone.jsonl", "gone.jsonl does not exist"),
        (tmp_path / ("x" * 5000), "cannot be read: File name too long"),
        (tmp_path / "a\0b.jsonl", "does not exist"),
        (tmp_path / "\udcff.jsonl", r"\?.jsonl does not exist"),
        (pipe, "is not a regular file"),
    ]:
        with pytest.raises(InvalidInput, match=message):
            next(detection.read(path))
    pipe.unlink()
    with pytest.raises(
        InvalidInput, match=r"has no file that ends in .csv, .eml, .json, .jsonl, .mbox, .ndjson, .tsv, .txt"
    ):
        next(detection.read(tmp_path))


def test_what_the_system_refuses_is_named(tmp_path: Path) -> None:
    for read in (
        lambda: SourceFile(tmp_path, str(tmp_path), jsonl.records, Notes()),
        lambda: table.records(tmp_path),
        lambda: next(locomo.rows(tmp_path, str(tmp_path), Notes())),
    ):
        with pytest.raises(InvalidInput, match="cannot be read: Is a directory; check the path"):
            read()


@pytest.mark.filterwarnings("error")
def test_the_demo_is_good_and_its_questions_have_their_evidence() -> None:
    transcripts = list(detection.read(demo.path()))
    turns = {f"{t.session}/{n}": turn for t in transcripts for n, turn in enumerate(t.turns)}
    assert len(transcripts) == 6
    assert 75 <= len(turns) <= 90
    assert len({turn.speaker for turn in turns.values()}) == 2
    assert sum(bool(turn.caption) for turn in turns.values()) >= 2
    dates = [turn.at for turn in turns.values() if turn.at]
    assert len(dates) == len(turns)
    assert dates == sorted(dates)
    assert (dates[-1] - dates[0]).days > 150
    questions = demo.questions()
    assert len(questions) == 5
    assert {question.kind for question in questions} == {"temporal", "changed", "multi-session", "speaker"}
    assert all(question.evidence and set(question.evidence) <= turns.keys() for question in questions)
    assert all(
        len({evidence.split("/")[0] for evidence in question.evidence}) > 1
        for question in questions
        if question.kind == "multi-session"
    )
