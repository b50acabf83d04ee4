"""Answers of a language model in tests, in the forms that consolidation asks for, chosen by the question."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr
from tests.scripted import Double

from clew.api.memory import Memory
from clew.graph.driver import Graph
from clew.graph.queries import generated
from clew.model import Filter
from clew.retrieval.context import Context
from clew.retrieval.question import parse_question
from clew.settings import Settings

Reply = str | AIMessage | Exception | Callable[[str], str]
"""A reply that is said, or raised, or made of the question's text."""

NEW = "\nTurns to read:\n"
PASSAGE = "\nPassage:\n"
NUMBERED = re.compile(r"^\[(\d+)\]", re.MULTILINE)
PAIR = re.compile(r"^Pair (\d+)\nknown(?: \(since [^)]*\))?: (.*)\nnew(?: \(since [^)]*\))?: (.*)$", re.MULTILINE)


class Keyed(Double):
    """Answers by what it is asked, so that the order of calls does not matter.

    Attributes:
        facts: per words of the turns to read what is said to them; the first that match. Others hold no fact.
        verdicts: what is said to pairs of facts; else all coexist.
        insights: what is said to several facts; else nothing follows.
        triplets: per words of a passage what is said to it; the first that match. Others say nothing.
    """

    facts: Mapping[str, Any] = {}
    verdicts: Any = '{"rulings": []}'
    insights: Any = '{"insights": []}'
    triplets: Mapping[str, Any] = {}
    _asked: list[str] = PrivateAttr(default_factory=list[str])
    _lock: Lock = PrivateAttr(default_factory=Lock)

    @property
    def asked(self) -> Sequence[str]:
        """The last message of each call so far."""
        return tuple(self._asked)

    @property
    def _llm_type(self) -> str:
        return "keyed"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
        text = str(messages[1].text)
        with self._lock:
            self._asked.append(str(messages[-1].text))
        reply = self._reply(text, next(iter(options["schema"]["properties"])))
        if isinstance(reply, Exception):
            raise reply
        if callable(reply):
            reply = reply(text)
        return reply if isinstance(reply, AIMessage) else AIMessage(reply)

    def _reply(self, question: str, wanted: str) -> Reply:
        if wanted in {"rulings", "insights"}:
            return {"rulings": self.verdicts, "insights": self.insights}[wanted]
        new = question.rpartition(NEW if wanted == "facts" else PASSAGE)[2]
        replies = self.facts if wanted == "facts" else self.triplets
        return next((reply for words, reply in replies.items() if words in new), json.dumps({wanted: []}))


def found(*facts: Mapping[str, object]) -> Callable[[str], str]:
    """An answer with these facts; each has `text`, and where it is not the first new turn that says it, `turns`.

    These count from 1 at the first new turn, so that 0 is the last of the earlier ones.
    """

    def answer(question: str) -> str:
        earlier, _, new = question.rpartition(NEW)
        shown = len(NUMBERED.findall(earlier))
        assert NUMBERED.findall(new)[:1] == [str(shown + 1)]
        numbered = [[number + shown for number in cast("list[int]", fact.get("turns", [1]))] for fact in facts]
        return json.dumps({"facts": [{**fact, "turns": turns} for fact, turns in zip(facts, numbered, strict=True)]})

    return answer


def stating(*triples: tuple[str, str, str]) -> str:
    """An answer with these triplets."""
    fields = ("subject", "predicate", "object")
    return json.dumps({"triplets": [dict(zip(fields, each, strict=True)) for each in triples]})


def ruled(*verdicts: tuple[str, str, str]) -> Callable[[str], str]:
    """An answer by words of the known note and of the new one; all others coexist."""

    def answer(question: str) -> str:
        pairs = PAIR.findall(question)
        assert pairs
        rulings = [
            {
                "pair": int(number),
                "verdict": next((each[2] for each in verdicts if each[0] in known and each[1] in new), "coexists"),
            }
            for number, known, new in pairs
        ]
        return json.dumps({"rulings": rulings})

    return answer


def seen(*insights: tuple[str, Sequence[int]]) -> str:
    """An answer with these insights, each with the numbers of its facts."""
    return json.dumps({"insights": [{"text": text, "facts": list(numbers)} for text, numbers in insights]})


def thinking(graph: Graph, memory: Memory, model: BaseChatModel, **settings: object) -> Memory:
    """The space of a memory, with a language model."""
    return Memory(graph, memory.space.encoder, memory.space.name, Settings.model_validate(settings), model)


def rows(memory: Memory, text: str, /, **parameters: object) -> list[dict[str, Any]]:
    """The rows of a statement in a memory's space."""
    return memory.space.read(generated("test", text), **parameters)


def facts(memory: Memory) -> dict[str, Any]:
    """The belief in each fact, by its text."""
    query = "MATCH (f:Fact {space: $space}) RETURN f.text AS text, f.belief AS belief"
    return {row["text"]: row["belief"] for row in rows(memory, query)}


def current(memory: Memory) -> set[str]:
    """The texts of the facts that are believed."""
    query = "MATCH (f:Fact {space: $space}) WHERE f.expired_at.year = 9999 RETURN f.text AS text"
    return {row["text"] for row in rows(memory, query)}


def context_of(memory: Memory, common: int = 5) -> Context:
    """Return the context of a walk in a memory: nothing is asked, so nothing is filtered."""
    question = parse_question("anything", [])
    return Context(memory.space, question, (), Filter(), (), frozenset(), (), common, memory.settings.recall)
