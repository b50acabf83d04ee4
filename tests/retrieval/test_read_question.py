"""A question as a language model read it: whom, when, how much, of which time; the text stays that of the rules.

The answers in `tests/cassettes/questions.json` are a small model's.
"""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.recording import recorded

from clew.model import Hit, ScoreParts
from clew.retrieval.question import Question, QuestionForm, parse_question
from clew.retrieval.read_question import QUESTION, Posed
from clew.retrieval.updates import settle
from clew.text.dates import PartialDate as Date

GERMAN = "Was hast du mir empfohlen?"
CHINESE = "梅兰妮昨天买了什么?"


def read(query: str, heard: list[str], **said: Any) -> Question:
    form = QuestionForm(**({"speakers": [], "period": "", "many": False, "time": "any"} | said))
    return parse_question(query, heard, form=form)


def test_a_speaker_whose_name_is_written_otherwise_is_meant() -> None:
    assert parse_question(CHINESE, ["Melanie", "Caroline"]).speaker == ""
    assert read(CHINESE, ["Melanie", "Caroline"], speakers=["Melanie"]).speaker == "Melanie"


def test_who_is_only_spoken_of_by_the_rules_is_left_out() -> None:
    assert parse_question("Tell Ben what Ann bought.", ["Ann", "Ben"]).speakers == ("Ann", "Ben")
    assert read("Tell Ben what Ann bought.", ["Ann", "Ben"], speakers=["Ann"]).speaker == "Ann"


def test_the_answers_of_an_assistant_are_meant_in_any_language() -> None:
    assert parse_question(GERMAN, ["user", "assistant"]).speaker == "user"
    question = read(GERMAN, ["user", "assistant"], speakers=["assistant"])
    assert (question.speaker, question.by_role) == ("assistant", True)


def test_all_who_are_meant_count_in_a_group() -> None:
    question = read("谁的狗?", ["Ann", "Ben", "Cid"], speakers=["Ben", "Cid"])
    assert question.speakers == ("Ben", "Cid")
    assert question.called == (("Ben",), ("Cid",))


def test_a_period_stands_in_the_place_of_dates() -> None:
    assert read(CHINESE, [], period="2023-05-07").dates == (Date(2023, 5, 7),)
    assert read("On 3 May 2021?", [], period="2021-04-30 to 2021-05-02").dates == (
        *(Date(2021, 4, 30), Date(2021, 4, 31)),  # a day that is none holds nothing
        *(Date(2021, 5, 1), Date(2021, 5, 2)),
    )


def test_a_period_that_is_no_date_leaves_dates_to_the_rules() -> None:
    assert read("On 3 May 2021?", [], period="the third").dates == (Date(2021, 5, 3),)


def test_many_moments_are_wanted_where_the_model_says_so() -> None:
    assert read("Fasse zusammen, was war.", [], many=True).wants_breadth
    assert not read("Summarise it.", [], many=False).wants_breadth


START = datetime(2024, 1, 2, 12, tzinfo=UTC)


def first(question: Question) -> str:
    hits = (
        Hit(f"{day}", "Episode", text, "Ann", START + timedelta(day), f"{day}", 0, "", {}, score, ScoreParts(score), ())
        for day, text, score in ((0, "Home is Leeds.", 1.0), (8, "My flat: Porto.", 0.7), (20, "Rye is good.", 0.2))
    )
    return settle(list(hits), question)[0].id


def test_the_time_that_is_asked_of_says_how_much_age_counts() -> None:
    query = "Gdzie mieszkam?"
    assert {time: first(read(query, [], time=time)) for time in ("any", "past", "now", "live")} == {
        "any": "0", "past": "0", "now": "8", "live": "8",
    }  # fmt: skip


def test_a_word_for_now_does_not_count_where_the_model_reads_the_past() -> None:
    query = "Where does she live now?"
    assert first(parse_question(query, [])) == "8"
    assert first(read(query, [], time="past")) == "0"


NAMES = ["Ann", "Ben", "user", "assistant"]


@given(
    st.sampled_from(["Where did Ann and Ben go in May 2023?", GERMAN, "Summarise what you said.", CHINESE]),
    st.lists(st.text() | st.sampled_from(NAMES)),
    st.text() | st.dates().map(str),
    st.booleans(),
    st.sampled_from(["past", "now", "live", "any"]),
)
def test_whatever_is_read_nobody_unheard_is_meant_and_the_embedded_text_stays(
    query: str, speakers: list[str], period: str, many: bool, time: str
) -> None:
    question = read(query, NAMES, speakers=speakers, period=period, many=many, time=time)
    assert set(question.speakers) <= set(NAMES)
    assert question.text == parse_question(query, NAMES).text
    assert (question.wants_breadth, question.time) == (many, time)


CHAT = ["user", "assistant"]
ASKED_ON = date(2024, 5, 14)


@pytest.mark.parametrize(
    ("query", "heard", "speakers", "date"),
    [
        ("Où Ben est-il allé hier ?", ["Ann", "Ben"], ("Ben",), Date(2024, 5, 13)),
        ("¿Sobre qué discutieron Ben y Cid en marzo?", ["Ann", "Ben", "Cid"], ("Ben", "Cid"), Date(2024, 3, None)),
        ("小明昨天去了哪里?", ["安娜", "小明"], ("小明",), Date(2024, 5, 13)),
    ],
)
def test_a_small_model_reads_names_and_days_of_three_languages(
    query: str, heard: list[str], speakers: tuple[str, ...], date: Date
) -> None:
    form = QUESTION.on(recorded("questions", __file__)).invoke(Posed(query, heard, ASKED_ON))
    question = parse_question(query, heard, form=form)
    assert (question.speakers, question.dates) == (speakers, (date,))


def test_rules_decide_where_a_small_model_names_both_of_a_chat_and_no_day_but_that_of_the_question() -> None:
    query = "Which glue did you recommend?"
    form = QUESTION.on(recorded("questions", __file__)).invoke(Posed(query, CHAT, ASKED_ON))
    assert set(form.speakers) == set(CHAT)
    question = parse_question(query, CHAT, form=form)
    assert (question.speaker, question.dates) == ("assistant", ())
