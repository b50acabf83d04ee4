"""Recipes in whatever words: what is said to be done to a food, and what is listed or said to be needed.

Only a text that was read and speaks of a recipe is read so: there "take a carrot" says what a meal needs.
"""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from clew.loaders.world.noun_phrases import NO_NAMES, NamedThing, called, listed
from clew.model.triplet import MUST_BE, NEEDS, Triplet

RECIPE = "recipe"

_VERBS = ("slice", "dice", "chop", "peel", "grate", "fry", "roast", "grill", "bake", "boil")
_DONE = ("sliced", "diced", "chopped", "peeled", "grated", "fried", "roasted", "grilled", "baked", "boiled")
_STATES: Mapping[str, str] = MappingProxyType(dict(zip(_VERBS, _DONE, strict=True)))
_VERB, _STATE = "|".join(_STATES), "|".join(_STATES.values())
_MAX_WORDS = 5
"""Words of an ingredient in a list."""

_READING = re.compile(r"(?:examine|read|open|look at|x) ", re.IGNORECASE)
_ABOUT = re.compile(r"\b(?:recipe|cookbook|ingredients?)\b", re.IGNORECASE)
_OF_FOOD = re.compile(r"\b(?:meal|dish|cook)\b", re.IGNORECASE)
"""Words of recipes, and of other texts: a cook is a person too."""
_ITEM = re.compile(r"^(?:\s*[-*•]\s+|\s*\d{1,2}[.)]\s+|\s{2,})(?=\S)")
_CLAUSE = re.compile(
    r"[.;:!?]\s+|[.;:!?]$|,? (?:and |and then |then )+(?=(?:the |you |" + _VERB + r")\b)|\n", re.IGNORECASE
)
_DO = re.compile(
    rf"(?:(?:.*? )?({_VERB}) (?:the|your)|({_VERB})) (.+?)(?: (?:with|using|in|on|over) (?:the|an?|your) .+)?",
    re.IGNORECASE,
)
"""A verb within a clause has an article behind it: a pork chop is no order."""
_MUST = "(?:must|should|has to|have to|needs? to|ought to|is to|are to)"
_BE = re.compile(
    rf"(?:.* )?(the .+?) {_MUST} be ({_STATE})(?: and ({_STATE}))?",
    re.IGNORECASE,
)
_LISTED = re.compile(rf"(.+?) \(((?:{_STATE})(?:(?:, | and )(?:{_STATE}))*)\)", re.IGNORECASE)
_NEED = re.compile(
    r"(?:.* )?(?:needs?|requires?|takes?|uses?|wants?|gather|get|(?:made|consists) (?:of|from)) ((?:an?|some) .+)",
    re.IGNORECASE,
)


def is_recipe(text: str, action: str) -> bool:
    """Return whether a text was read, and it or what was read speaks of a recipe.

    A text that only speaks of food is one where it lists two things or says what must be done to one.
    """
    if not _READING.match(action):
        return False
    said = f"{action}\n{text}"
    return bool(_ABOUT.search(said) or (_OF_FOOD.search(said) and _directs(text)))


def _directs(text: str) -> bool:
    lists = sum(1 for line in text.splitlines() if _ITEM.match(line))
    return lists > 1 or any(each.predicate == MUST_BE for each in phrased(text))


def phrased(text: str) -> tuple[Triplet, ...]:
    """Return what a recipe needs and what must be done to that; all to which something is done is needed."""
    said = [each for line in text.splitlines() for each in _of_line(line)]
    needed = (each.object if each.predicate == NEEDS else each.subject for each in said)
    done = [each for each in said if each.predicate == MUST_BE]
    return tuple(dict.fromkeys([*(Triplet(RECIPE, NEEDS, each) for each in needed), *done]))


def _of_line(line: str) -> Iterator[Triplet]:
    item = _ITEM.match(line)
    bare = line[item.end() :] if item else line
    clauses = [each.strip(" ,.") for each in _CLAUSE.split(bare) if each.strip(" ,.")]
    found = [triplet for clause in clauses for triplet in _of_clause(clause)]
    if not found and item and len(clauses) == 1:
        found = [*_ingredient(clauses[0])]
    yield from found


def _of_clause(clause: str) -> Iterator[Triplet]:
    if match := _BE.fullmatch(clause):
        yield from _must(called(match[1]), *filter(None, match.groups()[1:]))
    elif match := _LISTED.fullmatch(clause):
        yield from _must(called(match[1]), *re.findall(_STATE, match[2], re.IGNORECASE))
    elif match := _NEED.fullmatch(clause):
        yield from (Triplet(RECIPE, NEEDS, each.name) for each in listed(match[1]))
    elif match := _DO.fullmatch(clause):
        yield from _must(called(match[3]), _STATES[(match[1] or match[2]).lower()])


def _ingredient(text: str) -> Iterator[Triplet]:
    """Yield an ingredient of a list: a short name, and no order to make the meal of it all."""
    thing = called(text)
    words = set(thing.name.split()) if thing else set[str]()
    if (
        thing
        and 0 < len(words) <= _MAX_WORDS
        and not words & {"prepare", "serve", "eat", "enjoy", "meal", *NO_NAMES - {"all"}}
    ):
        yield Triplet(RECIPE, NEEDS, thing.name)


def _must(thing: NamedThing | None, *states: str) -> Iterator[Triplet]:
    if thing:
        yield from (Triplet(thing.name, MUST_BE, each.lower()) for each in states)
