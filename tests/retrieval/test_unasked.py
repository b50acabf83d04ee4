"""An agent that did not ask memory is shown what fits, and what fits better where a message needs no memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.embedding import MiniLM
from clew.model import Turn
from clew.retrieval.question import parse_question
from clew.retrieval.unasked import GENERAL, OTHER, PERSONAL, REMARK, needed

SPEAKERS = ["Ann", "Zoltan", "user", "assistant"]


def need(message: str, share: float = 1.0, encoder: str = MiniLM.identity) -> float:
    return needed(parse_question(message, SPEAKERS), MiniLM().embed_query(message), encoder, share)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("What is the boiling point of ethanol?", GENERAL),
        ("Explain how photosynthesis works in simple terms.", GENERAL),
        ("no worries, sleep well", GENERAL),
        ("Where did Ann put the ladder?", PERSONAL),
        ("How does Ann explain photosynthesis?", PERSONAL),
        ("Where did I leave the ladder?", PERSONAL),
        ("Tell me where we left the keys of the car", PERSONAL),
        ("Where was the ladder left last week?", OTHER),
        ("Wie hoch ist der Siedepunkt von Ethanol?", PERSONAL),
        ("Kuinka korkea on etanolin kiehumispiste?", PERSONAL),
        ("辛苦了", REMARK),
    ],
)
def test_what_needs_no_memory_has_to_fit_better(message: str, expected: float) -> None:
    assert need(message) == pytest.approx(expected)


def test_an_encoder_without_a_direction_has_general_messages_read_as_others() -> None:
    assert need("What is the boiling point of ethanol?", encoder="another") == pytest.approx(OTHER)


@given(
    st.text(max_size=60).filter(str.strip) | st.sampled_from(["Where did Ann go?", "How do tides work?", "Bye then"]),
    st.floats(0, 1),
    st.floats(0, 1),
)
def test_the_less_there_is_the_less_is_needed(message: str, one: float, another: float) -> None:
    less, more = sorted((one, another))
    assert 0 <= need(message, less) <= need(message, more) <= GENERAL


def test_recall_says_whether_it_fits(memory: Memory) -> None:
    said = ("The ladder is behind the shed.", "The plums are ripe.", "Ethanol is in the blue can.")
    memory.remember([Turn(text, "Ann") for text in said], session="s")
    assert memory.recall("Where is the ladder?").fits
    assert not memory.recall("Explain how photosynthesis works in simple terms.").fits
