"""The entities and concepts of a space that a question names: a walk starts from them as well."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.space import SpaceTransaction
from clew.retrieval.context import Context
from clew.settings import RecallSettings
from clew.text.names import topic
from clew.text.names.phrases import name, phrases, read


@dataclass(frozen=True, slots=True)
class Named:
    """Ids of what a question names, with their weights: the rarer, the heavier.

    Attributes:
        entities: those that it means: of names inside each other the longest, single words by their capital.
        concepts: its topics.
        words: all entities and concepts whose words it has, in any capitals.
    """

    entities: dict[str, float] = field(default_factory=dict[str, float])
    concepts: dict[str, float] = field(default_factory=dict[str, float])
    words: dict[str, float] = field(default_factory=dict[str, float])


class _Node(NamedTuple):
    name: str
    id: str
    kind: str
    degree: int
    titled: bool


def send(transaction: SpaceTransaction, context: Context) -> Callable[[], Named]:
    """Ask for the entities and concepts that a question names; what is returned fetches them.

    Of entities whose names are inside each other the longest counts; a single word names an entity where it is
    written with a capital, or is what a document is about. What is too common to be walked is left out.

    Args:
        transaction: of the space.
        context: the question, and what is too common.
    """
    names = phrases(context.question.text)
    ids = {f"entity:{each}" for each in names} | {f"concept:{topic(each)}" for each in names}
    fetch = transaction.send(load("recall/named", _Node), ids=sorted(ids))
    return lambda: _named(context, fetch())


def _named(context: Context, rows: Sequence[_Node]) -> Named:
    settings = context.settings
    capitals = {name([word]) for word in read(context.question.text) if word.is_capital}
    entities = [row for row in rows if row.kind == "Entity" and _is_meant(row, capitals)]
    longest = _longest([row.name for row in entities])
    meant = [row for row in entities if row.name in longest and row.degree <= context.common]
    words = [row for row in rows if row.degree <= settings.expand_degree]
    concepts = [row for row in words if row.kind == "Concept"]
    return Named(*({row.id: _weight(row, settings) for row in some} for some in (meant, concepts, words)))


def _weight(row: _Node, settings: RecallSettings) -> float:
    return min(1.0, settings.hub_degree / max(row.degree, 1))


def _is_meant(row: _Node, capitals: set[str]) -> bool:
    return row.titled or " " in row.name or row.name in capitals


def _longest(names: Iterable[str]) -> set[str]:
    """Return the names that are not part of another one."""
    kept: list[str] = []
    for each in sorted(names, key=lambda each: -len(each.split())):
        if not any(f" {each} " in f" {longer} " for longer in kept):
            kept.append(each)
    return set(kept)
