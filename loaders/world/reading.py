"""Observations of a text world into triplets, by rules: the extractor that needs no model.

A `TextFamily` declares what its texts say; which family a text is of shows in the text itself. `GENERAL` knows places
under a header and plain English. A world with a grammar of its own needs `Rules` of its own.

It reads what is said in a sentence of a known form and passes over the rest. A fact that is missed can still be seen
again; a wrong one misleads. Source of the idea: AriGraph, section 2, where a language model does this. A model may read
what rules leave unread; see `unread` and `joined`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.loaders.world.general import ENGLISH, ROOMS
from clew.loaders.world.note_rules import Quote, quoted
from clew.loaders.world.rules import TextFamily, said_by
from clew.model.triplet import HERE, INVENTORY, IS_IN, PLACEMENTS, SAYS, Triplet, slot
from clew.text.names import normalise

__all__ = ["GENERAL", "Extraction", "Rules", "in_place", "joined", "once", "sentences", "unread"]

MAX_SENTENCE_CHARACTERS = 2000  # characters of a sentence; what is longer is no sentence of a known form
_END = re.compile(r"(?<=[.!?])(?:[\"'”’)]{1,3}(?=\s+[\"“'(A-Z])|(?=\s))\s+")
_ONE_OF_ALL = re.compile(r"^[^:]{1,100}: (?=You [a-z]+ the )")
"""Words that precede each answer to an action such as "take all"."""
_LOOKS_AT = re.compile(r"(?:look (?:at|in|into|through)|examine|x) ", re.IGNORECASE)
"""Actions whose answer may describe a place where the player is not."""
_TURN = ", but "  # no name goes on after it, and what follows stands by itself
_IS_THERE = re.compile(r"\b(there)['\u2019]s(?= (?:an?|some|the) )", re.IGNORECASE)
_PART_OF_PLACE = re.compile(r"(?:(?:middle|cent(?:er|re)|corner) of the )?(?:room|floor|ground)|corner")
_TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "St.")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of reading an observation."""

    # where the player is, by its last header, in small letters; empty where it has none, or where the player only
    # looked at a place
    place: str
    # each once, where it was said last; `HERE` stands for the place of the player where no header names it
    triplets: tuple[Triplet, ...]
    family: str = ""  # whose rules, or what else, read it; empty where nothing was read


@dataclass(frozen=True, slots=True)
class Rules:
    """A reader by rules: families of texts, and one for the texts that none of them marks."""

    families: tuple[TextFamily, ...]  # those that mark their texts; the first whose mark a text holds reads it
    other: TextFamily  # reads all other texts

    def family_of(self, text: str) -> TextFamily:
        """Return the family that a text is of, by its marks alone."""
        return next((each for each in self.families if each.marks_in(text)), self.other)

    def read(self, text: str, action: str = "", *, family: TextFamily | None = None) -> Extraction:
        """Read what a text world answers to an action, as triplets; without a family, by the one that the text shows.

        Where the player went is not derived: only who knows the place before can tell a step from a stumble. The part
        before the first header of a text without an action is a task: of the places it tells as a note would. A prompt,
        banner or status bar is best cut off before.
        """
        family = family or self.family_of(text)
        scene = _Scene(family, action, told=not action and any(map(family.header, text.splitlines())))
        said = (each for line in text.splitlines() for each in scene.of(line))
        done = f" {normalise(action)} " if action.strip() else ""

        def was_handled(triplet: Triplet) -> bool:
            # what an action names, and what is carried, is a thing, however it is called, such as "remote control"
            named = any(f" {each} " in done for each in (triplet.subject, triplet.object))
            return bool(done) and (triplet.object == INVENTORY or named)

        found = once(each for each in said if family.keeps(each) or was_handled(each))
        found = once((*found, *family.adds(text, action, found)))
        place = "" if _LOOKS_AT.match(action.strip()) else scene.place
        return Extraction(place, found, family.name if place or found else "")


GENERAL = Rules((ROOMS,), ENGLISH)  # the rules that a `World` reads by, unless it is given others


def once(triplets: Iterable[Triplet]) -> tuple[Triplet, ...]:
    """Keep each where it was said last: what is taken, dropped and taken again is in the hand."""
    return tuple(dict.fromkeys(reversed([*triplets])))[::-1]


def in_place(triplet: Triplet, place: str) -> Triplet:
    """Return a triplet with the place for its floor or corner: every place has these, and a thing there is in it."""
    if triplet.predicate in PLACEMENTS and _PART_OF_PLACE.fullmatch(triplet.object):
        return Triplet(triplet.subject, IS_IN, place)
    return triplet


