"""The actions of every house: which deeds are valid, what each changes, and how others are refused."""

from collections.abc import Iterator
from dataclasses import dataclass

from clew_playground.environments.game_world import GameWorld
from clew_playground.environments.house import INVENTORY
from clew_playground.environments.wording import carrying, described, revealed

NOTHING = "Nothing happens."


@dataclass(frozen=True, slots=True)
class Deed:
    """One action: ``put key 1 into white locker``, or ``look``; what it does not need is empty."""

    verb: str
    thing: str = ""
    preposition: str = ""
    other: str = ""

    @property
    def text(self) -> str:
        """The action as a player says it."""
        return " ".join(filter(None, (self.verb, self.thing, self.preposition, self.other)))


def possible(world: GameWorld) -> Iterator[Deed]:
    """Yield the deeds that would change or tell something now, in a fixed order."""
    yield from (Deed("go", each.direction) for each in world.exits if world.locks.get(each.door, "open") == "open")
    yield from _with_locks(world)
    yield from _taking(world)
    yield from _putting(world)
    yield from (Deed("examine", thing) for thing in world.in_sight() if thing in world.texts)
    yield from (Deed("look"), Deed("inventory"))


def _with_locks(world: GameWorld) -> Iterator[Deed]:
    for name in world.closables:
        lock = world.locks[name]
        if lock == "open":
            yield Deed("close", name)
        elif lock == "closed":
            yield Deed("open", name)
        elif world.places.get(world.keys.get(name, "")) == INVENTORY:
            yield Deed("unlock", name, "with", world.keys[name])


def _taking(world: GameWorld) -> Iterator[Deed]:
    if world.full:
        return
    yield from (Deed("take", thing) for thing in world.at(world.room))
    for holder in world.holders():
        yield from (Deed("take", thing, "from", holder.name) for thing in world.at(holder.name))


def _putting(world: GameWorld) -> Iterator[Deed]:
    for thing in world.carried:
        yield Deed("drop", thing)
        for holder in world.holders():
            yield Deed("put", thing, "on" if holder.kind == "supporter" else "into", holder.name)


def perform(world: GameWorld, deed: Deed) -> str:
    """Do what is possible, and tell what is seen of it."""
    thing, other = deed.thing, deed.other
    match deed.verb:
        case "go":
            world.room = next(each.to for each in world.exits if each.direction == thing)
            return described(world)
        case "open":
            world.locks[thing] = "open"
            return revealed(world, thing)
        case "close":
            world.locks[thing] = "closed"
            return f"You close the {thing}."
        case "unlock":
            world.locks[thing] = "closed"
            return f"You unlock the {thing} with the {other}."
        case "examine":
            return world.texts[thing]
        case "inventory":
            return carrying(world)
        case "look":
            return described(world)
        case _:
            return _move(world, deed)


def _move(world: GameWorld, deed: Deed) -> str:
    """Take, drop or put a thing."""
    thing, other = deed.thing, deed.other
    if deed.verb == "take":
        world.places[thing] = INVENTORY
        return f"You take the {thing} from the {other}." if other else f"You pick up the {thing}."
    world.places[thing] = other or world.room
    return f"You put the {thing} {deed.preposition} the {other}." if other else f"You drop the {thing} on the floor."


def refusal(world: GameWorld, action: str) -> str:
    """Answer an action that is not valid now: name the obstacle where it is in sight, else say that nothing happens."""
    verb, _, rest = action.partition(" ")
    if verb == "go":
        return _no_way(world, rest)
    if verb == "open" and world.locks.get(rest) == "locked" and rest in world.closables:
        return f"You have to unlock the {rest} first."
    for name in world.closables:
        if (
            world.locks[name] != "open"
            and verb in {"take", "put"}
            and action.endswith((f" from {name}", f" into {name}"))
        ):
            return f"You have to open the {name} first."
    if verb == "take" and world.full:
        return "Your hands are full: drop something first."
    return NOTHING


def _no_way(world: GameWorld, direction: str) -> str:
    doors = [each.door for each in world.exits if each.direction == direction]
    return f"You have to open the {doors[0]} first." if doors else "You cannot go that way."
