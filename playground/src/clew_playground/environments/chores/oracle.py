"""A shortest way through a game, for tests and figures: nothing of it reaches a player."""

from collections import deque

from clew.errors import InvalidInput
from clew_playground.environments.chores.deeds import Deed, State, facts
from clew_playground.environments.chores.game import Chores
from clew_playground.environments.chores.houses import START, here


def walkthrough(game: Chores, *, points: float = 100.0) -> tuple[str, ...]:
    """Return a shortest sequence of actions that finishes a game from its beginning with so many points.

    Args:
        game: to be won.
        points: that it has to have at its end; 80 leaves out what is not necessary.

    Raises:
        InvalidInput: it cannot be.
    """
    useful = [each for each in game.placed.deeds if each.gives and each.ending != "lost"]
    wanted = _wanted(useful, game, points)
    begin = facts(here(START))
    ways: dict[State, tuple[str, ...]] = {begin: ()}
    queue = deque([begin])
    while queue:
        state = queue.popleft()
        for each in wanted:
            after = each.after(state) if each.works(state) else state
            if after in ways:
                continue
            ways[after] = (*ways[state], each.text)
            if each.ending:
                if _points(wanted, after) >= points:
                    return ways[after]
            else:
                queue.append(after)
    raise InvalidInput(f"{game.name} in house {game.house} cannot be finished with {points:g} points")


def _points(deeds: list[Deed], state: State) -> float:
    return sum(each.points for each in deeds if each.points and each.gives <= state)


def _wanted(deeds: list[Deed], game: Chores, points: float) -> list[Deed]:
    """Return the deeds that something wanted rests on, so that the search is small."""
    wanted = [each for each in deeds if each.ending or (each.points and points > 80)]
    seen = frozenset[str]()
    while True:
        facts_needed = frozenset[str]().union(*(each.listed | each.needs | each.either for each in wanted))
        wanted += [each for each in deeds if each not in wanted and each.gives & facts_needed]
        if facts_needed == seen:
            return [each for each in game.placed.deeds if each in wanted]
        seen = facts_needed
