"""The command line, as the library's tests call it."""

from tests.interfaces.conftest import clew, environment, shell

__all__ = ["clew", "environment", "shell"]
