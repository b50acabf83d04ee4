"""What holds in a simulator at a moment, told by the simulator itself: the measure of what a reader reads there.

TextWorld tells its facts. ScienceWorld tells its tree of objects; its doors are asked of its Java process. So is all of
TextWorldExpress: the player's location with what it holds, its neighbours and doors, and the inventory. Our own games
tell their `GameWorld`. TextWorld's facts beyond open, closed and locked
(edible, cuttable) count for precision only.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from clew.text.names import normalise
from clew_playground.environments import Game

Said = tuple[str, ...]
"""The kind of a fact (place, exit, content, state), and what it says."""

INVENTORY = "inventory"


@dataclass(slots=True)
class Truth:
    """What holds, and which of it can be seen from where the player is."""

    place: str
    holds: set[Said] = field(default_factory=set[Said])
    shown: set[Said] = field(default_factory=set[Said])

    def add(self, shown: bool, kind: str, *parts: str) -> None:
        """Add a fact."""
        said = (kind, *map(normalise, parts))
        self.holds.add(said)
        if shown and INVENTORY not in said:
            self.shown.add(said)


def of_textworld(facts: list[Any]) -> Truth:
    """Return what TextWorld's facts say."""
    names = [(fact.name, [normalise(str(each.name or each.type)) for each in fact.arguments], fact) for fact in facts]
    names = [(name, ["inventory" if each in {"i", "i0"} else each for each in of], fact) for name, of, fact in names]
    truth = Truth(next(of[1] for name, of, _ in names if name == "at" and of[0] in {"p", "player"}))
    closed = {of[0] for name, of, _ in names if name in {"closed", "locked"}}
    at = {of[0]: of[1] for name, of, _ in names if name in {"at", "in", "on"}}
    for name, of, _ in names:
        if name in {"at", "in", "on"} and of[0] not in {"p", "player"}:
            truth.add(_seen(of[0], at, closed, truth.place), "content", *of)
        elif name.removesuffix("_of") in _WAYS and len(of) == 2:
            truth.add(of[1] == truth.place, "exit", of[1], name.removesuffix("_of"))
        elif len(of) == 1:
            told = name in {"open", "closed", "locked"} and _seen(of[0], at, closed, truth.place)
            truth.add(told and of[0] in at, "state", of[0], "raw" if name == "needs_cooking" else name)
    return truth


_WAYS = frozenset({"north", "south", "east", "west"})


def _seen(thing: str, at: Mapping[str, str], closed: set[str], place: str) -> bool:
    while thing in at:
        thing = at[thing]
        if thing in closed:
            return False
    return thing == place


def of_game(game: Game) -> Truth:
    """Return what the hidden state of one of our games says."""
    world = game.world
    truth = Truth(normalise(world.room))
    for each in world.house.furniture:
        here = each.room == world.room
        truth.add(here, "content", each.name, each.room)
        if lock := world.locks.get(each.name):
            truth.add(here, "state", each.name, lock)
    reached = {world.room, *(each.name for each in world.holders())}
    for thing, place in world.places.items():
        truth.add(place in reached, "content", thing, place)
        for state in world.states[thing]:
            truth.add(place in reached, "state", thing, state)
    for each in world.house.exits:
        truth.add(each.room == world.room, "exit", each.room, each.direction)
        if each.door:
            truth.add(each.room == world.room, "state", each.door, world.locks[each.door])
    return truth


def of_express(environment: Any) -> Truth:  # noqa: ANN401  textworld-express has no types
    """Return what the objects of TextWorldExpress's Java process say."""
    slot = environment.server.getClass().getDeclaredField("game")
    slot.setAccessible(True)
    game = slot.get(environment.server)
    room = json.loads(game.agentLocation().toJSON())
    truth = Truth(normalise(room["name"]))
    _express_contents(truth, room, room["name"], shown=True)
    _express_contents(truth, json.loads(game.agentInventory().toJSON()), INVENTORY, shown=False)
    for way in _WAYS:
        if room.get(f"location{way.title()}"):
            truth.add(True, "exit", room["name"], way)
            door = getattr(game.agentLocation(), f"door{way.title()}")()
            if door is not None:
                truth.add(True, "state", room["name"], f"{'open' if door.isOpen() else 'closed'} to {way}")
    return truth