@dataclass(slots=True)
class _Scene:
    """How far an observation is read."""

    family: TextFamily  # whose rules read it
    action: str  # what it answers to
    told: bool  # whether this is still the task, which speaks of places that are not seen
    place: str = ""  # the place of the last header
    begins: str = ""  # what the lines of the list that is read line by line are read behind
    listed: bool = False  # whether that list has begun

    def of(self, line: str) -> Iterator[Triplet]:
        if header := self.family.header(line):
            self.told, self.begins = False, ""
            name = " ".join(header["place"].split()).lower()  # no word of it is a state
            self.place = re.sub("^(?:the|an?) (?=.)", "", name)
            line = line[header.end() :]
        bare = line.strip()
        if (begins := self.family.heading(bare)) is not None:
            self.begins, self.listed = begins, False
            return
        if self.listed and not bare:
            self.begins = ""  # a blank line ends a list
        self.listed = bool(self.begins and bare)
        if self.listed:
            yield from self._said(self.begins + bare)
        elif (quote := quoted(line)) is None:
            yield from self._sentences(line)
        else:
            yield from self._noted(quote)

    def _noted(self, quote: Quote) -> Iterator[Triplet]:
        yield from self._sentences(quote.before)
        if quote.who:
            yield Triplet(quote.who, SAYS, quote.said)
        for sentence in sentences(quote.said):
            yield from said_by(sentence, HERE, self.family.told)
        yield from self._sentences(quote.after)

    def _sentences(self, line: str) -> Iterator[Triplet]:
        for sentence in sentences(_ONE_OF_ALL.sub("", line)):
            yield from self._said(self.family.echo(sentence, self.action))

    def _said(self, sentence: str) -> Iterator[Triplet]:
        if self.told:
            yield from said_by(sentence, HERE, self.family.told)
            return
        found = said_by(sentence, self.place or HERE, self.family.described if self.place else self.family.rules)
        yield from (in_place(each, self.place or HERE) for each in found)


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line, cut at a "but", without their ends; no question, and none that is too long."""
    start = 0
    for end in (*(match.end() for match in _END.finditer(line)), len(line)):
        sentence = line[start:end].strip()
        if sentence.endswith(_TITLES):
            continue
        start = end
        if 0 < len(sentence) <= MAX_SENTENCE_CHARACTERS and not sentence.endswith(("?", ":")):
            yield from _IS_THERE.sub(r"\1 is", sentence).rstrip(".!").split(_TURN)


WINDOW_SENTENCES = 40
"""Of a longer observation so many are read together, or the time would grow with the square of its length."""

_AFTER_SENTENCE = re.compile(r"(?<=[.!?]) +")
_Lines = list[list[str]]  # the sentences of each line


def unread(text: str, action: str, rules: Rules) -> str:
    """Return the sentences of an observation from which rules read nothing, a line each; empty where there is none.

    A sentence is read where the rules would read less without it. That a note says something is no reading of what it
    says. A note that no rule understands is left for the model, with its quotation.
    """
    windows = list(_windows(text))
    family = rules.family_of(text) if len(windows) > 1 else None

    def understood(lines: _Lines) -> tuple[str, frozenset[Triplet]]:
        # what is only quoted does not count
        found = rules.read("\n".join(" ".join(pieces) for pieces in lines), action, family=family)
        return found.place, frozenset(each for each in found.triplets if each.predicate != SAYS)

    found = list[str]()
    for lines in windows:
        whole = understood(lines)
        for row, pieces in enumerate(lines):
            for column, piece in enumerate(pieces):
                others = [*lines[:row], [*pieces[:column], *pieces[column + 1 :]], *lines[row + 1 :]]
                if piece.strip() and understood(others) == whole:
                    found.append(piece)
    return "\n".join(found)


def joined(by_rules: Extraction, by_model: Extraction) -> Extraction:
    """Return both readings as one. Where both say what a thing has one of at a time, the rules are right.

    The place that a rule names counts; where none does, the place that the model names is what rules call `HERE`.
    The family is that of the rules, where they read something.
    """
    place = by_rules.place or by_model.place
    called = {HERE: place} if place and not by_rules.place else {}
    sure = [
        Triplet(called.get(each.subject, each.subject), each.predicate, called.get(each.object, each.object))
        for each in by_rules.triplets
    ]
    taken = {key for each in sure if (key := _slot(each))}
    found = once([*(each for each in by_model.triplets if _slot(each) not in taken), *sure])
    return Extraction(place, found, by_rules.family or by_model.family)


def _windows(text: str) -> Iterator[_Lines]:
    """Yield the lines of an observation, so many sentences at a time; a longer line goes on in the next window."""
    window: _Lines = []
    left = WINDOW_SENTENCES
    for line in text.splitlines():
        pieces = _AFTER_SENTENCE.split(line)
        while len(pieces) > left:
            yield [*window, pieces[:left]]
            window, pieces, left = [], pieces[left:], WINDOW_SENTENCES
        window.append(pieces)
        left -= len(pieces)
    yield window


def _slot(triplet: Triplet) -> tuple[str, str] | None:
    """Return whose slot a triplet fills, and which; None where it fills none."""
    name = slot(triplet.predicate, triplet.object)
    return (triplet.subject, name) if name else None
