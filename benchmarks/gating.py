"""What a script's exit says of its gates."""

from collections.abc import Mapping


def missed(gates: Mapping[str, bool]) -> bool:
    """Whether a gate is missed, or nothing was measured that a gate could be of."""
    return not gates or not all(gates.values())
