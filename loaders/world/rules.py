"""Rules of sentences, and what is declared of a family of texts: its marks, headers, lists and rules."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clew.loaders.world.noun_phrases import NamedThing, called, where
from clew.model.triplet import IS_BEHIND, IS_IN, IS_ON, IS_UNDER, UNLOCKS, Triplet

Meaning = Callable[[re.Match[str], str], Iterable[Triplet]]  # the triplets of a matching sentence, in a place


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
class SentenceRule:
    """Forms, of which a whole sentence must have one, without its full stop."""

    forms: tuple[re.Pattern[str], ...]
    meaning: Meaning


def rule(*forms: str) -> Callable[[Meaning], SentenceRule]:
    """Make a rule of the function below it."""
    compiled = tuple(re.compile(form, re.IGNORECASE | re.DOTALL) for form in forms)
    return lambda meaning: SentenceRule(compiled, meaning)


_UNSURE = re.compile(
    r"[ ,](?:no more|any ?more|(?:no|any) longer|never|perhaps|maybe|possibly|probably|presumably|supposedly|allegedly"
    r"|or (?:maybe |perhaps )?not|in (?:your|my|his|her|their) dreams|it is said|(?:it|so it) seems"
    r"|(?:they|people|some|others|i|we|he|she) (?:says?|said|thinks?|guess|believes?|suppose|hope|claim))$",
    re.IGNORECASE,
)
"""Ends a sentence that denies or doubts what it says."""


def said_by(sentence: str, place: str, rules: Sequence[SentenceRule]) -> Iterator[Triplet]:
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


@dataclass(frozen=True, slots=True)
class TextFamily:
    """A family of texts."""

    name: str  # of it
    marks: tuple[re.Pattern[str], ...]  # forms of which a text holds one, and no other family's text does
    # forms of a line's beginning that names the place where the player is, in a group ``place``
    headers: tuple[re.Pattern[str], ...]
    # what stands above lists that are read line by line; see `heading`
    headings: tuple[tuple[re.Pattern[str], str], ...]
    # of sentences, wherever they are said, and of the lines of lists; the first that fits is taken
    rules: Sequence[SentenceRule]
    described: Sequence[SentenceRule]  # of sentences below a header
    told: Sequence[SentenceRule]  # of sentences in a task before the first header, and in a quotation
    echo: Callable[[str, str], str]  # completes an answer by the action; empty where it says no deed of that
    # whether a triplet that was read is one; families whose sentences may say anything drop what is none
    keeps: Callable[[Triplet], bool] = lambda _: True
    # what else a text says, by the text, the action, and what its sentences gave
    adds: Callable[[str, str, Sequence[Triplet]], Iterable[Triplet]] = lambda _text, _action, _read: ()

    def marks_in(self, text: str) -> bool:
        """Return whether a text is marked as one of this family."""
        return any(each.search(text) for each in self.marks)

    def header(self, line: str) -> re.Match[str] | None:
        """Return how a line names the place; None where it does not."""
        return next(filter(None, (each.match(line) for each in self.headers)), None)

    def heading(self, line: str) -> str | None:
        """Return what the lines below a heading are read behind; None where the line is no heading."""
        for form, begins in self.headings:
            if match := form.fullmatch(line):
                return begins.format(**match.groupdict())
        return None


def forms(*given: str) -> tuple[re.Pattern[str], ...]:
    """Compile the forms of a declaration; each ``^`` is the beginning of a line."""
    return tuple(re.compile(each, re.MULTILINE) for each in given)


def heading(form: str, begins: str) -> tuple[re.Pattern[str], str]:
    """Declare what stands above a list that is read line by line; case is nothing to it.

    Each line below is read behind what `begins` makes of the form's groups, such as ``in {holder}: ``.
    """
    return re.compile(form, re.IGNORECASE), begins
