"""A chat model that knows its way through one world by heart, whichever agent asks it."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr
from tests.agents.ariadne.rote import LISTED
from tests.scripted import Double


class Rehearsed(Double):
    """Says the actions of a way one after the other, and begins anew after the last.

    Attributes:
        way: the actions, in the words of the world.
        plan: the answer to a question for KARMA's skills; empty: there is nothing to do.
    """

    way: Sequence[str]
    plan: Sequence[Mapping[str, str]] = ()
    _asked: Counter[str] = PrivateAttr(default_factory=Counter[str])

    @property
    def asked(self) -> int:
        """How often it was asked."""
        return self._asked.total()

    @property
    def _llm_type(self) -> str:
        return "rehearsed"

    def _next(self, kind: str) -> str:
        self._asked[kind] += 1
        return self.way[(self._asked[kind] - 1) % len(self.way)]

    def answered(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:
        """Answer messages, by the JSON schema of the option `schema` where there is one."""
        return self._answer(messages, options)

    def _answer(self, messages: Sequence[BaseMessage], options: Any) -> AIMessage:
        text = str(messages[-1].text)
        if "schema" not in options:
            if "Learnings:" in text:
                self._asked["learn"] += 1
                return AIMessage("\n".join(f"{each} SHOULD BE NECESSARY to win" for each in self.way))
            return AIMessage(f"Action: {self._next('hiagent')}")
        return AIMessage(json.dumps(self._said(options["schema"]["properties"], text)))

    def _said(self, fields: Mapping[str, Any], text: str) -> dict[str, Any]:
        first = next(iter(fields))
        if first == "thought":
            numbers = {action: int(number) for number, action in LISTED.findall(text.partition("Actions:")[2])}
            return {"action": numbers[self._next("ariadne")]}
        if "reason" in fields and "action" in fields:
            return {"action": self._next("clin"), "learnings": []}
        self._asked[first] += 1
        if "done" in fields:
            said = list(self.plan) if self._asked[first] == 1 else []
            return {"steps": said, "done": not said}
        return {"summary": "done"} if first == "summary" else {first: [] if first != "explore" else False}
