"""The exit code of a script, by its gates."""

from collections.abc import Mapping


def missed(gates: Mapping[str, bool]) -> bool:
    """Return True if a gate is missed, or nothing was measured that a gate could be of."""
    return not gates or not all(gates.values())
