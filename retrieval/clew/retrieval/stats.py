"""The size of a space."""

from clew.model import Stats
from clew.queries import load
from clew.schema import declared
from clew.space import Space


def stats(space: Space) -> Stats:
    """Nodes per kind, relations per type, speakers, first and last date; all zero for a space never used.

    Raises:
        Conflict: the space is being forgotten.
    """
    contents = space.contents()
    if contents is None:
        return Stats(space.name, {}, {}, (), None, None)
    row = space.read(load("maintain/stats"), kinds=declared().text_kinds())[0]
    return Stats(
        space.name,
        dict(sorted(row["nodes"])),
        dict(sorted(row["relations"])),
        contents.speakers,
        row["first"],
        row["last"],
    )
