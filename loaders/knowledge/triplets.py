"""Triplets of passages: a language model says what each passage tells of two things, and one transaction writes that.

A triplet uses the names of its document. Source: AriGraph, its question answering; the prompt is our own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, cast

from pydantic import BaseModel, BeforeValidator

from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.llm import Chain, Inputs, LanguageModel, Prompt
from clew.loaders.knowledge.pending import Portion, Settled, lock_pending
from clew.loaders.knowledge.source_words import is_named
from clew.loaders.knowledge.statement_keys import digest
from clew.loaders.language.entities import Entity
from clew.loaders.language.mentions import join_topics
from clew.model import Pending, Reconciled
from clew.text.instants import BEGINNING, FOREVER, now
from clew.text.names import MAX_NAME_CHARACTERS, normalise
from clew.text.names.phrases import name, read
from clew.text.quotation import quotation, uncited

MAX_NAMES = 40  # names that a model is shown


Text = Annotated[
    str, BeforeValidator(lambda value: "" if value is None else str(value) if isinstance(value, int | float) else value)
]
"""Null is read as empty and a number as text: small models write them so."""


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


def _readable(given: object) -> object:
    """Read each triplet in the form that small models give it; where some are in none, keep the others."""
    found = list[object]()
    for item in cast("list[object]", given) if isinstance(given, list) else ():
        ends = [cast("list[object]", each) if isinstance(each, list) else [each] for each in _parts(item)]
        for triplet in product(*ends) if ends else ():
            is_plain = all(each is None or isinstance(each, str | int | float) for each in triplet)
            found += [dict(zip(_PARTS, triplet, strict=True))] if is_plain else []
    return found or cast("object", given)


def _parts(item: object) -> Sequence[object]:
    """Return the three parts of a triplet, none of one in another form.

    It may be a list of three or a line ("1. lamp, is on, table"), and call the predicate a relation. It may lack an
    object ("door, is open"), or hold a list for an end, which is a triplet for each.
    """
    found: Sequence[object] = ()
    if isinstance(item, str):  # the parts stand between marks of one sort
        bare = _LISTED.sub("", item).strip(" \t|()[]<>*`")
        divided = (re.split(mark, bare) for mark in _BETWEEN)
        found = next((each for each in divided if len(each) == len(_PARTS)), ())
    elif isinstance(item, list):
        found = cast("list[object]", item)
    elif isinstance(item, Mapping):
        fields = cast("Mapping[object, object]", item)
        named = {_ALSO.get(str(name), str(name)): each for name, each in fields.items()}
        found = [named.get(part) for part in _PARTS] if named.keys() >= {"subject", "predicate"} else ()
    return found if len(found) == len(_PARTS) else ()


TripletList = Annotated[list[StatedTriplet], BeforeValidator(_readable)]  # triplets as a model writes them


class StatedTriplets(BaseModel):
    """What a passage says."""

    triplets: TripletList


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
class ExtractedTriplets:
    """The triplets of a passage, each once; an end of those `rejected` is no name, or none that the passage holds."""

    triplets: tuple[Stated, ...] = ()
    rejected: int = 0


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage as a model is shown it, with the title of its document and the names that the model may use."""

    title: str
    text: str
    names: Sequence[str] = ()

    def inputs(self) -> Inputs:
        """Return the inputs of the prompt."""
        names = "; ".join(map(quotation, self.names)) or "none"
        return {"passage": uncited(self.text), "title": quotation(self.title), "names": names}

    def read(self, answer: StatedTriplets) -> ExtractedTriplets:
        """Return the triplets of an answer that the passage bears out."""
        found = [stated(each, f"{self.title}\n{self.text}") for each in answer.triplets]
        kept: dict[str, Stated] = {}
        for each in found:
            if each:
                kept.setdefault(each.key, each)
        return ExtractedTriplets(tuple(kept.values()), found.count(None))


