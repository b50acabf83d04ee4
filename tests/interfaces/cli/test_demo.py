"""`clew demo`, which is what a newcomer sees first."""

import json
from pathlib import Path

import pytest
from tests.interfaces.conftest import Clew

from clew.interfaces.cli.demo import questions_of


@pytest.fixture
def locomo(tmp_path: Path) -> Path:
    """A conversation in LoCoMo's form, with six questions, one of them without evidence."""
    texts = [
        "I adopted a kitten called Miso.",
        "How lovely!",
        "She sleeps in the laundry basket.",
        "The vet is in Lisbon.",
    ]
    turns = [
        {"speaker": "Ann" if number % 2 == 0 else "Ben", "dia_id": f"D1:{number + 1}", "text": text}
        for number, text in enumerate(texts)
    ]
    qa = [
        {"question": f"Question {number} about the kitten?", "answer": "Miso", "evidence": ["D1:1"]}
        for number in range(6)
    ]
    qa.insert(0, {"question": "Unanswerable?", "answer": "-", "evidence": []})
    sample = {
        "sample_id": "conv-0",
        "qa": qa,
        "conversation": {
            "speaker_a": "Ann",
            "speaker_b": "Ben",
            "session_1": turns,
            "session_1_date_time": "1:56 pm on 8 May, 2023",
        },
    }
    file = tmp_path / "tiny.json"
    file.write_text(json.dumps([sample]))
    return file


def test_the_bundled_conversation_answers_five_questions(
    clew: Clew, environment: dict[str, str], tmp_path: Path
) -> None:
    page = tmp_path / "demo.html"
    said = clew("demo", "--picture", page, "--space", environment["CLEW_SPACE"])
    assert said.code == 0, said.err
    assert said.out.count("evidence at rank") == 5
    assert "not found" not in said.out
    assert str(page) in said.out.replace("\n", "")
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_locomo_brings_its_own_questions(clew: Clew, environment: dict[str, str], locomo: Path, tmp_path: Path) -> None:
    page = tmp_path / "demo.html"
    space = environment["CLEW_SPACE"]
    said = clew("demo", "--file", locomo, "--picture", page, "--space", space, "--json").json
    assert [each["question"] for each in said["answers"]] == [f"Question {n} about the kitten?" for n in range(5)]
    assert all(1 in each["ranks"] for each in said["answers"])
    assert said["answers"][0]["evidence"] == [["conv-0/session_1", 0]]
    assert said["picture"] == str(page)


def test_another_file_is_asked_for_its_rarest_words(
    clew: Clew, environment: dict[str, str], conversation: Path, tmp_path: Path
) -> None:
    space = environment["CLEW_SPACE"]
    said = clew("demo", "--file", conversation, "--picture", tmp_path / "demo.html", "--space", space)
    assert said.code == 0, said.err
    assert "This source has no questions" in said.out


@pytest.mark.parametrize(
    "qa",
    [
        7,
        {"question": "?"},
        ["?"],
        [{"question": "?", "answer": "!", "evidence": 7}],
        [{"question": "?", "answer": "!", "evidence": {"D1:1": 1}}],
    ],
)
def test_questions_that_are_none_of_locomos_are_passed_over(locomo: Path, qa: object) -> None:
    (sample,) = json.loads(locomo.read_text())
    locomo.write_text(json.dumps([sample | {"qa": qa}]))
    asked = questions_of(locomo)
    assert asked
    assert all(each.answer == "" for each in asked)


def test_evidence_that_names_no_turn_is_passed_over(locomo: Path) -> None:
    (sample,) = json.loads(locomo.read_text())
    pair = {"question": "Who?", "answer": "Ann", "evidence": [["D1:1"], 7, "D1:1"]}
    locomo.write_text(json.dumps([sample | {"qa": [pair]}]))
    (asked,) = questions_of(locomo)
    assert (asked.text, asked.evidence) == ("Who?", frozenset({("conv-0/session_1", 0)}))


def test_questions_from_turns_name_the_turn_that_they_were_made_of(conversation: Path) -> None:
    asked = questions_of(conversation)
    assert len(asked) == 5
    assert asked[0].text == "weeks sleeps laundry basket"
    assert asked[0].evidence == {("monday", 2)}
