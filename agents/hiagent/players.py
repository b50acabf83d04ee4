"""The player of a run: it is shown working memory, and says what is done next."""

from collections.abc import Sequence
from typing import Protocol

from langchain_core.messages import BaseMessage

from clew.llm import AnyModel, language_model


class Player(Protocol):
    """A player decides. It is given everything: it needs to keep nothing from one call to the next."""

    def reply(self, messages: Sequence[BaseMessage]) -> str | BaseMessage:
        """Say what is done next, in any shape that `clew.loaders.working.reply.parse` reads."""
        ...


class ModelPlayer:
    """A chat model, any of LangChain's; its temperature is its owner's choice. Its calls count as `hiagent`."""

    def __init__(self, model: AnyModel) -> None:
        self._model = language_model(model)

    def reply(self, messages: Sequence[BaseMessage]) -> BaseMessage:
        """Ask the model.

        Raises:
            ModelUnavailable: no question would be answered.
            ModelFailed: the model failed.
            BudgetSpent: its budget of tokens is used up.
        """
        from clew.llm.runnables import reply

        return reply(self._model, "hiagent", messages)
