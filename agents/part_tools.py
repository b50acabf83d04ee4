"""The tools of what a space may hold beside conversations: a world, ended tasks, learnings, a building.

Agents alone have them.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from pydantic import Field

from clew.agents.spaces import Bound
from clew.agents.tool_form import NOTHING, Arguments, OptionalText, OptionalTexts, Result, Tool
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.schema import declared
from clew.text.quotation import QUOTED

MAX_LISTED = 40
"""Things that a tool shows a model. The tool says how many more there are, and a program gets all of them."""

_SECTIONS = {"world": "world", "working": "working", "learnings": "learning", "scene": "scene"}
"""The declared section of each part: a space that holds a kind of the section holds the part."""


def held_parts(memory: Memory) -> tuple[str, ...]:
    """Return the parts that a memory's space holds."""
    held = {declared().kind(label).section for label in memory.stats().nodes}
    return tuple(part for part, section in _SECTIONS.items() if section in held)


def _cut(lines: Sequence[str], narrowed_by: str = "") -> Sequence[str]:
    """Return the lines that a tool shows, and one that says how many it leaves out."""
    if (more := len(lines) - MAX_LISTED) <= 0:
        return lines
    remedy = f"; narrow by {narrowed_by}" if narrowed_by else ""
    return [*lines[:MAX_LISTED], f"and {more} more{remedy}"]


def _quoted(lines: Sequence[str], ids: Sequence[str]) -> Result:
    """Return lines under a header that calls them quotations; each stays on its line."""
    if not lines:
        return Result(NOTHING, [])
    return Result("\n".join([QUOTED, *(" ".join(each.split()) for each in lines)]), list(ids))


class _Observe(Arguments):
    """Keep what you see in the world that you walk through."""

    text: str = Field(description="The observation, word by word.")
    action: OptionalText = Field("", description="What was done just before it; empty where nothing was.")

    def work(self, bound: Bound) -> Result:
        seen = World(bound.memory, bound.session).observe(self.text, action=self.action)
        place = f"; you are in {seen.place}" if seen.place else ""
        return Result(
            f"{len(seen.new)} new, {len(seen.replaced)} replaced{place}", {"id": seen.id, "place": seen.place}
        )


class _OfThing(Arguments):
    thing: str = Field(description="Name of a thing or a place, as observations name it.")


class _RecallThing(_OfThing):
    """Look up what is believed of a thing or a place."""

    def work(self, bound: Bound) -> Result:
        found = World(bound.memory, bound.session).recall([self.thing])
        return _quoted([each.triplet.text for each in found.triplets], [each.id for each in found.triplets])


class _Where(_OfThing):
    """Find what a thing is in or on."""

    def work(self, bound: Bound) -> Result:
        chain = World(bound.memory, bound.session).where(self.thing)
        unknown = f"Where {self.thing} is, memory does not know."
        return Result(" in ".join([self.thing, *chain]) if chain else unknown, list(chain))


class _WayTo(_OfThing):
    """Get the actions that lead from here to a place or a thing."""

    def work(self, bound: Bound) -> Result:
        way = World(bound.memory, bound.session).route(self.thing)
        if way is None:
            return Result(f"Memory knows no way to {self.thing}.", [])
        return Result("; ".join(way.actions) or "You are there.", list(way.actions))


class _Unexplored(Arguments):
    """List the exits that nobody went through."""

    def work(self, bound: Bound) -> Result:
        exits = {place: list(ways) for place, ways in World(bound.memory, bound.session).unexplored().items()}
        listed = [f"{place}: {', '.join(ways)}" for place, ways in exits.items()]
        return Result("\n".join(_cut(listed)) or "No exit is left.", exits)


class _PastTasks(Arguments):
    """Look up earlier tasks like this one, and what became of them."""

    goal: str = Field(description="The goal, in a line.")

    def work(self, bound: Bound) -> Result:
        found = WorkingMemory(bound.memory).similar(self.goal)
        return _quoted([hit.text for hit in found], [hit.id for hit in found])


class _Learnings(Arguments):
    """Look up what earlier trials taught, before you act."""

    situation: str = Field(description="What is to be done, and what is seen, in a sentence or two.")

    def work(self, bound: Bound) -> Result:
        chosen = [each.stored for each in Learnings(bound.memory).select(self.situation, across=True)]
        # Each with its place: what helps in one place may not help in another.
        lines = [f"{each.learning.text} ({each.task} in {each.environment})" for each in chosen]
        return _quoted(lines, [each.id for each in chosen])


class _Objects(Arguments):
    """Find objects of the building by type and room."""

    types: OptionalTexts = Field([], description="Types of objects, such as Fridge; empty for all.")
    rooms: OptionalTexts = Field([], description="Names of rooms; empty for all.")

    def work(self, bound: Bound) -> Result:
        found = Scene(bound.memory).objects(types=self.types or None, rooms=self.rooms or None)
        lines = [f"{each.id}: {each.type} in {each.room}, area {each.area}, {', '.join(each.states)}" for each in found]
        return _quoted(_cut([each.removesuffix(", ") for each in lines], "types or rooms"), [each.id for each in found])


class _WayBetween(Arguments):
    """Get the way from one area of the building to another."""

    start: str = Field(description="Name of the area where the way begins.")
    end: str = Field(description="Name of the area where it ends.")

    def work(self, bound: Bound) -> Result:
        way = Scene(bound.memory).route(self.start, self.end)
        if way is None:
            return Result(f"No way leads from {self.start} to {self.end}.", [])
        return Result(f"{', '.join(way.areas)}: {way.metres:.1f} m", list(way.areas))


_tool = partial(Tool, only="agents")

PART_TOOLS: Mapping[str, tuple[Tool, ...]] = MappingProxyType(
    {
        "world": (
            _tool("world_observe", _Observe, effect="adds"),
            _tool("world_recall", _RecallThing),
            _tool("world_where", _Where),
            _tool("world_route", _WayTo),
            _tool("world_unexplored", _Unexplored),
        ),
        "working": (_tool("past_tasks", _PastTasks),),
        "learnings": (_tool("learnings", _Learnings),),
        "scene": (_tool("scene_objects", _Objects), _tool("scene_route", _WayBetween)),
    }
)
"""The tools of each part."""
