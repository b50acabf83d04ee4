"""A plan of a planning world with its division into subgoals, and the player that says it."""

from collections.abc import Iterator, Sequence

from langchain_core.messages import BaseMessage

from clew_playground.environments.strips import Strips, walkthrough
from clew_playground.environments.strips.task import State

Plan = Sequence[tuple[str, Sequence[str]]]
"""Subgoals in words, each with its actions."""


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


def planned(game: Strips) -> Plan:
    """Return a plan from a game's present state: subgoals in words, each with its actions.

    A subgoal ends where a condition of the goal begins to hold for good.

    Raises:
        InvalidInput: no plan was found.
    """
    actions = walkthrough(game)
    return divide(actions, [_holding(game, state) for state in _states(game, actions)])


def _states(game: Strips, actions: tuple[str, ...]) -> Iterator[State]:
    state = game.state
    yield state
    for action in actions:
        state = game.wording.actions(game.model.applicable(state))[action].apply(state)
        yield state


def _holding(game: Strips, state: State) -> list[str]:
    return [game.wording.condition(each) for each in game.model.goal if each.holds(state)]
