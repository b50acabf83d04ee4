"""Treasure Hunt: locked lockers in a chain, each with the key of the next and a note that tells where it is.

Every room has a locker of its own colour. Key 1 and note 1 lie openly in the first room. The golden locker holds the
treasure. The lockers that are not in the chain stay locked. One point for each key that is taken for the first time,
one for the treasure, which ends the game. Source: AriGraph, section 4.1 and appendix E, whose rooms, keys and points
these are; rooms, names and texts are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from clew.errors import InvalidInput
from clew_playground.environments.distractors import distractors
from clew_playground.environments.floorplan import chance, exits_of, rooms_of
from clew_playground.environments.game import Game
from clew_playground.environments.guide import Guide
from clew_playground.environments.house import Exit, Furniture, House, Item
from clew_playground.environments.house_actions import Deed

TREASURE = "treasure"
GOLDEN = "golden"
TABLE = "table"

_MAX_DISTRACTORS = 40
"""Distractors."""

_ROOMS = (
    *("hall", "kitchen", "bedroom", "bathroom", "library", "attic", "cellar", "study", "garage", "garden", "workshop"),
    *("dining room", "living room", "guest room", "children's room", "music room", "laundry room", "conservatory"),
    *("gallery", "observatory", "east wing", "tower", "vault", "stable", "courtyard", "terrace", "nursery", "archive"),
    *("trophy room", "boiler room", "wine cellar", "chapel", "armoury", "porch", "greenhouse", "billiard room"),
)

_COLOURS = (
    *("white", "black", "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "grey", "silver"),
    *("bronze", "turquoise", "violet", "crimson", "scarlet", "beige", "ivory", "cream", "olive", "navy", "teal"),
    *("maroon", "amber", "indigo", "lilac", "magenta", "cyan", "khaki", "ochre", "copper", "coral", "emerald"),
    *("lavender",),
)


@dataclass(frozen=True, slots=True)
class Size:
    """How large a hunt is.

    Attributes:
        rooms: 2 to 36.
        keys: at least 1, fewer than rooms.
        distractors: things of no use.
        far: whether key 2 lies as far from the first room as any place does.

    Raises:
        InvalidInput: a number is out of range.
    """

    rooms: int
    keys: int
    distractors: int = 0
    far: bool = False

    def __post_init__(self) -> None:
        if not 2 <= self.rooms <= len(_ROOMS):
            raise InvalidInput(f"A hunt of {self.rooms} rooms cannot be made: choose 2 to {len(_ROOMS)}.")
        if not 1 <= self.keys < self.rooms:
            raise InvalidInput(
                f"{self.keys} keys cannot be hidden in {self.rooms} rooms: choose 1 to {self.rooms - 1}."
            )
        if not 0 <= self.distractors <= _MAX_DISTRACTORS:
            raise InvalidInput(f"{self.distractors} distractors cannot be made: choose 0 to {_MAX_DISTRACTORS}.")


EASY = Size(12, 4, 4)
HARD = Size(16, 5, 6, far=True)
HARDEST = Size(36, 7, 36)
SIZES = MappingProxyType({"easy": EASY, "hard": HARD, "hardest": HARDEST})
MAX_STEPS = 150
"""Steps of one game at most. Source: AriGraph, section 4.1."""


class Hunt(Game):
    """A hunt in a house; `keys` are the keys' names, in the order of the chain."""

    def __init__(self, house: House, keys: Sequence[str]) -> None:
        task = (
            "Find the treasure and take it. It is in the golden locker. Keys unlock lockers, and the note beside a key "
            "says which locker the key unlocks and in which room that is. The first key lies in the open."
        )
        super().__init__(house, task=task, max_score=len(keys) + 1.0)
        self.keys = tuple(keys)
        self._found: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Begin with nothing found."""
        self._found = frozenset()

    def judge(self, deed: Deed | None) -> None:
        """Give a point for each goal that was ever carried; the treasure wins."""
        if deed is not None and deed.verb == "take" and deed.thing in {*self.keys, TREASURE}:
            self._found |= {deed.thing}
            self.score = float(len(self._found))
            self.ending = "won" if deed.thing == TREASURE else ""


def generate(seed: int, size: Size = EASY) -> Hunt:
    """Return the hunt of a seed and a size: the same one every time, and one that can be won."""
    random = chance(seed)
    names = random.sample(_ROOMS, size.rooms)
    rooms, exits = rooms_of(random, names), exits_of(random, names)
    chain = _chain(random, names, exits, size)
    keys = [f"key {number}" for number in range(1, size.keys + 1)]
    lockers = _lockers(random, names, dict(zip(chain, keys, strict=True)))
    stands = [Furniture(f"{room} shelf", room, "supporter") for room in names[1:] if random.random() < 1 / 2]
    things = _chained(keys, [next(each for each in lockers if each.room == room) for room in chain])
    noise = distractors(random, size.distractors, [*names, *(each.name for each in stands)])
    furniture = (Furniture(TABLE, names[0], "supporter"), *lockers, *stands)
    return Hunt(House(names[0], rooms, exits, (), furniture, things + noise), keys)


def _chain(random: Random, names: Sequence[str], exits: Sequence[Exit], size: Size) -> list[str]:
    """Return the rooms of the lockers that the keys unlock, in order: all different, none the first room."""
    chain = random.sample(names[1:], size.keys)
    if size.far:
        farthest = _farthest(names[0], exits)
        chain = [farthest, *[room for room in chain if room != farthest]][: size.keys]
    return chain


def _farthest(start: str, exits: Sequence[Exit]) -> str:
    reached, edge = [start], {start}
    while edge:
        edge = {each.to for each in exits if each.room in edge} - set(reached)
        reached += sorted(edge)
    return reached[-1]


def _lockers(random: Random, names: Sequence[str], keys: dict[str, str]) -> tuple[Furniture, ...]:
    """Return a locked locker in each room; the golden one is in the last room that has a key."""
    golden = list(keys)[-1]
    plain = [room for room in names if room != golden]
    colours = dict(zip(plain, random.sample(_COLOURS, len(plain)), strict=True))
    return tuple(
        Furniture(f"{colours.get(room, GOLDEN)} locker", room, "container", "locked", keys.get(room, ""))
        for room in names
    )


def _chained(keys: Sequence[str], lockers: Sequence[Furniture]) -> tuple[Item, ...]:
    """Return each key beside its note, in the locker before the one that it unlocks."""
    things: list[Item] = []
    for number, (key, locker) in enumerate(zip(keys, lockers, strict=True), 1):
        place = TABLE if number == 1 else lockers[number - 2].name
        says = f"The {key} unlocks the {locker.name}. The {locker.name} is in the {locker.room}."
        things += [Item(key, place), Item(f"note {number}", place, f'The note {number} says: "{says}"')]
    return (*things, Item(TREASURE, lockers[-1].name))


def walkthrough(game: Hunt) -> tuple[str, ...]:
    """Return the actions that win a hunt from its beginning, by way of every note."""
    guide = Guide(game)
    lockers = {each.key: each for each in game.house.furniture if each.key}
    for number, key in enumerate(game.keys, 1):
        guide.take(key)
        guide.do(Deed("examine", f"note {number}"))
        guide.go(lockers[key].room)
        guide.open(lockers[key].name)
    guide.take(TREASURE)
    return tuple(guide.actions)
