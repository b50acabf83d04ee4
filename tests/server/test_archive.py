"""The class archive is recorded where that is wanted, and used by whoever starts after that."""

import os
from pathlib import Path

from clew.server import archive, java
from clew.server.layout import ServerLayout

JARS = (Path(__file__),)


def test_it_is_not_recorded_unless_that_is_wanted(tmp_path: Path) -> None:
    layout = ServerLayout(tmp_path / "home", tmp_path)
    assert archive.options(layout, java.find(), JARS, record=False) == ()
    assert not list((tmp_path / "archive").iterdir())


def test_a_later_start_records_and_the_next_one_uses_it(tmp_path: Path) -> None:
    layout = ServerLayout(tmp_path / "home", tmp_path)
    assert f"-XX:ArchiveClassesAtExit={archive.recording(layout)}" in archive.options(
        layout, java.find(), JARS, record=True
    )
    archive.recording(layout).write_text("classes")
    archive.promote(layout)
    (whole,) = (tmp_path / "archive").glob("*.whole")
    assert whole.read_text() == "classes"
    assert any(str(whole) in option for option in archive.options(layout, java.find(), JARS, record=False))


def test_of_a_recording_that_failed_nothing_stays(tmp_path: Path) -> None:
    program = tmp_path / "java"
    program.write_text('#!/bin/sh\necho half > "${2#*=}"\nexit 1\n')
    program.chmod(0o755)
    layout = ServerLayout(tmp_path / "home", tmp_path)
    assert archive.options(layout, java.Java(program, "21"), JARS, record=True) == ()
    assert not list((tmp_path / "archive").iterdir())


def test_two_javas_keep_their_archives_and_older_ones_go(tmp_path: Path) -> None:
    layout = ServerLayout(tmp_path / "home", tmp_path)
    archive.options(layout, java.find(), JARS, record=True)
    for age, name in enumerate(("new", "old", "older")):
        file = tmp_path / "archive" / f"{name}.whole"
        file.touch()
        os.utime(file, (1000 - age, 1000 - age))
    archive.recording(layout).touch()
    archive.promote(layout)
    kept = {file.name for file in (tmp_path / "archive").glob("*.whole")}
    assert len(kept) == 2
    assert "new.whole" in kept
