"""A session with AI2-THOR's controller in the form that its documentation gives; it stands for a simulator.

Source: ai2thor.allenai.org, iTHOR: environment state, navigation, interactive physics, object state changes.
"""

import math
from copy import deepcopy
from itertools import product
from types import SimpleNamespace
from typing import Any

Json = dict[str, Any]
STEP, VISIBILITY, EYES = 0.25, 1.5, 0.9009991
FLAGS = ("receptacle", "toggleable", "openable", "pickupable", "sliceable", "cookable", "dirtyable")
STATES = ("isToggled", "isOpen", "isPickedUp", "isSliced", "isCooked", "isDirty", "isFilledWithLiquid", "isUsedUp")


def an_object(kind: str, x: float, y: float, z: float, *able: str, inside: tuple[str, ...] = (), **state: Any) -> Json:
    """The metadata of an object, as an event tells it."""
    flags = {each: each in able for each in FLAGS} | dict.fromkeys(STATES, False)
    return {
        "name": f"{kind}_2a940808",
        "objectType": kind,
        "objectId": f"{kind}|{x:+06.2f}|{y:+06.2f}|{z:+06.2f}",
        "position": {"x": x, "y": y, "z": z},
        "rotation": {"x": 0.0, "y": 0.0, "z": 0.0},
        "visible": False,
        "temperature": "RoomTemp",
        "mass": 1.0,
        "receptacleObjectIds": [],
        "parentReceptacles": list(inside) or None,
        **flags,
        **state,
    }


FLOOR = an_object("Floor", 0.0, 0.0, 0.0, "receptacle")
COUNTER = an_object("CounterTop", 0.0, 0.95, -0.4, "receptacle", inside=(FLOOR["objectId"],))
SINK = an_object("SinkBasin", 1.25, 0.8, -0.4, "receptacle")
FAUCET = an_object("Faucet", 1.25, 1.0, -0.5, "toggleable")
FRIDGE = an_object("Fridge", 3.4, 1.0, 0.5, "receptacle", "openable")
MICROWAVE = an_object("Microwave", 3.4, 1.1, 2.0, "receptacle", "openable", "toggleable")
PAINTING = an_object("Painting", 30.0, 1.5, 2.0)
BOWL = an_object("Bowl", 0.0, 1.0, -0.3, "pickupable", "receptacle", inside=(COUNTER["objectId"],), isDirty=True)
# the receptacles of a thing are told in no order
EGG = an_object("Egg", 0.0, 1.0, -0.3, "pickupable", inside=(COUNTER["objectId"], BOWL["objectId"]))
KNIFE = an_object("Knife", 0.2, 1.0, -0.4, "pickupable", inside=(COUNTER["objectId"],))
APPLE = an_object("Apple", 3.4, 1.0, 0.5, "pickupable", "sliceable", inside=(FRIDGE["objectId"],), temperature="Cold")
OBJECTS = (FLOOR, COUNTER, SINK, FAUCET, FRIDGE, MICROWAVE, PAINTING, BOWL, EGG, KNIFE, APPLE)


