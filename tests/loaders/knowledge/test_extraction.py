"""The prompt of a chunk, and the part of a model's answer that is taken."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.scripted import Scripted

from clew.llm import LanguageModel
from clew.loaders.knowledge.extraction import by_model
from clew.loaders.knowledge.pending import Chunk, Said
from clew.loaders.knowledge.reconcile import Rulings

MAY, JUNE = datetime(2023, 5, 8, 9, tzinfo=UTC), datetime(2023, 6, 20, 9, tzinfo=UTC)


def said(position: int, text: str, at: datetime) -> Said:
    return Said(f"episode:s/{position}", "s", position, "Ann", text, at)


def chunk(*turns: Said) -> Chunk:
    return Chunk(turns, (turns,))


def found(belief: object) -> str:
    return json.dumps({"facts": [{"text": "Ann moved to Lisbon.", "turns": [1], "belief": belief}]})


@pytest.mark.parametrize("belief", ["nan", float("nan"), float("inf"), "-inf"])
def test_a_belief_that_is_no_number_is_asked_for_again(belief: object) -> None:
    model = Scripted(answers=[found(belief), found(0.9)])
    extracted = by_model(LanguageModel(model), chunk(said(0, "I moved to Lisbon.", MAY)), ())
    assert [fact.belief for fact in extracted.facts] == [0.9]
    assert len(model.asked) == 2


@pytest.mark.parametrize(
    "fields",
    [{"turns": 1}, {"turns": ["1"], "concepts": "moving"}, {"turns": [1], "valid_from": 2023, "belief": None}],
)
def test_what_stands_in_another_form_is_taken_at_once(fields: dict[str, object]) -> None:
    answer = json.dumps({"facts": [{"text": "Ann moved to Lisbon.", **fields}, {"text": "Ann moved.", "turns": None}]})
    model = Scripted(answers=[answer])
    extracted = by_model(LanguageModel(model), chunk(said(0, "I moved to Lisbon.", MAY)), ())
    (fact,) = extracted.facts
    assert (fact.sources, fact.belief, fact.valid_from, extracted.rejected) == (("episode:s/0",), 1.0, None, 1)
    assert fact.concepts in {(), ("moving",)}


@pytest.mark.parametrize("verdict", ["replaces", "Replaces", "REPLACES."])
def test_a_verdict_is_taken_however_it_is_written(verdict: str) -> None:
    assert Rulings.model_validate({"rulings": [{"pair": 1, "verdict": verdict}]}).rulings[0].verdict == "replaces"


def test_facts_are_told_in_the_order_of_the_turns_that_complete_them() -> None:
    turns = (said(0, "I live in Oslo.", MAY), said(1, "I like Oslo.", MAY), said(2, "Oh, and I moved to Rome!", MAY))
    told = {"Ann moved from Oslo to Rome.": [1, 3], "Ann likes Oslo.": [2], "Ann lives in Oslo.": [1]}
    answer = json.dumps({"facts": [{"text": text, "turns": numbers} for text, numbers in told.items()]})
    extracted = by_model(LanguageModel(Scripted(answers=[answer])), chunk(*turns), ())
    assert [fact.text for fact in extracted.facts] == [*reversed(told)]


def test_a_turn_of_another_day_is_shown_with_its_day() -> None:
    model = Scripted(answers=['{"facts": []}'])
    turns = (said(0, "Hi!", MAY), said(1, "Hello.", MAY.replace(hour=23)), said(2, "I started this month.", JUNE))
    by_model(LanguageModel(model), chunk(*turns), ())
    shown = str(model.asked[0][1].text)
    assert "Date of the conversation: Monday, 8 May 2023" in shown
    assert shown.endswith(
        "\n[1] Ann: Hi!\n[2] Ann: Hello.\n[3] Ann: I started this month (June 2023). (said on 20 June 2023)"
    )


def test_a_model_sees_the_weeks_around_and_no_guess_of_ours() -> None:
    """In 2026 the 18th of March is a Wednesday; that the 3rd of April is ahead would be a guess."""
    sunday = datetime(2026, 3, 15, 12, tzinfo=UTC)
    model = Scripted(answers=['{"facts": []}'])
    turns = (
        said(0, "I moved the dentist to Wednesday 18 March.", sunday),
        said(1, "I was in Rome on 3 April. Last week I came home.", sunday),
    )
    by_model(LanguageModel(model), chunk(*turns), ())
    shown = str(model.asked[0][1].text)
    assert "Sunday, 15 March 2026" in shown
    assert "Mon 9 March 2026, Tue 10, Wed 11, Thu 12, Fri 13, Sat 14, Sun 15" in shown
    assert "Mon 16 March 2026, Tue 17, Wed 18, Thu 19" in shown
    assert "Wednesday 18 March." in shown
    assert "on 3 April. Last week (the week before 15 March 2026) I" in shown


@pytest.mark.parametrize("day", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 30, tzinfo=UTC)])
def test_the_first_and_the_last_year_have_a_calendar(day: datetime) -> None:
    model = Scripted(answers=['{"facts": []}'])
    by_model(LanguageModel(model), chunk(said(0, "Hello.", day), said(1, "Bye.", day)), ())
    assert "Calendar:\n" in str(model.asked[0][1].text)


def test_the_calendar_of_a_long_chunk_ends() -> None:
    model = Scripted(answers=['{"facts": []}'])
    by_model(LanguageModel(model), chunk(said(0, "Hello.", MAY), said(1, "Bye.", MAY.replace(year=2033))), ())
    assert str(model.asked[0][1].text).count("\nMon ") == 8


@pytest.mark.parametrize(
    ("told", "turns", "kept"),
    [
        ("I moved to Lisbon.", [1], "Ann said: I moved to Lisbon."),
        ("Ich wohne in Lisbon.", [1], "Ann said: Ich wohne in Lisbon."),
        ("Ann said that my flat in Lisbon is small.", [1], "Ann said that my flat in Lisbon is small."),
        ("We moved to Lisbon.", [1, 2], "We moved to Lisbon."),
        ("Ann moved to Lisbon.", [1], "Ann moved to Lisbon."),
    ],
)
def test_a_fact_in_the_first_person_gets_its_speaker_if_one_says_it(told: str, turns: list[int], kept: str) -> None:
    both = (said(0, "I moved to Lisbon.", MAY), replace(said(1, "And I moved to Lisbon too.", MAY), speaker="Bob"))
    answer = json.dumps({"facts": [{"text": told, "turns": turns}]})
    extracted = by_model(LanguageModel(Scripted(answers=[answer])), chunk(*both), ())
    assert [fact.text for fact in extracted.facts] == [kept]


def test_a_speaker_whose_name_is_within_a_word_is_not_named_by_it() -> None:
    turn = replace(said(0, "I also moved to Lisbon.", MAY), speaker="Al")
    answer = json.dumps({"facts": [{"text": "I also moved to Lisbon.", "turns": [1]}]})
    (fact,) = by_model(LanguageModel(Scripted(answers=[answer])), chunk(turn), ()).facts
    assert fact.text == "Al said: I also moved to Lisbon."


GOOD = {"text": "Ann moved to Lisbon.", "turns": ["[1]"], "belief": 0.9}


@pytest.mark.parametrize(
    "bad",
    [
        {"text": "Ann has a cat.", "turns": [1], "belief": "high"},
        {"text": "Ann has a cat.", "turns": {"a": 1}},
        {"text": ["Ann"], "turns": [1]},
        {"turns": [1]},
        "Ann has a cat.",
        None,
    ],
)
def test_a_fact_with_a_fault_costs_no_other(bad: object) -> None:
    model = Scripted(answers=[json.dumps({"facts": [bad, GOOD]})])
    extracted = by_model(LanguageModel(model), chunk(said(0, "I moved to Lisbon.", MAY)), ())
    assert [fact.text for fact in extracted.facts] == ["Ann moved to Lisbon."]
    assert extracted.rejected == 1


@pytest.mark.parametrize(
    "answer",
    [
        f'{{"facts": [{json.dumps(GOOD)},],}}',
        f'{{"facts": [{json.dumps(GOOD)}]}} {{"facts": []}}',
        f'{{"facts": []}}\n{{"facts": [{json.dumps(GOOD)}]}}',
        f'{{"facts": [{json.dumps({**GOOD, "concepts": ["a,]"]})},]}}',
    ],
)
def test_an_answer_with_a_comma_too_many_or_in_two_objects_is_read(answer: str) -> None:
    extracted = by_model(LanguageModel(Scripted(answers=[answer])), chunk(said(0, "I moved to Lisbon.", MAY)), ())
    assert [fact.text for fact in extracted.facts] == ["Ann moved to Lisbon."]


def test_where_no_fact_is_usable_the_model_is_asked_again() -> None:
    useless, good = (json.dumps({"facts": facts}) for facts in ([{"text": "Ann moved.", "turns": "x"}], [GOOD]))
    extracted = by_model(
        LanguageModel(Scripted(answers=[useless, good])), chunk(said(0, "I moved to Lisbon.", MAY)), ()
    )
    assert [fact.text for fact in extracted.facts] == ["Ann moved to Lisbon."]
