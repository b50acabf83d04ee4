"""Ariadne: an agent that plans and acts from what its world's memory holds.

Source: AriGraph, section 3, whose loop this is: what matters is scored, memory searched, exploring decided on, the plan
renewed, and one of the valid actions chosen. What differs: a choice is a number of a list, so it is always valid; the
memory shown is that of the present observation; observations that the last steps show are not recalled beside them.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.agents.ariadne.chains import ACT, EXPLORE, PLAN, RELEVANT, Plan
from clew.environments.environment import Moment
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.world import World
from clew.world_model import Recollection

GO_TO = "go to "
"""Before a place: the whole way there is one choice."""

LOOK = "look"

DEEPEST = 3
MOST_THINGS = 8


@dataclass(frozen=True, slots=True)
class Habits:
    """What the agent uses, for comparison; the paper's figures are the defaults.

    Attributes:
        window: last steps that it is shown.
        episodes: earlier observations that it recalls; 0: none.
        width: triplets per step of a search.
        explores: whether it is shown the ways that nobody has gone.
    """

    window: int = 5
    episodes: int = 2
    width: int = 6
    explores: bool = True


@dataclass(slots=True)
class _Known:
    """What a choice is made from."""

    memory: str
    episodes: str
    unexplored: str
    inventory: str
    history: str


@dataclass
class Ariadne:
    """One agent in one game.

    Attributes:
        model: thinks.
        task: what is to be done, in words.
        habits: what it uses.
        plan: as it stands.
    """

    model: LanguageModel
    task: str
    habits: Habits = field(default_factory=Habits)
    plan: Plan = field(default_factory=lambda: Plan(steps=[]))
    _last: deque[tuple[str, str]] = field(init=False, repr=False)
    _action: str = field(default="", init=False, repr=False)

    def __post_init__(self) -> None:
        self._last = deque(maxlen=max(self.habits.window, 0))

    def choose(self, world: World, moment: Moment) -> str:
        """The next action: one of the valid ones, or ``go to`` a place that can be reached.

        Raises:
            ModelFailed: the model could not be asked. Where it says what cannot be used, the step goes on without.
        """
        known = self._known(world, moment)
        self._renew_plan(moment, known)
        actions = [*moment.actions, *self._ways(world)]
        action = self._act(moment, known, actions)
        self._last.append((moment.text, action))
        return action

    def _known(self, world: World, moment: Moment) -> _Known:
        inventory = ", ".join(world.inventory()) or "nothing"
        recalled = world.recall(
            self._relevant(moment, inventory),
            width=self.habits.width,
            most=self.habits.episodes,
            without=self._shown_already(world),
        )
        memory = _facts(recalled)
        unexplored = _unexplored(world) if self.habits.explores and self._wants_more(memory) else "not needed"
        episodes = "\n".join(f"(step {each.step}) {_line(each.text)}" for each in recalled.episodes) or "none"
        history = "\n".join(f"Saw: {_line(text)}\nDid: {action}" for text, action in self._last) or "none"
        return _Known(memory, episodes, unexplored, inventory, history)

    def _relevant(self, moment: Moment, inventory: str) -> dict[str, int]:
        """The things to look up, with how far; where the model names none, the observation itself."""
        try:
            answer = self.model.ask(
                RELEVANT, task=self.task, plan=_shown(self.plan), inventory=inventory, observation=moment.text
            )
        except UnusableAnswer:
            return {moment.text: 1}
        things = {
            each.name: min(max(each.depth, 1), DEEPEST) for each in answer.things[:MOST_THINGS] if each.name.strip()
        }
        return things or {moment.text: 1}

    def _shown_already(self, world: World) -> list[str]:
        """The observations that the last steps hold, which are the last of the run."""
        length = world.steps()
        return [f"episode:{world.run}/{step}" for step in range(max(length - len(self._last) - 1, 0), length)]

    def _wants_more(self, memory: str) -> bool:
        if not self.plan.steps:
            return True
        try:
            return self.model.ask(EXPLORE, task=self.task, plan=_shown(self.plan), memory=memory).explore
        except UnusableAnswer:
            return True

    def _renew_plan(self, moment: Moment, known: _Known) -> None:
        try:
            self.plan = self.model.ask(
                PLAN, task=self.task, plan=_shown(self.plan), observation=moment.text, **_inputs(known)
            )
        except UnusableAnswer:
            return  # the plan so far still stands

    def _ways(self, world: World) -> list[str]:
        here = world.place()
        places = sorted({each.triplet.subject for each in world.triplets(predicate="has exit")} - {here})
        return [f"{GO_TO}{place}" for place in places if world.route(place)]

    def _act(self, moment: Moment, known: _Known, actions: Sequence[str]) -> str:
        """One of the actions; where the model names none of them, one that changes nothing, if there is one."""
        listed = "\n".join(f"{number}. {action}" for number, action in enumerate(actions, 1))
        try:
            number = self.model.ask(
                ACT, task=self.task, plan=_shown(self.plan), observation=moment.text, actions=listed, **_inputs(known)
            ).action
        except UnusableAnswer:
            number = 0
        if 0 < number <= len(actions):
            return actions[number - 1]
        return LOOK if LOOK in actions else actions[0]


def _inputs(known: _Known) -> dict[str, str]:
    return {
        "memory": known.memory,
        "episodes": known.episodes,
        "unexplored": known.unexplored,
        "inventory": known.inventory,
        "history": known.history,
    }


def _facts(recalled: Recollection) -> str:
    return "\n".join(each.triplet.text for each in recalled.triplets) or "none"


def _unexplored(world: World) -> str:
    found = world.unexplored()
    return "\n".join(f"{place}: {', '.join(ways)}" for place, ways in found.items()) or "none is known"


def _shown(plan: Plan) -> str:
    return (
        "\n".join(f"{number}. {each.sub_goal} ({each.reason})" for number, each in enumerate(plan.steps, 1)) or "none"
    )


def _line(text: str) -> str:
    return " ".join(text.split())
