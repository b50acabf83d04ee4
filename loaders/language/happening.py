"""The times that texts name, as their nodes keep them."""

from datetime import datetime, timedelta
from typing import NamedTuple

from clew.graph.queries import load
from clew.graph.schema import HAPPENS, declared
from clew.graph.space import Space
from clew.text.dates import dates_in

MOST_CHARACTERS = 20_000
"""Of the opening of a text that is read."""

MOST_TIMES = 100
"""Times that are kept of a text."""

PAGE_TEXTS = 1000
"""Texts that are read again at once."""


def happening(text: str, at: datetime | None) -> dict[str, object]:
    """Return the properties that say in which times something happens that a text tells; none where it names none.

    Args:
        text: what was said.
        at: when, with the speaker's offset where that is known; None: only dates with a year are read.
    """
    found = dates_in(text[:MOST_CHARACTERS], at)[:MOST_TIMES]
    if not found:
        return {}
    days = {f"{each.since.date()}/{(each.until - timedelta.resolution).date()}": None for each in found}
    first, last = min(each.since for each in found), max(each.until for each in found)
    return {"happens": list(days), "happens_from": first, "happens_to": last}


class _Said(NamedTuple):
    id: str
    text: str
    at: datetime | None


def add_happening(space: Space) -> int:
    """Give the turns and facts of a space the times that they name, page by page; return how many were looked at.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    kinds = [kind.label for kind in declared().kinds if HAPPENS in kind.optional]
    query = load("write/dated_texts", _Said)
    while said := space.read(query, kinds=kinds, after=after, limit=PAGE_TEXTS):
        rows = [{"id": each.id, "times": times} for each in said if (times := happening(each.text, each.at))]
        space.write(load("write/happening"), rows=rows)
        after = said[-1].id
        done += len(said)
    return done
