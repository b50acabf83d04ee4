"""Who may act: a language model, or a plan that is known."""

from collections.abc import Sequence
from typing import Protocol

from langchain_core.messages import BaseMessage

from clew.llm import ChatModel, identity
from clew.llm.failure import translated

Plan = Sequence[tuple[str, Sequence[str]]]
"""Subgoals in words, each with its actions."""


class Player(Protocol):
    """Who decides. It is given everything: it needs to keep nothing from one call to the next."""

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


class ScriptedPlayer:
    """Says a plan, action by action, whatever it is shown; after its end it says nothing.

    Attributes:
        left: actions that it has not said.
    """

    def __init__(self, plan: Plan, *, done: int = 0) -> None:
        """Begin a plan.

        Args:
            plan: subgoals and their actions.
            done: actions at its beginning that are done already, as in a run that is resumed.
        """
        replies = [
            f"Action: {action}" if place else f"Subgoal: {subgoal}\nAction: {action}"
            for subgoal, actions in plan
            for place, action in enumerate(actions)
        ]
        self.left = replies[done:]

    def reply(self, messages: Sequence[BaseMessage]) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the next action, with its subgoal where it is the first one of that."""
        return self.left.pop(0) if self.left else ""


def divide(actions: Sequence[str], holding: Sequence[Sequence[str]], *, most: int = 8) -> list[tuple[str, list[str]]]:
    """Divide a plan into subgoals: one ends where a condition of the goal begins to hold for good.

    Args:
        actions: the plan.
        holding: conditions of the goal that hold, in words: before the first action and after each one.
        most: actions of a subgoal; a longer one is divided into numbered parts.
    """
    reached: dict[int, list[str]] = {}
    for condition in holding[-1]:
        since = 1 + max((place for place, each in enumerate(holding) if condition not in each), default=-1)
        reached.setdefault(since, []).append(condition)
    ends = sorted({*reached, len(actions)} - {0})
    plan = list[tuple[str, list[str]]]()
    for begin, end in zip([0, *ends], ends, strict=False):
        text = "; ".join(reached.get(end, ["finish"]))
        parts = [list(actions[at : min(at + most, end)]) for at in range(begin, end, most)]
        plan += [(f"{text} ({each} of {len(parts)})" if parts[1:] else text, own) for each, own in enumerate(parts, 1)]
    return plan
