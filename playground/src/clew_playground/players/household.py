"""A planner by rules for ALFRED's seven kinds of tasks. It knows the goal in types, and else what the agent knows.

It plans the next stretch alone: what it does not know where to find is explored for, and then it is asked again.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from clew.agents.karma.body import Skill
from clew.agents.karma.knowledge import of_type
from clew.agents.karma.planner import KarmaSituation
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.scene import Thing
from clew_playground.environments.household import Goal
from clew_playground.environments.household.goals import TREATMENTS

Plan = tuple[Skill, ...]

NOTHING: Final[Plan] = ()


class ScriptedPlanner:
    """Plans for a goal.

    Args:
        goal: of the task.
    """

    def __init__(self, goal: Goal) -> None:
        self._goal = goal

    def plan(self, situation: KarmaSituation) -> Plan | None:
        """Return the next stretch; nothing where the goal is reached as far as is known.

        None where a search was in vain.
        """
        plan = _Stretch(situation, self._goal).plan()
        return None if any(_is_in_vain(skill, situation) for skill in plan) else plan


def _is_in_vain(skill: Skill, situation: KarmaSituation) -> bool:
    return skill.name == "explore" and any(each.skill == skill and not each.ok for each in situation.done)


class _Stretch:
    """Everything known, as a house in which a goal can be checked."""

    def __init__(self, situation: KarmaSituation, goal: Goal) -> None:
        self._situation, self._goal, self._facts = situation, goal, type_facts()
        self.things: Mapping[str, Thing] = situation.things
        self.held = situation.held

    def holders(self, id: str) -> tuple[str, ...]:
        """Return what a thing lies in, from the inside out, as far as it is known."""
        found, current = list[str](), self.things[id].inside
        while current in self.things and current not in found:
            found.append(current)
            current = self.things[current].inside
        return tuple(found)

    def sees(self, id: str) -> bool:
        """Return whether a thing is in sight."""
        return id in self._situation.visible

    def plan(self) -> Plan:
        """Return the next stretch; first of all that of which memory says that it is done is looked at."""
        if all(self._goal.conditions(self).values()):
            return self._confirm()
        match self._goal.kind:
            case "look_at_obj_in_light":
                return self._get() or self._light()
            case "pick_two_obj_and_place":
                return self._place_two()
            case "pick_and_place_with_movable_recep":
                return self._place_carried()
            case _:
                return self._get() or self._treat() or self._store(self._parents(), self._goal.parent)

    def _confirm(self) -> Plan:
        """Go to the objects that were not seen since the task began."""
        unseen = [each for each in self._objects() if each.id not in self._situation.seen]
        placed = [each for each in unseen if self._is_placed(each)]
        return tuple(Skill("go to", each.id) for each in placed[: self._goal.count])

    def _is_placed(self, thing: Thing) -> bool:
        return any(self.things[holder].type == self._goal.parent for holder in self.holders(thing.id))

    def _place_two(self) -> Plan:
        """Bring objects into the parent that holds most of them."""
        objects = self._objects()
        fit = [each for each in objects if "sliced" in each.states or not self._goal.is_sliced]
        parents = sorted(
            self._parents(), key=lambda each: (-sum(self._is_in(one, each) for one in fit), self._far(each))
        )
        placed = tuple(each.id for each in fit if parents and self._is_in(each, parents[0]))
        return self._get(besides=placed) or self._store(parents[:1], self._goal.parent)

    def _place_carried(self) -> Plan:
        """Put the object in the carrier, and that in the parent."""
        carriers = [each for each in self._of_type(self._goal.carrier) if self._admits(each, self._goal.object)]
        loaded = [each for each in carriers if any(self._is_in(one, each) for one in self._fit())]
        if loaded:
            carrier = min(loaded, key=self._far)
            return self._hold(carrier) or self._store(self._parents(), self._goal.parent)
        if self.held in {each.id for each in carriers}:
            return self._drop()
        return self._get() or self._store(carriers, self._goal.carrier)

    def _get(self, besides: tuple[str, ...] = ()) -> Plan:
        """Have an object in the hand, sliced if it shall be; nothing if it is there."""
        left = [each for each in self._objects() if each.id not in besides]
        fit = [each for each in left if each in self._fit()]
        if not left:
            return (Skill("explore", self._goal.object, besides=besides),)
        chosen = min(fit or left, key=self._far)
        if not fit:
            return self._cut(chosen)
        return self._hold(chosen)

    def _fit(self) -> list[Thing]:
        return [each for each in self._objects() if "sliced" in each.states or not self._goal.is_sliced]

    def _cut(self, thing: Thing) -> Plan:
        """Slice a thing; the knife is put away by the next stretch."""
        if self.held == thing.id:
            return self._drop()
        knives = [each for each in self.things.values() if each.type in self._facts.slices]
        if not knives:
            return self._explored(sorted(self._facts.slices, reverse=True))
        knife = min(knives, key=self._far)
        return self._hold(knife) or (Skill("slice", thing.id),)

    def _treat(self) -> Plan:
        """Clean, heat or cool what is in the hand; nothing if it is so, or need not be."""
        if self._goal.kind not in TREATMENTS:
            return NOTHING
        name, state = TREATMENTS[self._goal.kind]
        if state in self.things[self.held].states:
            return NOTHING
        kinds = {"clean": self._facts.cleans, "heat": self._facts.heats, "cool": self._facts.cools}[name]
        tools = [each for each in self.things.values() if each.type in kinds]
        return (Skill(name, min(tools, key=self._far).id),) if tools else self._explored(sorted(kinds))

    def _light(self) -> Plan:
        """Be at a lamp that is on."""
        lamps = self._of_type(self._goal.lamp)
        if not lamps:
            return (Skill("explore", self._goal.lamp),)
        lamp = min(lamps, key=self._far)
        return (Skill("go to" if "on" in lamp.states else "switch on", lamp.id),)

    def _hold(self, thing: Thing) -> Plan:
        """Have a thing in the hand; nothing if it is there."""
        if self.held == thing.id:
            return NOTHING
        return self._drop() if self.held else (Skill("pick", thing.id),)

    def _drop(self) -> Plan:
        """Put what is in the hand where it may lie."""
        kind = self.things[self.held].type
        able = [each for each in self.things.values() if not each.movable and self._admits(each, kind)]
        return self._store(able, *sorted(each for each in self._facts.holds if self._facts.admits(each, kind)))

    def _store(self, receptacles: Iterable[Thing], *kinds: str) -> Plan:
        """Put what is in the hand in the nearest receptacle; where none is known, look for one of these types."""
        into = min((each for each in receptacles if each.id != self.held), key=self._far, default=None)
        if into is None:
            return self._explored(kinds)
        opening = (Skill("open", into.id),) if "closed" in into.states else ()
        return (*opening, Skill("put", into.id))

    def _explored(self, kinds: Iterable[str]) -> Plan:
        """Look for a thing of the first type that was not looked for in vain."""
        skills = [Skill("explore", kind) for kind in kinds]
        return next(((each,) for each in skills if not _is_in_vain(each, self._situation)), tuple(skills[:1]))

    def _objects(self) -> list[Thing]:
        return self._of_type(self._goal.object)

    def _parents(self) -> list[Thing]:
        kind = self._goal.carrier or self._goal.object
        return [each for each in self._of_type(self._goal.parent) if self._admits(each, kind)]

    def _of_type(self, kind: str) -> list[Thing]:
        return list(of_type(self.things, kind))

    def _admits(self, receptacle: Thing, kind: str) -> bool:
        return self._facts.admits(receptacle.type, kind)

    def _is_in(self, thing: Thing, receptacle: Thing) -> bool:
        return receptacle.id in self.holders(thing.id)

    def _far(self, thing: Thing) -> tuple[bool, float, str]:
        """Order things: that in the hand first, then by distance."""
        return thing.id != self.held, self._situation.position.distance(thing.location), thing.id
