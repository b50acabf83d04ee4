"""The gates of a script: their lines in its report, and the exit code that follows from them."""

from collections.abc import Mapping

from rich.console import Console


def missed(gates: Mapping[str, bool]) -> bool:
    """Return True if a gate is missed, or nothing was measured that a gate could be of."""
    return not gates or not all(gates.values())


def show_gates(gates: Mapping[str, bool], console: Console) -> None:
    """Print a line for each gate."""
    for gate, passed in gates.items():
        console.print(f"{'pass' if passed else 'FAIL'}  {gate}", highlight=False)
