"""A planning task as an environment: sentences out, actions in words or in PDDL's form in."""

from pathlib import Path
from types import MappingProxyType
from typing import Literal

from clew.agents.environment import Observation
from clew.errors import InvalidInput
from clew_playground.environments.strips.grounding import ground
from clew_playground.environments.strips.pddl_files import object_names, read_domain, read_problem
from clew_playground.environments.strips.rules import forms, rules
from clew_playground.environments.strips.schema import Domain, Problem
from clew_playground.environments.strips.search import plan
from clew_playground.environments.strips.task import State, Task
from clew_playground.environments.strips.templates import Shown, Templates, read_templates
from clew_playground.environments.strips.wording import Wording, listed_objects
from clew_playground.environments.wording import out_of_turn

CHECK = "check valid actions"
"""Answered with the list of valid actions."""

LOOK = "look around"
"""Answered with everything that holds."""

STEPS = 30
"""Steps of a game unless it is said otherwise, as in HiAgent's experiments."""

_INVALID = f"The action is not valid and therefore takes no effect. Say {CHECK!r} to see what is valid."

_LAST_WORDS = MappingProxyType(
    {"won": "The goal is satisfied.", "over": "Your steps are used up.", "stuck": "Nothing more can be done."}
)


class Strips:
    """An environment of one problem. `CHECK` and `LOOK` are understood besides its actions; each costs a step.

    Attributes:
        model: the task as facts and operators; an agent sees moments alone.
        wording: its words.
        task: the description, the rules where there is no description, and the goal.
        max_score: 1, the progress of a goal that is satisfied.
        state: the facts that hold.
        progress: the largest share of the goal's conditions that was satisfied at once since the beginning.
        ending: empty while the game goes on; `stuck` where no action is valid.

    Args:
        domain: the rules.
        problem: one of its problems.
        templates: the words; generic ones by default.
        steps: the game is over after so many.
        observation: what is told after an action; as the templates say by default.

    Raises:
        InvalidInput: the problem is too large, its goal is not supported, or two things sound alike.
    """

    max_score = 1.0

    def __init__(
        self,
        domain: Domain,
        problem: Problem,
        templates: Templates | None = None,
        *,
        steps: int = STEPS,
        observation: Shown | None = None,
    ) -> None:
        if steps < 1:
            raise InvalidInput(f"A game of {steps} steps cannot be played: choose 1 or more.")
        words = templates or Templates()
        self.model: Task = ground(domain, problem)
        self.wording = Wording(domain, self.model, words)
        self.task = self._told_task(_described(domain, words) or rules(domain, words))
        self.steps = steps
        self.observation: Shown = observation or words.observation
        self.state: State = self.model.init
        self.progress = 0.0
        self.ending: Literal["", "won", "over", "stuck"] = ""
        self._left = 0

    def reset(self) -> Observation:
        """Begin, or begin again: everything that holds."""
        self.state, self.progress, self.ending, self._left = self.model.init, 0.0, "", self.steps
        return self._moment(self._all())

    def step(self, action: str) -> Observation:
        """Act.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if self.ending or not self._left:
            raise out_of_turn(action, is_over=bool(self.ending))
        self._left -= 1
        operator = self.wording.meant(action, self.model.applicable(self.state))
        if operator is None:
            return self._moment(self._answer(action))
        before, self.state = self.state, operator.apply(self.state)
        return self._moment(self._seen(before))

    def _told_task(self, rules: str) -> str:
        goal = " ".join(self.wording.condition(each) for each in self.model.goal)
        return f"{rules}\nYour goal: {goal}"

    def _answer(self, action: str) -> str:
        said = " ".join(action.lower().split()).rstrip(".")
        if said == LOOK:
            return self._all()
        return f"Valid actions: {', '.join(self._valid())}." if said == CHECK else _INVALID

    def _valid(self) -> tuple[str, ...]:
        return tuple(self.wording.actions(self.model.applicable(self.state)))

    def _all(self) -> str:
        return f"{listed_objects(self.model)}\n{self.wording.facts(self.state)}".strip()

    def _seen(self, before: State) -> str:
        """Tell what an action did."""
        if self.state == before:
            return "Nothing changes."
        if self.observation == "full":
            return self.wording.facts(fact for fact in self.state if fact[0] in self.model.fluents)
        gone = (f"No longer: {self.wording.fact(each)}" for each in sorted(before - self.state))
        return " ".join((self.wording.facts(self.state - before), *gone)).strip()

    def _moment(self, text: str) -> Observation:
        goal = self.model.goal
        share = self.model.satisfied(self.state) / len(goal) if goal else 1.0
        self.progress = max(self.progress, share)
        valid = self._valid()
        if self.model.reached(self.state):
            self.ending = "won"
        elif not self._left or not valid:
            self.ending = "stuck" if self._left else "over"
        if self.ending:
            return Observation(f"{text}\n{_LAST_WORDS[self.ending]}", (), self.progress, True, self.ending == "won")
        return Observation(text, valid, self.progress, False, False)


def load(
    domain: Path | str,
    problem: Path | str,
    templates: Path | str | None = None,
    *,
    steps: int = STEPS,
    observation: Shown | None = None,
) -> Strips:
    """Return the environment of a PDDL domain and problem.

    Args:
        domain: the domain's file.
        problem: the problem's file.
        templates: a file of templates; by default the TOML file with the domain file's name beside it, if there is one.
        steps: the game is over after so many.
        observation: what is told after an action.

    Raises:
        InvalidInput: a file has an error or needs what is not supported; the message names file, line and reason.
    """
    path = Path(domain)
    rules_of = read_domain(path, object_names(Path(problem)))
    beside = path.with_suffix(".toml")
    words = Path(templates) if templates is not None else beside if beside.is_file() else None
    return Strips(
        rules_of,
        read_problem(Path(problem), rules_of),
        read_templates(words, rules_of) if words is not None else None,
        steps=steps,
        observation=observation,
    )


def walkthrough(game: Strips) -> tuple[str, ...]:
    """Return the actions that win a game from its present state: a plan, in the game's words.

    Raises:
        InvalidInput: no plan was found.
    """
    actions, state = list[str](), game.state
    for operator in plan(game.model, state):
        said = game.wording.actions(game.model.applicable(state))
        actions.append(next(text for text, each in said.items() if each.pddl == operator.pddl))
        state = operator.apply(state)
    return tuple(actions)


def _described(domain: Domain, words: Templates) -> str:
    return f"{words.description}\nActions: {forms(domain, words)}." if words.description else ""
