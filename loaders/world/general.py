"""The general rules: places under a header, answers to actions, notes, and what English says of where things are.

`ROOMS` reads texts that name a place as `-= Hall =-`; `ENGLISH` reads all others.
"""

import re
from collections.abc import Iterable, Iterator

from clew.loaders.world.action_rules import DEEDS, echoed
from clew.loaders.world.note_rules import TOLD
from clew.loaders.world.noun_phrases import called, listed, where
from clew.loaders.world.room_rules import DESCRIBED, ROOM_RULES
from clew.loaders.world.rules import PLACED, TextFamily, forms, heading, placed, rule
from clew.model.triplet import IS, PLACEMENTS, Triplet
from clew.text.names import words

_HOW = "(?P<how>" + "|".join(sorted(PLACED, key=len, reverse=True)) + ")"
_STANDS = r"(?:is|are|sits?|stands?|lies?|rests?|hangs?|is (?:lying|sitting|standing|hanging|hidden|kept))"
_PART = r"(?:the|an?|your) (?:\w[\w'-]* ){0,3}?\w[\w'-]*"
_MEASURE = r"(?P<value>-?\d+(?:\.\d+)? (?:degrees|°)(?: \w+)?)"


@rule(rf"there (?:is|are) (?P<things>(?:an?|some|the) .+?) {_HOW} (?P<where>{_PART})")
def _there(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match["things"]), match["how"], where(match["where"]))


@rule(rf"(?P<thing>{_PART}) {_STANDS} {_HOW} (?P<where>{_PART})")
def _stands(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed([called(match["thing"])], match["how"], where(match["where"]))


@rule(rf"{_HOW} (?P<where>{_PART}),? (?:there )?{_STANDS} (?P<things>(?:an?|some) .+)")
def _upon(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match["things"]), match["how"], called(match["where"]))


@rule(
    rf"the temperature of (?P<thing>{_PART}) is (?:now )?{_MEASURE}",
    rf"(?P<thing>{_PART}) (?:is|has a temperature of)(?: now)?(?: at)? {_MEASURE}",
)
def _measured(match: re.Match[str], _: str) -> Iterator[Triplet]:
    thing = called(match["thing"])
    if thing:
        yield Triplet(thing.name, "has temperature", match["value"].lower())


@rule(r"(?P<thing>the .+?) (?:is|are) (?:now )?(?:turned |switched )?(?P<state>on|off|lit|unlit)")
def _switched(match: re.Match[str], _: str) -> Iterator[Triplet]:
    thing = called(match["thing"])
    if thing:
        yield Triplet(thing.name, IS, match["state"].lower())


_NO_PLACES = words("no_places.txt", "clew.loaders.world")
"""Last words of what nothing is in or on, however English puts it: times, states of mind, parts of a whole."""


def _keeps(triplet: Triplet) -> bool:
    """Return whether a triplet tells where something is, or how: not when, not why."""
    if triplet.predicate not in PLACEMENTS:
        return True
    ends = {each.rpartition(" ")[2] for each in (triplet.subject, triplet.object)}
    return _NO_PLACES.isdisjoint(ends)


_RULES = (*DEEDS, *TOLD, *ROOM_RULES, _there, _stands, _upon, _measured, _switched)

_CARRYING = heading("you are carrying:", "you are carrying: ")

ENGLISH = TextFamily(
    name="english",
    marks=(),
    headers=(),
    headings=(_CARRYING,),
    rules=_RULES,
    described=_RULES,
    told=TOLD,
    echo=echoed,
    keeps=_keeps,
)

ROOMS = TextFamily(
    name="rooms",
    marks=forms(r"^[^\S\n]*-= *\S[^\n]{0,200}? *=-"),
    headers=forms(r"\s*-= *(?P<place>\S[^\n]{0,200}?) *=-"),
    headings=(_CARRYING,),
    rules=(*DEEDS, *TOLD, *ROOM_RULES),
    described=(*DEEDS, *TOLD, *DESCRIBED),
    told=TOLD,
    echo=echoed,
)
