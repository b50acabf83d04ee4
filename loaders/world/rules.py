"""Rules: a form of sentence, and what a sentence of that form says."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clew.loaders.world.things import NamedThing, called, where
from clew.model.triplet import IS_BEHIND, IS_IN, IS_ON, IS_UNDER, UNLOCKS, Triplet

Meaning = Callable[[re.Match[str], str], Iterable[Triplet]]
"""What a matching sentence says, in a place."""


PLACED = MappingProxyType(
    {
        **dict.fromkeys(("in", "into", "inside", "within", "in/on"), IS_IN),
        **dict.fromkeys(("on", "onto", "on top of"), IS_ON),
        **dict.fromkeys(("under", "underneath", "beneath"), IS_UNDER),
        "behind": IS_BEHIND,
    }
)
"""The words that say where a thing is, each with its predicate."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Forms, of which a whole sentence must have one, without its full stop."""

    forms: tuple[re.Pattern[str], ...]
    meaning: Meaning


def rule(*forms: str) -> Callable[[Meaning], Rule]:
    """Make a rule of the function below it."""
    compiled = tuple(re.compile(form, re.IGNORECASE | re.DOTALL) for form in forms)
    return lambda meaning: Rule(compiled, meaning)


_UNSURE = re.compile(
    r"[ ,](?:no more|any ?more|(?:no|any) longer|never|perhaps|maybe|possibly|probably|presumably|supposedly|allegedly"
    r"|or (?:maybe |perhaps )?not|in (?:your|my|his|her|their) dreams|it is said|(?:it|so it) seems"
    r"|(?:they|people|some|others|i|we|he|she) (?:says?|said|thinks?|guess|believes?|suppose|hope|claim))$",
    re.IGNORECASE,
)
"""Ends a sentence that denies or doubts what it says."""


def said_by(sentence: str, place: str, rules: Sequence[Rule]) -> Iterator[Triplet]:
    """Yield the triplets of the first rule that fits; nothing where none fits, or where the end takes it back."""
    for each in () if _UNSURE.search(sentence) else rules:
        for form in each.forms:
            if match := form.fullmatch(sentence):
                yield from each.meaning(match, place)
                return


def placed(things: Iterable[NamedThing | None], how: str, holder: NamedThing | None) -> Iterator[Triplet]:
    """Yield where some things are, such as "on" or "inside" what, and their states; nothing of what has no name."""
    predicate = PLACED[how.lower()]
    if holder:
        yield from holder.described()
        for thing in filter(None, things):
            yield Triplet(thing.name, predicate, holder.name)
            yield from thing.described()


def unlocks(key: str, lock: str) -> Iterator[Triplet]:
    """Yield the lock that a key fits; nothing where one of the two has no name."""
    one, other = called(key), where(lock)
    if one and other:
        yield Triplet(one.name, UNLOCKS, other.name)
