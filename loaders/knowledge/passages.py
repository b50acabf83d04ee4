"""Passages, consolidated one by one: a model finds the triplets of each, and one transaction writes them."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import Changed, Space, SpaceTransaction
from clew.llm import LanguageModel
from clew.loaders.knowledge.pending import Portion, Settled, lock_pending
from clew.loaders.knowledge.triplets import Extracted, Stated, by_model
from clew.loaders.language.mentions import join_topics
from clew.model import Pending, Reconciled
from clew.text.instants import BEGINNING, FOREVER, now

MAX_NAMES = 40
"""Names that a model is shown."""

Vectors = Mapping[str, Sequence[float]]


class _Waiting(NamedTuple):
    """A passage that is not consolidated, and why it failed."""

    id: str
    document: str
    position: int
    failure: str | None

    @property
    def name(self) -> str:
        """Such as ``/notes/cats.md, passage 3``."""
        return f"{self.document.removeprefix('document:')}, passage {self.position}"


class _Passage(NamedTuple):
    """A passage as a model is shown it."""

    title: str
    passage: str
    names: list[str]


def pending(space: Space) -> dict[str, Pending]:
    """Return the passages that wait, by id, document by document."""
    waiting = space.read(load("write/pending_passages", _Waiting))
    return {each.id: Pending(each.name, 0, None, each.failure or "") for each in waiting}


def portion(space: Space, model: LanguageModel, id: str, name: str) -> Portion:
    """Return a passage as a portion of a consolidation."""

    def read() -> Callable[[], Settled]:
        shown = space.read(load("write/passage", _Passage), id=id, most=MAX_NAMES)
        found = by_model(model, *shown[0]) if shown else Extracted()
        return lambda: _settle(space, id, found)

    return Portion(name, id, read)


def _settle(space: Space, passage: str, found: Extracted) -> Settled:
    """Write the triplets of a passage; nothing if it was forgotten meanwhile, or another run was faster."""

    def prepare() -> Vectors:
        known = space.reading(lambda transaction: _known(transaction, found.triplets))
        new = [each for each in found.triplets if each.id not in known]
        vectors = space.embed_nodes([{"kind": "Triplet", "text": each.text} for each in new])
        return dict(zip((each.id for each in new), vectors, strict=True))

    return space.settle(prepare, lambda transaction, vectors: _write(transaction, passage, found, vectors))


def _write(transaction: SpaceTransaction, passage: str, found: Extracted, vectors: Vectors) -> Settled:
    if not lock_pending(transaction, [passage]):
        return Settled()
    known = _known(transaction, found.triplets)
    new = {each.id for each in found.triplets} - known
    if not new <= vectors.keys():
        raise Changed  # a triplet that was known was forgotten, and so has no vector
    transaction.run(
        load("write/triplets"),
        space_key=transaction.space.key,
        passage=passage,
        rows=[_row(each, vectors) for each in found.triplets],
        beginning=BEGINNING,
        now=now(),
        forever=FOREVER,
    )
    join_topics(transaction, [each.key for triplet in found.triplets for each in (triplet.subject, triplet.object)])
    return Settled(triplets=Reconciled(new=len(new), repeated=len(found.triplets) - len(new), rejected=found.rejected))


def _known(transaction: SpaceTransaction, triplets: Sequence[Stated]) -> set[str]:
    return set(transaction.run(load("write/known_triplets", str), ids=[each.id for each in triplets]))


def _row(triplet: Stated, vectors: Vectors) -> dict[str, object]:
    return {
        "id": triplet.id,
        "key": triplet.key,
        "text": triplet.text,
        "subject": [triplet.subject.key, triplet.subject.text],
        "predicate": triplet.predicate,
        "object": [triplet.object.key, triplet.object.text],
        "vector": list(vectors.get(triplet.id, ())) or None,
    }
