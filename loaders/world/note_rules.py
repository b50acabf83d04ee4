"""Reads notes, letters and tasks: what holds somewhere in the world, wherever it is said."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from clew.loaders.world.noun_phrases import STATE, called, listed, state, where
from clew.loaders.world.rules import placed, rule, unlocks
from clew.model.triplet import IS, Triplet


@rule(r"(the .+?|(?!(?:it|that|this|what|which|only|you|if) )[\w' -]+?) unlocks (.+)")
def _unlocks(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return unlocks(match[1], match[2])


@rule(r"(the .+?)(?: (in|inside|on) (the .+?))? (?:can be|is) (?:unlocked|opened) (?:with|by|using) (the .+)")
def _is_unlocked(match: re.Match[str], _: str) -> Iterable[Triplet]:
    if where(match[4]):
        yield from unlocks(match[4], match[1])
    if match[2]:
        yield from placed([called(match[1])], match[2], called(match[3]))


@rule(rf"(the .+?) (?:is|are) (?:now |already |currently )?({STATE})")
def _is(match: re.Match[str], _: str) -> Iterable[Triplet]:
    yield from (Triplet(thing.name, IS, state(match[2])) for thing in listed(match[1]))


@rule(r"(the .+?) (?:is|are|can be found) (?:now )?(in|inside|on) (the .+)")
def _is_in(match: re.Match[str], _: str) -> Iterable[Triplet]:
    return placed(listed(match[1]), match[2], where(match[3]))


TOLD = (_unlocks, _is_unlocked, _is, _is_in)

_SAYS = re.compile(r" (?:says|reads)(?:,?:? ?(?P<mark>[\"“'\u2018])|: ?(?=\S))")
_ENDS = re.compile(r"[\"”]"), re.compile(r"['’](?!\w)")
"""Marks that may close a quotation: double ones, and single ones, of which one within a word is an apostrophe."""


@dataclass(frozen=True, slots=True)
class Quote:
    """The speaker and words of a line, and what stands around them; nobody is named where "it" says so."""

    before: str
    who: str
    said: str
    after: str


def quoted(line: str) -> Quote | None:
    """Find the quotation in a line such as ``The note 1 says: "..."``; None where there is none.

    The quotation goes on to the last mark of its kind, so that it may hold others. Without marks, behind a colon, or
    where none closes it, it goes on to the end of the line.
    """
    verb = _SAYS.search(line)
    if verb is None:
        return None
    begin, single = verb.end(), verb["mark"] in ("'", "\u2018")
    ends = [each.start() for each in _ENDS[single].finditer(line, begin)] if verb["mark"] else []
    end = ends[-1] if ends else len(line)
    before, stop, speaker = line[: verb.start()].rpartition(". ")
    who, said = called(speaker), " ".join(line[begin:end].split())
    if not any(map(str.isalnum, said)) or (who is None and speaker.lower() != "it"):
        return None
    return Quote(before + stop, who.name if who else "", said, line[end + 1 :])
