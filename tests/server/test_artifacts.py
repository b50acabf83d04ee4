"""Jars are fetched once, resumed, checked, and a fault is one sentence."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Timer

import pytest
from tests.server.repository import Repository

from clew.errors import LocalServerError
from clew.model import Progress
from clew.server import artifacts
from clew.server.layout import check_space
from clew.server.lockfile import Jar

CONTENT = random.Random(7).randbytes(300_000)


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    repository = Repository()
    with repository.serving():
        yield repository


def test_every_jar_is_fetched_and_none_twice(repository: Repository, tmp_path: Path) -> None:
    jars = [repository.jar(f"part-{number}", CONTENT[number:]) for number in range(40)]
    jars.append(repository.jar("native", b"machine code", "linux-x86_64"))
    said: list[Progress] = []
    paths = artifacts.fetch(jars, tmp_path, repository.url, said.append)
    assert [path.read_bytes() for path in paths] == [repository.files[f"/{jar.path}"] for jar in jars]
    assert paths[-1].name == "native-1.0-linux-x86_64.jar"
    assert len(repository.asked) == len(jars)
    total = sum(jar.size for jar in jars)
    assert said[0] == Progress("download", 0, total, "bytes")
    assert said[-1] == Progress("download", total, total, "bytes")
    artifacts.fetch(jars, tmp_path, repository.url, said.append)
    assert len(repository.asked) == len(jars)


def test_a_complete_cache_needs_no_network(tmp_path: Path) -> None:
    repository = Repository()
    with repository.serving():
        jar = repository.jar("lone", CONTENT)
        artifacts.fetch([jar], tmp_path, repository.url)
    assert artifacts.fetch([jar], tmp_path, repository.url)[0].read_bytes() == CONTENT


def test_a_download_that_was_killed_goes_on_where_it_stopped(repository: Repository, tmp_path: Path) -> None:
    jar = repository.jar("big", CONTENT)
    part = tmp_path / f"{jar.path}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:100_000])
    said: list[Progress] = []
    assert artifacts.fetch([jar], tmp_path, repository.url, said.append)[0].read_bytes() == CONTENT
    assert [asked for _, asked in repository.asked] == ["bytes=100000-"]
    assert said[1].done == 100_000
    assert said[-1].done == jar.size
    assert not part.exists()


def test_a_broken_connection_is_resumed_at_once(repository: Repository, tmp_path: Path) -> None:
    jar = repository.jar("big", CONTENT)
    repository.cut_after = [70_000, 70_000]
    assert artifacts.fetch([jar], tmp_path, repository.url)[0].read_bytes() == CONTENT
    assert len(repository.asked) == 3
    assert repository.asked[1][1].startswith("bytes=")


def test_a_repository_that_cannot_resume_sends_all_again(repository: Repository, tmp_path: Path) -> None:
    jar = repository.jar("big", CONTENT)
    repository.cut_after = [70_000]
    repository.ignores_range = True
    said: list[Progress] = []
    assert artifacts.fetch([jar], tmp_path, repository.url, said.append)[0].read_bytes() == CONTENT
    assert said[-1].done == jar.size


@pytest.mark.parametrize("damage", [b"", CONTENT[:-1], CONTENT + b"x", b"\0" * len(CONTENT)])
def test_a_corrupt_jar_is_fetched_again(repository: Repository, tmp_path: Path, damage: bytes) -> None:
    jars = [repository.jar("good", b"fine"), repository.jar("bad", CONTENT)]
    paths = artifacts.fetch(jars, tmp_path, repository.url)
    paths[1].write_bytes(damage)
    repository.asked.clear()
    artifacts.fetch(jars, tmp_path, repository.url)
    assert paths[1].read_bytes() == CONTENT
    assert [path for path, _ in repository.asked] == [f"/{jars[1].path}"]


def test_a_line_that_breaks_often_is_given_up_only_where_no_more_comes(repository: Repository, tmp_path: Path) -> None:
    jar = repository.jar("big", CONTENT)
    repository.cut_after = [70_000] * artifacts.ATTEMPTS
    assert artifacts.fetch([jar], tmp_path, repository.url)[0].read_bytes() == CONTENT
    repository.asked.clear()
    repository.files[f"/{jar.path}"] = CONTENT[:70_000]
    with pytest.raises(LocalServerError, match="only 70000 of 300000 bytes came"):
        artifacts.fetch([jar], tmp_path / "anew", repository.url)
    assert len(repository.asked) == artifacts.ATTEMPTS


def test_where_one_cannot_be_had_nobody_waits_for_the_others(repository: Repository, tmp_path: Path) -> None:
    """Nor where a user has enough: Ctrl-C on a slow line ends at the next bytes, not with the last."""
    nowhere, slow = Jar("org.example", "nowhere", "1.0", "", "0" * 64, 10), repository.jar("slow", CONTENT)
    released = Event()
    repository.meanwhile = lambda path: path.endswith(slow.filename) and released.wait(30)
    Timer(1, released.set).start()
    with pytest.raises(LocalServerError, match="HTTP 404"):
        artifacts.fetch([nowhere, slow], tmp_path, repository.url)
    assert not (tmp_path / slow.path).exists()


def test_wrong_bytes_are_asked_for_twice_and_never_kept(repository: Repository, tmp_path: Path) -> None:
    jar = repository.jar("forged", CONTENT)
    repository.files[f"/{jar.path}"] = b"\0" * jar.size
    with pytest.raises(LocalServerError, match=r"forged-1\.0\.jar does not hold the bytes .* use another Maven mirror"):
        artifacts.fetch([jar], tmp_path, repository.url)
    assert len(repository.asked) == 2
    assert not list(tmp_path.rglob("forged*.jar*"))


def test_a_jar_that_is_not_there(repository: Repository, tmp_path: Path) -> None:
    jar = Jar("org.example", "nowhere", "1.0", "", "0" * 64, 10)
    with pytest.raises(LocalServerError, match=r"nowhere-1\.0\.jar: HTTP 404 .*; check .*Maven mirror"):
        artifacts.fetch([jar], tmp_path, repository.url)
    assert len(repository.asked) == 1


def test_nobody_answers(tmp_path: Path) -> None:
    repository = Repository()
    with repository.serving():
        jar = repository.jar("lone", CONTENT)
    with pytest.raises(LocalServerError, match=r"cannot fetch http://127.*; check the network, the proxy"):
        artifacts.fetch([jar], tmp_path, repository.url)


def test_a_proxy_is_used(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = repository.jar("lone", CONTENT)
    monkeypatch.setenv("HTTP_PROXY", repository.url)
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    assert artifacts.fetch([jar], tmp_path, "http://repository.invalid/")[0].read_bytes() == CONTENT
    assert repository.asked[0][0].startswith("http://repository.invalid/org/example/")


def test_two_that_fetch_at_once_share_the_work(repository: Repository, tmp_path: Path) -> None:
    jars = [repository.jar(f"part-{number}", CONTENT[number:]) for number in range(10)]
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(artifacts.fetch, jars, tmp_path, repository.url) for _ in range(2)]:
            assert len(done.result()) == len(jars)
    assert len(repository.asked) == len(jars)


def test_a_disk_that_fills_up_while_fetching(repository: Repository, tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this machine has no /dev/full")
    jar = repository.jar("big", CONTENT)
    part = tmp_path / f"{jar.path}.part"
    part.parent.mkdir(parents=True)
    part.symlink_to(full)
    with pytest.raises(LocalServerError, match="is full; free some space, then repeat"):
        artifacts.fetch([jar], tmp_path, repository.url)


def test_a_repository_that_says_nothing_is_given_up(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(artifacts, "TIMEOUT", (10.0, 0.2))
    released = Event()
    repository.meanwhile = lambda _: released.wait(30)
    try:
        with pytest.raises(LocalServerError, match=r"timed out.*; check the network"):
            artifacts.fetch([repository.jar("lone", CONTENT)], tmp_path, repository.url)
    finally:
        released.set()


def test_a_disk_that_is_too_small(tmp_path: Path) -> None:
    with pytest.raises(LocalServerError, match=r"MB free of 1,000,000,000,000 MB that are needed; free some"):
        check_space(tmp_path / "not" / "yet", 10**18)


@pytest.mark.parametrize("name", ["cache", "x" * 300])
def test_a_cache_that_cannot_be_written(repository: Repository, tmp_path: Path, name: str) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    with pytest.raises(LocalServerError, match="cannot be used"):
        artifacts.fetch([repository.jar("lone", CONTENT)], tmp_path / name, repository.url)
