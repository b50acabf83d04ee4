"""The planning problem that a command line names: made from a seed, or read from PDDL files."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew_playground.environments.strips import Strips

DOMAIN, SEED, SIZE = "blocksworld", 1, 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options that name a problem; None where one is not given.

    Attributes:
        domain: of a problem from a seed.
        seed: of it.
        size: of it.
        pddl: a domain file.
        problem: a problem file of that domain.
    """

    domain: str | None
    seed: int | None
    size: int | None
    pddl: Path | None
    problem: Path | None

    @property
    def given(self) -> list[str]:
        """The options that are given, with their values."""
        options = {"domain": self.domain, "seed": self.seed, "size": self.size}
        options |= {"pddl": self.pddl, "problem": self.problem}
        return [word for name, value in options.items() if value is not None for word in (f"--{name}", str(value))]

    @property
    def title(self) -> str:
        """The problem in words."""
        if self.problem:
            return self.problem.name
        return f"{self.domain or DOMAIN}, seed {self._seed}, size {self._size}"

    @property
    def space(self) -> str:
        """The beginning of the name of the space of a run that is only watched."""
        return "work-pddl" if self.problem else f"work-{self.domain or DOMAIN}-{self._seed}"

    @property
    def _seed(self) -> int:
        return SEED if self.seed is None else self.seed

    @property
    def _size(self) -> int:
        return SIZE if self.size is None else self.size

    def game(self, steps: int) -> "Strips":
        """Return the problem as a world that is over after so many steps.

        Raises:
            InvalidInput: options contradict each other, there is no such size, or a file cannot be used.
        """
        from clew.errors import InvalidInput
        from clew_playground.environments import strips

        if self.pddl is None and self.problem is None:
            return strips.generate(self.domain or DOMAIN, self._seed, self._size, steps=steps)
        if self.pddl is None or self.problem is None:
            raise InvalidInput("a problem in PDDL is two files: name its domain with --pddl and it with --problem")
        if (self.domain, self.seed, self.size) != (None, None, None):
            raise InvalidInput("--domain, --seed and --size make a problem; leave them out beside --pddl and --problem")
        return strips.load(self.pddl, self.problem, steps=steps)

    def check_alone(self, shown: str, resumed: str | None) -> None:
        """Hold that a run that is only shown comes without what acting needs.

        Raises:
            InvalidInput: a problem or a run to resume is named too.
        """
        from clew.errors import InvalidInput

        if self.given or resumed is not None:
            others = "--resume" if resumed is not None else self.given[0]
            raise InvalidInput(f"--show {shown} only shows a run; leave out {others}")
