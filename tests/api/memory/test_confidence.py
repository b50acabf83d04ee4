"""A recall says how sure it is; where nothing fits, `ask` and agents stay silent."""

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.model import Recall, Turn
from clew.retrieval.answer import NOT_IN_MEMORY

TURNS = [
    "I had my oboe repaired in March; it cost forty euros.",
    "My sister Ida moved to Porto last spring.",
    "We keep the spare key under the blue flowerpot.",
    "Our dog Pip is afraid of thunder.",
    "The choir meets on Thursdays at seven.",
    "I am allergic to walnuts.",
    "For the birthday we baked a lemon cake.",
    "The car needs new winter tyres.",
]
LIKELY = 0.15
ASKED = [
    "How much did the oboe cost?",
    "Where is the spare key?",
    "What is the dog afraid of?",
    "When does the choir meet?",
]
OTHERS = [
    "ok thanks!",
    "What is the capital of Mongolia?",
    "How do I sort a list in Python?",
    "haha nice",
    "merci beaucoup",
]


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.remember([Turn(text, "Ann") for text in TURNS], session="s")
    return memory


@pytest.mark.parametrize("asked", ASKED)
def test_what_was_said_is_above_the_floor_and_what_was_not_is_below(told: Memory, asked: str) -> None:
    found = told.recall(asked)
    assert found.confidence > LIKELY
    assert found.confidence == max(hit.relevance for hit in found.hits)
    assert found.confidence > max(told.recall(other).confidence for other in OTHERS)


@pytest.mark.parametrize("other", OTHERS)
def test_below_the_floor_there_are_no_hits_if_asked_so(told: Memory, other: str) -> None:
    assert told.recall(other).hits
    silent = told.recall(other, min_confidence=LIKELY)
    assert (silent.hits, silent.packed, silent.text) == ((), (), "")
    assert silent.confidence < LIKELY


def test_both_engines_are_as_sure(told: Memory) -> None:
    def of(recalled: Recall) -> dict[str, float]:
        return {hit.id: round(hit.relevance, 9) for hit in recalled.hits}

    settings = told.settings.recall
    engines = [settings.changed(engine="gds"), settings.changed(engine="local")]
    one, two = (told.recall(ASKED[0], settings=each) for each in engines)
    assert of(one) == of(two)


def test_where_nothing_fits_no_model_is_asked(told: Memory, graph: Graph) -> None:
    model = GenericFakeChatModel(messages=iter([AIMessage("Forty euros [1].")]))  # one answer: a second call fails
    asking = Memory(graph, told.space.encoder, told.space.name, model=model)
    assert asking.ask("ok thanks!").text == NOT_IN_MEMORY
    assert asking.ask(ASKED[0]).found
