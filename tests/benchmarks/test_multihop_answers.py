"""The benchmark of multi-hop answers, from a folder to its figures, with a model that says what it is told to."""

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.serving import Protocol, serving

from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "multihop_answers.py"
PARAGRAPHS = {
    "Villa Tugendhat": "Villa Tugendhat is a house in Brno. It was designed by Mies van der Rohe.",
    "Ludwig Mies": "Mies van der Rohe died in Chicago.",
    "Heron": "The grey heron waits for fish.",
}
QUESTION = "Where did the architect of the Villa Tugendhat die?"
SAID = {"subject": "Mies van der Rohe", "predicate": "died in", "object": "Chicago"}
LIE = {"subject": "Mies van der Rohe", "predicate": "died in", "object": "Prague"}


class Model(Protocol):
    """Triplets of one passage, and the right answer where it is shown that passage; rubbish of the heron."""

    def reply(self, body: dict[str, Any]) -> None:
        asked = body["messages"][-1]["content"]
        if asked.startswith("Question: "):
            self.say(
                json.dumps({"reasoning": "It says so.", "answer": "the Chicago" if "Chicago" in asked else "Brno"})
            )
        elif "heron" in body["messages"][1]["content"]:
            self.say("I cannot.")
        else:
            self.say(json.dumps({"triplets": [SAID, LIE] if "died" in asked else []}))


def corpus(folder: Path) -> None:
    """Two corpora of a question each."""
    folder.mkdir()
    paragraphs = [{"id": id, "title": title, "text": text} for id, (title, text) in enumerate(PARAGRAPHS.items())]
    question = {"question": QUESTION, "answer": "Chicago", "type": "bridge", "supporting": [0, 1]}
    for name in ("hotpotqa", "musique"):
        with lzma.open(folder / f"{name}_dev.json.xz", "wt") as file:
            json.dump({"paragraphs": paragraphs, "questions": [question]}, file)


def run(server: Address, folder: Path, url: str, *options: str) -> dict[str, Any]:
    out = folder / "figures.json"
    command = [sys.executable, str(SCRIPT), str(folder / "data"), "--model", "openai:m", "--model-url", url, *options]
    place = ["--uri", server.uri, "--password", server.password, "--kept", str(folder / "kept")]
    files = ["--json", str(out), "--plot", str(folder / "plot.png")]
    done = subprocess.run([*command, *place, *files], capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr
    return json.loads(out.read_text("utf-8"))


@pytest.mark.slow
def test_it_measures_each_way_and_goes_on_from_what_is_kept(server: Address, tmp_path: Path) -> None:
    corpus(tmp_path / "data")
    with serving(Model) as model:
        found = run(server, tmp_path, model.url, "--triplets")
        asked = len(model.asked)
        again = run(server, tmp_path, model.url, "--triplets")
        assert len(model.asked) == asked > 5
        short = run(server, tmp_path, model.url, "--words", "20")
    ways = {each["way"]: each for each in found["answers"]}
    assert set(ways) == {"flat dense", "Clew", "Clew, model's triplets"}
    assert {each["answer"] for each in ways.values()} == {"the Chicago"}
    assert ways["Clew, model's triplets"]["figures"] == {"R@5": 1, "EM": 1, "F1": 1}
    assert {each["way"]: each["answer"] for each in short["answers"]} == {"flat dense": "Brno", "Clew": "Brno"}
    assert short["percent"]["flat dense"] == {"R@5": [100, 100, 100], "EM": [0, 0, 0], "F1": [0, 0, 0]}
    assert found["triplets"] == {"new": 1, "repeated": 0, "replaced": 0, "rejected": 1}
    assert (found["failed_passages"], found["unusable_answers"]) == (1, 0)
    assert found["measured"] == "HotpotQA: 1 questions, each asked of 3 paragraphs"
    assert found["usage"]["chains"]["passage_triplets"]["failures"] == 1
    calls = {name: (each["calls"], each["prompt_tokens"]) for name, each in found["usage"]["chains"].items()}
    assert calls == {name: (each["calls"], each["prompt_tokens"]) for name, each in again["usage"]["chains"].items()}
    assert again["answers"] == found["answers"]
    assert (tmp_path / "plot.png").stat().st_size > 1000
