"""The size of a space."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.schema import declared
from clew.graph.space import Contents, Space
from clew.model.graph import AliasOrigin, Stats
from clew.retrieval.speakers import other_names


class _Count(NamedTuple):
    kind: str
    number: int


class _Size(NamedTuple):
    nodes: list[_Count]
    relationships: list[_Count]
    first: datetime | None
    last: datetime | None


def stats(space: Space) -> Stats:
    """Count nodes per kind and relationships per type; all zero for a space never used.

    Raises:
        Conflict: the space is being forgotten.
    """
    contents = space.contents()
    if contents is None:
        return Stats(space.name, {}, {}, (), None, None)
    size = space.read(load("maintain/stats", _Size), kinds=declared().text_kinds())[0]
    nodes, relationships = dict(sorted(size.nodes)), dict(sorted(size.relationships))
    names = other_names(contents.alias_sources, contents.speakers)
    aliases = {
        speaker: tuple(name for name in names if names[name] == speaker) for speaker in sorted({*names.values()})
    }
    return Stats(
        space.name, nodes, relationships, contents.speakers, size.first, size.last, aliases, _origins(contents, names)
    )


def _origins(contents: Contents, names: Iterable[str]) -> dict[str, AliasOrigin]:
    """Return how each other name is known."""
    sources: tuple[tuple[AliasOrigin, Iterable[str]], ...] = (
        ("learnt", contents.learnt_aliases),
        ("shown", contents.shown_aliases),
        ("given", contents.given_aliases),
    )
    known: dict[str, AliasOrigin] = {
        alias.partition(" = ")[0]: origin for origin, aliases in sources for alias in aliases
    }
    return {name: known[name] for name in names}
