"""The one shape of the four agents: made of a memory and a model, run in a world, step by step, or as a node."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

World = TypeVar("World")
Result = TypeVar("Result")
State: TypeAlias = Mapping[str, Any]  # of a graph of LangGraph's


@dataclass(frozen=True, slots=True)
class AgentStep:
    """A step that an agent has taken, and remembered."""

    action: str  # that was done
    observation: str  # what the world answered
    score: float | None = None  # points up to then; None where the world counts none


Steps: TypeAlias = Generator[AgentStep, None, Result]
"""The steps of an agent, one by one; the value at the end is the result."""


def finished(steps: Generator[object, None, Result]) -> Result:
    """Take all steps, and return their result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("Result", end.value)


class Agent(ABC, Generic[World, Result]):
    """An agent: what it learns of a world goes into its memory."""

    @abstractmethod
    def steps(self, environment: World, task: str = "") -> Steps[Result]:
        """Act step by step; nothing is done before the first one is asked for.

        Args:
            environment: the world, which is reset.
            task: in words, in place of the world's own.

        Returns:
            An iterator of the steps; its value at the end is the result.

        Raises:
            InvalidInput: the world is none; nothing was stored.

        Example:
            for step in agent.steps(world):
                print(step.action, step.observation)
        """
        ...

    def run(self, environment: World, task: str = "") -> Result:
        """Act to the end.

        Args:
            environment: the world, which is reset.
            task: in words, in place of the world's own.

        Returns:
            How it went.

        Raises:
            InvalidInput: the world is none; nothing was stored.

        Example:
            print(agent.run(world).won)
        """
        return finished(self.steps(environment, task))

    def node(
        self, environment: World | Callable[[State], World], *, task: str = "task", played: str = "played"
    ) -> Callable[[State], dict[str, Result]]:
        """Return the agent as a node of a LangGraph graph.

        Args:
            environment: the world; or a function that finds or makes it from the graph's state.
            task: the key of the state that holds the task in words; where it holds none, the world's own counts.
            played: the key of the state that gets the result.

        Returns:
            A function from the state to its update.

        Example:
            graph.add_node("explore", agent.node(world))
        """

        def act(state: State) -> dict[str, Result]:
            is_made = callable(environment) and not hasattr(environment, "reset") and not hasattr(environment, "do")
            world = cast("Callable[[State], World]", environment)(state) if is_made else cast("World", environment)
            return {played: self.run(world, str(state.get(task) or ""))}

        return act
