"""The families of texts that rules can read, one module each."""

from clew.loaders.world.families.english import ENGLISH
from clew.loaders.world.families.family import Family
from clew.loaders.world.families.scienceworld import SCIENCEWORLD
from clew.loaders.world.families.textworld import TEXTWORLD
from clew.loaders.world.families.textworld_express import TEXTWORLD_EXPRESS

__all__ = ["FAMILIES", "Family", "family_of"]

FAMILIES = (TEXTWORLD, TEXTWORLD_EXPRESS, SCIENCEWORLD)
"""Those that mark their texts."""


def family_of(text: str) -> Family:
    """Return the family that a text is of, by its marks alone; plain English where none is found."""
    return next((each for each in FAMILIES if each.marks_in(text)), ENGLISH)
