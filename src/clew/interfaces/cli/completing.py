"""Completes the names of spaces and sessions in a shell. Where the store does not answer, none is offered."""

import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from clew.errors import ClewError, Unreachable

if TYPE_CHECKING:
    from clew.graph.driver import Graph
    from clew.model import SessionOverview, SpaceOverview

MAX_NAMES = 1000
NAMED = ("space", "uri", "user", "database")  # options of every command that lead to the store
_PLAIN = re.compile(r"\w[\w.@%+,/-]*")
"""Matches the names that every shell takes as they are. Some shells would run others as commands."""


def spaces(context: typer.Context, incomplete: str) -> list[str]:
    """Return the spaces of the store whose names begin so."""
    from clew.retrieval import browse

    with suppress(ClewError), _reached(context) as (graph, _):
        return _plain(browse.spaces(graph, limit=MAX_NAMES), incomplete)
    return []


def sessions(context: typer.Context, incomplete: str) -> list[str]:
    """Return the latest sessions of the space whose names begin so."""
    from clew.embedding import MiniLM
    from clew.graph.space import Space
    from clew.retrieval import browse

    with suppress(ClewError), _reached(context) as (graph, space):
        return _plain(browse.sessions(Space(graph, MiniLM(), space), limit=MAX_NAMES), incomplete)  # encodes nothing
    return []


@contextmanager
def _reached(context: typer.Context) -> "Generator[tuple[Graph, str]]":
    """Connect to what the command line names so far; a managed server that does not run is not started."""
    from clew import server
    from clew.api.opening import connect
    from clew.settings import Settings

    given = {name: value for name, value in context.find_root().params.items() if name in NAMED and value is not None}
    settings = Settings.from_env().changed(**given)
    if not settings.uri and not server.status().running:
        raise Unreachable
    with connect(settings) as graph:
        yield graph, settings.space


def _plain(found: "Iterable[SpaceOverview | SessionOverview]", incomplete: str) -> list[str]:
    return [each.name for each in found if each.name.startswith(incomplete) and _PLAIN.fullmatch(each.name)]
