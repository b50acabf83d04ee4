"""The size of a space."""

from datetime import datetime
from typing import NamedTuple

from clew.model import Stats
from clew.queries import load
from clew.retrieval.speakers import other_names
from clew.schema import declared
from clew.space import Space


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
    names = other_names(contents.aliases, contents.speakers)
    aliases = {
        speaker: tuple(name for name in names if names[name] == speaker) for speaker in sorted({*names.values()})
    }
    return Stats(space.name, nodes, relationships, contents.speakers, size.first, size.last, aliases)
