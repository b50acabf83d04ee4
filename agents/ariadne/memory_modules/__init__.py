"""What a player is shown of its past: the graph, or what stands beside it for comparison."""

from clew.agents.ariadne.memory_modules.graph import GraphMemory
from clew.agents.ariadne.memory_modules.history import FullHistory, LastSteps
from clew.agents.ariadne.memory_modules.module import MemoryModule, Now, RecalledText
from clew.agents.ariadne.memory_modules.retrieval import FlatRetrieval
from clew.agents.ariadne.memory_modules.summary import RunningSummary

__all__ = [
    "FlatRetrieval",
    "FullHistory",
    "GraphMemory",
    "LastSteps",
    "MemoryModule",
    "Now",
    "RecalledText",
    "RunningSummary",
]
