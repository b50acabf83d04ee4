"""The benchmark of answers on conversations: what was judged is kept, by all that was asked with."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.serving import Protocol, serving

from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "locomo_answers.py"
TOLD: dict[str, Any] = {
    "session_1_date_time": "1:56 pm on 8 May, 2023",
    "session_1": [{"dia_id": "D1:1", "speaker": "Ida", "text": "I keep bees on the roof."}],
    "session_2_date_time": "2:10 pm on 9 June, 2023",
    "session_2": [{"dia_id": "D2:1", "speaker": "Ida", "text": "The bees swarmed, so I keep goats now."}],
}
ASKED = {"question": "What does Ida keep?", "answer": "goats", "category": 4, "evidence": ["D1:1"]}


class Model(Protocol):
    """Goats, where it is shown some; gives full marks."""

    def reply(self, body: dict[str, Any]) -> None:
        if body.get("stream"):
            self.stream(["goats" if "goats" in body["messages"][-1]["content"] else "bees"], usage=True)
        else:
            self.say('{"reward": 1}')


def run(server: Address, folder: Path, url: str, *options: str) -> dict[str, float]:
    """F1 of each way."""
    command = [
        sys.executable,
        str(SCRIPT),
        str(folder / "told.json"),
        "--model",
        "openai:m",
        "--model-url",
        url,
        *options,
    ]
    place = ["--uri", server.uri, "--password", server.password, "--answers", str(folder / "answers.jsonl")]
    files = ["--json", str(folder / "figures.json"), "--plot", str(folder / "plot.png")]
    done = subprocess.run([*command, *place, *files], capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    figures = json.loads((folder / "figures.json").read_text("utf-8"))
    return {way: groups["1 to 4"][0] for way, groups in figures["f1"].items()}


@pytest.mark.slow
def test_an_answer_to_less_is_none_to_all(server: Address, tmp_path: Path) -> None:
    told = [{"sample_id": "roof", "conversation": TOLD, "qa": [ASKED]}]
    (tmp_path / "told.json").write_text(json.dumps(told))
    ways = ("flat retrieval", "full context", "Clew")
    with serving(Model) as model:
        assert run(server, tmp_path, model.url, "--limit-sessions", "1", "--keep") == dict.fromkeys(ways, 0)
        assert run(server, tmp_path, model.url) == dict.fromkeys(ways, 100)
        asked = len(model.asked)
        assert run(server, tmp_path, model.url, "--limit-sessions", "1") == dict.fromkeys(ways, 0)
        assert len(model.asked) == asked == 2 * 2 * len(ways)
    assert (tmp_path / "plot.png").stat().st_size > 1000
