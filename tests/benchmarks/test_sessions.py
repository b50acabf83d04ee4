"""The benchmark of sessions, from a file to its figures: a ranking of turns is read as one of their sessions."""

import json
import subprocess
import sys
from pathlib import Path

from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "sessions.py"
SAID = {
    "pets": ["We have a parrot at home.", "He is called Rico."],
    "work": ["I repair violins for a living.", "The shop is in Ghent."],
    "trip": ["In June we cycle along the Danube.", "Rico the parrot stays with my aunt."],
}


def test_each_ranking_is_read_as_one_of_sessions(server: Address, tmp_path: Path) -> None:
    sessions = [
        {
            "session": name,
            "turns": [{"speaker": "user", "text": text, "at": "2024-03-01T00:00:00+00:00"} for text in texts],
        }
        for name, texts in SAID.items()
    ]
    asked = {"What do I repair?": ["work"], "Who is Rico the parrot?": ["pets", "trip"], "What is my height?": []}
    questions = [
        {"question": text, "category": "any", "answer": "", "evidence_sessions": names} for text, names in asked.items()
    ]
    file, out = tmp_path / "chats.json", tmp_path / "sessions.json"
    file.write_text(json.dumps({"conversations": [{"name": "a", "sessions": sessions, "questions": questions}]}))
    place = ["--uri", server.uri, "--password", server.password, "--encoder", "minilm"]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(file), *place, "--json", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))
    assert "2 questions" in done.stdout  # the third names no session
    assert set(found["percent"]) == {"dense", "BM25", "min-max", "RRF", "RRF + NEXT", "Clew"}
    assert found["percent"]["Clew"]["hit@1"] == [100.0, 100.0, 100.0]
    assert found["percent"]["Clew"]["all@5"] == [100.0, 100.0, 100.0]  # there are but three
