"""py2neo itself, and its connection to the database that holds memory."""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from clew.errors import AccessDenied, DatabaseError, InvalidInput, MissingDependency, Unreachable, install_hint
from clew.text.masking import conceal, masked


def library(module: str = "py2neo") -> Any:  # noqa: ANN401 - py2neo has no types
    """Return a module of py2neo.

    Raises:
        MissingDependency: the package is not installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        message = f"models of py2neo need the package {error.name!r}; {install_hint('py2neo')}"
        raise MissingDependency(message) from error


def connect(uri: str, *, auth: tuple[str, str] | None = None, database: str = "neo4j") -> Any:  # noqa: ANN401
    """Return a `py2neo.Graph`.

    Args:
        uri: such as ``bolt://localhost:7687``; py2neo cannot route, so ``neo4j://`` is refused.
        auth: user and password; None where the server has authentication switched off.
        database: its name, which py2neo would guess wrongly.

    Raises:
        InvalidInput: the address is of another form.
        Unreachable, AccessDenied: as their names say.
    """
    if not uri.startswith(("bolt://", "bolt+s://", "bolt+ssc://")):
        raise InvalidInput(f"py2neo cannot reach {masked(uri)!r}; give the address of one server, bolt://host:7687")
    if auth:
        conceal(auth[1])
    with translated(uri):
        graph = library().Graph(uri, auth=auth, name=database)
        graph.run("RETURN 1")
        return graph


@contextmanager
def translated(uri: str) -> Generator[None]:
    """Turn what py2neo raises inside the block into one of our errors."""
    errors, wire = library("py2neo.errors"), library("py2neo.wiring")
    try:
        yield
    except (errors.ConnectionUnavailable, wire.WireError) as error:
        message = f"{masked(uri)}: py2neo gets no connection; give the address of a Neo4j that runs, and its password"
        raise Unreachable(message) from error
    except errors.Neo4jError as error:
        told = f"{masked(uri)}: {getattr(error, 'message', None) or error}"
        if "Security" in str(getattr(error, "code", "")):
            raise AccessDenied(f"{told}; give the right user and password") from error
        raise DatabaseError(told) from error
