"""Texts that no game marks: plain English, and recipes."""

from dataclasses import replace

from clew.loaders.world import general
from clew.loaders.world.rules import heading
from clew_playground.readers.recipes import RECIPES, read_recipe

ENGLISH = replace(
    general.ENGLISH,
    headings=(heading("(?P<list>ingredients|directions):", "{list}: "), *general.ENGLISH.headings),
    rules=(*RECIPES, *general.ENGLISH.rules),
    described=(*RECIPES, *general.ENGLISH.described),
    told=(*RECIPES, *general.ENGLISH.told),
    adds=read_recipe,
)
