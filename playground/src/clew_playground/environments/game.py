"""The loop that every game shares: what is valid, what it does, what it is worth, and when it ends."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Literal

from clew.agents.environment import Observation
from clew_playground.environments.game_world import GameWorld
from clew_playground.environments.house import House
from clew_playground.environments.house_actions import Deed, perform, possible, refusal
from clew_playground.environments.wording import described, out_of_turn

Ending = Literal["", "won", "lost", "over"]
"""How a game ended: empty while it goes on, `over` where its steps are used up."""

_LAST_WORDS = MappingProxyType({"won": "You have won.", "lost": "You have lost.", "over": "Your time is over."})


class Game:
    """An environment in one house. A kind of game adds its deeds in `deeds` and `perform`, and its score in `judge`.

    Attributes:
        world: the hidden state, for walkthroughs and tests; an agent sees moments alone.
        score: points up to now.
        ending: empty while the game goes on.
    """

    def __init__(self, house: House, *, task: str, max_score: float) -> None:
        self.house = house
        self.task = task
        self.max_score = max_score
        self.world = GameWorld(house)
        self.score = 0.0
        self.ending: Ending = ""
        self._valid: dict[str, Deed] = {}

    def reset(self) -> Observation:
        """Begin, or begin again: the description of the first room."""
        self.world, self.score, self.ending = GameWorld(self.house), 0.0, ""
        self.begin()
        return self._moment(described(self.world))

    def step(self, action: str) -> Observation:
        """Act; letter case and spaces do not count.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if not self._valid:
            raise out_of_turn(action, is_over=bool(self.ending))
        said = " ".join(action.lower().split())
        deed = self._valid.get(said)
        text = refusal(self.world, said) if deed is None else self.perform(deed)
        self.judge(deed)
        return self._moment(f"{text}\n{_LAST_WORDS[self.ending]}" if self.ending else text)

    def begin(self) -> None:
        """Forget what was counted in the game before."""

    def deeds(self) -> Iterator[Deed]:
        """Return the valid deeds."""
        return possible(self.world)

    def perform(self, deed: Deed) -> str:
        """Do what is valid, and tell what is seen of it."""
        return perform(self.world, deed)

    def judge(self, deed: Deed | None) -> None:
        """Set `score` and `ending` after a step; `deed` is None where the action was not valid."""

    def _moment(self, text: str) -> Observation:
        self._valid = {} if self.ending else {deed.text: deed for deed in self.deeds()}
        return Observation(text, tuple(self._valid), self.score, bool(self.ending), self.ending == "won")
