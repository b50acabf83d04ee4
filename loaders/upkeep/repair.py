"""Looks for damage in a space, and mends what is understood: each kind of damage is one check.

A check reads, and names the ids that it finds. A rule that other parts of Clew have mends these: forgetting, embedding,
joining of names. Damage that no rule speaks of is told, and stays as it is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.schema.properties import BELIEF, NAME
from clew.graph.space import Space
from clew.loaders.batches import batches
from clew.loaders.upkeep import forget
from clew.loaders.upkeep.forget_cascade import UNNAMED, remove
from clew.text.names import composed, topic
from clew.text.quotation import QUOTED

PAGE = 1000  # nodes that are looked at, or mended, at once
LEAST_LIKENESS = 0.98
"""Cosine of a stored vector and one that is made anew; below it, the text is another, or the encoder is."""

Ids = Sequence[str]


@dataclass(frozen=True, slots=True)
class Check:
    """A kind of damage: how it is found, and what mends it.

    Attributes:
        name: of the check.
        meaning: what is wrong with what it finds.
        find: returns the ids of what is damaged in a space; none where nothing is.
        mend: mends these; None: nothing does, and what is found stays as it is.
        remedy: what a person can do.
    """

    name: str
    meaning: str
    find: Callable[[Space], list[str]]
    mend: Callable[[Space, Ids], object] | None
    remedy: str = "run `clew doctor --repair`"


@dataclass(frozen=True, slots=True)
class Damage:
    """The damage of one kind that a space has, or had."""

    check: Check
    space: str
    ids: tuple[str, ...]
    is_mended: bool


def examine(space: Space, *, mend: bool) -> Iterator[Damage]:
    """Look for all kinds of damage in a space, in an order in which each check can rely on those before.

    Args:
        space: that is looked at; what has expired is read like all else.
        mend: whether what is found is mended where a rule does it; else nothing is written.

    Yields:
        The damage that was found, by check.
    """
    whole = replace(space, forget_expired=None)
    for check in CHECKS:
        if ids := check.find(whole):
            if is_mended := mend and check.mend is not None:
                cast("Callable[[Space, Ids], object]", check.mend)(whole, ids)
            yield Damage(check, space.name, tuple(ids), is_mended)
            if check is INTERRUPTED and not is_mended:
                return  # half of it is gone: nothing that is found by others would mean anything


def _asking(statement: str, **given: Callable[[], object]) -> Callable[[Space], list[str]]:
    """Return what asks a statement for ids, with parameters that follow from the declaration in force."""
    return lambda space: space.read(load(statement, str), **{name: value() for name, value in given.items()})


def _removing(reason: str) -> Callable[[Space, Ids], None]:
    """Return what removes nodes by the rule of forgetting."""

    def mend(space: Space, ids: Ids) -> None:
        for some in batches(ids, PAGE):
            space.locked(lambda transaction, some=some: remove(transaction, dict.fromkeys(some, reason)))

    return mend


def _writing(statement: str, rows: Callable[[Space], list[dict[str, str]]]) -> Callable[[Space, Ids], None]:
    """Return what writes rows by a statement."""

    def mend(space: Space, _: Ids) -> None:
        for some in batches(rows(space), PAGE):
            space.locked(lambda transaction, some=some: transaction.run(load(statement), rows=some))

    return mend


def _interrupted(space: Space) -> list[str]:
    found = space.read(load("maintain/leaving", tuple[bool | None, list[str]]))
    return [id for is_closed, leaving in found for id in (["space"] if is_closed else leaving)]


def _names(space: Space, *kinds: str) -> Iterator[list[tuple[str, str]]]:
    after = ""
    while page := space.read(load("repair/names", tuple[str, str]), kinds=list(kinds), after=after, limit=PAGE):
        yield page
        after = page[-1][0]


def _unnamed(space: Space) -> list[str]:
    shape = declared()
    kinds = {each.target for each in shape.relationships if each.role == "names"} - {*shape.forgettable_kinds()}
    found = list[str]()
    for page in _names(space, *kinds):
        found += space.read(load("maintain/unnamed", str), ids=[id for id, _ in page])
    return sorted({*found})


def _twins(space: Space) -> list[dict[str, str]]:
    """Return each name that is there twice, with the one that is kept: its id says the name, or is the first."""
    rows = list[dict[str, str]]()
    for kind in (each.label for each in declared().kinds if NAME in each.required):
        found = defaultdict[str, list[str]](list)
        for page in _names(space, kind):
            for id, name in page:
                found[composed(name).casefold()].append(id)
        for word, ids in found.items():
            own = f"{kind.lower()}:{word}"
            kept = own if own in ids else min(ids)
            rows += [{"kept": kept, "other": id} for id in ids if word and id != kept]
    return rows


def _both(space: Space) -> list[dict[str, str]]:
    """Return each topic whose word is a name too, with that name."""
    rows = list[dict[str, str]]()
    for page in _names(space, "Entity"):
        found = {f"concept:{topic(name)}": {"name": name, "topic": topic(name)} for _, name in page}
        rows += [found[id] for id, _ in space.read(load("maintain/kinds", tuple[str, str]), ids=list(found))]
    return rows


def piece_kinds() -> list[str]:
    """Return the labels of what is only ever a piece of something: it holds nothing, and is not forgotten by itself."""
    return sorted(_contained_kinds() - {*declared().forgettable_kinds()})


def stray_kinds() -> list[str]:
    """Return the labels of what stands in something, such as turns and passages, and is a memory of its own."""
    return sorted({*_contained_kinds(), *declared().text_kinds()} & {*declared().forgettable_kinds()})


def _contained_kinds() -> set[str]:
    holding = [each for each in declared().relationships if each.role == "contains"]
    return {each.target for each in holding} - {each.source for each in holding}


def _stale(space: Space) -> list[str]:
    """Return the memories that lack their vector, and those whose vector is not that of their text."""
    shape = declared()
    kinds = [label for label in shape.found_kinds() if label != "Run"]  # a run has one from its end on
    found, after = space.read(load("repair/unembedded", str), kinds=kinds), ""
    while page := space.read(load("maintain/export_nodes", dict[str, object]), after=after, limit=PAGE):
        after = str(page[-1]["id"])
        nodes = [each for each in page if each.get("embedding") is not None and each["kind"] in shape.by_label]
        vectors = space.embed_nodes(nodes) if nodes else []
        found += [
            str(node["id"])
            for node, vector in zip(nodes, vectors, strict=True)
            if likeness(cast("list[float]", node["embedding"]), vector) < LEAST_LIKENESS
        ]
    return sorted({*found})


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the cosine of two vectors, -1 to 1; 0 where they are of different sizes, or one is all zeros."""
    if len(one) != len(other):
        return 0.0
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(np.dot(one, other)) / size if size else 0.0


