"""Reads the description of a place: ways out, doors, furniture, and what lies on, in and beside it.

TextWorld words these sentences in many ways, with flourishes before a thing ("What's that over there? It looks like
it's a safe") and behind it (", so there's that"). Of a flourish we know how it leads to the thing, not all its words.
"""

import re
from collections.abc import Iterable, Iterator

from clew.loaders.world.noun_phrases import STATE, NamedThing, called, listed, where
from clew.loaders.world.rules import placed, rule
from clew.model.triplet import HAS_EXIT, OPPOSITE, Triplet, direction, door_to

_WAY = re.sub("th(?=[ew])", "th[ -]?", "|".join(sorted(OPPOSITE, key=len, reverse=True)))
_WAYS = rf"((?:{_WAY})(?:(?:, and |, | and )(?:to )?(?:the )?(?:{_WAY}))*)"
_EACH_WAY = re.compile(rf"\b(?:{_WAY})\b")
_CERTAIN = (
    r"(?!.*(?:\b(?:no|not|never|nobody|if|unless|whether|doubt|wonder)\b|n['\u2019]t)"
    r"(?:[^,]* that|(?: \w+ly)?(?: any)?(?: \w+)?) you (?:can|could|should)\b)"
)
"""No words right before "you can" deny or doubt it; "if doors aren't your style you could" does neither."""
_SEE = r"(?:can )?(?:also )?(?:even )?(?:see|make out|notice|spot)"
_NEAR = r"(?:here|in the room|nearby|close by|in the corner|right there by you)"
_LOOKS = r"(?:, which (?:looks|seems|appears) [\w -]{1,40},?)?"
_TAIL = re.compile(rf"(?:, so there's that|{_LOOKS} {_NEAR})$", re.IGNORECASE)
_LOOKING = re.compile(rf"^((?:an? )?(?:(?:{STATE}) )?)[\w-]+ looking (?=.)", re.IGNORECASE)
"""How a thing looks is no part of its name."""


@rule(
    rf"there (?:is|are) (?:an? )?(?:(?!no\b)\w+ )?(?:exits?|ways?|paths?)(?: out)? (?:to the |leading |going ){_WAYS}",
    rf"{_CERTAIN}(?:.* )?(?:you (?:can|could|should)|why not)(?: try)? (?:go|going|exit|leave)"
    rf"(?: to the| by the)? {_WAYS}(?:(?:,| from| without) .*)?",
    rf"(?:an exit|exits)(?: \w+)? (?:lie|lies|lead|leads) (?:to the )?{_WAYS}",
    rf"(?:(?:the|your|obvious|visible|available|possible) )*(?:exits?|ways out)(?: are)?: ?{_WAYS}",
)
def _ways(match: re.Match[str], place: str) -> Iterator[Triplet]:
    for way in _EACH_WAY.findall(match[1].lower()):
        yield Triplet(place, HAS_EXIT, direction(way))


@rule(
    rf"(?:there is |you {_SEE} )?an? (.+) (?:leading|leads|heading)(?: to the)? ({_WAY})",
    rf"(?:there is |you {_SEE} )an? ((?:.+ )?(?:\w*door|\w*gate|hatch|\w+way)) to the ({_WAY})",
)
def _door(match: re.Match[str], place: str) -> Iterable[Triplet]:
    door = called(match[1])
    if door:
        yield Triplet(place, door_to(direction(match[2])), door.name)
        yield from door.described()


@rule(r"there (?:is|are) ((?:an?|some|the) .+) (?:on the (?:floor|ground)|here)")
def _on_floor(match: re.Match[str], place: str) -> Iterable[Triplet]:
    return placed(listed(match[1]), "in", NamedThing(place))


@rule(r"there (?:is|are) ((?:an?|some|the) .+) (on|in|inside) (the .+)")
def _there(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match[1]), match[2], where(match[3]))


@rule(rf"(on|in|inside) (the .+?),? you {_SEE} (.+)")
def _upon(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(_TAIL.sub("", match[3])), match[1], called(match[2]))


@rule(r"(on|in|inside) (the .+?),? (?:there )?(?:is|are) ((?:an?|some) .+)")
def _in_it(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match[3]), match[1], called(match[2]))


@rule(r"(the .+?) contains (.+)")
def _contains(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(_TAIL.sub("", match[2])), "in", called(match[1]))


@rule(rf"you {_SEE} ((?:an?|some) .+) (on|in) (the (?!room$|corner$).+)")
def _seen_upon(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match[1]), match[2], where(_TAIL.sub("", match[3])))


@rule(rf"an? (.+?){_LOOKS} is {_NEAR}")
def _is_here(match: re.Match[str], place: str) -> Iterable[Triplet]:
    return placed([called(_LOOKING.sub(r"\1", match[1]))], "in", NamedThing(place))


@rule(
    rf"you {_SEE} ((?:an?|some) (?!.*, where you {_SEE} an? ).+)",
    rf".*(?:, (?:where )?you {_SEE}|\b(?-i:You) {_SEE}|\b(?:you find|seeing|it's(?: just)?|here's|follow it to|"
    "fall onto|other than|reveal|there,))"
    " (an? .+)",
    r"((?-i:an?) .+)",
)
def _presented(match: re.Match[str], place: str) -> Iterable[Triplet]:
    return placed(listed(_LOOKING.sub(r"\1", _TAIL.sub("", match[1]))), "in", NamedThing(place))


ROOM_RULES = (_ways, _door, _on_floor, _there, _upon, _in_it, _contains, _seen_upon)
"""Rules that hold wherever it is said."""

DESCRIBED = (*ROOM_RULES, _is_here, _presented)
"""Rules that hold in the description of a place: there a thing that is named is a thing that stands there."""
