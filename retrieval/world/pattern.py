"""The triplets that match a pattern: a thing's own, those of a predicate, or all."""

from datetime import datetime

from clew.graph.queries import load
from clew.graph.space import Space
from clew.model.world import Held
from clew.text.instants import FOREVER
from clew.text.names import normalise


def matching(
    space: Space, subject: str | None, predicate: str | None, object: str | None, at: datetime
) -> tuple[Held, ...]:
    """Find triplets by what they say, in the order in which they came to be believed.

    Args:
        space: where.
        subject: a name; None: any.
        predicate: as it is written; None: any.
        object: a name; None: any.
        at: when they shall be believed.
    """
    one, other = (name if name is None else normalise(name) for name in (subject, object))
    given = {"subject": one, "predicate": predicate, "object": other}
    return tuple(space.read(load("world/pattern", Held), **given, at=at, forever=FOREVER))
