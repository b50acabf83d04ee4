"""Extracts triplets from a passage by a language model: what it says of two things, in the names of its document.

Source: AriGraph, its question answering; the prompt is our own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator

from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.knowledge.grounding import is_named
from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.language.entities import Entity
from clew.text.names import MAX_NAME_CHARACTERS, normalise
from clew.text.names.phrases import name, read
from clew.text.quotation import quotation, uncited


def _text(value: object) -> object:
    """Read null as empty and a number as text: small models write them so."""
    return "" if value is None else str(value) if isinstance(value, int | float) else value


Text = Annotated[str, BeforeValidator(_text)]


class StatedTriplet(BaseModel):
    """One triplet."""

    subject: Text
    predicate: Text
    object: Text


_PARTS = tuple(StatedTriplet.model_fields)
_ALSO = {"head": "subject", "relation": "predicate", "relationship": "predicate", "tail": "object"}
_JOINED = re.compile("_|(?<=[a-z])(?=[A-Z])")
_LISTED = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.):])\s+")
_BETWEEN = (r"\s*\|\s*", r"\s*(?:->|→|—)\s*", r"\s*;\s*", r"\s*,\s*", r"\t+")


def _all_readable(given: object) -> object:
    """Read each triplet in the form that small models give it; where some are in none, keep the others.

    It may be a list of three or a line ("1. lamp, is on, table"), call the predicate a relation, lack an object ("door,
    is open"), and hold a list for an end, which is a triplet for each.
    """
    if not isinstance(given, list):
        return given
    found = [each for item in cast("list[object]", given) for each in _readable(item)]
    return found or cast("list[object]", given)


def _readable(given: object) -> Iterator[Mapping[str, object]]:
    if isinstance(given, str):
        given = _cells(given)
    if isinstance(given, Mapping):
        named = {_ALSO.get(str(name), str(name)): each for name, each in cast("Mapping[object, object]", given).items()}
        given = [named.get(part) for part in _PARTS] if named.keys() >= {"subject", "predicate"} else []
    if isinstance(given, list) and len(cells := cast("list[object]", given)) == len(_PARTS):
        ends = [cast("list[object]", each) if isinstance(each, list) else [each] for each in cells]
        for triplet in product(*ends):
            if all(each is None or isinstance(each, str | int | float) for each in triplet):
                yield dict(zip(_PARTS, triplet, strict=True))


def _cells(line: str) -> list[str]:
    """Return the three parts of a line, at the mark of which it has two; what is divided in another way has none."""
    bare = _LISTED.sub("", line).strip(" \t|()[]<>*`")
    parts: Iterator[list[str]] = (re.split(mark, bare) for mark in _BETWEEN)
    return next((each for each in parts if len(each) == len(_PARTS)), list[str]())


TripletList = Annotated[list[StatedTriplet], BeforeValidator(_all_readable)]
"""Triplets as a model writes them."""


class StatedTriplets(BaseModel):
    """What a passage says."""

    triplets: TripletList


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as a model is shown it.

    Attributes:
        title: of its document.
        text: of the passage.
        names: that the model may use, as they are written.
    """

    title: str
    text: str
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A triplet that a passage says: its ends as entities, keyed as in the texts that name them."""

    subject: Entity
    predicate: str
    object: Entity

    @property
    def text(self) -> str:
        """Its sentence, with the names as they are written."""
        return f"{self.subject.text} {self.predicate} {self.object.text}"

    @property
    def key(self) -> str:
        """Its statement key; unlike that of an observed triplet, so that no observation ends what was read."""
        return "\n".join(("read", self.subject.key, self.predicate, self.object.key))

    @property
    def id(self) -> str:
        """Id of its node: a statement that never ends needs one node only."""
        return f"triplet:{digest((self.key,))[:20]}"


@dataclass(frozen=True, slots=True)
class Extracted:
    """The triplets of a passage, each once; an end of those `rejected` is no name, or none that the passage holds."""

    triplets: tuple[Stated, ...] = ()
    rejected: int = 0


def by_model(model: LanguageModel, title: str, passage: str, names: Sequence[str]) -> Extracted:
    """Ask a language model for the triplets of a passage.

    Args:
        model: which.
        title: of the document.
        passage: its text.
        names: that it may use, as they are written.

    Raises:
        ModelFailed: the model could not be asked, or said nothing that can be used.
        BudgetSpent: no more tokens may be used.
    """
    return TRIPLETS.on(model).invoke(ShownPassage(title, passage, names))


def _show(passage: ShownPassage) -> Inputs:
    names = "; ".join(map(quotation, passage.names)) or "none"
    return {"passage": uncited(passage.text), "title": quotation(passage.title), "names": names}


def _read(passage: ShownPassage, answer: StatedTriplets) -> Extracted:
    found = [stated(each, f"{passage.title}\n{passage.text}") for each in answer.triplets]
    kept: dict[str, Stated] = {}
    for each in found:
        if each:
            kept.setdefault(each.key, each)
    return Extracted(tuple(kept.values()), found.count(None))


def stated(found: StatedTriplet, said: str) -> Stated | None:
    """Return a triplet with its ends as entities; None if one says nothing, or shares no word with the passage."""
    subject, other = (_entity(end) for end in (found.subject, found.object))
    predicate = spelt_out(found.predicate)
    if subject is None or other is None or subject.key == other.key:
        return None
    if not any(map(str.isalnum, predicate)) or len(predicate) > MAX_NAME_CHARACTERS:
        return None
    is_grounded = is_named(subject.text, said) and is_named(other.text, said)
    return Stated(subject, predicate, other) if is_grounded else None


def spelt_out(predicate: str) -> str:
    """Return the words of a predicate in small letters: those of ``is_in`` and ``isIn`` too."""
    return _line(_JOINED.sub(" ", predicate)).lower()


def _entity(text: str) -> Entity | None:
    """Return the entity that a text names, by the rule of documents; a number is one here, "it" is none."""
    text = _line(text)
    key = name(read(text)) or (normalise(text) if any(map(str.isdigit, text)) else "")
    return Entity(key, text) if key and len(text) <= MAX_NAME_CHARACTERS else None


def _line(text: str) -> str:
    return " ".join(text.split())


TRIPLETS = Chain("passage_triplets", Prompt.load("clew.loaders", "passage_triplets"), StatedTriplets).between(
    ShownPassage,
    Extracted,
    _show,
    _read,
)
