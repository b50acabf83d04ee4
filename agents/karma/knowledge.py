"""The knowledge of an agent during a task: from memory at the beginning, and from its eyes since."""

import math
from collections.abc import Iterable, Mapping

from clew.agents.karma.body import SIGHT_M
from clew.loaders.sources.layouts.ithor import NO_FACTS, TypeFacts
from clew.model.places import Placed
from clew.model.scene import Point, Thing


class Knowledge:
    """Things as they were seen last, by memory or by the agent itself.

    Attributes:
        sightings: all that long-term memory has, of objects that move too, past ones included.
        remembered: by id, all that memory holds now or that was seen.
        things: those of them that a planner is shown: what does not move, recalled units, and all that was seen.
        seen: ids of what was in sight since the task began.
        visible: ids of what is in sight.
        types: what is known of types of things.
        looked: ids of receptacles whose whole content was in sight.
    """

    def __init__(
        self, sightings: Iterable[Placed] = (), recalled: Iterable[Placed] = (), types: TypeFacts = NO_FACTS
    ) -> None:
        self.types = types
        self.sightings, units = tuple(sightings), tuple(recalled)
        # what has ended is nowhere, and of what has not, the newest is true
        lasting = (each for each in (*self.sightings, *units) if each.until is None)
        current = sorted(lasting, key=lambda each: each.since)
        kept = {each.id for each in units}
        self.remembered = {
            each.id: Thing(each.id, each.type, each.location, each.movable, each.states, each.inside)
            for each in current
        }
        self.things: dict[str, Thing] = {
            id: thing for id, thing in self.remembered.items() if id in kept or not thing.movable
        }
        self._rooms = {each.id: each.room for each in current}
        self.seen: set[str] = set()
        self.visible: frozenset[str] = frozenset()
        self.looked: set[str] = set()

    def holders(self, id: str) -> tuple[str, ...]:
        """Return what a thing lies in, and what that lies in, from the inside out, as far as it is known."""
        found, current = list[str](), self.remembered[id].inside
        while current in self.remembered and current not in found:
            found.append(current)
            current = self.remembered[current].inside
        return tuple(found)

    def is_placed(self, id: str) -> bool:
        """Return whether all is known that a thing lies in."""
        return not self.remembered[(id, *self.holders(id))[-1]].inside

    def notice(self, seen: Iterable[Thing], position: Point, room: str, stand: str) -> tuple[Thing, ...]:
        """Take in what is in sight; return what should be in sight and is not, as it was remembered: it is forgotten.

        `stand` is the id of the thing that was gone to and is still stood at; empty for none.
        """
        now = {thing.id: thing for thing in seen}
        self.visible = frozenset(now)
        self.seen |= self.visible
        self.remembered |= now
        self.things |= now
        self._rooms |= dict.fromkeys(now, room)
        receptacles = [thing for thing in now.values() if not thing.movable and self.types.may_hold(thing.type)]
        self.looked |= {
            thing.id for thing in receptacles if "closed" not in thing.states and self._is_whole(thing, position, stand)
        }
        missing = tuple(
            thing for id, thing in self.remembered.items() if id not in now and self._is_due(id, position, room, stand)
        )
        for thing in missing:
            self.forget(thing.id)
        return missing

    def forget(self, id: str) -> None:
        """Drop a thing that is not where it was."""
        self.remembered.pop(id, None)
        self.things.pop(id, None)

    def _is_whole(self, thing: Thing, position: Point, stand: str) -> bool:
        """Return whether all that a receptacle can hold is in sight: it is stood at, or its span is."""
        span = self.types.spans.get(thing.type)
        reach = math.dist(thing.location.spot, position.spot) + (span.radius if span else math.inf)
        return thing.id == stand or reach <= SIGHT_M

    def room_of(self, id: str) -> str:
        """Return the name of the room that a thing was seen in last; empty where that is unknown."""
        return self._rooms.get(id, "")

    def furniture(self) -> dict[str, set[str]]:
        """Return the types of the things that do not move, by room."""
        found = dict[str, set[str]]()
        for id, thing in self.things.items():
            if not thing.movable and (room := self.room_of(id)):
                found.setdefault(room, set()).add(thing.type)
        return found

    def _is_due(self, id: str, position: Point, room: str, stand: str) -> bool:
        """Return whether a movable thing would be in sight if it were where it is remembered."""
        holders = self.holders(id)
        if not self.remembered[id].movable or any("closed" in self.remembered[each].states for each in holders):
            return False
        return stand in holders[-1:] or (
            not holders
            and self._rooms.get(id) == room
            and math.dist(self.remembered[id].location.spot, position.spot) <= SIGHT_M
        )


def of_type(things: Mapping[str, Thing], kind: str) -> tuple[Thing, ...]:
    """Return the things of a type."""
    return tuple(thing for thing in things.values() if thing.type == kind)
