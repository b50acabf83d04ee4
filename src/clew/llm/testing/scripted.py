"""A chat model whose answers a test writes itself."""

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage
from pydantic import InstanceOf, PrivateAttr

from clew.llm.testing.double import Double, NoAnswer


class Scripted(Double):
    """Gives these answers in this order, whatever it is asked. Thread-safe.

    Attributes:
        answers: a text, a message (with tool calls, usage and so on), or an exception, which is raised.

    Raises:
        NoAnswer: when asked once more.
    """

    answers: list[str | InstanceOf[AIMessage] | Exception]
    _asked: list[tuple[BaseMessage, ...]] = PrivateAttr(default_factory=list[tuple[BaseMessage, ...]])
    _lock: Lock = PrivateAttr(default_factory=Lock)

    @property
    def asked(self) -> Sequence[tuple[BaseMessage, ...]]:
        """The messages of each call so far."""
        return tuple(self._asked)

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _answer(self, messages: Sequence[BaseMessage], options: Mapping[str, Any]) -> AIMessage:  # noqa: ARG002
        with self._lock:
            place = len(self._asked)
            self._asked.append(tuple(messages))
        if place >= len(self.answers):
            raise NoAnswer(f"Scripted was asked {place + 1} times and has {len(self.answers)} answers; give it more")
        answer = self.answers[place]
        if isinstance(answer, Exception):
            raise answer
        return AIMessage(answer) if isinstance(answer, str) else answer.model_copy()
