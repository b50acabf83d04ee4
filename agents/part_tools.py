"""The tools of what a space may hold beside conversations: a world, ended tasks, learnings, a building."""

from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from pydantic import BaseModel, Field

from clew.agents.spaces import Bound
from clew.agents.tools import QUOTED, WORDS, Offer, OptionalText, OptionalTexts, Result, own_offers
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.schema import declared

MAX_LISTED = 40
"""Things that a tool shows a model; how many more there are is said, and a program is given all."""

FAMILIES = MappingProxyType({"world": "world", "working": "working", "learnings": "learning", "scene": "scene"})
"""The declared family of each part: a space that holds one of its kinds holds the part."""


class Observe(BaseModel):
    """What was seen in the world."""

    text: str = Field(description="The observation, word by word.")
    action: OptionalText = Field(default="", description="What was done just before it; empty where nothing was.")


class Thing(BaseModel):
    """What is looked for."""

    thing: str = Field(description="Name of a thing or a place, as observations name it.")


class Nothing(BaseModel):
    """A question without arguments."""


class Situation(BaseModel):
    """What is to be done."""

    situation: str = Field(description="What is to be done, and what is seen, in a sentence or two.")


class Goal(BaseModel):
    """What is to be reached."""

    goal: str = Field(description="The goal, in a line.")


class Objects(BaseModel):
    """Which objects are wanted."""

    types: OptionalTexts = Field(default=[], description="Types of objects, such as Fridge; empty for all.")
    rooms: OptionalTexts = Field(default=[], description="Names of rooms; empty for all.")


class Ends(BaseModel):
    """Between which areas a way is wanted."""

    start: str = Field(description="Name of the area where the way begins.")
    end: str = Field(description="Name of the area where it ends.")


def held_parts(memory: Memory) -> tuple[str, ...]:
    """Return the parts that a memory's space holds."""
    held = {declared().kind(label).family for label in memory.stats().nodes}
    return tuple(part for part, family in FAMILIES.items() if family in held)


def world_observe(bound: Bound, text: str, action: str = "") -> Result:
    """Remember what was seen; the session is the run."""
    seen = World(bound.memory, bound.session).observe(text, action=action)
    place = f"; you are in {seen.place}" if seen.place else ""
    return Result(f"{len(seen.new)} new, {len(seen.replaced)} replaced{place}", {"id": seen.id, "place": seen.place})


def world_recall(bound: Bound, thing: str) -> Result:
    """Return what is believed of a thing and of what it touches."""
    found = World(bound.memory, bound.session).recall([thing])
    return _quoted([each.triplet.text for each in found.triplets], [each.id for each in found.triplets])


def world_where(bound: Bound, thing: str) -> Result:
    """Return what holds a thing, from the nearest holder on."""
    chain = World(bound.memory, bound.session).where(thing)
    return Result(" in ".join([thing, *chain]) if chain else f"Where {thing} is, memory does not know.", list(chain))


def world_route(bound: Bound, thing: str) -> Result:
    """Return the actions that lead to a place or a thing."""
    way = World(bound.memory, bound.session).route(thing)
    if way is None:
        return Result(f"Memory knows no way to {thing}.", [])
    return Result("; ".join(way.actions) or "You are there.", list(way.actions))


def world_unexplored(bound: Bound) -> Result:
    """Return the exits that nobody went through."""
    exits = {place: list(ways) for place, ways in World(bound.memory, bound.session).unexplored().items()}
    listed = [f"{place}: {', '.join(ways)}" for place, ways in exits.items()]
    return Result("\n".join(_cut(listed)) or "No exit is left.", exits)


def past_tasks(bound: Bound, goal: str) -> Result:
    """Return ended tasks with a goal like this one."""
    found = WorkingMemory(bound.memory).similar(goal)
    return _quoted([hit.text for hit in found], [hit.id for hit in found])


def learnings(bound: Bound, situation: str) -> Result:
    """Return what was learned that fits a situation, and where: what helps in one place may not in another."""
    chosen = [each.stored for each in Learnings(bound.memory).select(situation, across=True)]
    lines = [f"{each.learning.text} ({each.task} in {each.environment})" for each in chosen]
    return _quoted(lines, [each.id for each in chosen])


def scene_objects(bound: Bound, types: Sequence[str] = (), rooms: Sequence[str] = ()) -> Result:
    """Return objects of a building with where they are."""
    found = Scene(bound.memory).objects(types=list(types) or None, rooms=list(rooms) or None)
    lines = [f"{each.id}: {each.type} in {each.room}, area {each.area}, {', '.join(each.states)}" for each in found]
    return _quoted(_cut([each.removesuffix(", ") for each in lines], "types or rooms"), [each.id for each in found])


def scene_route(bound: Bound, start: str, end: str) -> Result:
    """Return the way over areas of a building."""
    way = Scene(bound.memory).route(start, end)
    if way is None:
        return Result(f"No way leads from {start} to {end}.", [])
    return Result(f"{', '.join(way.areas)}: {way.metres:.1f} m", list(way.areas))


def _cut(lines: Sequence[str], narrowed_by: str = "") -> Sequence[str]:
    """Return what a tool shows of its lines, with how many it leaves out."""
    if (more := len(lines) - MAX_LISTED) <= 0:
        return lines
    remedy = f"; narrow by {narrowed_by}" if narrowed_by else ""
    return [*lines[:MAX_LISTED], f"and {more} more{remedy}"]


def _quoted(lines: Sequence[str], ids: Sequence[str]) -> Result:
    """Return lines under a header that calls them quotations; each stays on its line."""
    if not lines:
        return Result("Nothing in memory fits.", [])
    return Result("\n".join([QUOTED, *(" ".join(each.split()) for each in lines)]), list(ids))


OFFERS: Mapping[str, tuple[Offer, ...]] = MappingProxyType(
    {
        "world": (
            Offer(
                "world_observe",
                "Keep what you see in the world that you walk through.",
                Observe,
                world_observe,
                recalls=False,
            ),
            Offer("world_recall", "Look up what is believed of a thing or a place.", Thing, world_recall),
            Offer("world_where", "Find what a thing is in or on.", Thing, world_where),
            Offer("world_route", "Get the actions that lead from here to a place or a thing.", Thing, world_route),
            Offer("world_unexplored", "List the exits that nobody went through.", Nothing, world_unexplored),
        ),
        "working": (
            Offer("past_tasks", "Look up earlier tasks like this one, and what became of them.", Goal, past_tasks),
        ),
        "learnings": (Offer("learnings", "Look up what earlier trials taught, before you act.", Situation, learnings),),
        "scene": (
            Offer("scene_objects", "Find objects of the building by type and room.", Objects, scene_objects),
            Offer("scene_route", "Get the way from one area of the building to another.", Ends, scene_route),
        ),
    }
)
"""The tools of each part."""

RECALLING = frozenset(
    offer.name for offer in chain(own_offers(WORDS, has_model=True), *OFFERS.values()) if offer.recalls
)
"""Tools that give back what is in memory: it is not remembered once more."""
