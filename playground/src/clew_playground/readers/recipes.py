"""Recipes: as a cookbook prints them, an ingredient or a direction to a line, and in whatever words."""

import re
from collections.abc import Iterable, Iterator, Sequence

from clew.loaders.world.noun_phrases import called
from clew.loaders.world.rules import rule
from clew.model.triplet import MUST_BE, NEEDS, Triplet
from clew_playground.readers.recipe_phrases import is_recipe, phrased

RECIPE = "recipe"
_BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)]) +")
_DIRECTION = re.compile(r"(\w+) the (.+?)(?: (?:with|using|in|on) the .+)?", re.IGNORECASE)
_NO_PREPARING = frozenset({"prepare", "eat", "serve", "make", "take", "gather", "find", "enjoy"})
_IRREGULAR = {"cut": "cut", "grind": "ground", "freeze": "frozen", "beat": "beaten"}


@rule(r"ingredients: (.+)")
def _needed(match: re.Match[str], _: str) -> Iterator[Triplet]:
    thing = called(_bare(match[1]))
    if thing:
        yield Triplet(RECIPE, NEEDS, thing.name)


@rule(r"directions: (.+)")
def _instructed(match: re.Match[str], _: str) -> Iterator[Triplet]:
    asked = _DIRECTION.fullmatch(_bare(match[1]))
    thing = called(asked[2]) if asked and asked[1].lower() not in _NO_PREPARING else None
    if asked and thing:
        yield Triplet(thing.name, MUST_BE, _participle(asked[1].lower()))


RECIPES = (_needed, _instructed)


def read_recipe(text: str, action: str, found: Sequence[Triplet]) -> Iterable[Triplet]:
    """Return what a recipe in whatever words says; nothing where its lists were read already."""
    return phrased(text) if is_recipe(text, action) and not any(each.predicate == NEEDS for each in found) else ()


def _bare(line: str) -> str:
    return _BULLET.sub("", line.strip()).rstrip(".")


def _participle(verb: str) -> str:
    """Return the state that a deed leaves: "fry" gives fried, "chop" chopped."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search("[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", verb) else verb + "ed"
