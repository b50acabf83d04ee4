"""A language model that answers by rote, and keeps what it was asked."""

import json
import re
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import PrivateAttr
from tests.scripted import Double

LISTED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


def listed(question: str) -> list[str]:
    """The actions that a question lets one choose from."""
    return [action for _, action in LISTED.findall(question.partition("Actions:")[2])]


def importance(observation: str) -> int:
    """How it rates an observation: from 1 to 10, and as good as by chance."""
    return 1 + sum(map(ord, observation)) % 10


class Rote(Double):
    """Answers each kind of question in one way; an action is chosen by its words.

    Attributes:
        action: what is chosen from the list; a number is given as it is.
        things: what is looked up.
        rubbish: first fields of the answers that it cannot give.
        summary: what it sums up.
        goal: what it plans.
    """

    action: str | int = "look"
    things: Sequence[Any] = ()
    rubbish: Sequence[str] = ()
    summary: str = "Nothing much."
    goal: str = "find key 1"
    _asked: dict[str, list[str]] = PrivateAttr(default_factory=dict[str, list[str]])

    @property
    def _llm_type(self) -> str:
        return "rote"

    def asked(self, kind: str) -> list[str]:
        """The questions of a kind: `things`, `explore`, `steps`, `thought`, `summary` or `importance`."""
        return self._asked.get(kind, [])

    def _answer(self, messages: Sequence[BaseMessage], options: Any) -> AIMessage:
        kind = next(iter(options["schema"]["properties"]))
        text = str(messages[1].text)
        self._asked.setdefault(kind, []).append(text)
        if kind in self.rubbish:
            return AIMessage("What a lovely day.")
        return AIMessage(json.dumps(self._said(kind, text)))

    def _said(self, kind: str, text: str) -> dict[str, Any]:
        match kind:
            case "things":
                return {"things": list(self.things)}
            case "explore":
                return {"explore": True}
            case "steps":
                return {"steps": [{"sub_goal": self.goal, "reason": "it opens the locker"}]}
            case "summary":
                return {"summary": self.summary}
            case "importance":
                return {"importance": importance(text.partition("Observation:")[2].strip())}
            case _:
                if isinstance(self.action, int):
                    return {"action": self.action}
                numbers = {action: int(number) for number, action in LISTED.findall(text.partition("Actions:")[2])}
                return {"thought": "so be it", "action": numbers[self.action]}
