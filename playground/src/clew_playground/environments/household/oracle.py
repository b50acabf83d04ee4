"""A planner that knows the whole house: the skills that reach a goal, for tests and as the best that can be hoped for.

It rehearses in a copy of the house and writes down what it does. Of several things that serve, it takes the nearest on
foot. Its plans are valid, and not always the shortest.
"""

from collections.abc import Iterable
from contextlib import suppress

from clew.agents.karma.body import Skill, SkillName
from clew.errors import InvalidInput
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Point, Thing
from clew_playground.environments.household.goals import TREATMENTS, Goal
from clew_playground.environments.household.household import Household


def planned(house: Household) -> tuple[Skill, ...]:
    """Return the skills that reach the goal of a house from where it is now; the house itself stays as it is.

    Raises:
        InvalidInput: no goal is assigned, or no way was found to reach it; says what stands in the way.
    """
    if house.goal is None:
        raise InvalidInput(f"{house.building.name} has no task; assign one")
    rehearsal = _Rehearsal(house.copy(), house.goal)
    if not rehearsal.house.won:
        with suppress(_Reached):
            rehearsal.play()
    if not rehearsal.house.won:
        unmet = [name for name, holds in house.goal.conditions(rehearsal.house).items() if not holds]
        raise InvalidInput(f"{house.building.name}: the plan for {house.goal.kind} leaves unmet: {unmet[0]}")
    return tuple(rehearsal.skills)


class _Reached(Exception):
    """The goal is reached, so the plan is complete."""


class _Rehearsal:
    """A house of its own, and the skills that were done in it."""

    def __init__(self, house: Household, goal: Goal) -> None:
        self.house, self.goal, self.skills, self._facts = house, goal, list[Skill](), type_facts()

    def play(self) -> None:
        if self.house.held and self.house.things[self.house.held].type != self.goal.object:
            self.drop()
        match self.goal.kind:
            case "look_at_obj_in_light":
                self.fetch(self.prepared(()))
                self.light()
            case "pick_two_obj_and_place":
                self.place_two()
            case "pick_and_place_with_movable_recep":
                self.place_carried()
            case kind:
                self.fetch(self.prepared(()))
                if kind in TREATMENTS:
                    self.treat(TREATMENTS[kind][0])
                self.store(self.nearest(self.parents()))

    def place_two(self) -> None:
        """Bring two objects into the parent that holds most of them."""
        objects = self.of_type(self.goal.object)
        parents = sorted(self.parents(), key=lambda each: -sum(each.id in self.house.holders(o.id) for o in objects))
        done = list[str]()
        for _ in range(2):
            chosen = self.prepared(done, parents[0].id)
            if parents[0].id not in self.house.holders(chosen):
                self.fetch(chosen)
                self.store(parents[0])
            done.append(chosen)

    def place_carried(self) -> None:
        """Put the object in the carrier, and that in the parent."""
        admitting = [each for each in self.of_type(self.goal.carrier) if self.admits(each, self.goal.object)]
        carrier = self.nearest(each for each in admitting if each.id != self.house.held)
        chosen = self.prepared(())
        if carrier.id not in self.house.holders(chosen):
            self.fetch(chosen)
            self.reach(carrier.id)
            self.do("put", carrier.id)
        self.fetch(carrier.id)
        self.store(self.nearest(self.parents()))

    def prepared(self, done: Iterable[str], preferred: str = "") -> str:
        """Return the id of an object to be used, sliced if it shall be; those in the preferred receptacle first."""
        left = [each for each in self.of_type(self.goal.object) if each.id not in done]
        here = [each for each in left if each.id == self.house.held or preferred in self.house.holders(each.id)]
        chosen = self.nearest(here or left)
        if self.goal.is_sliced and "sliced" not in self.house.things[chosen.id].states:
            self.cut(chosen.id)
        return chosen.id

    def cut(self, id: str) -> None:
        """Slice a thing, and put the knife away."""
        if self.house.held == id:
            self.drop()
        knives = (each for each in self.house.things.values() if each.type in self._facts.slices)
        self.fetch(self.nearest(knives).id)
        self.reach(id)
        self.do("slice", id)
        self.drop()

    def treat(self, verb: SkillName) -> None:
        """Clean, heat or cool what is in the hand."""
        kinds = {"clean": self._facts.cleans, "heat": self._facts.heats, "cool": self._facts.cools}[verb]
        tool = self.nearest(each for each in self.house.things.values() if each.type in kinds)
        self.reach(tool.id)
        self.do(verb, tool.id)

    def light(self) -> None:
        """Stand at a lamp that is on."""
        lamp = self.nearest(self.of_type(self.goal.lamp))
        self.reach(lamp.id)
        if "on" not in self.house.things[lamp.id].states:
            self.do("switch on", lamp.id)

    def fetch(self, id: str) -> None:
        """Take a thing into the hand."""
        if self.house.held == id:
            return
        if self.house.held:
            self.drop()
        self.reach(id)
        self.do("pick", id)

    def drop(self) -> None:
        """Put what is in the hand where it may lie."""
        held = self.house.things[self.house.held]
        self.store(self.nearest(each for each in self.fixed() if self.admits(each, held.type)))

    def store(self, receptacle: Thing) -> None:
        """Put what is in the hand in or on a receptacle, opened for it."""
        self.reach(receptacle.id)
        if "closed" in self.house.things[receptacle.id].states:
            self.do("open", receptacle.id)
        self.do("put", receptacle.id)

    def reach(self, id: str) -> None:
        """Go where a thing is handled, and open what holds it."""
        if not self.house.sees(id):
            holders = self.house.holders(id)
            outermost = self.house.things[(id, *holders)[-1]]
            self.do("go to", outermost.location if outermost.movable else outermost.id)
            for holder in reversed(holders):
                if "closed" in self.house.things[holder].states:
                    self.do("open", holder)

    def do(self, name: SkillName, target: str | Point) -> None:
        skill = Skill(name, target)
        result = self.house.do(skill)
        if not result.ok:
            raise InvalidInput(f"{self.house.building.name}: the plan fails at {name} {target}: {result.observation}")
        self.skills.append(skill)
        if self.house.won:
            raise _Reached

    def nearest(self, things: Iterable[Thing]) -> Thing:
        """Return the thing that is the shortest way from here."""
        metres = self.house.ways.distances(self.house.place)
        found = min(things, key=lambda each: (metres[self.house.stand(each.id)], each.id), default=None)
        if found is None:
            raise InvalidInput(f"{self.house.building.name} lacks a thing that {self.goal.kind} needs: {self.goal}")
        return found

    def parents(self) -> list[Thing]:
        kind = self.goal.carrier or self.goal.object
        return [each for each in self.of_type(self.goal.parent) if self.admits(each, kind)]

    def of_type(self, kind: str) -> list[Thing]:
        return [each for each in self.house.things.values() if each.type == kind]

    def fixed(self) -> list[Thing]:
        return [each for each in self.house.things.values() if not each.movable]

    def admits(self, receptacle: Thing, kind: str) -> bool:
        return self._facts.admits(receptacle.type, kind)
