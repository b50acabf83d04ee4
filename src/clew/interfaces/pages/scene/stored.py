"""The building that a space holds, as it is drawn."""

from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.interfaces.pages.scene.drawing import Scenery
from clew.model.scene import Thing
from clew.retrieval.scene.objects import units
from clew.text.instants import now


def scenery_of(memory: Memory) -> Scenery | None:
    """Return the content of a memory's map: areas, objects, and what short-term memory holds; None without areas."""
    scene = Scene(memory)
    areas, objects, held = scene.areas(), scene.objects(), units(memory.space.read, "")
    if not areas:
        return None
    things = [Thing(each.id, each.type, each.location, each.movable, each.states, each.inside) for each in objects]
    return Scenery(memory.space.name, areas, things, units=held, at=now())
