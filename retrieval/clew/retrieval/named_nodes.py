"""The entities and concepts of a space that a question names: a walk starts from them as well."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from clew.naming import topic
from clew.naming.phrases import name, phrases, read
from clew.queries import load
from clew.retrieval.context import Context
from clew.settings import RecallSettings
from clew.space import SpaceTransaction


@dataclass(frozen=True, slots=True)
class Named:
    """Ids of what a question names, each with the number of texts and facts that mention it, or are about it."""

    entities: dict[str, int] = field(default_factory=dict[str, int])
    concepts: dict[str, int] = field(default_factory=dict[str, int])


class _Node(NamedTuple):
    name: str
    id: str
    kind: str
    degree: int
    titled: bool


def named(transaction: SpaceTransaction, context: Context) -> Named:
    """Return the entities and concepts that a question names.

    Of entities whose names are inside each other the longest counts; a single word names an entity where it is
    written with a capital, or is what a document is about.

    Args:
        transaction: of the space.
        context: the question.
    """
    text = context.question.text
    names = phrases(text)
    ids = {f"entity:{each}" for each in names} | {f"concept:{topic(each)}" for each in names}
    rows = transaction.run(load("recall/named", _Node), ids=sorted(ids))
    capitals = {name([word]) for word in read(text) if word.is_capital}
    entities = [row for row in rows if row.kind == "Entity" and _is_meant(row, capitals)]
    longest = _longest([row.name for row in entities])
    return Named(
        {row.id: row.degree for row in entities if row.name in longest},
        {row.id: row.degree for row in rows if row.kind == "Concept"},
    )


def weights(degrees: Mapping[str, int], common: int, settings: RecallSettings) -> dict[str, float]:
    """Weigh what a question names, the rarer the heavier; leave out what more than `common` mention."""
    rare = {id: degree for id, degree in degrees.items() if degree <= common}
    return {id: min(1.0, settings.hub_degree / max(degree, 1)) for id, degree in rare.items()}


def _is_meant(row: _Node, capitals: set[str]) -> bool:
    return row.titled or " " in row.name or row.name in capitals


def _longest(names: Iterable[str]) -> set[str]:
    """Return the names that are not part of another one."""
    kept: list[str] = []
    for each in sorted(names, key=lambda each: -len(each.split())):
        if not any(f" {each} " in f" {longer} " for longer in kept):
            kept.append(each)
    return set(kept)
