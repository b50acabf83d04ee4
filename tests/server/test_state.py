"""What a server leaves behind: its password, its process, its port; and folders that cannot be used."""

import errno
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from tests.small_disk import full_after

from clew import server
from clew.errors import LocalServerError
from clew.server import credentials, process, readiness
from clew.server.java import Java
from clew.server.layout import ServerLayout, translated, write_private
from clew.server.settings import Address, ServerSettings


@pytest.fixture
def layout(tmp_path: Path) -> ServerLayout:
    layout = ServerLayout(tmp_path / "home", tmp_path / "cache")
    layout.create()
    return layout


def test_a_folder_of_jars_that_parts_their_class_path_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LocalServerError, match=r"has ':' in its name.* XDG_CACHE_HOME"):
        ServerLayout(tmp_path / "home:", tmp_path / "a:b").create()
    ServerLayout(tmp_path / "home:", tmp_path / "b").create()


def test_the_hash_is_the_one_that_neo4j_makes() -> None:
    salt = "f80a11004c47448ed00ba5997e698588865a8230ddf0300f02a0e44fa2c484f0"
    expected = "d7a70f5d9b639465cdd4e29682965e0f30650533c963ea1ba5c91ebc8e773c75"
    assert credentials.hashed("abcdefgh12", bytes.fromhex(salt)) == f"neo4j:SHA-256,{expected},{salt},1024:\n"


def test_the_password_is_random_private_and_kept(layout: ServerLayout) -> None:
    credentials.prepare(layout)
    first = credentials.password(layout)
    assert len(first) >= 32
    assert first.isalnum()  # it can be given after any option
    assert layout.password.stat().st_mode & 0o777 == 0o600
    assert (layout.data / "dbms" / "auth.ini").stat().st_mode & 0o777 == 0o600
    assert layout.home.stat().st_mode & 0o777 == 0o700
    credentials.prepare(layout)
    assert credentials.password(layout) == first


def test_a_start_that_was_killed_before_the_hash_was_written_is_completed(layout: ServerLayout) -> None:
    credentials.prepare(layout)
    (layout.data / "dbms" / "auth.ini").unlink()
    credentials.prepare(layout)
    assert (layout.data / "dbms" / "auth.ini").read_text().startswith("neo4j:SHA-256,")


def test_a_lost_password_drops_the_users_and_nothing_else(layout: ServerLayout) -> None:
    credentials.prepare(layout)
    for name in ("system", "neo4j"):
        (layout.data / "databases" / name).mkdir(parents=True)
        (layout.data / "transactions" / name).mkdir(parents=True)
    credentials.prepare(layout)
    assert (layout.data / "databases" / "system").exists()
    layout.password.unlink()
    credentials.prepare(layout)
    assert not (layout.data / "databases" / "system").exists()
    assert not (layout.data / "transactions" / "system").exists()
    assert (layout.data / "databases" / "neo4j").exists()


def test_an_empty_password_file(layout: ServerLayout) -> None:
    layout.password.write_text("\n")
    with pytest.raises(LocalServerError, match=r"password holds no password; run: mv .* \(memory is kept\)"):
        credentials.prepare(layout)


def note(layout: ServerLayout, pid: int, created: float) -> None:
    layout.process.write_text(json.dumps({"pid": pid, "created": created}))


def test_a_note_about_a_process_that_is_gone_counts_for_nothing(layout: ServerLayout) -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    created = psutil.Process(child.pid).create_time()
    child.wait()
    note(layout, child.pid, created)
    assert process.find(layout) is None


def test_a_note_about_another_programs_process_counts_for_nothing(layout: ServerLayout) -> None:
    this = psutil.Process()
    note(layout, this.pid, this.create_time())
    assert process.find(layout) is None
    assert not server.stop(ServerSettings(home=layout.home, cache=layout.cache))
    assert this.is_running()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"pid": "x", "created": 1}', "\0"])
def test_a_note_that_cannot_be_read(layout: ServerLayout, text: str) -> None:
    layout.process.write_text(text)
    assert process.find(layout) is None


def test_a_server_without_a_note_is_found_by_its_command_line(layout: ServerLayout, tmp_path: Path) -> None:
    program = tmp_path / "java"
    program.symlink_to("/bin/sh")
    child = subprocess.Popen([program, "-c", "read line", f"@{layout.arguments}"], stdin=subprocess.PIPE)
    try:
        found = process.find(layout)
        assert found is not None
        assert found.pid == child.pid
    finally:
        child.communicate(b"\n")


