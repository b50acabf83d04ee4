"""Ariadne: an agent that explores a world in words, keeps a map of it, and plans from what memory holds.

    with Memory.local(space="ship", model=model) as memory:
        print(Ariadne(memory).run(world).won)

Source: AriGraph, section 3.
"""

from typing import TYPE_CHECKING

from clew.agents.agent import Agent, Steps
from clew.agents.ariadne.memory_modules import GraphMemory
from clew.agents.ariadne.play import MAX_STEPS, Game, GamePlayer, OnStep, PlayedGame, choice
from clew.agents.ariadne.player import PlanningPlayer
from clew.agents.environment import CheckedEnvironment, Environment
from clew.api.memory import Memory
from clew.api.world import World
from clew.llm import required

if TYPE_CHECKING:
    from clew.llm import AnyModel


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
