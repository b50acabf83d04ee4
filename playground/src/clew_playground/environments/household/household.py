"""A house in which an embodied agent acts by skills: what is where, what can be seen, how far and how long it takes.

Source: the skills are KARMA's (listing 2) without breaking and throwing, which no task needs; rules about types are
ALFRED's and iTHOR's, from `clew.loaders.sources.layouts.ithor`. No rule knows a floor plan or an object.
"""

import copy
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from clew.agents.karma.body import SIGHT_M, Skill, SkillName, SkillResult
from clew.errors import InvalidInput
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.building import Building, building_of
from clew.model.places import floor_of
from clew.model.scene import Layout, Point, Spot, Thing
from clew_playground.environments.household.goals import Goal
from clew_playground.environments.household.preconditions import refusal
from clew_playground.environments.household.skills import (
    HANDLINGS,
    LOOK_QUARTER_TURNS,
    Pace,
    described,
)
from clew_playground.environments.household.walks import Walks


class Household:
    """A house, an agent in it, and a task. Tasks can follow each other: things stay as they were left.

    A thing is in sight in the same room, where no closed thing holds it. It is `SIGHT_M` away on the plane at most, or
    one stands at its viewpoint or its holder's. Walls within a room and the direction of view are not modelled: one
    looks all around. Everything in sight is in reach.

    Attributes:
        types: what is known of types: iTHOR's.
        things: by id, as they are now; a thing in the hand is where the agent is.
        place: number of the point where the agent stands, see `ways`.
        heading: of the agent in degrees.
        held: id of what is in the hand; empty for nothing.
        known: ids of the movable things that were in sight at some time.
        distance_m: walked since the beginning.
        seconds: since the beginning.
        goal: of the task; None before the first.
        progress: largest share of the goal's conditions that held at once since it was assigned.

    Args:
        house: a layout or a building, with its things.
        start: where the agent is, x and z; the nearest point of the largest part that hangs together is taken, of
            several floors the first.
        pace: how long things take.
    """

    types = type_facts()

    def __init__(self, house: Building | Layout, start: Spot | None = None, pace: Pace | None = None) -> None:
        self.building = building_of(house) if isinstance(house, Layout) else house
        self.ways = Walks(self.building)
        self.pace = pace or Pace()
        self.things: dict[str, Thing] = {}
        self._room_of: dict[str, str] = {}
        for room in self.building.rooms:
            for thing in self.building.things(room):
                self.things[thing.id] = thing
                self._room_of[thing.id] = room.name
        self._inside = self.ways.component()
        self.place = self._inside[0] if start is None else self._nearest(self._inside, start)
        self.heading, self.held, self.distance_m, self.seconds = 0.0, "", 0.0, 0.0
        self.goal: Goal | None = None
        self.progress = 0.0
        self._stands: dict[str, int] = {}
        self.known: set[str] = set()
        self._notice()

    @property
    def position(self) -> Point:
        """Where the agent stands, on the floor."""
        return self.ways.points[self.place]

    @property
    def won(self) -> bool:
        """True if all conditions of the goal hold now."""
        return self.goal is not None and all(self.goal.conditions(self).values())

    def assign(self, goal: Goal) -> None:
        """Begin a task; the house stays as it is.

        Raises:
            InvalidInput: the house has no thing of a type that the goal needs.
        """
        for kind, least in goal.needs:
            if sum(thing.type == kind for thing in self.things.values()) < least:
                raise InvalidInput(
                    f"{self.building.name} has fewer than {least} of {kind!r}, so the task cannot be done; furnish it"
                )
        self.goal, self.progress = goal, 0.0
        self._progress()

    def copy(self) -> "Household":
        """Return a house of its own that is the same now."""
        other = copy.copy(self)
        own = {"things": dict(self.things), "known": set(self.known)}
        vars(other).update(own, _stands=dict(self._stands), _room_of=dict(self._room_of))
        return other

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill that is given as a value."""
        if skill.name == "go to":
            return self.go_to(skill.target)
        if skill.name == "look":
            return self.look()
        if isinstance(skill.target, Point):
            return self._failed(f"You cannot {skill.name} a point; name a thing.")
        if skill.name == "explore":
            return self.explore(skill.target, skill.places, skill.besides)
        does = {"pick": self.pick, "put": self.put, "open": self.open, "close": self.close, "slice": self.slice}
        does |= {"switch on": self.switch_on, "switch off": self.switch_off}
        does |= {"clean": self.clean, "heat": self.heat, "cool": self.cool}
        return does[skill.name](skill.target)

    def visible(self) -> tuple[Thing, ...]:
        """Return the things in sight, the thing in the hand among them, in the order of the house."""
        return tuple(thing for thing in self.things.values() if self.sees(thing.id))

    def sees(self, id: str, place: int | None = None) -> bool:
        """Return whether a thing is in sight.

        Args:
            id: of a thing.
            place: number of the point from which one looks; where the agent stands by default.
        """
        here = self.place if place is None else place
        chain = (id, *self.holders(id))
        if self.held in chain:
            return True
        if self._room_of[id] != self.ways.rooms[here]:
            return False
        if any("closed" in self.things[holder].states for holder in chain[1:]):
            return False
        near = math.dist(self.things[id].location.spot, self.ways.points[here].spot) <= SIGHT_M
        return near or self._stand(chain[-1]) == here

    def holders(self, id: str) -> tuple[str, ...]:
        """Return what a thing lies in, and what that lies in, from the inside out."""
        found, current = list[str](), self.things[id].inside
        while current:
            found.append(current)
            current = self.things[current].inside
        return tuple(found)

    def stand(self, id: str) -> int:
        """Return the number of the point where one stands to handle a thing.

        It is the viewpoint of the thing or else of what holds it, if one can walk there; else the nearest point.
        """
        return self._stand((id, *self.holders(id))[-1])

    def go_to(self, target: str | Point) -> SkillResult:
        """Walk to a thing, or to the reachable point that is nearest to a point, and look around.

        It fails if the thing is unknown: one knows what does not move, and what was in sight before.
        """
        if isinstance(target, Point):
            end = self._nearest(self._floor_points(target), target.spot)
        elif reason := refusal(self, "go to", target):
            return self._failed(reason)
        else:
            end = self.stand(target)
        path, metres, seconds = self._walk(end)
        where = target if isinstance(target, str) else f"({target.x:g}, {target.z:g})"
        return replace(self._done(f"You arrive at {where}.", metres, seconds, tells_sight=True), path=path)

    def look(self) -> SkillResult:
        """Look all around."""
        return self._done("You look around.", 0.0, self._turning(LOOK_QUARTER_TURNS), tells_sight=True)

    def explore(self, wanted: str, places: Sequence[str | Point], besides: Collection[str] = ()) -> SkillResult:
        """Go to places, one after the other, until a thing is in sight.

        Closed things among the places are opened, and closed again where it is not found.

        Args:
            wanted: a type or an id.
            places: ids or points, the likeliest first; unknown ones are passed over.
            besides: ids that are not wanted, as of a thing that was found before; what is in the hand never is.
        """
        metres, seconds, attempts, path = 0.0, 0.0, 0, tuple[Point, ...]()
        for place in (None, *places):
            if place is not None:
                results = tuple(self._searched(place, wanted, besides))
                attempts += results[0].ok
                metres += sum(each.distance_m for each in results)
                seconds += sum(each.seconds for each in results)
                path += results[0].path[1:] if path else results[0].path
            if found := self._spotted(wanted, besides):
                text = f"You find {found.id}. You see {described(self.visible())}."
                return SkillResult(True, text, metres, seconds, self.visible(), attempts, path)
        text = f"You looked at {attempts} places and found no {wanted}."
        return SkillResult(False, text, metres, seconds, self.visible(), attempts, path)

    def pick(self, id: str) -> SkillResult:
        """Take a movable thing that is in reach into the empty hand, with all that lies in or on it."""
        if reason := refusal(self, "pick", id):
            return self._failed(reason)
        self.held = id
        self._set(replace(self.things[id], inside=""))
        self._carry(self.position, self.ways.rooms[self.place])
        return self._handled(f"You pick {id} up.")

    def put(self, receptacle: str) -> SkillResult:
        """Put what is in the hand in or on a receptacle that is in reach, is not closed and admits its type."""
        if reason := refusal(self, "put", receptacle):
            return self._failed(reason)
        held = self.held
        self._set(replace(self.things[held], inside=receptacle))
        self._carry(self._inner(self.things[receptacle]), self._room_of[receptacle])
        self.held = ""
        return self._handled(f"You put {held} in or on {receptacle}.")

    def open(self, id: str) -> SkillResult:
        """Open a closed thing that is in reach."""
        return self._changed("open", id, "opened")

    def close(self, id: str) -> SkillResult:
        """Close an open thing that is in reach."""
        return self._changed("close", id, "closed")

    def switch_on(self, id: str) -> SkillResult:
        """Switch a thing on that is in reach and off."""
        return self._changed("switch on", id, "on")

    def switch_off(self, id: str) -> SkillResult:
        """Switch a thing off that is in reach and on."""
        return self._changed("switch off", id, "off")

    def slice(self, id: str) -> SkillResult:
        """Slice a thing that is in reach with the knife in the hand. It stays one thing, with the same id."""
        return self._changed("slice", id, "sliced")

    def clean(self, appliance: str) -> SkillResult:
        """Clean what is in the hand, in a sink that is in reach."""
        return self._treated("clean", appliance, "cleaned")

    def heat(self, appliance: str) -> SkillResult:
        """Heat what is in the hand, in what heats and is in reach; food that can be cooked is cooked too."""
        result = self._treated("heat", appliance, "heated")
        if result.ok and self.things[self.held].type in type_facts().cookable:
            self._set(self.things[self.held].having("cooked"))
            return replace(result, seen=self.visible())
        return result

    def cool(self, appliance: str) -> SkillResult:
        """Cool what is in the hand, in what cools and is in reach."""
        return self._treated("cool", appliance, "cooled")

    def _searched(self, place: str | Point, wanted: str, besides: Collection[str]) -> Iterable[SkillResult]:
        """Go to a place and look into it."""
        arrived = self.go_to(place)
        yield arrived
        if isinstance(place, Point) or not arrived.ok or self._spotted(wanted, besides):
            return
        if "closed" in self.things[place].states:
            yield self.open(place)
            if not self._spotted(wanted, besides):
                yield self.close(place)

    def _spotted(self, wanted: str, besides: Collection[str]) -> Thing | None:
        others = {self.held, *besides}
        found = (each for each in self.visible() if wanted in (each.id, each.type) and each.id not in others)
        return next(found, None)

    def _changed(self, name: SkillName, id: str, state: str) -> SkillResult:
        if reason := refusal(self, name, id):
            return self._failed(reason)
        self._set(self.things[id].having(state))
        return self._handled(f"You {name} {id}.", tells_sight=name == "open")

    def _treated(self, name: SkillName, appliance: str, state: str) -> SkillResult:
        if reason := refusal(self, name, appliance):
            return self._failed(reason)
        self._set(self.things[self.held].having(state))
        return self._handled(f"You {name} {self.held} with {appliance}.", HANDLINGS[name])

    def _walk(self, end: int) -> tuple[tuple[Point, ...], float, float]:
        """Walk; return the points, the metres, and the seconds, looking around at the end included."""
        metres, path = self.ways.distances(end)[self.place], self.ways.path(self.place, end, self.heading)
        turns, self.heading = self.ways.quarter_turns(path, self.heading)
        self.place = end
        if self.held:
            self._carry(self.position, self.ways.rooms[end])
        walked = tuple(self.ways.points[each] for each in path) if len(path) > 1 else ()
        return walked, metres, metres / self.pace.metres_per_second + self._turning(turns + LOOK_QUARTER_TURNS)

    def _turning(self, quarter_turns: float) -> float:
        return quarter_turns * self.pace.quarter_turn_seconds

    def _carry(self, location: Point, room: str) -> None:
        """Bring what is in the hand, and what lies in or on it, to a place."""
        for id in [id for id in self.things if self.held in (id, *self.holders(id))]:
            self._set(replace(self.things[id], location=location))
            self._room_of[id] = room

    def _inner(self, receptacle: Thing) -> Point:
        """Return where things lie in or on a receptacle."""
        span = type_facts().spans.get(receptacle.type)
        at = receptacle.location
        return Point(at.x, at.y + max(0.0, span.lowest), at.z) if span else at

    def _stand(self, outermost: str) -> int:
        if outermost not in self._stands:
            self._stands[outermost] = self._found_stand(self.things[outermost])
        return self._stands[outermost]

    def _found_stand(self, thing: Thing) -> int:
        room = self._room_of[thing.id]
        within = [number for number in self._inside if self.ways.rooms[number] == room] or list(self._inside)
        spot = thing.viewpoint or thing.location.spot
        nearest = self._nearest(within, spot)
        if math.dist(self.ways.points[nearest].spot, spot) > SIGHT_M:
            nearest = self._nearest(within, thing.location.spot)
        return nearest

    def _floor_points(self, point: Point) -> Sequence[int]:
        """Return the points of the floor on or above which a point is."""
        height = floor_of(point.y, {self.ways.points[number].y for number in self._inside})
        return [number for number in self._inside if self.ways.points[number].y == height]

    def _nearest(self, numbers: Iterable[int], spot: Spot) -> int:
        return min(numbers, key=lambda number: (math.dist(self.ways.points[number].spot, spot), number))

    def _set(self, thing: Thing) -> None:
        self.things[thing.id] = thing
        if thing.movable:
            self._stands.pop(thing.id, None)

    def _notice(self) -> None:
        self.known |= {thing.id for thing in self.visible() if thing.movable}

    def _progress(self) -> None:
        if self.goal:
            held = self.goal.conditions(self).values()
            self.progress = max(self.progress, sum(held) / len(held))

    def _handled(self, text: str, times: int = 1, *, tells_sight: bool = False) -> SkillResult:
        return self._done(text, 0.0, times * self.pace.handling_seconds, tells_sight=tells_sight)

    def _done(self, text: str, metres: float, seconds: float, *, tells_sight: bool) -> SkillResult:
        self.distance_m += metres
        self.seconds += seconds
        self._notice()
        self._progress()
        seen = self.visible()
        if tells_sight:
            text = f"{text} You see {described(seen)}."
        return SkillResult(True, text, metres, seconds, seen)

    def _failed(self, reason: str) -> SkillResult:
        return SkillResult(False, reason, seen=self.visible())
