"""Observations of a text world into triplets, by rules: the extractor that needs no model.

It reads what is said in a sentence of a known form and passes over the rest: a fact that is missed can still be seen
again, a wrong one misleads. Source of the idea: AriGraph, section 2, where a language model does this.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clew.loaders.world.action_rules import DEEDS, echoed
from clew.loaders.world.note_rules import TOLD, quoted
from clew.loaders.world.recipe_phrases import is_recipe, phrased
from clew.loaders.world.recipes import HEADINGS, instructed
from clew.loaders.world.room_rules import DESCRIBED, ROOM_RULES
from clew.loaders.world.rules import said_by
from clew.triplet import HERE, NEEDS, SAYS, Triplet

MAX_SENTENCE_CHARACTERS = 2000
"""Characters of a sentence; what is longer is no sentence of a known form."""

_HEADER = re.compile(r"\s*-= *(\S[^\n]{0,200}?) *=-")
_END = re.compile(r"(?<=[.!?])(?:[\"'”’)]{1,3}(?=\s+[\"“'(A-Z])|(?=\s))\s+")
_ONE_OF_ALL = re.compile(r"^[^:]{1,100}: (?=You [a-z]+ the )")
"""What precedes each answer to an action such as "take all"."""
_CARRYING = "you are carrying: "
_TURN = ", but "
"""No name goes on after it, and what follows stands by itself."""
_TITLES = ("Mr.", "Mrs.", "Ms.", "Dr.", "St.")


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of reading an observation.

    Attributes:
        place: the place that its last header names, in small letters; empty where it has none.
        triplets: each once, where it was said last; `HERE` stands for the place of the player where no header names it.
    """

    place: str
    triplets: tuple[Triplet, ...]


def read(text: str, action: str = "") -> Extraction:
    """Read what a text world answers to an action, as triplets.

    Where the player went is not derived: only who knows the place before can tell a step from a stumble. What stands
    before the first header of a text without an action is a task: of the places it tells as a note would.

    Args:
        text: one observation; a prompt, banner or status bar is best cut off before.
        action: what the player did; empty at the beginning of a game.
    """
    scene = _Scene(action, told=not action and any(map(_HEADER.match, text.splitlines())))
    found = once(each for line in text.splitlines() for each in scene.of(line))
    if is_recipe(text, action) and not any(each.predicate == NEEDS for each in found):
        found = once((*found, *phrased(text)))
    return Extraction(scene.place, found)


def once(triplets: Iterable[Triplet]) -> tuple[Triplet, ...]:
    """Keep each where it was said last: what is taken, dropped and taken again is in the hand."""
    return tuple(dict.fromkeys(reversed([*triplets])))[::-1]


@dataclass(slots=True)
class _Scene:
    """How far an observation is read.

    Attributes:
        action: what it answers to.
        told: whether this is still the task, which speaks of places that are not seen.
        place: the place of the last header.
        heading: the heading of the list that is read line by line.
        listed: whether that list has begun.
    """

    action: str
    told: bool
    place: str = ""
    heading: str = ""
    listed: bool = False

    def of(self, line: str) -> Iterator[Triplet]:
        """Yield the triplets of the next line."""
        if header := _HEADER.match(line):
            self.told, self.heading = False, ""
            self.place = _place(header[1])
            line = line[header.end() :]
        if self._is_listing(line):
            yield from instructed(self.heading, line) if self.heading in HEADINGS else self._said(_CARRYING + line)
        else:
            yield from self._noted(line)

    def _is_listing(self, line: str) -> bool:
        """Return whether a line belongs to a list below a heading; a blank line ends the list."""
        bare = line.strip().lower()
        if bare in HEADINGS or bare == _CARRYING.strip():
            self.heading, self.listed = bare, False
            return False
        if self.listed and not bare:
            self.heading = ""
        self.listed = bool(self.heading and bare)
        return self.listed

    def _noted(self, line: str) -> Iterator[Triplet]:
        """Yield the triplets of a line, and of the note that it quotes."""
        if (quote := quoted(line)) is None:
            yield from self._sentences(line)
            return
        yield from self._sentences(quote.before)
        yield Triplet(quote.who, SAYS, quote.said)
        for sentence in sentences(quote.said):
            yield from said_by(sentence, HERE, TOLD)
        yield from self._sentences(quote.after)

    def _sentences(self, line: str) -> Iterator[Triplet]:
        for sentence in sentences(_ONE_OF_ALL.sub("", line)):
            yield from self._said(echoed(sentence, self.action))

    def _said(self, sentence: str) -> Iterator[Triplet]:
        if self.told:
            return said_by(sentence, HERE, TOLD)
        rules = DESCRIBED if self.place else ROOM_RULES
        return said_by(sentence, self.place or HERE, (*DEEDS, *TOLD, *rules))


def _place(header: str) -> str:
    """Return the place that a header names; no word of it is a state."""
    return re.sub("^(?:the|an?) (?=.)", "", " ".join(header.split()).lower())


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line, cut at a "but", without their ends; no question, and none that is too long."""
    start = 0
    for end in (*(match.end() for match in _END.finditer(line)), len(line)):
        sentence = line[start:end].strip()
        if sentence.endswith(_TITLES):
            continue
        start = end
        if 0 < len(sentence) <= MAX_SENTENCE_CHARACTERS and not sentence.endswith(("?", ":")):
            yield from sentence.rstrip(".!").split(_TURN)