_PREPARED = ("Chopped", "Sliced", "Diced", "Raw", "Fried", "Roasted", "Grilled")


def _express_contents(truth: Truth, holder: Mapping[str, Any], name: str, *, shown: bool) -> None:
    for each in holder["contents"].values():
        truth.add(shown, "content", each["name"], name)
        if each["isOpenable"]:
            truth.add(shown, "state", each["name"], "open" if each["isOpen"] else "closed")
        for state in _PREPARED:
            if each[f"is{state}"] and (state != "Raw" or each["needsCooking"]):
                truth.add(shown, "state", each["name"], state.lower())
        _express_contents(truth, each, each["name"], shown=shown and (each["isOpen"] or not each["isOpenable"]))


_PARTS = frozenset({"terminal 1", "terminal 2", "anode", "cathode", "agent", "inventory"})
"""What ScienceWorld keeps in its tree and shows in no description."""


def of_science(environment: Any) -> Truth:  # noqa: ANN401  scienceworld has no types
    """Return what ScienceWorld's tree of objects says, and the doors of its Java process."""
    rooms = list(environment.getObjectTree()["contents"].values())
    here = next(each for each in rooms if any(inner["name"] == "agent" for inner in each["contents"].values()))
    truth = Truth(normalise(here["name"]))
    for room in rooms:
        for each in room["contents"].values():
            _science_thing(truth, each, room["name"], shown=room is here)
    slot = environment.server.getClass().getDeclaredField("agentInterface")
    slot.setAccessible(True)
    place = slot.get(environment.server).get().agent().getContainer().get()
    for room in [place, *(there for _, there, _ in _portals(place))]:
        for name, there, state in _portals(room):
            if name == "door":
                truth.add(room is place, "exit", room.name(), there.name())
                truth.add(room is place, "state", room.name(), f"{state} to {there.name()}")
        for thing in _each(room.getContainedObjectsNotHidden()):
            for name, _, state in _portals(thing):
                truth.add(False, "content", name, thing.name())
                truth.add(False, "state", name, state)
    return truth


def _each(several: Any) -> Iterator[Any]:  # noqa: ANN401  scienceworld has no types
    iterator = several.iterator()
    while iterator.hasNext():
        yield iterator.next()


def _portals(room: Any) -> list[tuple[str, Any, str]]:  # noqa: ANN401  scienceworld has no types
    """Return the doors and drains of a room: the name, where each leads, and whether it is open."""
    found: list[tuple[str, Any, str]] = []
    for portal in _each(room.getPortals(False)):
        ends = (portal.connectsFrom(), portal.connectsTo())
        there = ends[1] if ends[0].name() == room.name() else ends[0]
        found.append((portal.name(), there, "open" if portal.propPortal().get().isOpen() else "closed"))
    return found


def _science_thing(truth: Truth, each: Mapping[str, Any], holder: str, *, shown: bool) -> None:
    name = each["name"]
    part = name in _PARTS
    if not part:
        truth.add(shown, "content", name, holder)
        for kind, state in _science_states(each):
            truth.add(shown and kind != "hidden", "state", name, state)
    box = each["propContainer"] or {}
    within = shown and not part and box.get("isOpen", True) and each["propLife"] is None
    for inner in each["contents"].values():
        _science_thing(truth, inner, INVENTORY if name == INVENTORY else name, shown=within)


def _science_states(each: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    box, device, matter = each["propContainer"] or {}, each["propDevice"] or {}, each["propMaterial"] or {}
    if box.get("isClosable"):
        yield "shown", "open" if box["isOpen"] else "closed"
    if device:
        yield "shown" if device["isActivable"] else "hidden", "on" if device["isActivated"] else "off"
    if matter.get("temperatureC") is not None:
        yield "hidden", f"temperature {round(matter['temperatureC'])}"
