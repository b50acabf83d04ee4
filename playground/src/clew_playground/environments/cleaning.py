"""Cleaning: a house of nine rooms, some things in it out of place, and a point for each that is put right.

The right places are in `homes`. Taking a thing that is out of place gives a point, and so does putting one into its
place. Taking a thing from its place costs a point, and so does putting it out of place. So the score follows from where
things are, and no round of deeds that ends where it began gains anything. The game is over when all is right, which
wins, or after a number of steps. Source: AriGraph, section 4.1 and appendix E: its rooms, number of things out of place
and points. The table, names and texts are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from clew.errors import InvalidInput
from clew_playground.environments.floorplan import chance, exits_of, rooms_of
from clew_playground.environments.game import Game
from clew_playground.environments.guide import Guide
from clew_playground.environments.homes import FURNITURE, HOMES, ROOMS
from clew_playground.environments.house import INVENTORY, Furniture, House, Item
from clew_playground.environments.house_actions import Deed


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is to clean, in nine rooms.

    Attributes:
        things: how many there are, as many as the table has at most.
        misplaced: how many of them are out of place, at least 1.
        steps: after how many actions the game is over, valid or not; at least 1.

    Raises:
        InvalidInput: a number is out of range.
    """

    things: int
    misplaced: int
    steps: int = 150

    def __post_init__(self) -> None:
        if not 1 <= self.misplaced <= self.things <= len(HOMES):
            raise InvalidInput(
                f"Of {self.things} things {self.misplaced} cannot be out of place: "
                f"choose at most {len(HOMES)} things, and 1 to all of them out of place."
            )
        if self.steps < 1:
            raise InvalidInput(f"A game of {self.steps} steps cannot be played: choose 1 or more.")


SMALL = Size(20, 5)
BASIC = Size(40, 11)
SIZES = MappingProxyType({"small": SMALL, "basic": BASIC})
MAX_STEPS = 150
"""Steps of one game at most. Source: AriGraph, section 4.1."""


class Cleaning(Game):
    """A house to clean.

    Attributes:
        homes: the furniture that is right for each thing.
        misplaced: what is out of place at the beginning, by name.
        steps: how many actions there are.
    """

    def __init__(self, house: House, homes: Mapping[str, tuple[str, ...]], steps: int) -> None:
        self.homes = homes
        self.misplaced = tuple(sorted(each.name for each in house.things if each.place not in homes[each.name]))
        self.steps = steps
        task = (
            f"Clean the house: {len(self.misplaced)} things in it are not where they belong. Find them, and put each "
            "on or into a piece of furniture where one would look for it. Leave alone what is in its place."
        )
        super().__init__(house, task=task, max_score=2.0 * len(self.misplaced))
        self._acted = 0

    def begin(self) -> None:
        """Begin with no action used."""
        self._acted = 0

    def judge(self, deed: Deed | None) -> None:  # noqa: ARG002  the score follows from where things are
        """Give two points for each thing put right since the beginning, one less for each that is carried."""
        self._acted += 1
        places = self.world.places
        now = sum(_worth(place, self.homes[thing]) for thing, place in places.items())
        begun = 2 * (len(places) - len(self.misplaced))
        self.score = float(now - begun)
        if self.score == self.max_score:
            self.ending = "won"
        elif self._acted >= self.steps:
            self.ending = "over"


def _worth(place: str, homes: tuple[str, ...]) -> int:
    """Rank where a thing is on its way: 2 in its place, 1 carried, 0 out of place."""
    if place in homes:
        return 2
    return 1 if place == INVENTORY else 0


def generate(seed: int, size: Size = BASIC) -> Cleaning:
    """Return the game of a seed and a size: the same one every time, and one that can be won.

    A thing out of place is in another room than it belongs to, in sight: on the floor, or on furniture.
    """
    random = chance(seed)
    names = random.sample(ROOMS, len(ROOMS))
    rooms, exits = rooms_of(random, names), exits_of(random, names)
    furniture = tuple(Furniture(name, room, kind) for room in names for name, kind in FURNITURE[room])
    chosen = random.sample(list(HOMES), size.things)
    things = [Item(name, _elsewhere(random, name)) for name in chosen[: size.misplaced]]
    things += [Item(name, random.choice(HOMES[name])) for name in chosen[size.misplaced :]]
    random.shuffle(things)
    house = House(names[0], rooms, exits, (), furniture, tuple(things))
    return Cleaning(house, {name: HOMES[name] for name in sorted(chosen)}, size.steps)


def _elsewhere(random: Random, thing: str) -> str:
    """Return a floor or a supporter in a room where a thing does not belong."""
    homes = set(HOMES[thing])
    rooms = [room for room in ROOMS if homes.isdisjoint(name for name, _ in FURNITURE[room])]
    room = random.choice(rooms)
    return random.choice([room, *(name for name, kind in FURNITURE[room] if kind == "supporter")])


def walkthrough(game: Cleaning) -> tuple[str, ...]:
    """Return the actions that win a game from its beginning: one round to gather, one to put away."""
    guide = Guide(game)
    left = list(game.misplaced)
    while left:
        left.remove(thing := guide.nearest(left))
        guide.take(thing)
    homes = {thing: game.homes[thing][0] for thing in game.misplaced}
    while homes:
        home = guide.nearest(homes.values())
        thing = min(thing for thing, its in homes.items() if its == home)
        guide.put(thing, home)
        del homes[thing]
    return tuple(guide.actions)
