"""A chore in a house as an environment: what is listed may be said, and not all of it works."""

from collections.abc import Sequence
from typing import Literal

from clew.agents.environment import Observation
from clew.errors import InvalidInput
from clew.model.learnings import HIGHEST_SCORE, LOWEST_SCORE
from clew_playground.environments.chores.deeds import NOTHING, Deed, State, facts
from clew_playground.environments.chores.houses import START, Placed, here, opened
from clew_playground.environments.wording import out_of_turn

STEPS = 50
"""Steps of a game unless it is said otherwise: about twice as many as a shortest way has."""

LOOK = "look"
"""Answered with what is seen in the room."""

_LAST_WORDS = {"done": "The work is done.", "lost": "That is beyond repair.", "over": "The day is over."}


class Chores:
    """An environment of one chore in one house.

    The score is the sum of the points of what worked, 100 where everything that counts was done before the end. A
    blunder ends it with -100.

    Attributes:
        name: of the chore, as the catalogue has it.
        house: number of the house; games of one number are in the same house.
        task: what shall be done, in a sentence.
        max_score: 100.
        placed: the chore in its house, for oracles and tests; an agent sees moments alone.
        state: the facts that hold, hidden like `placed`.
        ending: empty while the game goes on.

    Args:
        name: of the chore.
        house: number of the house.
        placed: what is to be done, in the house.
        steps: the game is over after so many.

    Raises:
        InvalidInput: it has no steps.
    """

    max_score = HIGHEST_SCORE

    def __init__(self, name: str, house: int, placed: Placed, *, steps: int = STEPS) -> None:
        if steps < 1:
            raise InvalidInput(f"A game of {steps} steps cannot be played: choose 1 or more.")
        self.name, self.house, self.task, self.placed, self.steps = name, house, placed.chore.task, placed, steps
        self.state: State = facts(here(START))
        self.score = 0.0
        self.ending: Literal["", "done", "lost", "over"] = ""
        self._left = 0

    def reset(self) -> Observation:
        """Begin, or begin again: what is seen in the hall."""
        self.state, self.score, self.ending, self._left = facts(here(START)), 0.0, "", self.steps
        return self._moment(self._room())

    def step(self, action: str) -> Observation:
        """Act; letter case and spaces do not count.

        Raises:
            InvalidInput: the game has not begun, or is over.
        """
        if self.ending or not self._left:
            raise out_of_turn(action, is_over=bool(self.ending))
        self._left -= 1
        said = " ".join(action.lower().split())
        text = self._room() if said == LOOK else self._done(said)
        if not self._left and not self.ending:
            self.ending = "over"
        return self._moment(f"{text} {_LAST_WORDS[self.ending]}" if self.ending else text)

    def listed(self) -> Sequence[Deed]:
        """Return the deeds that are valid actions."""
        return [each for each in self.placed.deeds if each.is_listed(self.state)]

    def _done(self, said: str) -> str:
        deed = next((each for each in self.listed() if each.text == said), None)
        if deed is None or not deed.works(self.state):
            return NOTHING
        self.state = deed.after(self.state)
        self.score = LOWEST_SCORE if deed.ending == "lost" else self.score + deed.points
        self.ending = deed.ending
        return deed.said or self._shown(deed)

    def _shown(self, deed: Deed) -> str:
        shut = [each for each, _ in self.placed.house.containers if opened(each) in deed.gives]
        return self.placed.contents(shut[0], self.state) if shut else self._room()

    def _room(self) -> str:
        rooms = (START, *self.placed.house.rooms)
        return self.placed.described(next(each for each in rooms if here(each) in self.state), self.state)

    def _moment(self, text: str) -> Observation:
        valid = () if self.ending else (LOOK, *(each.text for each in self.listed()))
        won = self.ending == "done" and self.score == self.max_score
        return Observation(text, valid, self.score, bool(self.ending), won)
