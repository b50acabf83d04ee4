"""Ariadne: an agent that explores a world in words, keeps a map of it, and plans from what memory holds.

    with Memory.local(space="ship", model=model) as memory:
        print(Ariadne(memory).run(world).won)

Source: AriGraph, section 3.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from clew.agents.agent import Agent, Steps
from clew.agents.ariadne.chains import ACT, PLAN, ActionPlan
from clew.agents.ariadne.memory_modules import GraphMemory, MemoryModule, Now, plurals, told
from clew.agents.ariadne.play import MAX_STEPS, Game, GamePlayer, OnStep, PlayedGame, choice, quiet
from clew.agents.environment import CheckedEnvironment, Environment, Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import UnusableAnswer
from clew.llm import LanguageModel, required
from clew.text.quotation import indented

if TYPE_CHECKING:
    from clew.llm import AnyModel


@dataclass
class PlanningPlayer:
    """A language model that plays one game: it plans and acts from what its memory holds, which its maker chooses.

    Memory is searched, the plan renewed, and a valid action chosen. One thing differs from the paper: a choice is a
    number of a list, so it is always valid.
    """

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


class Ariadne(Agent[Environment, PlayedGame]):
    """Plays until the world is over, the steps are used up, or nothing is left to do.

    Attributes:
        world: its memory of the world.

    Example:
        played = Ariadne(memory, "openai:gpt-4o-mini").run(world)
    """

    def __init__(
        self,
        memory: Memory | World,
        model: "AnyModel | None" = None,
        *,
        player: GamePlayer | None = None,
        window: int = 5,
        most_steps: int = MAX_STEPS,
        gives_up: bool = True,
        on_step: OnStep | None = None,
    ) -> None:
        """Make an agent.

        Args:
            memory: where what it sees is kept; or a `World` of it, whose run and reader are of your choice. Where its
                run has steps already, these stay, and new ones follow.
            model: reads, plans and decides; None: the memory's.
            player: decides in place of a model.
            window: last steps that the model is shown; the paper's figure is the default.
            most_steps: primitive actions of a run; a walk is cut off there as well.
            gives_up: whether it ends where nothing is left to do. Without, the player looks around until the steps are
                used up, as a player does well that forgets what was in vain.
            on_step: told of each step once it is remembered, the first observation too.

        Raises:
            InvalidInput: what was given as a model is none.
            NoModel: there is neither a model nor a player.
        """
        self.world = memory if isinstance(memory, World) else World(memory, model=model)
        self._model = None if player else required(self.world.memory.language_model(model=model), "Ariadne")
        self._player, self._window = player, window
        self._most_steps, self._gives_up, self._on_step = most_steps, gives_up, on_step

    def steps(self, environment: Environment, task: str = "") -> Steps[PlayedGame]:
        """Play step by step; see `Agent.steps`. The steps of a walk come together.

        Args:
            environment: the world, which is reset; it lists its valid actions.
            task: in words, in place of the world's own; it is remembered with the first observation.

        Returns:
            An iterator of the steps; its value at the end is the result.

        Raises:
            InvalidInput: the world is none, or lists no actions; nothing was stored.

        Example:
            for step in Ariadne(memory).steps(world):
                print(step.action)
        """
        checked = CheckedEnvironment(environment, task)
        game = Game(checked, self.world, self._most_steps, self._on_step)
        player = self._player
        if self._model:
            player = PlanningPlayer(self._model, checked.task, GraphMemory(self._model), self._window)
        while player and game.goes_on:
            game.decide(choice(game, self.world, player), gives_up=self._gives_up)
            yield from game.handed_out()
        return game.result