def stated(found: StatedTriplet, said: str) -> Stated | None:
    """Return a triplet with its ends as entities; None if one says nothing, or shares no word with the passage."""
    ends: list[Entity] = []
    for text in (_line(end) for end in (found.subject, found.object)):
        # By the rule of documents; a number is an entity here, "it" is none.
        key = name(read(text)) or (normalise(text) if any(map(str.isdigit, text)) else "")
        if not key or len(text) > MAX_NAME_CHARACTERS or not is_named(text, said):
            return None
        ends.append(Entity(key, text))
    subject, other = ends
    predicate = spelt_out(found.predicate)
    has_words = any(map(str.isalnum, predicate)) and len(predicate) <= MAX_NAME_CHARACTERS
    return Stated(subject, predicate, other) if has_words and subject.key != other.key else None


def spelt_out(predicate: str) -> str:
    """Return the words of a predicate in small letters: those of ``is_in`` and ``isIn`` too."""
    return _line(_JOINED.sub(" ", predicate)).lower()


def _line(text: str) -> str:
    return " ".join(text.split())


TRIPLETS = Chain("passage_triplets", Prompt.load("clew.loaders", "passage_triplets"), StatedTriplets).between(
    ShownPassage, ExtractedTriplets, ShownPassage.inputs, ShownPassage.read
)


def pending_passages(space: Space) -> dict[str, Pending]:
    """Return the passages that wait, by id, document by document; each is called like ``/notes/cats.md, passage 3``."""
    waiting = space.read(load("write/pending_passages", tuple[str, str, int, str | None]))
    return {
        id: Pending(f"{document.removeprefix('document:')}, passage {position}", 0, None, failure or "")
        for id, document, position, failure in waiting
    }


def portion(space: Space, model: LanguageModel, id: str, name: str) -> Portion:
    """Return a passage as a portion of a consolidation."""

    def read() -> Callable[[], Settled]:
        shown = space.read(load("write/passage", tuple[str, str, list[str]]), id=id, most=MAX_NAMES)
        found = TRIPLETS.on(model).invoke(ShownPassage(*shown[0])) if shown else ExtractedTriplets()

        def prepare() -> Mapping[str, Sequence[float]]:
            known = space.reading(lambda transaction: _known(transaction, found))
            new = [each for each in found.triplets if each.id not in known]
            vectors = space.embed_nodes([{"kind": "Triplet", "text": each.text} for each in new])
            return dict(zip((each.id for each in new), vectors, strict=True))

        return lambda: space.settle(prepare, lambda transaction, vectors: _write(transaction, id, found, vectors))

    return Portion(name, [id], read)


def _write(
    transaction: SpaceTransaction, passage: str, found: ExtractedTriplets, vectors: Mapping[str, Sequence[float]]
) -> Settled:
    """Write the triplets of a passage; nothing if it was forgotten meanwhile, or another run was faster."""
    if not lock_pending(transaction, [passage]):
        return Settled()
    new = {each.id for each in found.triplets} - _known(transaction, found)
    if not new <= vectors.keys():
        raise Changed  # a triplet that was known was forgotten, and so has no vector
    rows = [
        {
            "id": each.id,
            "key": each.key,
            "text": each.text,
            "subject": [each.subject.key, each.subject.text],
            "predicate": each.predicate,
            "object": [each.object.key, each.object.text],
            "vector": list(vectors.get(each.id, ())) or None,
        }
        for each in found.triplets
    ]
    key, instants = transaction.space.key, {"beginning": BEGINNING, "now": now(), "forever": FOREVER}
    transaction.run(load("write/triplets"), space_key=key, passage=passage, rows=rows, **instants)
    join_topics(transaction, [each.key for triplet in found.triplets for each in (triplet.subject, triplet.object)])
    return Settled(triplets=Reconciled(new=len(new), repeated=len(found.triplets) - len(new), rejected=found.rejected))


def _known(transaction: SpaceTransaction, found: ExtractedTriplets) -> set[str]:
    return set(transaction.run(load("write/known_triplets", str), ids=[each.id for each in found.triplets]))
