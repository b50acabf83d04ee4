"""An agent that did not ask memory is shown what fits, and what fits better where a message needs no memory."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.model import Turn
from clew.retrieval.question import parse_question
from clew.retrieval.unasked import GENERAL, LEAST, OTHER, REMARK, needed

SPEAKERS = ("Ann", "Zoltan", "user", "assistant")


def need(message: str, texts: int = 100, encoder: str = MiniLM.identity, speakers: Sequence[str] = SPEAKERS) -> float:
    question = parse_question(message, speakers)
    return needed(question, MiniLM().embed_query(question.with_names or question.text), encoder, texts, [])


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("What is the boiling point of ethanol?", GENERAL),
        ("Explain how photosynthesis works in simple terms.", GENERAL),
        ("no worries, sleep well", GENERAL),
        ("Where did Ann put the ladder?", LEAST),
        ("How does Ann explain photosynthesis?", LEAST),
        ("Where did I leave the ladder?", LEAST),
        ("Tell me where we left the keys of the car", LEAST),
        ("Where was the ladder left last week?", OTHER),
        ("Wie hoch ist der Siedepunkt von Ethanol?", LEAST),
        ("Kuinka korkea on etanolin kiehumispiste?", LEAST),
        ("辛苦了", REMARK),
        ("Где мои ключи", REMARK),
        ("Gdzie są moje klucze", REMARK),
        ("Wo wohnt Mama", REMARK),
    ],
)
def test_what_needs_no_memory_has_to_fit_better(message: str, expected: float) -> None:
    assert need(message) == pytest.approx(expected)


def test_an_encoder_without_a_direction_has_general_messages_read_as_others() -> None:
    assert need("What is the boiling point of ethanol?", encoder="another") == pytest.approx(OTHER)


def test_a_name_that_a_hit_has_is_one_of_memory() -> None:
    question = parse_question("Where does Clara live these days?", SPEAKERS)
    vector = MiniLM().embed_query(question.text)
    for text, expected in (("Clara moved to Porto.", LEAST), ("She moved to Porto.", OTHER)):
        assert needed(question, vector, MiniLM.identity, 100, [text]) == pytest.approx(expected)


def test_who_talks_with_an_assistant_by_name_is_no_name_in_their_own_question() -> None:
    assert need("How do I descale a kettle?", speakers=["Ann", "assistant"]) == pytest.approx(GENERAL)
    assert need("Where does Ann keep the kettle?", speakers=["Ann", "assistant"]) == pytest.approx(LEAST)


@given(
    st.text(max_size=60).filter(str.strip) | st.sampled_from(["Where did Ann go?", "How do tides work?", "Bye then"]),
    st.integers(0, 200),
    st.integers(0, 200),
)
def test_the_less_there_is_the_less_is_needed(message: str, one: int, another: int) -> None:
    less, more = sorted((one, another))
    assert 0 <= need(message, less) <= need(message, more) <= GENERAL


def test_recall_says_whether_it_fits(memory: Memory) -> None:
    said = ("The ladder is behind the shed.", "The plums are ripe.", "Ethanol is in the blue can.")
    memory.remember([Turn(text, "Ann") for text in said], session="s")
    assert memory.recall("Where is the ladder?").fits
    near = memory.recall("What is the boiling point of pure ethanol in kelvin?")
    assert near.needed == pytest.approx(GENERAL * len(said) / 100)
    assert near.fits
    assert not memory.recall("Explain how photosynthesis works in simple terms.").fits
    assert not memory.recall("Where is the ladder?", min_confidence=1).fits


def test_nothing_fits_where_there_is_nothing(memory: Memory) -> None:
    assert not memory.recall("Where is the ladder?", settings=memory.settings.recall.changed(floor=0)).fits
