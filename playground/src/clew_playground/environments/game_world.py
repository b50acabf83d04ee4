"""The present state of a house: where everything is, and what is open."""

from collections.abc import Iterator

from clew_playground.environments.house import INVENTORY, Exit, Furniture, House, Lock


class GameWorld:
    """The state of a house, as it is until something changes it.

    Attributes:
        house: the plan, which never changes.
        room: where the player is.
        places: where each thing is; what it may be is said at `Item`.
        locks: of each door and container.
        states: the adjectives of each thing.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self.room = house.start
        self.places = {each.name: each.place for each in house.things}
        self.states = {each.name: each.states for each in house.things}
        self.texts = {each.name: each.text for each in house.things if each.text}
        self.locks: dict[str, Lock] = {each.name: each.lock for each in house.doors}
        self.locks.update({each.name: each.lock for each in house.furniture if each.kind == "container"})
        self.keys = {each.name: each.key for part in (house.doors, house.furniture) for each in part if each.key}

    def at(self, place: str) -> list[str]:
        """Return the things that are directly in or on a place, in the order of the plan."""
        return [thing for thing, where in self.places.items() if where == place]

    @property
    def carried(self) -> list[str]:
        """The things that the player has."""
        return self.at(INVENTORY)

    @property
    def full(self) -> bool:
        """True if nothing more can be carried."""
        return 0 < self.house.capacity <= len(self.carried)

    @property
    def exits(self) -> list[Exit]:
        """The ways out of the room."""
        return [each for each in self.house.exits if each.room == self.room]

    @property
    def furniture(self) -> list[Furniture]:
        """The things that stand in the room."""
        return [each for each in self.house.furniture if each.room == self.room]

    @property
    def closables(self) -> list[str]:
        """The doors and containers of the room."""
        doors = [each.door for each in self.exits if each.door]
        return doors + [each.name for each in self.furniture if each.kind == "container"]

    def holders(self) -> Iterator[Furniture]:
        """Yield the furniture of the room that things can be taken from and put on or into now."""
        for each in self.furniture:
            if each.kind == "supporter" or self.locks.get(each.name) == "open":
                yield each

    def in_sight(self) -> list[str]:
        """Return the things in the room that can be reached, and those carried."""
        places = [self.room, *(each.name for each in self.holders()), INVENTORY]
        return [thing for place in places for thing in self.at(place)]

    def shown(self, thing: str) -> str:
        """Return a thing's name behind its states: ``fried sliced carrot``."""
        return " ".join((*self.states[thing], thing))
