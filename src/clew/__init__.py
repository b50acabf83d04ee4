"""Long-term memory for language-model agents, kept as one graph in Neo4j.

    from clew import Memory

    with Memory.local(space="ann") as memory:
        memory.add("I adopted a cat, Miso.", session="monday", speaker="Ann")
        print(memory.recall("Which pet does Ann have?").text)

Each public name is imported when it is first used, so `import clew` costs nothing. The folders `loaders`, `retrieval`,
`agents` and `cypher` are relative links to those at the top of the repository.
"""

from importlib import import_module, metadata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.api.async_memory import AsyncMemory
    from clew.api.learnings import Learnings
    from clew.api.memory import Memory
    from clew.api.scene import Scene
    from clew.api.short_term import ShortTermMemory
    from clew.api.working import WorkingMemory
    from clew.api.world import World
    from clew.model import Fact, Filter, Turn
    from clew.settings import Settings

    __version__: str

__all__ = [
    "AsyncMemory", "Fact", "Filter", "Learnings", "Memory", "Scene", "Settings", "ShortTermMemory", "Turn",
    "WorkingMemory", "World", "__version__",
]  # fmt: skip

_MODULES = {
    "AsyncMemory": "clew.api.async_memory",
    "Fact": "clew.model",
    "Filter": "clew.model",
    "Learnings": "clew.api.learnings",
    "Memory": "clew.api.memory",
    "Scene": "clew.api.scene",
    "Settings": "clew.settings",
    "ShortTermMemory": "clew.api.short_term",
    "Turn": "clew.model",
    "WorkingMemory": "clew.api.working",
    "World": "clew.api.world",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name == "__version__":
        return metadata.version("clew")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    """Return the public names, for completion in an editor or a console."""
    return [*__all__]
