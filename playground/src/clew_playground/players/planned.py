"""A plan of a planning world with its division into subgoals, for the scripted player."""

from collections.abc import Iterator

from clew.agents.hiagent.players import Plan, divide
from clew_playground.environments.strips import Strips, walkthrough
from clew_playground.environments.strips.task import State


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
