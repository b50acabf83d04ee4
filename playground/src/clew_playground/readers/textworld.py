"""TextWorld's texts, and those of our own games, which are worded likewise."""

from dataclasses import replace

from clew.loaders.world.general import ROOMS
from clew.loaders.world.rules import heading
from clew_playground.readers.recipes import RECIPES, read_recipe

TEXTWORLD = replace(
    ROOMS,
    name="textworld",
    headings=(heading("(?P<list>ingredients|directions):", "{list}: "), *ROOMS.headings),
    rules=(*RECIPES, *ROOMS.rules),
    described=(*RECIPES, *ROOMS.described),
    told=(*RECIPES, *ROOMS.told),
    adds=read_recipe,
)
