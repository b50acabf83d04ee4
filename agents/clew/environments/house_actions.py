"""What can be done in every house: which deeds are valid, what each changes, and how others are refused."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clew.environments.game_world import GameWorld
from clew.environments.house import INVENTORY
from clew.environments.wording import carrying, described, revealed

__all__ = ["Deed", "perform", "possible", "refusal"]

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
    return _PERFORMED[deed.verb](world, deed)


def _go(world: GameWorld, deed: Deed) -> str:
    world.room = next(each.to for each in world.exits if each.direction == deed.thing)
    return described(world)


def _open(world: GameWorld, deed: Deed) -> str:
    world.locks[deed.thing] = "open"
    return revealed(world, deed.thing)


def _close(world: GameWorld, deed: Deed) -> str:
    world.locks[deed.thing] = "closed"
    return f"You close the {deed.thing}."


def _unlock(world: GameWorld, deed: Deed) -> str:
    world.locks[deed.thing] = "closed"
    return f"You unlock the {deed.thing} with the {deed.other}."


def _take(world: GameWorld, deed: Deed) -> str:
    world.places[deed.thing] = INVENTORY
    return f"You take the {deed.thing} from the {deed.other}." if deed.other else f"You pick up the {deed.thing}."


def _drop(world: GameWorld, deed: Deed) -> str:
    world.places[deed.thing] = world.room
    return f"You drop the {deed.thing} on the floor."


def _put(world: GameWorld, deed: Deed) -> str:
    world.places[deed.thing] = deed.other
    return f"You put the {deed.thing} {deed.preposition} the {deed.other}."


def _examine(world: GameWorld, deed: Deed) -> str:
    return world.texts[deed.thing]


def _look(world: GameWorld, _: Deed) -> str:
    return described(world)


def _inventory(world: GameWorld, _: Deed) -> str:
    return carrying(world)


_PERFORMED: Mapping[str, Callable[[GameWorld, Deed], str]] = MappingProxyType(
    {
        "go": _go,
        "open": _open,
        "close": _close,
        "unlock": _unlock,
        "take": _take,
        "drop": _drop,
        "put": _put,
        "examine": _examine,
        "look": _look,
        "inventory": _inventory,
    }
)


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
