"""No player goes round in circles: what led back to the same state of the world comes back last, and seldom."""

from itertools import cycle

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import MOST_ROUNDS, NOTHING_LEFT
from clew.agents.environment import Observation
from clew.api.memory import Memory
from clew.api.world import World


def test_a_box_is_not_opened_and_closed_for_ever(memory: Memory) -> None:
    world = World(memory, reader="rules")
    played = Ariadne(world, player=Forever("open box", "close box"), most_steps=40).run(Box())
    assert played.steps < 40
    assert world.past(["open box"]).decided == {"open box": 2 * MOST_ROUNDS}


class Box:
    """A room with a box that opens and closes."""

    task, max_score = "Play.", 1.0

    def reset(self) -> Observation:
        return self._moment("-= Hall =-\nYou see a box. The box is closed.")

    def step(self, action: str) -> Observation:
        return self._moment("You open the box." if action == "open box" else "You close the box.")

    def _moment(self, text: str) -> Observation:
        return Observation(text, ("open box", "close box"), 0.0, done=False, won=False)


class Forever:
    """A player that does the same things one after the other, where they are offered."""

    def __init__(self, *choices: str) -> None:
        self.many, self.choices = len(choices), cycle(choices)

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        ahead = (next(self.choices) for _ in range(self.many))
        return next((each for each in ahead if each in moment.actions), NOTHING_LEFT)
