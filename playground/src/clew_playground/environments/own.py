"""A world of one's own, named as `MODULE:FACTORY`: what the factory returns is played as any other."""

import sys
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path

from clew.agents.environment import CheckedEnvironment, ScoredEnvironment
from clew.errors import InvalidInput
from clew_playground.environments.kinds import Kind

STEPS = 150
"""Steps at most, unless it is said otherwise."""


def own_world(reference: str) -> CheckedEnvironment:
    """Make a world by its factory, a class or function without arguments; modules of the working folder are found.

    Raises:
        InvalidInput: there is no such module or factory, it fails, or what it returns is no world.
    """
    module, _, factory = reference.partition(":")
    if not (module and factory):
        raise InvalidInput(f"environment {reference!r} is no MODULE:FACTORY; write it like lighthouse:Lighthouse")
    sys.path.insert(0, str(Path.cwd()))
    try:
        made = getattr(import_module(module), factory)()
    except Exception as error:  # whatever somebody's module raises
        raise InvalidInput(f"environment {reference!r} cannot be made ({type(error).__name__}: {error})") from error
    finally:
        sys.path.remove(str(Path.cwd()))
    return CheckedEnvironment(made)


def own_kind(reference: str) -> Kind:
    """Return the kind of game that such a world is; it has one size and no seed."""

    def opened(_: int, __: str, ___: int) -> AbstractContextManager[ScoredEnvironment]:
        return nullcontext(own_world(reference))

    return Kind("own", (), STEPS, opened)
