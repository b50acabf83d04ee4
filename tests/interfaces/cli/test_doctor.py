"""`clew doctor` on a healthy server, and where something is wrong."""

import json
from pathlib import Path

import pytest
from tests.interfaces.cli.service import Chat
from tests.interfaces.conftest import Clew
from tests.serving import serving

from clew.cli.main import run


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
    (noted,) = [each for each in json.loads(said.out) if each["name"] == "model_url"]
    assert (noted["state"], noted["remedy"]) == ("note", "use https://")
    assert "model.example" in noted["detail"]
    assert "secret" not in said.out
    said = clew("doctor", "--model", "nonsense", "--model-url", near)
    assert "can be read on the way" not in said.out


def test_findings_are_json_too(clew: Clew) -> None:
    found = clew("doctor", "--json").json
    assert {each["state"] for each in found} <= {"good", "note"}
    assert {"name", "state", "detail", "remedy"} == set(found[0])


def test_what_is_wrong_is_red_with_its_remedy(clew: Clew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLEW_PASSWORD", "wrong")
    said = clew("doctor", "--encoder", "nonsense")
    assert said.code == 1
    assert "\N{BALLOT X} encoder: " in said.out
    assert "\N{BALLOT X} server: " in said.out
    assert "; give the right user and password" in said.out


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
