"""A house from a seed: rooms, containers, where what lies, and which container is locked.

The parts of a house are the same for every chore in it; a chore adds its device, its things and its deeds.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from clew_playground.environments.chores.catalogue import Chore
from clew_playground.environments.chores.deeds import Deed, State, facts
from clew_playground.environments.floorplan import chance

START = "hall"

_ROOMS = (
    *("kitchen", "cellar", "attic", "study", "pantry", "workshop", "laundry room", "garage", "bedroom", "library"),
    *("conservatory", "tool shed", "nursery", "parlour"),
)
_KINDS = ("chest", "box", "cupboard", "drawer", "basket", "trunk", "crate", "locker")
_LOOKS = ("oak", "tin", "wicker", "blue", "grey", "painted", "iron", "cedar", "green", "leather", "white", "tall")
_KEYS = ("brass key", "steel key", "copper key", "small key", "rusty key")
_DECOYS = ("marble", "candle", "whistle", "thimble", "postcard", "feather", "button", "spool")
_BAITS = (
    ("straighten the picture", "The picture hangs straight."),
    ("wind the clock", "The clock ticks louder."),
    ("look out of the window", "Clouds pass by."),
    ("knock on the wall", "It sounds hollow."),
    ("ring the bell", "The bell rings."),
)
_SUPPLIES = {
    "electricity": ("main switch", "turn on the main switch", "The main switch clicks."),
    "water": ("stopcock", "open the stopcock", "Water runs in the pipes."),
}

_ROOM_COUNT, _CONTAINER_COUNT, _DECOY_COUNT, _BAIT_COUNT = 5, 6, 2, 2


@dataclass(frozen=True, slots=True)
class House:
    """A house without a chore.

    Attributes:
        rooms: without the hall.
        containers: each with its room; the last one is locked.
        key: of the locked one.
        key_place: the container that it lies in.
        supplies: the room of each supply.
        decoys: things of no use, each with its container.
        baits: what can be done for nothing, each with its room.
    """

    rooms: tuple[str, ...]
    containers: tuple[tuple[str, str], ...]
    key: str
    key_place: str
    supplies: tuple[tuple[str, str], ...]
    decoys: tuple[tuple[str, str], ...]
    baits: tuple[tuple[tuple[str, str], str], ...]

    @property
    def locked(self) -> str:
        """The container that the key opens."""
        return self.containers[-1][0]


@dataclass(frozen=True, slots=True)
class Placed:
    """A chore in a house.

    Attributes:
        house: with its rooms and containers.
        chore: with what it hides.
        deeds: everything that can be done, in the order in which it is listed.
        things: each with the container that it lies in.
        fixtures: what stands in the rooms besides containers, each with its room.
    """

    house: House
    chore: Chore
    deeds: tuple[Deed, ...]
    things: tuple[tuple[str, str], ...]
    fixtures: tuple[tuple[str, str], ...]

    def described(self, room: str, state: State) -> str:
        """Return what is seen in a room."""
        names = [name for name, at in self.fixtures if at == room]
        sentences = [f"You are in the {room}.", *(f"You see the {each}." for each in names)]
        for container, at in self.house.containers:
            if at == room:
                sentences.append(f"You see the {container}.")
                sentences += [self.contents(container, state)] if opened(container) in state else []
        return " ".join(sentences)

    def contents(self, container: str, state: State) -> str:
        """Return what is seen in an open container."""
        inside = [thing for thing, place in self.things if place == container and held(thing) not in state]
        return (
            f"In the {container} you see {' and '.join(f'the {each}' for each in inside)}."
            if inside
            else f"The {container} is empty."
        )


def house_of(seed: int) -> House:
    """Return the house of a seed."""
    random = chance(seed)
    rooms = tuple(random.sample(_ROOMS, _ROOM_COUNT))
    looks, kinds = random.sample(_LOOKS, _CONTAINER_COUNT), random.choices(_KINDS, k=_CONTAINER_COUNT)
    names = [f"{look} {kind}" for look, kind in zip(looks, kinds, strict=True)]
    spread = random.sample(rooms, _ROOM_COUNT) + random.choices(rooms, k=_CONTAINER_COUNT - _ROOM_COUNT)
    decoys = random.sample(_DECOYS, _DECOY_COUNT)
    return House(
        rooms,
        tuple(zip(names, spread, strict=True)),
        random.choice(_KEYS),
        random.choice(names[:-1]),
        tuple((supply, room) for supply, room in zip(_SUPPLIES, random.sample(rooms, len(_SUPPLIES)), strict=True)),
        tuple((decoy, random.choice(names[:-1])) for decoy in decoys),
        tuple((bait, random.choice((START, *rooms))) for bait in random.sample(_BAITS, _BAIT_COUNT)),
    )


def placed(house: House, chore: Chore, seed: int) -> Placed:
    """Return a chore in a house; the seed says where its device and its things are."""
    random = chance(seed)
    device_room = random.choice(house.rooms)
    open_ones = [name for name, _ in house.containers[:-1]]
    wanted = [chore.material, *chore.tools]
    shut = random.choice([[chore.material], list(chore.tools)])
    things = {each: house.locked if each in shut else random.choice(open_ones) for each in wanted}
    things |= {house.key: house.key_place, **dict(house.decoys)}
    deeds = (*_walks(house), *_of_house(house), *_takes(house, things), *_of_chore(random, chore, device_room))
    fixtures = [(_SUPPLIES[supply][0], room) for supply, room in house.supplies]
    return Placed(house, chore, deeds, tuple(things.items()), (*fixtures, (chore.device, device_room)))


def here(room: str) -> str:
    """Return the fact of being in a room."""
    return f"in the {room}"


def opened(container: str) -> str:
    """Return the fact that a container is open."""
    return f"open {container}"


def held(thing: str) -> str:
    """Return the fact that a thing is carried."""
    return f"with {thing}"


def _walks(house: House) -> Iterator[Deed]:
    rooms = (START, *house.rooms)
    for room in rooms:
        elsewhere = facts(*(here(each) for each in rooms if each != room))
        yield Deed(f"go to the {room}", unlisted=facts(here(room)), gives=facts(here(room)), takes=elsewhere)


def _of_house(house: House) -> Iterator[Deed]:
    for container, room in house.containers:
        needs = facts(held(house.key)) if container == house.locked else facts()
        is_open = facts(opened(container))
        yield Deed(f"open the {container}", facts(here(room)), is_open, needs, gives=is_open)
    for supply, room in house.supplies:
        _, text, said = _SUPPLIES[supply]
        yield Deed(text, facts(here(room)), facts(supply), gives=facts(supply), said=said)
    for (text, said), room in house.baits:
        yield Deed(text, facts(here(room)), said=said)


def _takes(house: House, things: dict[str, str]) -> Iterator[Deed]:
    rooms = dict(house.containers)
    for thing, container in things.items():
        text, carried = f"take the {thing} from the {container}", facts(held(thing))
        seen = facts(here(rooms[container]), opened(container))
        yield Deed(text, seen, carried, gives=carried, said=f"You carry the {thing}.")


def _of_chore(random: Random, chore: Chore, room: str) -> Iterator[Deed]:
    """Yield the deeds at a device, shuffled so that their order in the list tells nothing."""
    at = facts(here(room))
    tools = facts(*(held(each) for each in chore.tools))
    loading, running = facts(held(chore.material)), facts("loaded", *chore.supplies)
    deeds = [
        _once(chore.prepare, at, "prepared"),
        _once(chore.load, at | loading, "loaded", needs=facts("prepared"), points=20),
        _once(chore.start, at, "running", needs=running, points=30),
        replace(_once(chore.finish, at, "finished", needs=facts("running"), points=30), either=tools, ending="done"),
        _once(chore.extras[0], at, "first extra", points=10),
        _once(chore.extras[1], at, "second extra", needs=facts("running"), points=10),
        *(Deed(text, at, said=said) for text, said in chore.baits),
        Deed(chore.blunder[0], at, needs=facts("loaded"), said=chore.blunder[1], ending="lost"),
    ]
    yield from random.sample(deeds, len(deeds))


def _once(
    said: tuple[str, str], at: frozenset[str], fact: str, *, needs: frozenset[str] = facts(), points: float = 0
) -> Deed:
    """Return a deed that is listed until it has worked."""
    return Deed(said[0], at, facts(fact), needs, gives=facts(fact), said=said[1], points=points)
