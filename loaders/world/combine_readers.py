"""Rules and a language model read one observation: rules what they know, exactly; the model what they leave unread."""

import re
from collections.abc import Iterator

from clew.loaders.world.reading import Extraction, Rules, once
from clew.model.triplet import HERE, SAYS, Triplet, slot

WINDOW_SENTENCES = 40
"""Of a longer observation so many are read together, or the time would grow with the square of its length."""

_END = re.compile(r"(?<=[.!?]) +")
_Lines = list[list[str]]
"""The sentences of each line."""


def unread(text: str, action: str, rules: Rules) -> str:
    """Return the sentences of an observation from which rules read nothing, a line each; empty where there is none.

    A sentence is read where the rules would read less without it. That a note says something is no reading of what
    it says: a note that no rule understands is left for the model, with its quotation.

    Args:
        text: the observation.
        action: what it answers to.
        rules: that read it.
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
        pieces = _END.split(line)
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
