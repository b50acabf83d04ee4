"""The optional packages of the adapters, and Java, looked up where they are needed."""

import shutil
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from clew.errors import MissingDependency, install_hint


def required(package: str, extra: str) -> Any:  # noqa: ANN401  these packages have no types
    """Return a module of an optional package.

    Raises:
        MissingDependency: the package is not installed.
    """
    if find_spec(package.partition(".")[0]) is None:
        raise MissingDependency(f"these games need {extra}, not installed; {install_hint(extra)}")
    return import_module(package)


def java() -> str:
    """Return the `java` of the path.

    Raises:
        MissingDependency: there is none.
    """
    if found := shutil.which("java"):
        return found
    raise MissingDependency("these games need Java, and no `java` is on the path; install a Java runtime")


@contextmanager
def unsaid() -> Generator[None]:
    """Silence the warnings of these packages, such as that TextWorld's own games are not known to its interpreter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
