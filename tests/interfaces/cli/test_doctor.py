"""`clew doctor` on a healthy server, and where something is wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew
from tests.serving import serving

from clew import server
from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.graph.queries import load
from clew.interfaces.cli import doctor
from clew.interfaces.cli.main import run


def test_a_healthy_server_is_all_green(clew: Clew) -> None:
    assert clew("schema").code == 0
    said = clew("doctor")
    assert said.code == 0, said.out
    names = ("encoder: ", "server: Neo4j 2026", "Graph Data Science", "schema: version", "indexes: ", "store's encoder")
    for name in names:
        assert f"\N{CHECK MARK} {name}" in said.out
    assert "\N{BALLOT X}" not in said.out


def test_the_language_model_is_asked_for_a_word(clew: Clew) -> None:
    assert "model: none is set; rules consolidate" in clew("doctor").out
    with serving(Chat, ["Yes."]) as service:
        said = clew("doctor", "--model", "openai:m", "--model-url", service.url)
    assert (said.code, len(service.asked)) == (0, 1)
    assert "\N{CHECK MARK} model: ChatOpenAI:m, first answer in " in said.out
    said = clew("doctor", "--model", "openai:m", "--model-url", service.url)
    assert said.code == 1
    assert "\N{BALLOT X} model: doctor: model ChatOpenAI:m does not answer" in said.out


def test_an_address_that_can_be_overheard_is_noted(clew: Clew) -> None:
    far, near = "http://ann:secret@model.example/v1", "http://127.0.0.1:9/v1"
    said = clew("doctor", "--encoder", "openai:m", "--model", "nonsense", "--model-url", far, "--json")
    (noted,) = [each for each in json.loads(said.out)["findings"] if each["name"] == "model_url"]
    assert (noted["state"], noted["remedy"]) == ("note", "use https://")
    assert "model.example" in noted["detail"]
    assert "secret" not in said.out
    said = clew("doctor", "--model", "nonsense", "--model-url", near)
    assert "can be read on the way" not in said.out


def test_a_library_that_is_too_old_is_not_said_to_be_missing(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.graph.store.MIN_GDS_VERSION", (9999, 1))
    (found,) = [each for each in clew("doctor", "--json").json["findings"] if each["name"] == "Graph Data Science"]
    assert (found["state"], found["detail"]) == ("note", "none of 9999.1 or newer; PageRank is computed in process")


def test_findings_are_json_too(clew: Clew) -> None:
    said = clew("doctor", "--json").json
    found = said["findings"]
    assert said["ok"]
    assert {each["state"] for each in found} <= {"good", "note"}
    assert {"name", "state", "detail", "remedy"} == set(found[0])


def test_what_is_wrong_is_red_with_its_remedy(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_PASSWORD", "wrong")
    said = clew("doctor", "--encoder", "nonsense", "--json")
    assert (said.code, json.loads(said.out)["ok"]) == (1, False)
    said = clew("doctor", "--encoder", "nonsense")
    assert said.code == 1
    assert "\N{BALLOT X} encoder: " in said.out
    assert "\N{BALLOT X} server: " in said.out
    assert "; give the right user and password" in said.out


def test_an_interrupted_change_of_the_encoder_is_red_with_its_remedy(clew: Clew, graph: Graph) -> None:
    assert clew("schema").code == 0
    recorded = {"encoder": "minilm-l6-v2-int8", "dimensions": 384}
    graph.write(load("maintain/set_encoder"), **recorded, pending=True)
    try:
        said = clew("doctor")
    finally:
        graph.write(load("maintain/set_encoder"), **recorded, pending=False)
    assert said.code == 1
    detail = "the change to minilm-l6-v2-int8 is under way, or was interrupted"
    assert f"{detail}; wait, or run `clew reembed` with that encoder again" in said.out
    assert "indexes: " not in said.out
    assert clew("doctor").code == 0


def test_the_remedy_for_another_encoder_is_taken(clew: Clew) -> None:
    assert clew("schema").code == 0
    (recorded,) = [
        each["detail"] for each in clew("doctor", "--json").json["findings"] if each["name"] == "store's encoder"
    ]
    name, _, _ = recorded.partition(", ")
    assert clew("doctor", "--encoder", name).code == 0


def test_the_managed_server_is_looked_at_and_not_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("CLEW_URI", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(["doctor"]) == 0
    said = capsys.readouterr().out
    for name in ("Java", "disk", "memory", "encoder"):
        assert f"\N{CHECK MARK} {name}: " in said
    assert "the managed server does not run" in said
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_takes_no_files_is_red_with_its_remedy(
    clew: Clew, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CLEW_URI")
    (tmp_path / "data").write_text("no folder")  # not even root writes below it
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    said = clew("doctor")
    assert said.code == 1
    assert "\N{BALLOT X} disk: " in said.out
    assert "set XDG_DATA_HOME" in said.out


@pytest.fixture
def managed(
    clew: Clew,
    open_memory: Callable[..., Memory],
    data_home: Path,
    jar_cache: Path | None,
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[], dict[str, str]]:
    """The tests' server as the managed one of its user; says what is found of its page cache."""
    open_memory()
    monkeypatch.delenv("CLEW_URI")
    monkeypatch.setenv("XDG_DATA_HOME", str(data_home))
    assert jar_cache or server.status().running

    def find() -> dict[str, str]:
        (found,) = [each for each in clew("doctor", "--json").json["findings"] if each["name"] == "page cache"]
        return found

    return find


def test_a_page_cache_that_holds_the_store_is_good(managed: Callable[[], dict[str, str]]) -> None:
    found = managed()
    assert found["state"] == "good"
    assert found["detail"].startswith("128 MB hold the store's ")


def test_a_store_that_outgrows_the_page_cache_is_noted_with_the_remedy(
    managed: Callable[[], dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "FULL", 0.0)
    found = managed()
    assert found["state"] == "note"
    assert "and the page cache 128: recall will have to read from disk" in found["detail"]
    assert "run `clew server stop`, then `clew server start`: it will take" in found["remedy"]
    monkeypatch.setenv("CLEW_PAGE_CACHE_MB", "128")
    assert managed()["remedy"].startswith("raise CLEW_PAGE_CACHE_MB")


@pytest.mark.parametrize(("said", "size"), [("512.00MiB", 512), ("1.50GiB", 1536), ("64.00KiB", 0), ("", 0), ("1g", 0)])
def test_sizes_are_read_as_neo4j_writes_them(said: str, size: int) -> None:
    assert doctor.megabytes(said) == size
