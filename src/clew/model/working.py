"""A running task as a value: its goal, its subgoals and their steps. Source: HiAgent, section 3.

Each change returns a new value and keeps the invariants. At most one subgoal is open, and each subgoal has a step
before the next opens. Numbers begin at 1, and a summary is set once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.errors import Conflict, InvalidInput, NotFound

MAX_RETRIEVED = 6  # numbers that may be asked for while one subgoal is open


@dataclass(frozen=True, slots=True)
class Step:
    """An action and what was observed after it."""

    number: int  # its place in the run, from 0
    action: str  # as it was done
    observation: str  # as it was seen
    prompt_tokens: int = 0  # of the last prompt that was rendered before it; 0 where none was


@dataclass(frozen=True, slots=True)
class Summary:
    """One line in place of the steps of a closed subgoal."""

    text: str
    met: bool | None = None  # whether the subgoal was reached; None where nobody said
    author: str = ""  # the language model that wrote it, or ``last observation``


@dataclass(frozen=True, slots=True)
class Subgoal:
    """A milestone of a run."""

    number: int  # from 1
    text: str
    steps: tuple[Step, ...] = ()  # in order
    summary: Summary | None = None  # None while it is open, and where a step that it told of was forgotten
    retrieved: tuple[int, ...] = ()  # numbers of earlier subgoals that were asked for while it was open, in that order


@dataclass(frozen=True, slots=True)
class Run:
    """A task from its beginning to its end."""

    name: str  # of its session
    goal: str  # what shall be reached
    observation: str = ""  # what was seen before the first step; may be empty
    subgoals: tuple[Subgoal, ...] = ()  # in order; the last one is open until the run ends
    length: int = 0  # steps it has had, those that were forgotten included
    outcome: str | None = None  # what became of it; None while it goes on
    met: bool | None = None  # whether the goal was reached; None where nobody said
    revision: str = ""  # token of its last change in the graph

    @property
    def id(self) -> str:
        """Of its node."""
        return f"run:{self.name}"

    @property
    def text(self) -> str:
        """The text that it is recalled by: its goal, its subgoals and its outcome."""
        milestones = "; ".join(f"{each.number}. {each.text}" for each in self.subgoals)
        lines = (self.goal, milestones and f"Subgoals: {milestones}", self.outcome and f"Outcome: {self.outcome}")
        return "\n".join(line for line in lines if line)

    @property
    def open(self) -> Subgoal | None:
        """The open subgoal; None before the first one, and after the end."""
        return self.subgoals[-1] if self.subgoals and self.outcome is None else None

    @property
    def closed(self) -> tuple[Subgoal, ...]:
        """The subgoals before the open one; all of them after the end."""
        return self.subgoals[:-1] if self.open else self.subgoals

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order."""
        return tuple(step for subgoal in self.subgoals for step in subgoal.steps)

    def with_subgoal(self, text: str, summary: Summary | None) -> "Run":
        """Close the open subgoal with its summary, and open the next."""
        self.check_goes_on()
        line = one_line("subgoal", text)
        before, number = self.subgoals, 1
        if last := self.open:
            if not last.steps:
                raise Conflict(
                    f"run {self.name!r} has the subgoal {last.text!r} without a step; act on it before the next one"
                )
            before, number = (*before[:-1], replace(last, summary=summary)), last.number + 1
        return replace(self, subgoals=(*before, Subgoal(number, line)))

    def with_step(self, action: str, observation: str, prompt_tokens: int = 0) -> "Run":
        """Append a step to the open subgoal."""
        self.check_goes_on()
        if not action.strip():
            raise InvalidInput("the action is blank; give what was done")
        if not (last := self.open):
            raise Conflict(f"run {self.name!r} has no open subgoal; give one before its first step")
        step = Step(self.length, action, observation, prompt_tokens)
        grown = replace(last, steps=(*last.steps, step))
        return replace(self, subgoals=(*self.subgoals[:-1], grown), length=self.length + 1)

    def with_retrieved(self, numbers: Sequence[int]) -> "Run":
        """Show the steps of closed subgoals until the next subgoal opens."""
        self.check_goes_on()
        if not numbers:
            raise InvalidInput("no subgoal was named; give the numbers of closed subgoals")
        if not (last := self.open):
            raise Conflict(f"run {self.name!r} has no open subgoal, so there is nothing to retrieve yet")
        known = [each.number for each in self.closed]
        if unknown := [number for number in numbers if number not in known]:
            raise NotFound(
                f"run {self.name!r} has no closed subgoal {unknown[0]}; it has {', '.join(map(str, known)) or 'none'}"
            )
        if len(last.retrieved) + len(numbers) > MAX_RETRIEVED:
            raise Conflict(
                f"{MAX_RETRIEVED} retrievals are allowed for one subgoal, and {len(last.retrieved)} were made; act now"
            )
        shown = replace(last, retrieved=(*last.retrieved, *numbers))
        return replace(self, subgoals=(*self.subgoals[:-1], shown))

    def with_outcome(self, outcome: str, met: bool | None) -> "Run":
        """End it."""
        self.check_goes_on()
        return replace(self, outcome=outcome, met=met)

    def check_goes_on(self) -> None:
        """Hold that it has not ended."""
        if self.outcome is not None:
            raise Conflict(f"run {self.name!r} has ended; begin another")


def step_text(step: Step) -> str:
    """Return a step as memory keeps it: the action after a prompt sign, then what was observed."""
    return f"> {step.action}\n{step.observation}"


def observation_of(action: str, text: str) -> str:
    """Return the observation in the text of a step; see `step_text`."""
    return text.removeprefix(f"> {action}\n")


def is_same(one: str, other: str) -> bool:
    """Return whether two subgoals say the same: case, white space and full stops at the end count for nothing."""
    return _plain(one) == _plain(other)


def one_line(field: str, text: str) -> str:
    """Return a text as one line."""
    if not (line := " ".join(text.split())):
        raise InvalidInput(f"the {field} is blank; say what it is")
    return line


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".\u3002")
