"""Rules: a form of sentence, and what a sentence of that form says."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clew.loaders.world.things import Thing
from clew.triplet import Triplet

__all__ = ["Meaning", "Rule", "placed", "rule", "said_by"]

Meaning = Callable[[re.Match[str], str], Iterable[Triplet]]
"""What a matching sentence says, in a place."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A form that a whole sentence must have, without its full stop."""

    form: re.Pattern[str]
    meaning: Meaning


def rule(form: str) -> Callable[[Meaning], Rule]:
    """A rule of the function below it."""
    return lambda meaning: Rule(re.compile(form, re.IGNORECASE | re.DOTALL), meaning)


def said_by(sentence: str, place: str, rules: Sequence[Rule]) -> Iterator[Triplet]:
    """What the first rule that fits says; nothing where none fits."""
    for each in rules:
        if match := each.form.fullmatch(sentence):
            yield from each.meaning(match, place)
            return


def placed(things: Iterable[Thing | None], predicate: str, holder: Thing | None) -> Iterator[Triplet]:
    """Where some things are, and how they are; nothing of what has no name."""
    if holder:
        yield from holder.described()
        for thing in filter(None, things):
            yield Triplet(thing.name, predicate, holder.name)
            yield from thing.described()
