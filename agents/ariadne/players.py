"""Who may play with a language model: the same planning and decision, each with another memory."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.memory_modules import (
    FlatRetrieval,
    FullHistory,
    GraphMemory,
    LastSteps,
    MemoryModule,
    RunningSummary,
)
from clew.errors import InvalidInput
from clew.llm import LanguageModel

PLAYERS: Mapping[str, Callable[[LanguageModel], MemoryModule]] = MappingProxyType(
    {
        "ariadne": GraphMemory,
        "history": lambda _: FullHistory(),
        "summary": RunningSummary,
        "rag": FlatRetrieval,
        "no-episodes": partial(GraphMemory, episodes=0),
        "no-exploration": partial(GraphMemory, explores=False),
        "window": lambda _: LastSteps(),
    }
)
"""Ariadne, what it is compared with, and Ariadne without a part; that nothing is replaced is set in the `World`."""


def player(name: str, model: LanguageModel, task: str) -> Ariadne:
    """Return a player of one game.

    Raises:
        InvalidInput: there is none of that name.
    """
    if name not in PLAYERS:
        raise InvalidInput(f"player {name!r} is unknown; choose of {', '.join(PLAYERS)}")
    return Ariadne(model, task, PLAYERS[name](model))
