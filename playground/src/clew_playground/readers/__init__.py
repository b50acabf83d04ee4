"""Rules for the English of text games: `World(memory, reader="rules", rules=GAMES)`."""

from clew.loaders.world.reading import Rules
from clew_playground.readers.english import ENGLISH
from clew_playground.readers.scienceworld import SCIENCEWORLD
from clew_playground.readers.textworld import TEXTWORLD
from clew_playground.readers.textworld_express import TEXTWORLD_EXPRESS

__all__ = ["GAMES"]

GAMES = Rules((TEXTWORLD, TEXTWORLD_EXPRESS, SCIENCEWORLD), ENGLISH)
"""Reads our games, those of TextWorld, TextWorldExpress and ScienceWorld, and plain English."""
