"""A recipe as a cookbook prints it: one ingredient to a line, then one direction to a line."""

import re
from collections.abc import Iterator

from clew.loaders.world.things import called
from clew.triplet import MUST_BE, NEEDS, Triplet

RECIPE = "recipe"
HEADINGS = frozenset({"ingredients:", "directions:"})

_BULLET = re.compile(r"^(?:[-*•]|\d{1,2}[.)]) +")
_DIRECTION = re.compile(r"(\w+) the (.+?)(?: (?:with|using|in|on) the .+)?", re.IGNORECASE)
_NO_PREPARING = frozenset({"prepare", "eat", "serve", "make", "take", "gather", "find", "enjoy"})
_IRREGULAR = {"cut": "cut", "grind": "ground", "freeze": "frozen", "beat": "beaten"}


def instructed(heading: str, line: str) -> Iterator[Triplet]:
    """Yield what a line below one of the headings asks for."""
    line = _BULLET.sub("", line.strip()).rstrip(".")
    if heading == "ingredients:":
        thing = called(line)
        if thing:
            yield Triplet(RECIPE, NEEDS, thing.name)
    elif (match := _DIRECTION.fullmatch(line)) and match[1].lower() not in _NO_PREPARING:
        thing = called(match[2])
        if thing:
            yield Triplet(thing.name, MUST_BE, _participle(match[1].lower()))


def _participle(verb: str) -> str:
    """Return the state that a deed leaves: "fry" gives fried, "chop" chopped."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("e"):
        return verb + "d"
    if re.search("[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if re.fullmatch("[^aeiou]*[aeiou][^aeiouwxy]", verb) else verb + "ed"
