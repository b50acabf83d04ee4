"""A backup of the managed server is restored exactly, or refused; killed in the middle, nothing is lost."""

import io
import json
import os
import random
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest
from tests.conftest import FAST_START, on_own_server, small_server

from clew import server
from clew.errors import InvalidInput, LocalServerError, Unsupported
from clew.model import Progress
from clew.server import ServerSettings, backups, managed
from clew.server.layout import ServerLayout

SPACES = ("ann", "ben")
MUTATIONS = 200

KILLED = """
import sys
from pathlib import Path
from clew import server
doing, file, home, cache, *options = sys.argv[1:]
settings = server.ServerSettings(
    home=Path(home), cache=Path(cache) if cache else None, heap_mb=512, page_cache_mb=64, jvm_options=tuple(options)
)
print("begun", flush=True)
getattr(server, doing)(Path(file), settings, lambda each: print(each.stage, flush=True))
"""


@pytest.fixture
def stored(tmp_path: Path) -> ServerLayout:
    """The files of a server that was never started, as far as a backup looks at them."""
    layout = ServerLayout(tmp_path / "home", tmp_path / "cache")
    for kind in ("databases", "transactions"):
        folder = layout.data / kind / "neo4j" / "schema"
        folder.mkdir(parents=True)
        (folder / "an index").write_bytes(os.urandom(100_000))
        (folder / "empty").write_bytes(b"")
        (layout.data / kind / "system").mkdir()
        (layout.data / kind / "system" / "users").write_text("a secret")
    return layout


