"""A benchmark has a server and a store of its own, unless one is named."""

import argparse
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks import connection

from clew.server import Address, ServerSettings


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """What servers are started with; none is."""
    asked: list[ServerSettings] = []

    def start(settings: ServerSettings) -> Address:
        asked.append(settings)
        return Address("bolt://own", "neo4j", "secret", "neo4j")

    monkeypatch.setattr(connection.server, "start", start)
    return asked


@pytest.fixture
def at_exit(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What is to be done when the process ends."""
    told: list[tuple[object, ...]] = []

    def register(*call: object) -> None:
        told.append(call)

    monkeypatch.setattr(connection, "atexit", SimpleNamespace(register=register))
    return told


def options(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    connection.add_arguments(parser)
    return parser.parse_args(given)


def test_without_a_name_it_has_a_store_that_goes_with_the_process(
    started: list[ServerSettings], at_exit: list[tuple[object, ...]]
) -> None:
    assert connection.place(options()).uri == "bolt://own"
    home = started[0].home
    assert home is not None
    assert home.is_dir()
    assert at_exit == [(connection.shutil.rmtree, home), (connection.server.stop, started[0])]
    home.rmdir()


def test_a_folder_that_is_named_stays(
    started: list[ServerSettings], at_exit: list[tuple[object, ...]], tmp_path: Path
) -> None:
    connection.place(options("--home", str(tmp_path)))
    assert started[0].home == tmp_path
    assert at_exit == [(connection.server.stop, started[0])]


def test_a_neo4j_that_is_named_is_used(started: list[ServerSettings]) -> None:
    assert connection.place(options("--uri", "bolt://yours")) == connection.Place("bolt://yours", None, "neo4j")
    assert started == []
