"""The player that a language model is: it plans and acts from what its memory holds, which its maker chooses.

Source: AriGraph, section 3, whose loop this is: memory is searched, the plan renewed, and one of the valid actions
chosen. One thing differs: a choice is a number of a list, so it is always valid.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from clew.agents.ariadne.chains import ACT, PLAN, ActionPlan
from clew.agents.ariadne.memory_modules import MemoryModule, Now, told
from clew.agents.ariadne.play import quiet
from clew.agents.ariadne.wording import plurals
from clew.agents.environment import Observation
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel
from clew.text.quotation import indented


@dataclass
class PlanningPlayer:
    """One player in one game."""

    model: LanguageModel  # thinks
    task: str  # what is to be done, in words
    memory: MemoryModule  # what it is shown of the past before the last steps
    window: int = 5  # last steps that it is shown, read from the world's run; the paper's figure is the default
    plan: ActionPlan = field(default_factory=lambda: ActionPlan(steps=[]))  # as it stands

    def choose(self, world: World, moment: Observation) -> str:
        """Return the next action: one of the valid ones, or of what the memory adds to them.

        Raises:
            ModelFailed: the model could not be asked. Where it says what cannot be used, the step goes on without.
        """
        said = plurals((*moment.actions, moment.text, self.task))
        inventory = ", ".join(said.get(each, each) for each in world.inventory()) or "nothing"
        shown = tuple(reversed(world.history(most=max(self.window, 0) + 1)))
        now = Now(self.task, self.plan, inventory, moment.text, shown, said)
        recalled = self.memory.recall(world, now)
        before = [*map(told, now.shown[:-1]), f"Did: {now.shown[-1].action}"] if now.shown[1:] else ["none"]
        inputs = {
            "task": self.task,
            "memory": recalled.text,
            "inventory": now.inventory,
            "history": "\n".join(before),
            "observation": f"  {indented(moment.text)}",
        }
        with suppress(UnusableAnswer):  # the plan so far still stands
            self.plan = self.model.ask(PLAN, plan=self.plan.text, **inputs)
        ways = (way for way in recalled.ways if way not in moment.withheld)
        return self._act(inputs, [*dict.fromkeys((*moment.actions, *ways))])

    def _act(self, inputs: Mapping[str, str], actions: Sequence[str]) -> str:
        """Return one of the actions; where the model names none of them, a quiet one."""
        listed = "\n".join(f"{number}. {action}" for number, action in enumerate(map(indented, actions), 1))
        try:
            number = self.model.ask(ACT, plan=self.plan.text, actions=listed, **inputs).action
        except UnusableAnswer:
            number = 0
        return actions[number - 1] if 0 < number <= len(actions) else quiet(actions)
