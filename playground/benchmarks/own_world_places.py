"""Three small worlds in words of their own, as a newcomer writes them: a ship, a laboratory and a warehouse.

Each has places, ways that are gone by other verbs than "go", things to fetch, and one last action that needs them. In
each a body can also move one thing, of a type that no table knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from clew.agents import Observation, Skill, SkillResult, Ways
from clew.model.building import building_of
from clew.model.scene import Layout, Point, Thing


@dataclass
class Place:
    """A world of places.

    Attributes:
        name: of the world.
        task: in words.
        ways: where each action leads, by the place in which it can be done.
        things: the action that takes each thing, by the place in which it lies.
        last: the action that wins, and where.
        way: the actions that win, in their order.
        errand: of a body: the task, the thing, where it lies, and where it shall be.
    """

    name: str
    task: str
    ways: Mapping[str, Mapping[str, str]]
    things: Mapping[str, str]
    last: tuple[str, str]
    way: tuple[str, ...]
    errand: tuple[str, str, str, str]
    here: str = field(default="", init=False)
    taken: set[str] = field(default_factory=set[str], init=False)

    def reset(self) -> Observation:
        """Begin at the first place, with empty hands."""
        self.here, self.taken = next(iter(self.ways)), set()
        return self._seen()

    def step(self, action: str) -> Observation:
        """Act."""
        action_here, where = self.last
        if (action, self.here) == (action_here, where) and self.taken == set(self.things.values()):
            return Observation("It works. All is done.", done=True, won=True)
        if action == self.things.get(self.here):
            self.taken.add(action)
        self.here = self.ways[self.here].get(action, self.here)
        return self._seen()

    def _seen(self) -> Observation:
        thing = self.things.get(self.here, "")
        takes = [thing] if thing and thing not in self.taken else []
        actions = (*self.ways[self.here], *takes, self.last[0])
        return Observation(f"-= {self.here.title()} =-\nIt is quiet.", actions)


PLACES = (
    Place(
        "ship",
        "Start the engine of the ship.",
        {
            "deck": {"climb down the ladder": "hold", "squeeze through the hatch": "bridge"},
            "hold": {"climb up the ladder": "deck", "slide along the pipe": "engine room"},
            "bridge": {"jump back on deck": "deck"},
            "engine room": {"crawl back": "hold"},
        },
        {"bridge": "take the fuses", "hold": "take the oily rag"},
        ("pull the red lever", "engine room"),
        (
            *("squeeze through the hatch", "take the fuses", "jump back on deck", "climb down the ladder"),
            *("take the oily rag", "slide along the pipe", "pull the red lever"),
        ),
        ("Put the wrench on the engine block.", "Wrench", "ToolLocker", "EngineBlock"),
    ),
    Place(
        "laboratory",
        "Begin the measurement.",
        {
            "airlock": {"cycle the airlock": "clean room"},
            "clean room": {"cycle the airlock": "airlock", "ride the paternoster": "cellar"},
            "cellar": {"ride the paternoster": "clean room"},
        },
        {"airlock": "put on the gloves", "cellar": "pick up the samples"},
        ("press start", "clean room"),
        (
            *("put on the gloves", "cycle the airlock", "ride the paternoster", "pick up the samples"),
            *("ride the paternoster", "press start"),
        ),
        ("Put the flask on the hot plate.", "Flask", "FumeHood", "HotPlate"),
    ),
    Place(
        "warehouse",
        "Ship the parcel.",
        {
            "gate": {"badge in": "aisle"},
            "aisle": {"hop on the conveyor": "dock", "take the goods lift": "mezzanine"},
            "mezzanine": {"slide down the chute": "dock"},
            "dock": {"follow the yellow line": "aisle"},
        },
        {"mezzanine": "grab the parcels"},
        ("load the truck", "dock"),
        ("badge in", "take the goods lift", "grab the parcels", "slide down the chute", "load the truck"),
        ("Put the scanner on the charger.", "Scanner", "Crate", "Charger"),
    ),
)


class Arm:
    """A body in one room of such a world; it sees and reaches all of it."""

    def __init__(self, place: Place) -> None:
        self.task, kind, holder, goal = place.errand
        floor = tuple((0.25 * x, 0.25 * z) for x in range(9) for z in range(3))
        fixed = [Thing(each, each, Point(x, 0.8, 0.25)) for each, x in ((holder, 0.0), (goal, 2.0))]
        thing = Thing(f"{kind}|1", kind, fixed[0].location, movable=True, inside=holder)
        self.room = Layout(f"{place.name} room", floor, (*fixed, thing))
        self.ways, self.place, self.held, self.goal = Ways(building_of(self.room)), 0, "", goal
        self.things = {each.id: each for each in self.room.things}

    @property
    def position(self) -> Point:
        """Where it stands."""
        return self.ways.points[self.place]

    @property
    def won(self) -> bool:
        """Return True if the thing is where it shall be."""
        return any(each.inside == self.goal for each in self.things.values())

    def visible(self) -> tuple[Thing, ...]:
        """Return the things in sight: all."""
        return tuple(self.things.values())

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill."""
        if skill.name == "pick":
            self.held = str(skill.target)
        elif skill.name == "put":
            there = self.things[str(skill.target)]
            self.things[self.held] = replace(self.things[self.held], inside=there.id, location=there.location)
            self.held = ""
        return SkillResult(True, f"You {skill.name} {skill.target}.", seconds=1.0, seen=self.visible())
