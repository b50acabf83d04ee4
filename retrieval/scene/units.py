"""The units of a short-term memory."""

from datetime import datetime
from typing import NamedTuple

from clew.graph.place_rows import PlacedRow
from clew.graph.queries import load
from clew.graph.space import QueryRunner
from clew.model.short_term import Unit
from clew.text.instants import FOREVER


class _Row(NamedTuple):
    object: PlacedRow
    seen_at: datetime
    image: str


def units(run: QueryRunner, name: str) -> tuple[Unit, ...]:
    """Return the units of a short-term memory, by the ids of their objects.

    Args:
        run: `Space.read`, or a transaction's `run`.
        name: of the short-term memory.
    """
    rows = run(load("scene/units", _Row), name=name, forever=FOREVER)
    return tuple(Unit(row.object.placed, row.seen_at, row.image) for row in rows)
