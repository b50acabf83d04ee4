"""The player of a run: it is shown working memory, and says what is done next."""

from collections.abc import Sequence
from typing import Protocol

from langchain_core.messages import BaseMessage

from clew.llm import ChatModel, identity
from clew.llm.failure import translated


class Player(Protocol):
    """A player decides. It is given everything: it needs to keep nothing from one call to the next."""

    def reply(self, messages: Sequence[BaseMessage]) -> str | BaseMessage:
        """Say what is done next, in any shape that `clew.loaders.working.reply.parse` reads."""
        ...


class ModelPlayer:
    """A chat model; its temperature is its owner's choice."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def reply(self, messages: Sequence[BaseMessage]) -> BaseMessage:
        """Ask the model.

        Raises:
            ModelUnavailable: no question would be answered.
            ModelFailed: the model failed.
        """
        try:
            return self._model.invoke(list(messages))
        except Exception as error:
            raise translated(error, "hiagent", identity(self._model)) from error
