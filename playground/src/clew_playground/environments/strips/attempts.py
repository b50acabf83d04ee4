"""How much may be tried for one problem: few results do not mean little work."""

from dataclasses import dataclass

from clew.errors import InvalidInput

MAX_ATTEMPTS = 8_000_000
"""Facts, bindings and alternatives that may be tried for one problem, each by its size: some ten seconds of work.

A problem of 100,000 operators in two to four variables takes 3 to 6 million.
"""


@dataclass(slots=True)
class Attempts:
    """The attempts that are left for a problem."""

    problem: str  # its name
    left: int

    def take(self, number: int = 1) -> None:
        """Count attempts.

        Raises:
            InvalidInput: there were too many.
        """
        self.left -= number
        if self.left < 0:
            raise InvalidInput(
                f"problem {self.problem!r} takes too many attempts to ground; take one with fewer objects, or actions "
                "with fewer parameters"
            )
