"""The doors to the memory of places: the scene graph, what was seen of late, and states in words and images."""

from clew.loaders.scene.states import ReadStates, read_states
from clew.scene.graph import Scene
from clew.scene.short_term import ShortTermMemory

__all__ = ["ReadStates", "Scene", "ShortTermMemory", "read_states"]
