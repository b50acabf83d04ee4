"""The terms of stored metadata, for turns of before a filter could name them."""

import json

from clew.graph.queries import load
from clew.graph.space import Space
from clew.text.terms import terms

PAGE_TURNS = 1000
"""Turns that are read again at once."""


def add_terms(space: Space) -> int:
    """Give the turns of a space the terms of their metadata, page by page; return how many were looked at.

    It may be interrupted and done again.
    """
    done, after = 0, ""
    while turns := space.read(load("write/described_turns", tuple[str, str]), after=after, limit=PAGE_TURNS):
        rows = [{"id": id, "terms": found} for id, metadata in turns if (found := terms(json.loads(metadata)))]
        space.write(load("write/terms"), rows=rows)
        after = turns[-1][0]
        done += len(turns)
    return done
