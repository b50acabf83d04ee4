"""A player that sees the hidden state: how walkthroughs are made."""

from collections import deque
from collections.abc import Iterable
from copy import copy

from clew_playground.environments.game import Game
from clew_playground.environments.house import INVENTORY, Exit
from clew_playground.environments.house_actions import Deed


class Guide:
    """Plays a copy of a game from its beginning and writes down the actions; the game itself stays as it is."""

    def __init__(self, game: Game) -> None:
        self.game = copy(game)
        self.game.reset()
        self.actions: list[str] = []

    def do(self, deed: Deed) -> None:
        """Act; the deed has to be valid."""
        self.actions.append(deed.text)
        self.game.step(deed.text)

    def go(self, room: str) -> None:
        """Return the shortest way to a room, through closed doors too."""
        for exit_ in self.route(room):
            if exit_.door:
                self.open(exit_.door)
            self.do(Deed("go", exit_.direction))

    def take(self, thing: str) -> None:
        """Fetch a thing from where it is; one that is carried already is left there."""
        place = self.game.world.places[thing]
        if place == INVENTORY:
            return
        self.go(self.room_of(place))
        if place == self.game.world.room:
            self.do(Deed("take", thing))
        else:
            self.open(place)
            self.do(Deed("take", thing, "from", place))

    def put(self, thing: str, furniture: str) -> None:
        """Carry a thing to a piece of furniture and leave it there."""
        self.go(self.room_of(furniture))
        self.open(furniture)
        self.do(Deed("put", thing, "into" if furniture in self.game.world.locks else "on", furniture))

    def open(self, name: str) -> None:
        """Open a door or container of the room, where it is not open; its key is carried, where it is locked."""
        world = self.game.world
        if world.locks.get(name) == "locked":
            self.do(Deed("unlock", name, "with", world.keys[name]))
        if world.locks.get(name) == "closed":
            self.do(Deed("open", name))

    def room_of(self, name: str) -> str:
        """Return the room of a thing or a piece of furniture, or the room itself; the player's for what is carried."""
        world = self.game.world
        place = world.places.get(name, name)
        if place == INVENTORY:
            return world.room
        return next((each.room for each in world.house.furniture if each.name == place), place)

    def nearest(self, names: Iterable[str]) -> str:
        """Return the thing, furniture or room that takes the fewest moves; of equals the first by name."""
        return min(names, key=lambda name: (len(self.route(self.room_of(name))), name))

    def route(self, room: str) -> list[Exit]:
        """Return the ways from here to a room."""
        world = self.game.world
        came: dict[str, list[Exit]] = {world.room: []}
        queue = deque(came)
        while room not in came:
            here = queue.popleft()
            for each in world.house.exits:
                if each.room == here and each.to not in came:
                    came[each.to] = [*came[here], each]
                    queue.append(each.to)
        return came[room]
