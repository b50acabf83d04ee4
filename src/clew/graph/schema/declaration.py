"""The declaration as one value, and the one that is in force."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from clew.graph.schema.kinds import KINDS, NodeKind
from clew.graph.schema.properties import Property
from clew.graph.schema.relationships import EVERY, RELATIONSHIPS, RelationshipKind, Role

VERSION = 14  # Version of the graph's shape; recorded in the store


@dataclass(frozen=True)
class Schema:
    """Kinds and relationships, each declared once: what everything else knows of them follows from here."""

    kinds: tuple[NodeKind, ...]
    relationships: tuple[RelationshipKind, ...]

    @cached_property
    def by_label(self) -> Mapping[str, NodeKind]:
        """The kinds, by label."""
        return {kind.label: kind for kind in self.kinds}

    def kind(self, label: str) -> NodeKind:
        """Return the kind of a label."""
        return self.by_label[label]

    @cached_property
    def headings(self) -> Mapping[str, str]:
        """The headings of hits in the packed text, by label, in the order of the text."""
        return {kind.label: kind.heading for kind in self.kinds if kind.heading}

    def searched_kinds(self, family: str | None = None) -> tuple[str, ...]:
        """Return the labels of what recall searches, in one family or in any."""
        return tuple(kind.label for kind in self.kinds if (family in kind.searched if family else kind.searched))

    def parts_of(self, label: str) -> tuple[str, ...]:
        """Return the labels of the kinds whose nodes are stretches of a kind's."""
        return tuple(kind.label for kind in self.kinds if kind.part_of == label)

    def found_kinds(self) -> tuple[str, ...]:
        """Return the labels of all that search looks through: what recall searches, and the parts of that."""
        searched = self.searched_kinds()
        return (*searched, *(part for label in searched for part in self.parts_of(label)))

    def text_kinds(self) -> tuple[str, ...]:
        """Return the labels of verbatim texts: how many mention an entity says how common it is."""
        return tuple(kind.label for kind in self.kinds if kind.is_text)

    def derived_kinds(self) -> tuple[str, ...]:
        """Return the labels of what rests on something."""
        return _unique(each.source for each in self.relationships if each.role == "rests_on")

    def forgettable_kinds(self) -> tuple[str, ...]:
        """Return the labels of what `forget` takes by id."""
        return tuple(kind.label for kind in self.kinds if kind.forgettable)

    def grounds_of(self, label: str) -> tuple[str, ...]:
        """Return the labels of what a kind rests on."""
        return _unique(each.target for each in self.relationships if (each.source, each.role) == (label, "rests_on"))

    def sources_of(self, type_: str) -> tuple[str, ...]:
        """Return the labels of the kinds that a relationship type leaves."""
        return _unique(each.source for each in self.relationships if each.type == type_)

    def types_with_role(self, *roles: Role) -> tuple[str, ...]:
        """Return the relationship types that have one of some roles."""
        return _unique(each.type for each in self.relationships if each.role in roles)

    def properties_of(self, type_: str) -> tuple[Property, ...]:
        """Return what relationships of a type may have."""
        of_type = (each.properties for each in self.relationships if each.type == type_)
        return tuple(dict.fromkeys((*EVERY, *(each for some in of_type for each in some))))

    @cached_property
    def walk_weights(self) -> Mapping[tuple[str, str, str], float]:
        """The weight of a relationship in PageRank, by its source's label, its type and its target's label.

        Types that are not followed are left out; of one that is declared twice the later weight counts.
        """
        weights = {(each.source, each.type, each.target): each.weight for each in self.relationships}
        return {ends: weight for ends, weight in weights.items() if weight > 0}


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


_in_force = Schema(KINDS, RELATIONSHIPS)


def declared() -> Schema:
    """Return the declaration that is in force."""
    return _in_force


@contextmanager
def declaring(*more: NodeKind | RelationshipKind) -> Generator[Schema]:
    """Add kinds and relationships to the declaration while the block runs: how a test tries a kind of its own."""
    global _in_force
    before = _in_force
    kinds = tuple(each for each in more if isinstance(each, NodeKind))
    relationships = tuple(each for each in more if isinstance(each, RelationshipKind))
    _in_force = Schema(before.kinds + kinds, before.relationships + relationships)
    try:
        yield _in_force
    finally:
        _in_force = before