class Controller:
    """A kitchen of 3 m by 2 m. Each request is kept in `requests`."""

    def __init__(self) -> None:
        self.objects = {each["objectId"]: deepcopy(each) for each in OBJECTS}
        self.x, self.z, self.turn, self.horizon, self.held = 0.0, 0.0, 0.0, 30.0, ""
        self.points = [(STEP * x, STEP * z) for x, z in product(range(13), range(9))]
        self.requests: list[Json] = []
        self.last_event = self._event("Initialize", "", None)

    def step(self, action: str, **arguments: Any) -> Any:
        """Act as the documentation says; what is refused changes nothing."""
        self.requests.append({"action": action, **arguments})
        told = getattr(self, f"_{action}")(**arguments)
        error, returned = (told, None) if isinstance(told, str) else ("", told)
        self.last_event = self._event(action, error, returned)
        return self.last_event

    def _event(self, action: str, error: str, returned: Any) -> Any:
        for each in self.objects.values():
            each["visible"] = each["objectId"] == self.held or self._sees(each, self.x, self.z, self.turn)
        agent = {
            "position": {"x": self.x, "y": EYES, "z": self.z},
            "rotation": {"x": 0.0, "y": self.turn, "z": 0.0},
            "cameraHorizon": self.horizon,
            "isStanding": True,
        }
        inventory = [{"objectId": self.held, "objectType": self.held.partition("|")[0]}] if self.held else []
        metadata = {
            "lastAction": action,
            "lastActionSuccess": not error,
            "errorMessage": error,
            "actionReturn": returned,
            "sceneName": "FloorPlan1_physics",
            "agent": agent,
            "objects": list(self.objects.values()),
            "inventoryObjects": inventory,
        }
        return SimpleNamespace(metadata=deepcopy(metadata), frame=None)

    def _sees(self, each: Json, x: float, z: float, turn: float) -> bool:
        to_x, to_z = each["position"]["x"] - x, each["position"]["z"] - z
        holders = (self.objects[id] for id in each["parentReceptacles"] or ())
        if math.hypot(to_x, to_z) > VISIBILITY or any(one["openable"] and not one["isOpen"] for one in holders):
            return False
        off = abs((math.degrees(math.atan2(to_x, to_z)) - turn + 180) % 360 - 180)
        return off <= 45 or math.hypot(to_x, to_z) < 0.1

    def _GetReachablePositions(self) -> Any:  # noqa: N802 - as the simulator calls it
        return [{"x": x, "y": EYES, "z": z} for x, z in self.points]

    def _GetInteractablePoses(self, objectId: str) -> Any:  # noqa: N802, N803
        return [
            {"x": x, "y": EYES, "z": z, "rotation": turn, "standing": True, "horizon": 30.0}
            for (x, z), turn in product(self.points, (0.0, 90.0, 180.0, 270.0))
            if self._sees(self.objects[objectId], x, z, turn)
        ]

    def _Teleport(self, position: Json, rotation: Json, horizon: float, *, standing: bool) -> Any:  # noqa: N802
        if (position["x"], position["z"]) not in self.points or not standing:
            return "Collided with: Wall while attempting to teleport"
        self.x, self.z, self.turn, self.horizon = position["x"], position["z"], rotation["y"], horizon
        if self.held:
            self._carry(self.objects[self.held], {"x": self.x, "y": EYES, "z": self.z})
        return None

    def _carry(self, each: Json, to: Json) -> None:
        each["position"] = dict(to)
        for other in self.objects.values():
            if each["objectId"] in (other["parentReceptacles"] or ()):
                other["position"] = dict(to)

    def _PickupObject(self, objectId: str) -> Any:  # noqa: N802, N803
        each = self.objects[objectId]
        if self.held:
            return "Agent hand has something in it already! Can't pick up anything else"
        if not each["visible"] or not each["pickupable"]:
            return f"{objectId} is not interactable"
        each["parentReceptacles"], each["isPickedUp"], self.held = None, True, objectId
        return None

    def _PutObject(self, objectId: str) -> Any:  # noqa: N802, N803
        holder, each = self.objects[objectId], self.objects.get(self.held)
        if each is None or not holder["visible"]:
            return "There is nothing in the agent's hand, or the target is not visible"
        if holder["openable"] and not holder["isOpen"]:
            return "Target openable Receptacle is CLOSED, can't place if target is not open!"
        self._carry(each, holder["position"])
        each["parentReceptacles"], each["isPickedUp"] = [objectId], False
        self.held = ""
        return None

    def _set(self, id: str, able: str, state: str, *, to: bool) -> Any:
        each = self.objects[id]
        if not each[able] or not each["visible"] or each[state] == to:
            return f"{id} can't be changed so"
        each[state] = to
        return None

    def _OpenObject(self, objectId: str) -> Any:  # noqa: N802, N803
        return self._set(objectId, "openable", "isOpen", to=True)

    def _CloseObject(self, objectId: str) -> Any:  # noqa: N802, N803
        return self._set(objectId, "openable", "isOpen", to=False)

    def _ToggleObjectOn(self, objectId: str) -> Any:  # noqa: N802, N803
        return self._set(objectId, "toggleable", "isToggled", to=True)

    def _ToggleObjectOff(self, objectId: str) -> Any:  # noqa: N802, N803
        return self._set(objectId, "toggleable", "isToggled", to=False)

    def _SliceObject(self, objectId: str) -> Any:  # noqa: N802, N803
        whole = self.objects[objectId]
        if not whole["sliceable"] or not whole["visible"]:
            return f"{objectId} can't be sliced"
        del self.objects[objectId]
        for number in range(2):
            id = f"{objectId}|{whole['objectType']}Sliced_{number}"
            piece = whole | {"objectId": id, "objectType": f"{whole['objectType']}Sliced", "sliceable": False}
            self.objects[id] = deepcopy(piece)
        return None
