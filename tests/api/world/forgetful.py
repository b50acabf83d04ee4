"""Who has nothing but the memory."""

from clew.agents.ariadne.scripted import scripted
from clew.agents.environments import Moment
from clew.api.world import World


class Forgetful:
    """A player that is made anew at every decision, and so is its door to the memory."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def choose(self, world: World, moment: Moment) -> str:
        return scripted(self.kind).choose(World(world.memory, world.run), moment)
