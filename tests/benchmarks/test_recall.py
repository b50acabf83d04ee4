"""The benchmark of recall, from a file and a made-up group to figures: every flat method stands beside Clew."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clew.server import Address

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SAID = {
    "pets": ["We have a parrot at home.", "He is called Rico."],
    "work": ["I repair violins for a living.", "The shop is in Ghent."],
    "trip": ["In June we cycle along the Danube.", "Rico the parrot stays with my aunt."],
}
ASKED = {"What do I repair?": ["work/0"], "Who is Rico the parrot?": ["pets/1", "trip/1"], "How tall am I?": ["gone"]}
FLAT = {"dense", "BM25", "min-max", "RRF", "RRF + NEXT"}


@pytest.mark.slow
def test_a_file_and_a_group_are_asked_in_every_way(server: Address, tmp_path: Path) -> None:
    sessions = [
        {
            "session": name,
            "turns": [
                {"id": f"{name}/{place}", "speaker": "user", "text": text, "at": "2024-03-01T00:00:00+00:00"}
                for place, text in enumerate(texts)
            ],
        }
        for name, texts in SAID.items()
    ]
    questions = [{"question": text, "category": "any", "answer": "", "evidence": ids} for text, ids in ASKED.items()]
    file, out = tmp_path / "chats.json", tmp_path / "recall.json"
    file.write_text(json.dumps({"conversations": [{"name": "a", "sessions": sessions, "questions": questions}]}))
    place = ["--uri", server.uri, "--password", server.password, "--encoder", "minilm"]
    outputs = ["--json", str(out), "--plot", str(tmp_path / "recall.png")]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / "recall.py"), str(file), *place, *outputs],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(out.read_text("utf-8"))["corpora"]["chats.json"]
    assert found["questions"] == 2  # of the third the evidence is gone
    assert set(found["percent"]) >= {*FLAT, "Clew", "Clew, walk off"}
    ours = found["percent"]["Clew"]["overall"]
    assert ours["r@10"] == ours["1000 words"] == ours["session recall@5"] == [100.0, 100.0, 100.0]
    assert found["percent"]["Clew"]["sessions of evidence: 2"]["all@5"] == [100.0, 100.0, 100.0]
    assert found["leads"]["overall"]["r@10"][0] in FLAT
    assert (tmp_path / "recall.png").stat().st_size > 10_000


@pytest.mark.parametrize("size", [3, 12])
def test_a_group_tells_each_answer_once_and_only_names_tell_them_apart(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from groups_data import group  # pyright: ignore[reportMissingImports]

    talk = group(size)
    assert len(talk.people) == size
    assert {talk.named(asked) for asked in talk.questions} == {0, 1, 2, 3}
    assert len({asked.text for asked in talk.questions}) == len(talk.questions)
    for asked in talk.questions:
        (id,) = asked.evidence
        turn = talk.turns[id][1]
        assert asked.answer in f"{turn.speaker}: {turn.text}"
    assert group(size) == talk
    kept = {asked.group for asked in group(size, "kept").questions}
    assert kept <= {"told", "addressed", "received", "reported", "between", "trio", "open"}


def test_a_ranking_of_sessions_is_judged_by_the_best_five(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from recall import by_session  # pyright: ignore[reportMissingImports]

    perfect = by_session(["a", "b", "c"], frozenset("ab"))
    assert perfect == dict.fromkeys(perfect, 1.0)
    late = by_session(["x", "a", "y", "z", "v", "b"], frozenset("ab"))
    assert (late["session hit@1"], late["session recall@5"], late["any@5"], late["all@5"]) == (0.0, 0.5, 1.0, 0.0)
    assert 0 < late["NDCG@5"] < 0.5
    assert by_session([], frozenset("a"))["NDCG@5"] == 0.0