def _embed(space: Space, ids: Ids) -> None:
    for some in batches(ids, PAGE):
        nodes = space.read(load("maintain/nodes_by_id", dict[str, object]), ids=some)
        pairs = zip(nodes, space.embed_nodes(nodes), strict=True)
        rows = [{"id": node["id"], "embedding": vector} for node, vector in pairs]
        space.locked(lambda transaction, rows=rows: transaction.run(load("write/embeddings"), rows=rows))


INTERRUPTED = Check(
    *("interrupted forgetting", "a forgetting that was interrupted", _interrupted),
    mend=lambda space, _: forget.finish(space),
)
LOOK = "look at each with `clew show ID`, and forget it with `clew forget --id ID`"

CHECKS = (
    INTERRUPTED,
    Check(
        *("undeclared", "nodes of a kind that this Clew does not know"),
        _asking("repair/undeclared", kinds=lambda: [kind.label for kind in declared().kinds]),
        mend=None,
        remedy="see what wrote them; `clew doctor` leaves them alone",
    ),
    Check(
        *("pieces", "pieces of memories that are gone", _asking("repair/pieces", kinds=piece_kinds)),
        mend=_removing("what it is a piece of is gone"),
    ),
    Check(
        *("strays", "memories without the session, document or thing that they belong to"),
        _asking("repair/pieces", kinds=stray_kinds),
        mend=None,
        remedy=LOOK,
    ),
    Check(
        *("unsupported", "statements that rest on nothing"),
        _asking(
            "repair/unsupported", kinds=lambda: [kind.label for kind in declared().kinds if BELIEF in kind.required]
        ),
        mend=None,
        remedy=LOOK,
    ),
    Check(
        *("echoes", "turns in which an application stored what memory itself said"),
        _asking("repair/echoes", opening=lambda: QUOTED),
        mend=lambda space, ids: forget.forget_each(space, "echoes of memory", ids),
    ),
    Check(
        *("doubled names", "names that are there twice"),
        lambda space: [row["other"] for row in _twins(space)],
        mend=_writing("repair/merge_names", _twins),
    ),
    Check(
        *("doubled words", "topics whose word is a name as well"),
        lambda space: [f"concept:{row['topic']}" for row in _both(space)],
        mend=_writing("write/join_topics", _both),
    ),
    Check("unused names", "names that nothing names any more", _unnamed, _removing(UNNAMED)),
    Check(
        *("counts", "a space that says another number of texts than it holds"),
        _asking("repair/miscounted", kinds=lambda: declared().text_kinds()),
        mend=lambda space, _: space.locked(
            lambda transaction: transaction.run(load("maintain/refresh_space"), kinds=declared().text_kinds())
        ),
    ),
    Check("vectors", "memories without a vector, or with one of another text or encoder", _stale, _embed),
)
"""All checks, in their order: what the first ones remove, the later ones do not find."""
