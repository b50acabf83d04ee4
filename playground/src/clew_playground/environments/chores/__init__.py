"""Chores in houses that hide what they need: supplies, keys, tools and the right order.

game = generate(seed=1)                  # or: game_of("tea", house=3)
moment = game.reset()
elsewhere(game, 10)                      # the same chore in other houses
others(game)                             # other chores in the same house

Every action that is listed as valid may be said, and no text tells why it does not work. A policy without experience
fails mostly. One that has learned what is necessary, what adds to the score and what is of no use does not. The chores
and the houses are ours; the two kinds of variation are those of CLIN, section 4: another environment, another task.
"""

from clew.errors import InvalidInput
from clew_playground.environments.chores.catalogue import Chore, chores
from clew_playground.environments.chores.deeds import NOTHING, Deed
from clew_playground.environments.chores.game import LOOK, STEPS, Chores
from clew_playground.environments.chores.houses import house_of, placed
from clew_playground.environments.chores.oracle import walkthrough
from clew_playground.environments.floorplan import chance

__all__ = [
    "LOOK",
    "NOTHING",
    "STEPS",
    "Chore",
    "Chores",
    "Deed",
    "chores",
    "elsewhere",
    "game_of",
    "generate",
    "others",
    "walkthrough",
]

_FURTHER = 1_000_003
"""Between the numbers of one seed's houses: far enough that the houses of near seeds are others."""


def generate(seed: int, *, steps: int = STEPS) -> Chores:
    """Return the game of a seed: one of the chores in the house of that number."""
    return game_of(chance(seed).choice(list(chores())), seed, steps=steps)


def game_of(chore: str, house: int, *, steps: int = STEPS) -> Chores:
    """Return the game of a chore in a house: the same one every time.

    Raises:
        InvalidInput: there is no such chore.
    """
    known = chores()
    if chore not in known:
        raise InvalidInput(f"chore {chore!r} is unknown; choose of {', '.join(known)}")
    where = house * len(known) + list(known).index(chore)
    return Chores(chore, house, placed(house_of(house), known[chore], where), steps=steps)


def elsewhere(game: Chores, number: int) -> tuple[Chores, ...]:
    """Return the same chore in so many other houses: other rooms, other containers, everything in other places."""
    return tuple(game_of(game.name, game.house + each * _FURTHER, steps=game.steps) for each in range(1, number + 1))


def others(game: Chores) -> tuple[Chores, ...]:
    """Return the other chores in the same house: its key, its supplies and its rooms are where they were."""
    return tuple(game_of(each, game.house, steps=game.steps) for each in chores() if each != game.name)