def read(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def test_it_holds_the_database_and_nothing_of_its_users(stored: ServerLayout, tmp_path: Path) -> None:
    told = list[Progress]()
    made = backups.write(stored, tmp_path / "x.clew", told.append)
    assert (tmp_path / "x.clew").stat().st_mode & 0o777 == 0o600
    assert (told[-1].done, told[-1].total) == (made.bytes, 200_000)
    assert backups.unpack(tmp_path / "x.clew", tmp_path / "data") == made
    wanted = {name: content for name, content in read(stored.data).items() if "system" not in name}
    assert read(tmp_path / "data") == wanted
    assert made.files == len(wanted) == 4


def test_a_file_that_differs_anywhere_is_refused(stored: ServerLayout, tmp_path: Path) -> None:
    file, chance = tmp_path / "x.clew", random.Random(7)
    backups.write(stored, file)
    whole = file.read_bytes()
    for number in range(MUTATIONS):
        changed = bytearray(whole)
        changed[chance.randrange(10, len(whole))] ^= 1 << chance.randrange(8)  # behind the name and the time of gzip
        file.write_bytes(changed if number % 2 else whole[: chance.randrange(len(whole))])
        with pytest.raises((InvalidInput, Unsupported)):
            backups.unpack(file, tmp_path / str(number))


def crafted(file: Path, *members: tuple[str, bytes], **contents: object) -> Path:
    """A file in the form of a backup."""
    about = {"clew_backup": 1, "neo4j": "2026.01.4", "made_at": "2026", "files": 1, "bytes": 100} | contents
    with tarfile.open(file, "w:gz") as archive:
        for name, content in (("clew-backup.json", json.dumps(about).encode()), *members):
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return file


@pytest.mark.parametrize(
    "name",
    ["../x", "/etc/x", "databases/neo4j/../../x", "databases/system/x", "databases/neo4j", "databases/neo4j/.", "x"],
)
def test_a_name_leads_out_of_no_folder(tmp_path: Path, name: str) -> None:
    file = crafted(tmp_path / "x.clew", (name, b"x"))
    with pytest.raises(InvalidInput, match="it holds"):
        backups.unpack(file, tmp_path / "data")
    assert not (tmp_path / "x").exists()
    assert read(tmp_path / "data") == {}


def test_more_than_it_says_is_refused_before_it_is_written(tmp_path: Path) -> None:
    file = crafted(tmp_path / "x.clew", ("databases/neo4j/x", bytes(101)))
    with pytest.raises(InvalidInput, match="it holds"):
        backups.unpack(file, tmp_path / "data")
    assert read(tmp_path / "data") == {}


def test_what_is_nested_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no whole backup"):
        backups.unpack(crafted(tmp_path / "x.clew", (backups.SUMS, b"[" * 100_000)), tmp_path / "data")


@pytest.mark.parametrize("contents", [{"clew_backup": 2}, {"neo4j": "2099.01.0"}])
def test_a_newer_one_is_refused(tmp_path: Path, contents: dict[str, object]) -> None:
    with pytest.raises(Unsupported, match="upgrade clew"):
        backups.unpack(crafted(tmp_path / "x.clew", **contents), tmp_path / "data")


def test_a_backup_that_fails_leaves_the_one_before(stored: ServerLayout, tmp_path: Path) -> None:
    file = tmp_path / "x.clew"
    file.write_text("the one before")

    def fail(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backups.write(stored, file, fail)
    assert [each.name for each in tmp_path.glob("*clew*")] == ["x.clew"]
    assert file.read_text() == "the one before"


def test_a_server_that_stores_nothing_has_no_backup(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nothing to back up"):
        server.backup(tmp_path / "x.clew", ServerSettings(home=tmp_path / "home"))


def test_no_backup_is_restored_of_a_file_that_is_none(tmp_path: Path) -> None:
    settings = ServerSettings(home=tmp_path / "home")
    (tmp_path / "x.clew").write_text("no backup")
    for file in (tmp_path / "x.clew", tmp_path / "none", tmp_path):
        with pytest.raises(InvalidInput, match="no whole backup"):
            server.restore(file, settings)
    assert not (tmp_path / "home" / managed.UNPACKED).exists()


def fill(settings: ServerSettings, text: str) -> None:
    for space in SPACES:
        with on_own_server(settings, space) as memory:
            memory.add(f"{text} {space}.", session="s", speaker="Ann")


def said(settings: ServerSettings) -> list[str]:
    found = list[str]()
    for space in SPACES:
        with on_own_server(settings, space) as memory:
            found += [each.text for each in memory.turns("s")]
            assert memory.recall("Where does Ann live?").hits
    return found


@pytest.mark.slow
def test_what_was_backed_up_is_there_again_on_any_server(
    own_server: ServerSettings, tmp_path: Path, jar_cache: Path | None
) -> None:
    fill(own_server, "I live in Oslo with")
    before, file = said(own_server), tmp_path / "x.clew"
    server.backup(file, own_server)
    assert server.status(own_server).running
    fill(own_server, "I moved to Rome with")
    assert said(own_server) != before
    server.restore(file, own_server)
    assert server.status(own_server).running
    assert said(own_server) == before
    other = small_server(tmp_path / "other", jar_cache)
    try:
        server.restore(file, other)
        assert said(other) == before
    finally:
        server.stop(other)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_commands_write_a_backup_and_restore_it(tmp_path: Path, jar_cache: Path | None) -> None:
    mine = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
    mine |= {"XDG_DATA_HOME": str(tmp_path / "data"), "CLEW_HEAP_MB": "512", "CLEW_PAGE_CACHE_MB": "64"}
    mine["CLEW_ENCODER"] = "minilm"
    if jar_cache:
        (tmp_path / "cache" / "clew").mkdir(parents=True)
        (tmp_path / "cache" / "clew" / "jars").symlink_to(jar_cache)
        mine["XDG_CACHE_HOME"] = str(tmp_path / "cache")

    def clew(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(Path(sys.executable).with_name("clew")), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=mine)

    file = str(tmp_path / "x.clew")
    try:
        assert clew("add", "I live in Oslo.", "--session", "s").returncode == 0
        made = clew("server", "backup", file, "--json")
        assert json.loads(made.stdout)["bytes"] > 0, made.stderr
        assert clew("add", "I moved to Rome.", "--session", "s").returncode == 0
        again = clew("server", "backup", file)
        assert (again.returncode, "--force" in again.stderr) == (2, True)
        assert clew("server", "restore", file).returncode != 0  # nobody is there to say yes
        restored = clew("server", "restore", file, "--yes")
        assert (restored.returncode, "are in place" in restored.stderr) == (0, True), restored.stderr
        turns = json.loads(clew("list", "turns", "--session", "s", "--json").stdout)
        assert [each["text"] for each in turns] == ["I live in Oslo."]
    finally:
        clew("server", "stop")


def killed(doing: str, file: Path, settings: ServerSettings, stage: str, seconds: float) -> None:
    """Do something in a process that is killed so long after it has come to a stage."""
    command = [sys.executable, "-c", KILLED, doing, str(file), str(settings.home), str(settings.cache or "")]
    process = subprocess.Popen([*command, *FAST_START], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for line in process.stdout:
        if line.strip() == stage:
            break
    time.sleep(seconds)
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_killed_in_the_middle_nothing_is_lost(own_server: ServerSettings, tmp_path: Path) -> None:
    fill(own_server, "I live in Oslo with")
    old, file = said(own_server), tmp_path / "x.clew"
    server.backup(file, own_server)
    kept = file.read_bytes()
    fill(own_server, "I moved to Rome with")
    new = said(own_server)
    killed("backup", file, own_server, "backup", 0.0)
    assert file.read_bytes() == kept or backups.unpack(file, tmp_path / "data")
    assert said(own_server) == new
    file.write_bytes(kept)
    for stage, seconds in (("restore", 0.0), ("restore", 0.3), ("restore", 2.0)):
        killed("restore", file, own_server, stage, seconds)
        assert said(own_server) in (old, new)
        assert not list(own_server.home.glob("data.*"))  # pyright: ignore[reportOptionalMemberAccess]
    server.restore(file, own_server)
    assert said(own_server) == old


def test_a_disk_without_room_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(LocalServerError, match="free some"):
        backups.unpack(crafted(tmp_path / "x.clew", bytes=10**18), tmp_path / "data")
    assert not (tmp_path / "data").exists()
