"""The benchmark of the rules of language: a family that is switched off changes what it reads, and nothing else."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

from clew.loaders.knowledge import rule_extraction
from clew.retrieval.question import Question


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    import rules  # pyright: ignore[reportMissingImports]

    return rules


@pytest.mark.parametrize(
    ("family", "query", "changed"),
    [
        ("dates in questions", "What did Ann do on 7 May 2023?", {"dates", "days_alone"}),
        ("dates in questions, relative", "What did Ann do yesterday?", {"dates", "days_alone"}),
        ("speakers' names in questions", "What did Ann do?", {"speakers", "text", "by_role"}),
        ("other names of speakers", "What did Kit do?", {"speakers", "text", "words", "by_role"}),
        ("breadth", "In which order did they meet?", {"wants_breadth"}),
        ("roles", "What did I do?", {"speakers"}),
    ],
)
def test_without_a_family_a_question_is_read_as_without_its_words(
    rules: ModuleType, family: str, query: str, changed: set[str]
) -> None:
    speakers = ["user", "assistant"] if family == "roles" else ["Ann Lee", "Katherine"]
    reading = rules.Reading(
        query, speakers, {"Kit": "Katherine"} if "Ann Lee" in speakers else {}, None, date(2024, 1, 2)
    )
    usual, without = reading.parsed(), rules.QUESTIONS[family](reading)
    fields = Question.__dataclass_fields__
    assert {name for name in fields if getattr(usual, name) != getattr(without, name)} == changed


def test_a_question_without_the_words_of_any_family_is_read_the_same(rules: ModuleType) -> None:
    reading = rules.Reading("Where is the lamp?", ["Ann Lee"], {}, None, date(2024, 1, 2))
    assert {change(reading) == reading.parsed() for change in rules.QUESTIONS.values()} == {True}


def test_a_switched_name_is_back_afterwards_and_must_be_there(rules: ModuleType) -> None:
    usual = rule_extraction.dates_in
    with rules._switched(rule_extraction, dates_in=None, resolve_dates=None):
        assert rule_extraction.dates_in is None
    assert rule_extraction.dates_in is usual
    with pytest.raises(AttributeError), rules._switched(rule_extraction, gone=None):
        pass


def test_a_sample_of_questions_is_spread_over_all_conversations(rules: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "chats.json"
    turn = '{"id": "1", "speaker": "user", "text": "Hi.", "at": "2024-01-01T00:00:00"}'
    asked = '{"question": "Q", "category": "c", "answer": "A", "evidence_sessions": ["one"]}'
    chat = '{"name": "%s", "sessions": [{"session": "one", "turns": [%s]}], "questions": [%s]}'
    chats = [chat % (name, turn, ", ".join([asked] * 4)) for name in ("a", "b")]
    file.write_text(f'{{"conversations": [{", ".join(chats)}]}}', "utf-8")
    found = rules.talks(file, conversations=None, questions=4)
    assert [len(talk.questions) for talk in found] == [2, 2]
    assert found[0].ids == {"episode:one/0": "one"}
    assert replace(found[0], questions=()).corpus == "chats.json"
