"""The size of a store, by what keeps it in memory: real files of a real server."""

from pathlib import Path

from clew import server
from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.server import ServerSettings, stored
from clew.server.layout import ServerLayout
from clew.server.stored import StoreSize


def test_nothing_is_stored_before_the_first_start(tmp_path: Path) -> None:
    assert stored.measure(ServerLayout(tmp_path / "home", tmp_path / "cache")) == StoreSize()


def test_each_file_is_counted_once(tmp_path: Path) -> None:
    layout = ServerLayout(tmp_path / "vector", tmp_path / "cache")  # a folder's name above the store says nothing
    sizes = {"neostore": 1, "schema/index/range-1.0/3/i": 2, "schema/index/fulltext-2.0/4/s": 4}
    sizes["schema/index/vector-3.0/5/s"] = 8
    for name, pages in sizes.items():
        file = layout.databases / "neo4j" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * 8192 * pages)
    found = stored.measure(layout)
    assert found == StoreSize(3 * 8192, 4 * 8192, 8 * 8192)
    assert found.search == 12 * 8192


def test_a_running_server_is_measured(module_memory: Memory, graph: Graph, data_home: Path) -> None:
    module_memory.remember([{"speaker": "Ann", "text": "The mill is closed."}], session="monday")
    settings = ServerSettings(home=data_home / "clew" / "server")
    plan = server.planned(settings)
    assert graph.uri == server.status(settings).uri
    assert plan.records_bytes > 1e5
    assert plan.search_bytes > 1e3
    assert server.planned(ServerSettings(home=settings.home, heap_mb=300, page_cache_mb=70)).page_cache_mb == 70
