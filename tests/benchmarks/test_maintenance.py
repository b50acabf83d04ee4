"""The measurement of `maintenance.py`: a small run on the session's server, in which every answer is right."""

import json
from pathlib import Path
from typing import Any

import pytest

from clew.server import Address


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")


def test_an_answer_is_right_where_all_is_found_that_holds_and_nothing_that_does_not() -> None:
    from maintenance_scenarios import Asked  # pyright: ignore[reportMissingImports]

    asked = Asked("facts", "deletion", "?", frozenset({"a"}), frozenset({"b"}), frozenset())
    assert [asked.is_answered(frozenset(found)) for found in ("a", "ac", "ab", "b", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]


def test_a_flat_index_keeps_what_was_made_of_what_goes() -> None:
    from maintenance_scenarios import Flat  # pyright: ignore[reportMissingImports]

    from clew.embedding import MiniLM

    flat = Flat(MiniLM())
    flat.add("Ann wrote from Oslo.", "Ann lives in Oslo.")
    flat.remove("Ann wrote from Oslo.")
    assert flat.found("Where does Ann live?") == {"Ann lives in Oslo."}


@pytest.mark.slow
def test_a_small_run_finds_every_answer_right_and_vectors_wrong(
    server: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import maintenance  # pyright: ignore[reportMissingImports]

    monkeypatch.setattr(maintenance, "STORES", 1)
    at = ("--uri", server.uri, "--user", server.user, "--password", server.password)
    result = tmp_path / "maintenance.json"
    code = maintenance.main([*at, "--seeds", "1", "--encoder", "minilm", "--gate", "--json", str(result)])
    found: dict[str, Any] = json.loads(result.read_text("utf-8"))
    assert [name for name, kept in found["gates"].items() if not kept] == []
    assert code == 0
    assert len(found["right of"]) == 31
