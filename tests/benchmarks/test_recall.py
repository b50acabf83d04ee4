"""The benchmark of recall, from files and made-up groups to figures: every flat method stands beside Clew."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from clew.api.memory import Memory
from clew.server import Address

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SAID = {
    "pets": ["We have a parrot at home.", "He is called Rico."],
    "work": ["I repair violins for a living.", "The shop is in Ghent."],
    "trip": ["In June we cycle along the Danube.", "Rico the parrot stays with my aunt."],
}
ASKED = {"What do I repair?": ["work/0"], "Who is Rico the parrot?": ["pets/1", "trip/1"], "How tall am I?": ["gone"]}
FUSED = ("min-max", "min-max + NEXT", "RRF", "RRF + NEXT")
FLAT = {"BM25", *(f"{name}{dated}" for name in ("dense", *FUSED) for dated in ("", ", dated"))}
TOPICS = ("Glaciers carve wide valleys.", "A violin bow is strung with horse hair.", "An octopus has three hearts.")
LONG = " ".join(f"{topic} {'This was noted with care and without haste. ' * 25}" for topic in TOPICS)


def chat(name: str, texts: Mapping[str, Sequence[str]], questions: Sequence[dict[str, object]]) -> dict[str, object]:
    sessions = [
        {
            "session": session,
            "turns": [
                {"id": f"{session}/{place}", "speaker": "user", "text": text, "at": "2024-03-01T00:00:00+00:00"}
                for place, text in enumerate(said)
            ],
        }
        for session, said in texts.items()
    ]
    asked = [{"category": "any", "answer": "", **each} for each in questions]
    return {"name": name, "sessions": sessions, "questions": asked}


@pytest.fixture(scope="module")
def measured(server: Address, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run the script on three files: evidence of turns, evidence of sessions, a long turn. Return its result."""
    folder = tmp_path_factory.mktemp("recall")
    by_turn = [{"question": text, "evidence": ids} for text, ids in ASKED.items()]
    by_session = [
        {"question": "What do I repair?", "evidence_sessions": ["work"]},
        {"question": "Where does Rico the parrot live?", "evidence_sessions": ["pets"], "before": "trip"},
    ]
    long = {"question": "How many hearts?", "answer": "Three hearts", "evidence": ["facts/0"]}
    files = {
        "turns.json": chat("turns", SAID, by_turn),
        "sessions.json": chat("sessions", SAID, by_session),
        "long.json": chat("long", {"facts": [LONG, "I live in Oslo."]}, [long]),
    }
    for name, given in files.items():
        (folder / name).write_text(json.dumps({"conversations": [given]}))
    auth = (server.user, server.password)
    with Memory.open(server.uri, auth=auth, database=server.database, space="bench-recall-long") as interrupted:
        interrupted.remember([{"text": "How many hearts? Two."}], session="left")
    place = ["--uri", server.uri, "--password", server.password, "--encoder", "minilm", "--facts", "rules"]
    outputs = ["--json", str(folder / "out.json"), "--plot", str(folder / "out.png")]
    script = [sys.executable, str(BENCHMARKS / "recall.py"), *(str(folder / name) for name in files), *place, *outputs]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "1 questions name nothing" in done.stdout
    assert (folder / "out.png").stat().st_size > 10_000
    return json.loads((folder / "out.json").read_text("utf-8"))


@pytest.mark.slow
def test_every_way_is_measured_by_turn_and_by_session(measured: dict[str, Any]) -> None:
    found = measured["corpora"]["turns.json"]
    assert (found["questions"], found["conversations"]) == (2, {"turns": 6})  # of the third the evidence is gone
    ours = {"Clew", "Clew, walk off", "Clew, walk on", "Clew, breadth never", "Clew, breadth always"}
    assert set(found["percent"]) == {*FLAT, *ours, "Clew, facts", "Clew, facts packed"}
    overall = found["percent"]["Clew"]["overall"]
    assert overall["r@10"] == overall["1000 words"] == overall["session recall@5"] == [100.0, 100.0, 100.0]
    assert found["percent"]["Clew"]["sessions of evidence: 2"]["session recall@5"] == [100.0, 100.0, 100.0]
    assert found["leads"]["overall"]["r@10"][0] in FLAT
    assert set(found["differences"]) == set(found["percent"]) - {"Clew"}
    assert measured["consolidated"].keys() == {"turns", "sessions", "long"}


@pytest.mark.slow
def test_a_question_is_asked_before_a_session_is_remembered(measured: dict[str, Any]) -> None:
    found = measured["corpora"]["sessions.json"]
    for way in ("Clew", "dense"):
        overall = found["percent"][way]["overall"]
        assert overall["all@5"] == [100.0, 100.0, 100.0]  # there are but three
        assert "r@10" not in overall
    assert found["percent"]["Clew"]["sessions since: at most 7"]["session hit@1"] == [100.0, 100.0, 100.0]


@pytest.mark.slow
def test_a_part_that_is_shown_counts_as_the_turn_and_a_whole_long_turn_does_not_fit(measured: dict[str, Any]) -> None:
    percent = measured["corpora"]["long.json"]["percent"]
    figures = {name: percent[name]["overall"] for name in ("Clew", "dense", "dense, same excerpts")}
    assert figures["Clew"]["250 words"][0] == figures["dense, same excerpts"]["250 words"][0] == 100.0
    assert figures["dense"]["250 words"][0] == 0.0  # it is passed over
    assert figures["Clew"]["answer in 250"][0] == 100.0


def test_the_best_flat_method_of_each_figure_is_the_one_to_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from leads import Measured  # pyright: ignore[reportMissingImports]

    groups = [("odd",), ("even",)] * 10
    figures = {"a": (0.2, 0.9), "b": (0.4, 0.1), "Clew": (0.5, 0.5), "Clew, walk off": (1.0, 1.0)}
    results = {
        name: [(group, dict(zip("xy", both, strict=True))) for group in groups] for name, both in figures.items()
    }
    found = Measured(results, ["x"])
    for group, number in (("overall", 20), ("odd", 10), ("even", 10)):
        assert len(found.rows["Clew"][group]) == number
        name, lead = found.leads[group]["x"]
        assert (name, lead.mean) == ("b", pytest.approx(10.0))
    assert {figure: name for figure, (name, _) in found.leads["overall"].items()} == {"x": "b", "y": "a"}
    assert found.leads["overall"]["y"][1].mean == pytest.approx(-40.0)
    assert found.above["Clew, walk off"]["x"].mean == pytest.approx(-50.0)
    plain = found.plain()
    assert plain["percent"]["a"]["odd"] == {"x": [20.0, 20.0, 20.0]}
    assert plain["percent"]["a"]["overall"].keys() == {"x", "y"}


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
    from recall_figures import by_session  # pyright: ignore[reportMissingImports]

    perfect = by_session(["a", "b", "c"], frozenset("ab"))
    assert perfect == dict.fromkeys(perfect, 1.0)
    late = by_session(["x", "a", "y", "z", "v", "b"], frozenset("ab"))
    assert (late["session hit@1"], late["session recall@5"], late["any@5"], late["all@5"]) == (0.0, 0.5, 1.0, 0.0)
    assert 0 < late["NDCG@5"] < 0.5
    assert by_session([], frozenset("a"))["NDCG@5"] == 0.0
