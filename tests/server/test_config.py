"""What the server reads: sized to the machine, loopback only, with a password."""

import xml.etree.ElementTree as ET
from pathlib import Path

import psutil
import pytest

from clew.errors import InvalidInput, LocalServerError
from clew.server import config
from clew.server.layout import ServerLayout
from clew.server.settings import Address, ServerSettings
from clew.server.stored import StoreSize

GIB = 1 << 30


@pytest.mark.parametrize(
    ("total", "free", "memory"),
    [
        (64 * GIB, 50 * GIB, (4096, 2048)),
        (8 * GIB, 6 * GIB, (2048, 1024)),
        (2 * GIB, 3 * GIB // 2, (512, 256)),
        (8 * GIB, 2 * GIB, (1273, 425)),
        (8 * GIB, GIB, (512, 162)),
    ],
)
def test_memory_follows_the_machine(total: int, free: int, memory: tuple[int, int]) -> None:
    sized = config.size(ServerSettings(), total, free)
    assert (sized.heap, sized.page_cache) == memory


@pytest.mark.parametrize(
    ("total", "free", "stored", "page_cache"),
    [
        (8, 6, StoreSize(records=GIB // 2, vectors=GIB // 4), 1024),
        (16, 14, StoreSize(records=4 * GIB, vectors=2 * GIB), 5120),
        (16, 14, StoreSize(records=9 * GIB, vectors=2 * GIB, text=GIB), 14 * 1024 - 350 - 4096 - 3 * 1024),
        (64, 9, StoreSize(records=40 * GIB, vectors=20 * GIB), 2048),
        (2, 1.5, StoreSize(records=3 * GIB), 1536 - 350 - 512),
        (2, 1.5, StoreSize(records=3 * GIB, vectors=2 * GIB), 256),
    ],
    ids=["an eighth is enough", "more than that", "less than it needs", "the search indexes first", "small", "smaller"],
)
def test_a_large_store_gets_a_larger_page_cache(total: int, free: float, stored: StoreSize, page_cache: int) -> None:
    assert config.size(ServerSettings(), total * GIB, int(free * GIB), stored).page_cache == page_cache


def test_memory_can_be_said() -> None:
    settings = ServerSettings(heap_mb=700, page_cache_mb=80)
    assert config.size(settings, 8 * GIB, 6 * GIB) == config.MemorySizes(700, 80)
    assert config.size(settings, 8 * GIB, 6 * GIB, StoreSize(records=4 * GIB)) == config.MemorySizes(700, 80)


@pytest.mark.parametrize("settings", [ServerSettings(), ServerSettings(heap_mb=9000)])
def test_too_little_memory_is_said_before_the_start(settings: ServerSettings) -> None:
    with pytest.raises(LocalServerError, match=r"needs \d+ MB of memory .* and 800 MB are free; close programs"):
        config.size(settings, 4 * GIB, 800 << 20)


@pytest.mark.parametrize(
    ("stat", "free"),
    [("anon 7\ninactive_file 40000000\nactive_file 9\n", 50_000_000), ("anon 7\n", 10_000_000), (None, 10_000_000)],
)
def test_a_containers_idle_cache_of_files_is_free(tmp_path: Path, stat: str | None, free: int) -> None:
    (tmp_path / "memory.max").write_text("100000000\n")
    (tmp_path / "memory.current").write_text("90000000\n")
    if stat is not None:
        (tmp_path / "memory.stat").write_text(stat)
    assert config.machine(tmp_path) == (100_000_000, free)


@pytest.mark.parametrize("limit", ["max\n", None])
def test_without_a_limit_the_machine_counts(tmp_path: Path, limit: str | None) -> None:
    if limit is not None:
        (tmp_path / "memory.max").write_text(limit)
    (tmp_path / "memory.current").write_text("90000000\n")
    assert config.machine(tmp_path)[0] == psutil.virtual_memory().total


@pytest.mark.parametrize("wrong", [{"heap_mb": 100}, {"page_cache_mb": 0}, {"mirror": "maven.example.org"}])
def test_settings_that_cannot_be_used(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(wrong))):
        ServerSettings(**wrong)  # pyright: ignore[reportArgumentType]


def test_the_server_listens_here_only_and_wants_a_password() -> None:
    lines = config.neo4j(4711, config.MemorySizes(512, 64), {}).splitlines()
    assert "server.bolt.listen_address=127.0.0.1:4711" in lines
    assert "server.default_listen_address=127.0.0.1" in lines
    assert "dbms.security.auth_enabled=true" in lines
    assert "server.http.enabled=false" in lines
    assert "server.memory.pagecache.size=64m" in lines


def test_a_caller_sets_what_neo4j_reads_once() -> None:
    lines = config.neo4j(4711, config.MemorySizes(512, 64), {"server.http.enabled": "true"}).splitlines()
    assert [line for line in lines if line.startswith("server.http.enabled")] == ["server.http.enabled=true"]


def test_the_vector_index_has_few_parts_unless_a_caller_wants_others() -> None:
    factor = "internal.dbms.index.vector.standard_merge_factor"
    for wanted, given in ((["10"], {}), (["50"], {factor: "50"})):
        lines = config.neo4j(4711, config.MemorySizes(512, 64), given).splitlines()
        assert [line.partition("=")[2] for line in lines if line.startswith(f"{factor}=")] == wanted


@pytest.mark.parametrize("options", [{"a=b": "c"}, {"a.b": "c\nd.e=f"}])
def test_a_setting_of_neo4j_is_one_line(options: dict[str, str]) -> None:
    with pytest.raises(InvalidInput, match="no setting on one line"):
        ServerSettings(neo4j_options=options)


def test_logs_rotate() -> None:
    root = ET.fromstring(config.logging("debug.log").encode())
    file = root.find("Appenders/RollingRandomAccessFile")
    assert file is not None
    assert file.find("Policies/SizeBasedTriggeringPolicy") is not None


def test_odd_folders_survive_the_argument_file() -> None:
    layout = ServerLayout(Path('/with space/and"quote'), Path("/cache"))
    text = config.arguments(layout, [Path("/a b.jar")], config.MemorySizes(512, 64), (), ServerSettings())
    assert '"--home-dir=/with space/and\\"quote"' in text.splitlines()
    assert '"/a b.jar"' in text.splitlines()


def test_an_address_does_not_show_its_password() -> None:
    assert "secret" not in repr(Address("bolt://127.0.0.1:1", "neo4j", "secret", "neo4j"))
