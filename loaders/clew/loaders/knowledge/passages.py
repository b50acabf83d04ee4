"""Passages that were read, consolidated one by one: their triplets are found, and written in one transaction each."""

from collections.abc import Callable, Mapping, Sequence

from clew.clock import BEGINNING, FOREVER, now
from clew.llm import LanguageModel
from clew.loaders.knowledge.portions import Portion, Settled
from clew.loaders.knowledge.triplets import Extracted, Stated, by_model
from clew.model import Pending, Reconciled
from clew.queries import load
from clew.rows import Row
from clew.space import Changed, Space, SpaceTransaction

MAX_NAMES = 40
"""Names that a model is shown."""

Vectors = Mapping[str, Sequence[float]]


def pending(space: Space) -> dict[str, Pending]:
    """The passages that wait, by id, document by document."""
    return {
        row["id"]: Pending(_name(row), 0, None, row["failure"] or "")
        for row in space.read(load("write/pending_passages"))
    }


def _name(row: Row) -> str:
    return f"{row['document'].removeprefix('document:')}, passage {row['position']}"


def portion(space: Space, model: LanguageModel, id: str, name: str) -> Portion:
    """A passage as consolidation goes through it."""

    def read() -> Callable[[], Settled]:
        rows = space.read(load("write/passage"), id=id, most=MAX_NAMES)
        found = by_model(model, **rows[0]) if rows else Extracted()
        return lambda: _settle(space, id, found)

    return Portion(name, id, read)


def _settle(space: Space, passage: str, found: Extracted) -> Settled:
    """Write what a passage says; nothing where it is forgotten by now, or another run was faster."""

    def prepare() -> Vectors:
        known = _known(space.read, found.triplets)
        new = [each for each in found.triplets if each.id not in known]
        vectors = space.embed_nodes([{"kind": "Triplet", "text": each.text} for each in new])
        return dict(zip((each.id for each in new), vectors, strict=True))

    return space.settle(prepare, lambda transaction, vectors: _write(transaction, passage, found, vectors))


def _write(transaction: SpaceTransaction, passage: str, found: Extracted, vectors: Vectors) -> Settled:
    if not transaction.locking(load("write/lock_pending"), ids=[passage], now=now())["waiting"]:
        return Settled()
    known = _known(transaction.run, found.triplets)
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
    return Settled(triplets=Reconciled(new=len(new), repeated=len(found.triplets) - len(new), rejected=found.rejected))


def _known(run: Callable[..., list[Row]], triplets: Sequence[Stated]) -> set[str]:
    return {row["id"] for row in run(load("write/known_triplets"), ids=[each.id for each in triplets])}


def _row(triplet: Stated, vectors: Vectors) -> Row:
    return {
        "id": triplet.id,
        "key": triplet.key,
        "text": triplet.text,
        "subject": [triplet.subject.key, triplet.subject.text],
        "predicate": triplet.predicate,
        "object": [triplet.object.key, triplet.object.text],
        "vector": list(vectors.get(triplet.id, ())) or None,
    }
