"""The doors to the memory of places: the scene graph, and what was seen of late."""

from clew.scene.graph import Scene
from clew.scene.short_term import ShortTermMemory

__all__ = ["Scene", "ShortTermMemory"]