@pytest.mark.parametrize("before", ["No space left on device\n", "Address 127.0.0.1:17687 is already in use\n"])
@pytest.mark.parametrize("written", [">> logs/neo4j.log", "> logs/neo4j.log", ""], ids=["log", "rotated", "console"])
def test_a_start_that_failed_is_not_explained_by_an_earlier_one(
    layout: ServerLayout, before: str, written: str
) -> None:
    program = layout.home / "java"
    program.write_text(f"#!/bin/sh\necho 'ERROR: the store is of another version' {written}\n")
    program.chmod(0o755)
    layout.log.write_text(before * 2)
    layout.password.write_text("swordfish\n")
    begun = process.begin(layout, Java(program, ""))
    address = Address("bolt://127.0.0.1:9", "neo4j", "swordfish", "neo4j")
    with pytest.raises(readiness.Ended, match="ended while it started: ERROR: the store is of another version; see"):
        readiness.wait(address, layout, begun)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "locale"),
    [
        ({"LC_ALL": "C"}, process.LOCALE),
        ({"LC_ALL": "xx_XX.UTF-8"}, process.LOCALE),
        ({"LC_ALL": "POSIX", "LANG": process.LOCALE}, process.LOCALE),
        ({"LC_CTYPE": process.LOCALE, "LANG": "C"}, None),
    ],
)
def test_java_gets_a_locale_that_names_every_file(given: dict[str, str], locale: str | None) -> None:
    program = "from clew.server.process import environment; print(environment().get('LC_ALL'))"
    kept = {name: value for name, value in os.environ.items() if name != "LANG" and not name.startswith("LC_")}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=kept | given)
    assert done.stdout.strip() == str(locale)


def test_a_port_that_is_in_use_is_not_chosen() -> None:
    first = process.free_port()
    with socket.create_server((process.HOST, first)):
        assert not process.is_free(first)
        assert process.is_listening(psutil.Process(), first)
        assert process.free_port() != first
    assert not process.is_listening(psutil.Process(), first)
    assert process.free_port(avoid=first) != first


def test_servers_that_lost_one_port_look_for_different_ones() -> None:
    lost = process.free_port()
    assert len({process.free_port(avoid=lost) for _ in range(50)}) > 10  # of 200: fewer never come by chance


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_home_of_another_user(tmp_path: Path) -> None:
    os.chown(tmp_path, 65534, 65534)
    settings = ServerSettings(home=tmp_path)
    for door in (server.start, server.stop, server.remove):
        with pytest.raises(LocalServerError, match=r"belongs to user 65534, not to user 0; run clew as its owner"):
            door(settings)


@pytest.mark.parametrize("name", ["home", "x" * 300])
@pytest.mark.parametrize("door", [server.start, server.logs])
def test_a_home_that_can_be_none(tmp_path: Path, name: str, door: Callable[[ServerSettings], object]) -> None:
    (tmp_path / "home").write_text("a file, not a folder")
    with pytest.raises(LocalServerError, match=r"cannot be used: .*; correct its rights, or choose another folder"):
        door(ServerSettings(home=tmp_path / name))


def test_of_a_file_that_does_not_fit_nothing_stays(layout: ServerLayout) -> None:
    write_private(layout.password, "old")
    with pytest.raises(OSError, match="too large"), full_after(1000):
        write_private(layout.password, "new" * 1000)
    assert layout.password.read_text() == "old"
    assert [each for each in layout.home.iterdir() if each.is_file()] == [layout.password]


def test_a_closed_pipe_is_no_fault_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(BrokenPipeError), translated(tmp_path):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


def test_before_the_first_start(tmp_path: Path) -> None:
    settings = ServerSettings(home=tmp_path / "home", cache=tmp_path / "cache")
    found = server.status(settings)
    assert (found.running, found.pid, found.uri, found.since, found.data_bytes) == (False, None, None, None, 0)
    assert server.logs(settings) == ""
    assert not server.stop(settings)
    server.remove(settings)
    assert not list(tmp_path.iterdir())


def test_the_end_of_a_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"line {number}\n" for number in range(10_000)))
    assert process.tail(log, 2) == "line 9998\nline 9999"
    assert process.tail(log, 0) == ""
