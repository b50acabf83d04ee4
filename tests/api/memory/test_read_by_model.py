"""Questions that a language model reads, where the settings ask for it; rules read them where it fails."""

import json
import logging

import pytest
from langchain_core.messages import AIMessage
from tests.api.memory.talk import thinking
from tests.scripted import Scripted

from clew.api.memory import Memory
from clew.errors import ModelFailed, NoModel
from clew.graph.driver import Graph
from clew.model import Filter, Recall, Turn
from clew.settings import RecallSettings

BY_MODEL = RecallSettings(read_by="model")
SAID = [
    Turn("Ich suche ein Buch über Segeln.", "user"),
    Turn("Ich empfehle dir ein Buch über Knoten.", "assistant"),
    Turn("Ein Buch über Wolken habe ich mir selbst empfohlen.", "user"),
]
QUESTION = "Welches Buch hast du empfohlen?"
FORM = {"speakers": ["assistant"], "period": "", "many": False, "time": "past"}


def asked(memory: Memory, graph: Graph, *answers: str | AIMessage | Exception, question: str = QUESTION) -> Recall:
    """Recall where a model reads the question so."""
    model = type(f"Reader{memory.space.name}", (Scripted,), {})(answers=[*answers])  # each test's has its own name
    return thinking(graph, memory, model).recall(question, settings=BY_MODEL)


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.remember(SAID, session="s")
    return memory


def test_the_model_says_whose_words_are_meant(told: Memory, graph: Graph) -> None:
    by_rules, by_model = told.recall(QUESTION), asked(told, graph, json.dumps(FORM))
    assert [hit.speaker for hit in by_rules.hits if hit.parts.speaker] == ["user", "user"]
    assert [hit.speaker for hit in by_model.hits if hit.parts.speaker] == ["assistant"]
    assert by_model.seconds.keys() - by_rules.seconds.keys() == {"parse"}


def test_it_is_asked_once_and_shown_who_speaks(told: Memory, graph: Graph) -> None:
    model = Scripted(answers=[json.dumps(FORM)])
    memory = thinking(graph, told, model)
    memory.recall(QUESTION, settings=BY_MODEL)
    (messages,) = model.asked
    assert QUESTION in str(messages[-1].text)
    assert "assistant" in str(messages[-1].text)
    assert memory.usage.chains["question"].calls == 1


@pytest.mark.parametrize("fault", ["no JSON", RuntimeError("the server is on fire")])
def test_rules_read_where_the_model_fails_and_the_log_says_so_once(
    told: Memory, graph: Graph, fault: str | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    by_rules = told.recall(QUESTION)
    with caplog.at_level(logging.WARNING, "clew.retrieval.read_question"):
        found = [asked(told, graph, *[fault] * 9) for _ in range(2)]
    assert [each.hits for each in found] == [by_rules.hits] * 2
    assert len([record for record in caplog.records if "rules read questions" in record.message]) == 1


def test_a_memory_without_a_model_says_so(told: Memory) -> None:
    with pytest.raises(NoModel, match="reading questions needs a language model"):
        told.recall(QUESTION, settings=BY_MODEL)


def test_it_is_not_asked_by_default(told: Memory, graph: Graph) -> None:
    memory = thinking(graph, told, Scripted(answers=[ModelFailed("nobody shall ask")]))
    assert memory.recall(QUESTION).hits == told.recall(QUESTION).hits


def test_a_value_of_the_caller_is_before_what_the_model_reads(told: Memory, graph: Graph) -> None:
    model = Scripted(answers=[json.dumps(FORM | {"many": True})])
    recalled = thinking(graph, told, model).recall(QUESTION, Filter(), breadth=False, settings=BY_MODEL)
    assert not any(hit.parts.repeat for hit in recalled.hits)
