"""AI2-THOR's controller as the body of KARMA's agent.

    from ai2thor.controller import Controller

    house = from_thor(Controller(scene="FloorPlan1"))
    Karma(memory, model).run(house, "Put the mug in the sink.")

Of the controller only what its documentation describes is used: `step(action=…)`, and of `last_event` the `metadata`.
The agent sees what the camera has in view on a turn at each place, and nothing else of the simulator's list of objects.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, cast

from clew.agents.environment import WrongWorld
from clew.agents.karma.body import Skill, SkillName, SkillResult
from clew.agents.karma.ways import Ways
from clew.loaders.sources.layouts.ithor import TypeFacts, type_facts
from clew.model.building import building_of
from clew.model.scene import MAX_FROM_FLOOR_M, Layout, Point, Thing

GRID_M: Final = 0.25  # the controller's `gridSize`, unless it is said otherwise
SECONDS: Final = 1.0  # that an action of the simulator takes: a model, and no measurement
METRES_PER_SECOND: Final = 0.5  # likewise, of walking
HORIZON: Final = 30.0  # degrees by which the camera looks down while the agent turns
VIEWS: Final = (0.0, 90.0, 180.0, 270.0)  # directions of a turn, in degrees
MOVES: Final[Mapping[SkillName, str]] = MappingProxyType(
    {
        "pick": "PickupObject",
        "put": "PutObject",
        "open": "OpenObject",
        "close": "CloseObject",
        "slice": "SliceObject",
        "switch on": "ToggleObjectOn",
        "switch off": "ToggleObjectOff",
    }
)
"""Skills that are one action of the simulator."""

_TREATED: Final[Mapping[SkillName, str]] = MappingProxyType({"clean": "cleaned", "heat": "heated", "cool": "cooled"})
_PAIRS = (("openable", "isOpen", "opened", "closed"), ("toggleable", "isToggled", "on", "off"))
_MARKS = (("isCooked", "cooked"), ("isSliced", "sliced"), ("isDirty", "dirty"))
_MORE_MARKS = (("isFilledWithLiquid", "filled"), ("isUsedUp", "used up"))
_TEMPERATURES = MappingProxyType({"Hot": "heated", "Cold": "cooled"})
_SLICED = "Sliced"
_UNSEEN = frozenset({"Floor"})  # what everything stands on is no receptacle to look into

Metadata = Mapping[str, Any]


class ThorBody:
    """The body; see `from_thor`.

    Attributes:
        ways: where it can stand.
        layout: the room with what does not move in it; `Scene.load` takes it for long-term memory.
        types: what is known of types of things.
    """

    def __init__(self, controller: Any, grid: float, types: TypeFacts) -> None:  # noqa: ANN401 - a foreign class
        self._controller, self.types = controller, types
        self._around, self._treated, self._acts = set[str](), dict[str, dict[str, None]](), 0
        begin = self._checked(getattr(controller, "last_event", None))
        self._stands: Sequence[Mapping[str, float]] = self._act("GetReachablePositions").get("actionReturn") or ()
        name = str(begin.get("sceneName") or "house").removesuffix("_physics")
        floor = tuple((float(each["x"]), float(each["z"])) for each in self._stands)
        self.layout = Layout(name, floor, tuple(self._fixed(floor)), step=grid)
        self.ways = Ways(building_of(self.layout))
        self._look_around()

    @property
    def place(self) -> int:
        """Number of the point where it stands."""
        at = self._metadata["agent"]["position"]
        return self._nearest(range(len(self.ways.points)), (at["x"], at["z"]))

    @property
    def position(self) -> Point:
        """Where it stands, on the floor."""
        return self.ways.points[self.place]

    @property
    def held(self) -> str:
        """Id of what is in its hand; empty for nothing."""
        return next((str(each["objectId"]) for each in self._metadata.get("inventoryObjects") or ()), "")

    def visible(self) -> tuple[Thing, ...]:
        """Return what came into view since it arrived here and is in nothing closed, and what is in its hand."""
        objects = self._objects()
        self._around |= {id for id, each in objects.items() if each["visible"]}
        seen = self._around | {self.held}
        shown = (each for id, each in objects.items() if id in seen and not self._is_hidden(each, objects))
        return tuple(self._thing(each, objects) for each in shown)

    def do(self, skill: Skill) -> SkillResult:
        """Do a skill; what the simulator refuses is told in its words."""
        start, self._acts = self.place, 0
        if skill.name in {"look", "explore"}:
            self._look_around()
            reason = "" if skill.name == "look" else "this body does not search by itself"
        elif skill.name == "go to":
            reason = self._go(skill.target)
        elif isinstance(skill.target, Point):
            reason = f"You cannot {skill.name} a point; name a thing."
        elif skill.target not in self._objects():
            reason = f"There is no {skill.target}."
        elif skill.name in _TREATED and not self.held:
            reason = f"The hand is empty, and {skill.name} needs something in it."
        else:
            reason = self._handle(skill.name, skill.target)
        metres = self.ways.distances(start)[self.place]
        seconds = metres / METRES_PER_SECOND + self._acts * SECONDS
        said = f"You {skill.name} {skill.target}.".replace(" .", ".")
        return SkillResult(not reason, reason or said, metres, seconds, self.visible())

    def _go(self, target: str | Point) -> str:
        """Stand where a thing can be handled, else at the point nearest to it; return why that fails."""
        objects = self._objects()
        if isinstance(target, str) and target not in objects:
            return f"There is no {target}."
        poses = self._poses(target) if isinstance(target, str) else []
        spot = target.spot if isinstance(target, Point) else _point(objects[target]).spot
        reached = self.ways.part(self.place)
        if poses:
            walks = self.ways.distances(self.place)
            pose = min(poses, key=lambda each: (walks[self._nearest(reached, _spot(each))], _away(each, spot)))
        else:
            stand = self._stands[self._nearest(reached, spot)]
            pose = {**stand, "rotation": 0.0, "horizon": HORIZON, "standing": True}
        self._around.clear()
        reason = self._stand(pose)
        self._look_around()
        return reason

    def _handle(self, name: SkillName, target: str) -> str:
        """Handle a thing, in several actions of the simulator where it has no single one; return why that fails."""
        held = self.held
        steps = iter([(MOVES[name], target)]) if name in MOVES else self._treatment(name, target, held)
        for action, id in steps:
            if reason := self._aimed(action, id):
                return reason
        if name in _TREATED:
            state = _TREATED[name]
            self._treated.setdefault(held, {}).pop(state, None)
            self._treated[held][state] = None
        return ""

    def _treatment(self, name: SkillName, appliance: str, held: str) -> Iterator[tuple[str, str]]:
        """Yield the actions that clean, heat or cool what is in the hand, each with its target.

        As in ALFRED: it is put into the appliance, that is run or shut for a moment, and it is taken out again.
        """
        shuts = bool(self._objects()[appliance].get("openable"))
        if shuts and not self._objects()[appliance]["isOpen"]:
            yield "OpenObject", appliance
        yield "PutObject", appliance
        if shuts:
            yield "CloseObject", appliance
        if name != "cool":
            source = appliance if name == "heat" else self._faucet(appliance)
            yield "ToggleObjectOn", source
            yield "ToggleObjectOff", source
        if shuts:
            yield "OpenObject", appliance
        yield "PickupObject", held
        if shuts:
            yield "CloseObject", appliance

    def _faucet(self, sink: str) -> str:
        objects = self._objects()
        faucets = [id for id, each in objects.items() if each["objectType"] == "Faucet"]
        near = _point(objects[sink])
        return min(faucets, key=lambda id: (near.distance(_point(objects[id])), id), default=sink)

    def _aimed(self, action: str, id: str) -> str:
        """Turn to a thing that is not in view, and act on it; return why that fails."""
        if not self._objects()[id]["visible"] and id != self.held and (poses := self._poses(id)):
            here = self.position.spot
            self._stand(min(poses, key=lambda pose: _away(pose, here)))
        told = self._act(action, objectId=id)
        return "" if told["lastActionSuccess"] else str(told.get("errorMessage") or f"The simulator refuses {action}.")

    def _poses(self, id: str) -> list[Metadata]:
        """Return where and how one can stand to handle a thing."""
        return list(self._act("GetInteractablePoses", objectId=id).get("actionReturn") or ())

    def _stand(self, pose: Metadata) -> str:
        place, turn = {axis: pose[axis] for axis in ("x", "y", "z")}, {"x": 0.0, "y": pose["rotation"], "z": 0.0}
        told = self._act("Teleport", position=place, rotation=turn, horizon=pose["horizon"], standing=pose["standing"])
        return "" if told["lastActionSuccess"] else str(told.get("errorMessage") or "One cannot stand there.")

    def _look_around(self) -> None:
        """Turn once round, and come back to how it stood."""
        agent = self._metadata["agent"]
        turn, down = agent["rotation"]["y"], agent.get("cameraHorizon", 0.0)
        pose = {**agent["position"], "standing": agent.get("isStanding", True)}
        for view in VIEWS:
            self._stand({**pose, "rotation": view, "horizon": HORIZON})
            self._around |= {id for id, each in self._objects().items() if each["visible"]}
        self._stand({**pose, "rotation": turn, "horizon": down})

    def _fixed(self, floor: Iterable[tuple[float, float]]) -> Iterator[Thing]:
        """Yield what does not move and is not too far from where one can stand."""
        objects, spots = self._objects(), list(floor)
        for each in objects.values():
            thing = self._thing(each, objects)
            near = min((math.dist(spot, thing.location.spot) for spot in spots), default=math.inf)
            if not thing.movable and thing.type not in _UNSEEN and near <= MAX_FROM_FLOOR_M:
                yield Thing(thing.id, thing.type, thing.location, states=thing.states)

    def _thing(self, each: Metadata, objects: Mapping[str, Metadata]) -> Thing:
        id, kind = str(each["objectId"]), str(each["objectType"])
        states = [yes if each[mark] else no for able, mark, yes, no in _PAIRS if each.get(able)]
        states += [state for mark, state in (*_MARKS, *_MORE_MARKS) if each.get(mark)]
        warm = _TEMPERATURES.get(str(each.get("temperature") or each.get("ObjectTemperature")))
        plain = kind.removesuffix(_SLICED)
        states += ["sliced"] if plain != kind else []
        inside = "" if each.get("isPickedUp") else _innermost(each, objects)
        thing = Thing(id, plain, _point(each), bool(each.get("pickupable")), tuple(states), inside)
        for state in (*([warm] if warm else []), *self._treated.get(id, ())):
            thing = thing.having(state)
        return thing

    def _is_hidden(self, each: Metadata, objects: Mapping[str, Metadata]) -> bool:
        holders = (objects[id] for id in each.get("parentReceptacles") or () if id in objects)
        return any(holder.get("openable") and not holder["isOpen"] for holder in holders)

    def _nearest(self, numbers: Iterable[int], spot: tuple[float, float]) -> int:
        return min(numbers, key=lambda number: (math.dist(self.ways.points[number].spot, spot), number))

    @property
    def _metadata(self) -> Metadata:
        return self._checked(self._controller.last_event)

    def _objects(self) -> dict[str, Metadata]:
        return {str(each["objectId"]): each for each in self._metadata["objects"]}

    def _act(self, action: str, **arguments: object) -> Metadata:
        self._acts += not action.startswith("Get")
        return self._checked(self._controller.step(action=action, **arguments))

    def _checked(self, event: object) -> Metadata:
        told: object = getattr(event, "metadata", None)
        needed = ("agent", "objects", "lastActionSuccess")
        if not isinstance(told, Mapping) or any(each not in told for each in needed):
            raise WrongWorld(
                f"{type(self._controller).__name__} gives no event whose metadata has {', '.join(needed)}; give "
                "AI2-THOR's Controller of one agent, after its first scene was loaded"
            )
        return cast("Metadata", told)


def from_thor(controller: Any, *, grid: float = GRID_M, types: TypeFacts | None = None) -> ThorBody:  # noqa: ANN401
    """Return AI2-THOR's controller as a body for `Karma`.

    Args:
        controller: an `ai2thor.controller.Controller` of iTHOR's default agent, or what has the same `step` and
            `last_event`.
        grid: the controller's `gridSize`, in metres, above 0.
        types: what is known of types of things; None: iTHOR's.

    Returns:
        The body. Its `layout` has what does not move, for `Scene.load`.

    Raises:
        WrongWorld: the controller is none.
        InvalidInput: the scene has no point where one can stand, or its points are on another grid.

    Example:
        house = from_thor(Controller(scene="FloorPlan1"))
    """
    return ThorBody(controller, grid, types or type_facts())


def _innermost(each: Metadata, objects: Mapping[str, Metadata]) -> str:
    """Return the receptacle that a thing lies in or on itself: of those that are told, the one in most of the others.

    The simulator tells all of them in no order: of an egg in a bowl on a table both.
    """
    known = [id for id in each.get("parentReceptacles") or () if id in objects]
    told = [id for id in known if objects[id]["objectType"] not in _UNSEEN and id != each["objectId"]]
    return max(told, key=lambda id: len(set(objects[id].get("parentReceptacles") or ()) & set(told)), default="")


def _point(each: Metadata) -> Point:
    return Point(each["position"]["x"], each["position"]["y"], each["position"]["z"])


def _spot(pose: Metadata) -> tuple[float, float]:
    return float(pose["x"]), float(pose["z"])


def _away(pose: Metadata, spot: tuple[float, float]) -> float:
    return math.dist(_spot(pose), spot)
