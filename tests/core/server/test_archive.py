"""The class archive is recorded by a server that is started again, never by a first start."""

import os
from pathlib import Path

from clew.server import archive, java
from clew.server.layout import Layout

JARS = (Path(__file__),)


def test_a_first_start_neither_records_nor_waits(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "home", tmp_path)
    assert archive.options(layout, java.find(), JARS) == ()
    assert not list((tmp_path / "archive").iterdir())


def test_a_later_start_records_and_the_next_one_uses_it(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "home", tmp_path)
    layout.databases.mkdir(parents=True)
    assert f"-XX:ArchiveClassesAtExit={archive.recording(layout)}" in archive.options(layout, java.find(), JARS)
    archive.recording(layout).write_text("classes")
    archive.promote(layout)
    (whole,) = (tmp_path / "archive").glob("*.whole")
    assert whole.read_text() == "classes"
    assert any(str(whole) in option for option in archive.options(layout, java.find(), JARS))


def test_two_javas_keep_their_archives_and_older_ones_go(tmp_path: Path) -> None:
    layout = Layout(tmp_path / "home", tmp_path)
    layout.databases.mkdir(parents=True)
    archive.options(layout, java.find(), JARS)
    for age, name in enumerate(("new", "old", "older")):
        file = tmp_path / "archive" / f"{name}.whole"
        file.touch()
        os.utime(file, (1000 - age, 1000 - age))
    archive.recording(layout).touch()
    archive.promote(layout)
    kept = {file.name for file in (tmp_path / "archive").glob("*.whole")}
    assert len(kept) == 2
    assert "new.whole" in kept
