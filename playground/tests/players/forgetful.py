"""Who has nothing but the memory."""

from clew.agents.environment import Observation
from clew.api.world import World
from clew_playground.players.scripted import scripted


class Forgetful:
    """A player that is made anew at every decision, and so is its door to the memory."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def choose(self, world: World, moment: Observation) -> str:
        return scripted(self.kind).choose(World(world.memory, world.run), moment)
