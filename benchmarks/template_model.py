"""A chat model without a model: it answers each of our chains from a template, at once."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

_TURN = re.compile(r"^\[(\d+)\] (\w+): (.*)$", re.MULTILINE)
_FACT = re.compile(r"^\[(\d+)\] ", re.MULTILINE)
_PAIR = re.compile(r"^Pair (\d+)$", re.MULTILINE)


MAX_TRIPLETS = 12
"""Of a passage."""


class TemplateModel(BaseChatModel):
    """Two facts out of three turns, every tenth close fact replaced, one reflection per chunk; names as triplets."""

    seconds: float = 0.0
    """That it took by itself."""

    @property
    def _llm_type(self) -> str:
        return "template"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **_: Any,  # noqa: ANN401
    ) -> ChatResult:
        begin = perf_counter()
        text = str(messages[-1].content)
        answer = next(answer for start, answer in _ANSWERS.items() if text.lstrip().startswith(start))(text)
        self.seconds += perf_counter() - begin
        return ChatResult(generations=[ChatGeneration(message=AIMessage(json.dumps(answer)))])


def _facts(text: str) -> Mapping[str, object]:
    turns = _TURN.findall(text.partition("Turns to read:")[2])
    found = [_fact(*turn) for number, turn in enumerate(turns) if number % 3 < 2]
    return {"facts": found}


def _fact(number: str, speaker: str, said: str) -> Mapping[str, object]:
    words = said.split()
    return {
        "text": f"{speaker} told that {' '.join(words[:12])}.",
        "turns": [int(number)],
        "belief": 0.9,
        "concepts": [words[0], " ".join(words[1:3])],
    }


def _verdicts(text: str) -> Mapping[str, object]:
    pairs = [int(number) for number in _PAIR.findall(text)]
    return {"rulings": [{"pair": n, "verdict": "replaces" if n % 10 == 0 else "coexists"} for n in pairs]}


def _insights(text: str) -> Mapping[str, object]:
    numbers: Sequence[int] = [int(number) for number in _FACT.findall(text)][-3:]
    opening = " and ".join(line.split("told that ")[-1][:30] for line in text.splitlines() if line.startswith("["))
    return {"insights": [{"text": f"People often speak of {opening[-90:]}.", "facts": list(numbers)}]}


def _triplets(text: str) -> Mapping[str, object]:
    """Of each sentence: the document's title, and the names in it."""
    title, names, passage = (
        text.partition(f"{label}:")[2].partition(end)[0].strip()
        for label, end in (("Document", "\n"), ("Names", "\n"), ("Passage", "\0"))
    )
    return {
        "triplets": [
            {"subject": title, "predicate": "is told of with", "object": name}
            for sentence in passage.split(". ")
            for name in names.split("; ")
            if name in sentence
        ][:MAX_TRIPLETS]
    }


def _answer(text: str) -> Mapping[str, object]:
    """The first document's title."""
    return {"reasoning": "It comes first.", "answer": text.partition("\nDocument ")[2].partition("\n")[0]}


_ANSWERS: Mapping[str, Callable[[str], Mapping[str, object]]] = {
    "Date of the conversation": _facts,
    "Pair 1": _verdicts,
    "Facts:": _insights,
    "Document: ": _triplets,
    "Question: ": _answer,
}
