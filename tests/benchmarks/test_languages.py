"""The benchmark of several languages: the same conversation in each, and every flat method beside Clew."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clew.server import Address

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
LANGUAGES = {"en", "de", "fr", "es", "zh", "ja"}


@pytest.mark.parametrize("half", ["shown", "kept"])
def test_each_language_says_the_same_in_the_same_place(monkeypatch: pytest.MonkeyPatch, half: str) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from languages_data import SPEAKERS, talk  # pyright: ignore[reportMissingImports]

    assert set(SPEAKERS) == LANGUAGES
    asked = {language: talk(language, half).questions for language in SPEAKERS}
    places = {
        language: [next(iter(each.evidence)).partition("/")[2] for each in questions]
        for language, questions in asked.items()
    }
    assert all(own == places["en"] for own in places.values())
    assert len(places["en"]) >= 30
    for language, questions in asked.items():
        turns = talk(language, half).turns
        assert len(turns) == len({turn.text for _, turn in turns.values()}) + 7  # eight sessions begin alike
        assert [turns[next(iter(each.evidence))][1].text for each in questions] == [each.answer for each in questions]


@pytest.mark.slow
def test_all_languages_are_asked_in_every_way(server: Address, tmp_path: Path) -> None:
    out = tmp_path / "languages.json"
    place = ["--uri", server.uri, "--password", server.password, "--encoders", "minilm"]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "languages.py"), *place, "--json", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))
    assert set(found["percent"]["minilm"]) == LANGUAGES
    assert set(found["percent"]["minilm"]["de"]) >= {"dense", "BM25", "min-max", "RRF", "RRF + NEXT", "Clew"}
    assert (found["half"], found["gates"]) == ("shown", {})
