"""The benchmark of chats, from a file to its figures: a part of a long message that is shown counts as the message."""

import json
import lzma
import subprocess
import sys
from pathlib import Path

from clew.api.memory import Memory
from clew.server import Address

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "chats.py"
TOPICS = ("Glaciers carve wide valleys.", "A violin bow is strung with horse hair.", "An octopus has three hearts.")
LONG = " ".join(f"{topic} {'This was noted with care and without haste. ' * 25}" for topic in TOPICS)


def chat(name: str) -> dict[str, object]:
    turns = [
        {"id": "M0", "speaker": "user", "text": "Tell me three things.", "at": "2024-03-01T00:00:00+00:00"},
        {"id": "M1", "speaker": "assistant", "text": LONG, "at": "2024-03-01T00:00:00+00:00"},
        {"id": "M2", "speaker": "user", "text": "Thanks. I live in Oslo.", "at": "2024-03-02T00:00:00+00:00"},
    ]
    questions = [
        {"question": "How many hearts?", "category": "facts", "answer": "Three hearts", "evidence": ["M1"]},
        {"question": "Where do I live?", "category": "facts", "answer": "Oslo", "evidence": ["M2"]},
        {"question": "What is gone?", "category": "none", "answer": "", "evidence": ["M9"]},
    ]
    return {"name": name, "sessions": [{"session": "one", "turns": turns}], "questions": questions}


def test_what_is_shown_in_part_is_found_and_whole_messages_do_not_fit(server: Address, tmp_path: Path) -> None:
    file = tmp_path / "chats.json.xz"
    file.write_bytes(lzma.compress(json.dumps({"conversations": [chat("a"), chat("b")]}).encode()))
    auth = (server.user, server.password)
    with Memory.open(server.uri, auth=auth, database=server.database, space="bench-chats-a") as interrupted:
        interrupted.remember([{"text": "How many hearts? Two."}], session="left")
    place = ["--uri", server.uri, "--password", server.password]
    outputs = ["--json", str(tmp_path / "chats.json"), "--plot", str(tmp_path / "chats.png")]
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(file), *place, *outputs, "--encoder", "minilm"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "chats.json").read_text("utf-8"))
    assert (found["questions"], found["chats"]) == (4, {"a": 3, "b": 3})
    figures = {name: groups["overall"] for name, groups in found["percent"].items()}
    assert figures["Clew"]["250 words"][0] == figures["dense, same excerpts"]["250 words"][0] == 100.0
    assert figures["dense"]["250 words"][0] == 50.0  # the long one is passed over
    assert figures["Clew"]["answer in 250"][0] == 100.0
    assert "2 questions name no message" in done.stdout
    assert (tmp_path / "chats.png").stat().st_size > 10_000
