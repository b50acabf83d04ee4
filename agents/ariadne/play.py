"""The loop that every player of Ariadne shares: it chooses, the game answers, and each answer goes into memory.

A decision is one choice of the player. It may be `go to PLACE`. The loop then walks there step by step by the way that
memory knows, and hands back as soon as a move has led elsewhere. The loop never sends an action that the game does not
list as valid.

Nor does it send one that memory knows to be in vain. Such an action was tried in the present state of the world and
taught nothing. No player is offered it. A decision in just the same state of the whole world has led back to it. Such a
walk, or a single action that was chosen twice, is offered again only where the player finds nothing else to do. It is
offered twice at most. Where nothing is left at all, or the player says so, the game is given up.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from clew.agents.agent import AgentStep
from clew.agents.environment import CheckedEnvironment, Observation
from clew.api.world import World
from clew.errors import InvalidInput, UnusableAnswer
from clew.loaders.world.observed_triplets import goals
from clew.model.world import GO_TO, Observed
from clew.text.names import normalise

NOTHING_LEFT = "nothing left"  # the choice of a player who knows nothing more to do
MOST_ROUNDS = 2
"""Times that a player may begin a walk in just the same state of the world; single actions twice as often."""

_QUIET = ("look", "look around", "inventory")  # actions that change nothing


@dataclass(frozen=True, slots=True)
class Worth:
    """The present, as memory sees it, on which a player decides."""

    # the valid ones but for those that were tried in vain: in this state of the world, and teaching nothing
    actions: tuple[str, ...]
    # how often each action and each walk was decided on in just this state of the whole world; whoever comes back to it
    # went round in a circle, whatever each step changed
    decided: Mapping[str, int]

    def fresh(self, rounds: int) -> tuple[str, ...]:
        """Return the actions that were decided on in just this state less than twice in each round."""
        return tuple(each for each in self.actions if self.decided.get(each, 0) < 2 * rounds)

    def withheld(self, rounds: int) -> frozenset[str]:
        """Return the walks that were begun in just this state as often as there are rounds."""
        return frozenset(each for each, times in self.decided.items() if each.startswith(GO_TO) and times >= rounds)


def worthwhile(world: World, actions: Sequence[str]) -> Worth:
    """Return what of the valid actions may be worth doing; one round trip."""
    past = world.past(actions)
    kept = tuple(each for each in actions if each not in past.tried or past.tried[each].taught)
    return Worth(kept, past.decided)


def quiet(actions: Sequence[str]) -> str:
    """Choose an action in place of an invalid one: a valid one that changes nothing, if there is one."""
    return next((each for each in _QUIET if each in actions), actions[0])


def spoken(action: str, actions: tuple[str, ...]) -> str:
    """Return the valid action that is meant, in the game's own words; empty where none is.

    A game may say "move north", "north" or "n", and "go to the hall" or "enter hall", for "go north" and "go hall".
    """
    if action in actions:
        return action
    words, led = _words(action), goals(action)
    same = (each for each in actions if words and _words(each) == words)
    return next(same, "") or next((each for each in actions if led & goals(each)), "")


def _words(action: str) -> tuple[str, ...]:
    verb, _, rest = " ".join(action.lower().split()).partition(" ")
    return (verb, normalise(rest)) if rest else (verb,) if verb else ()


GAVE_UP = "the player knew nothing more to do"
ALL_IN_VAIN = "every valid action was tried there, and taught nothing"

MAX_STEPS = 150  # Source: AriGraph, section 4.1


class GamePlayer(Protocol):
    """A player decides. It is given everything: it needs to keep nothing from one decision to the next."""

    def choose(self, world: World, moment: Observation) -> str:
        """Return an action of `moment.actions`, or `go to` and the name of a place or thing, or `NOTHING_LEFT`."""
        ...


OnStep = Callable[[Observed, Observation], None]  # is told of each primitive step once it is remembered


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """How a game went."""

    score: float  # at its end
    max_score: float  # what could be reached
    won: bool  # whether all was
    over: bool  # whether the game ended, and not only the steps
    steps: int  # primitive actions sent to the game
    decisions: int  # choices of the player
    refused: int  # decisions that could not be begun, and were answered with a look around
    broken: int  # walks that ended elsewhere than they should
    stopped: str = ""  # why the game was given up before its end; empty where it was not
    unread: int = 0  # observations that the model could not read, and that rules read instead

    @property
    def share(self) -> float:
        """The score as part of what could be reached: 1 at best, below 0 where mistakes cost points."""
        return self.score / self.max_score if self.max_score else 0.0


def choice(game: "Game", world: World, player: GamePlayer) -> str:
    """Return what a player wants: of what was not done before in just this state, else of that too."""
    for rounds in range(1, MOST_ROUNDS + 1):
        game.offer(rounds)
        choice = player.choose(world, game.offered) if game.offered.actions else NOTHING_LEFT
        if choice != NOTHING_LEFT or not game.is_in_circles:
            return choice
    return NOTHING_LEFT


class Game:
    """A game in progress: `offered` is the moment without what is in vain, or was done in just this state.

    An action that could not be begun is withheld until anything is learnt, has changed, or is valid besides.

    Attributes:
        stopped: why the game was given up; empty where it was not.
    """

    def __init__(self, environment: CheckedEnvironment, world: World, most_steps: int, on_step: OnStep | None) -> None:
        self._environment, self._world, self._most_steps, self._on_step = environment, world, most_steps, on_step
        self._steps = self._decisions = self._refused = self._broken = self._unread = 0
        self.stopped, self._impossible, self._taken = "", set[str](), list[AgentStep]()
        self.moment = environment.reset()
        if not self.moment.actions and not self.moment.done:
            raise InvalidInput(
                "Ariadne chooses among valid actions, and the first observation of this world lists none; list them in "
                "Observation.actions, or let HiAgent or Clin play"
            )
        self._remember(f"{environment.task}\n\n{self.moment.text}".strip(), "")

    def offer(self, rounds: int) -> None:
        """Offer what is not in vain, could be begun, and was not done in just this state in as many rounds."""
        fresh, withheld = self.worth.fresh(rounds), self.worth.withheld(rounds)
        self.offered = replace(self.moment, actions=fresh, withheld=withheld | self._impossible)

    def handed_out(self) -> list[AgentStep]:
        """Return the steps that were made since they were handed out last."""
        taken, self._taken = self._taken, []
        return taken

    @property
    def is_in_circles(self) -> bool:
        """True where anything is not offered for having been done in just this state."""
        return bool(self.offered.withheld - self._impossible) or self.offered.actions != self.worth.actions

    @property
    def goes_on(self) -> bool:
        """Return True if another decision is to be made."""
        return (
            not self.stopped and self._steps < self._most_steps and bool(self.moment.actions) and not self.moment.done
        )

    @property
    def result(self) -> PlayedGame:
        """How it went up to now."""
        moment, most = self.moment, self._environment.max_score
        counts = (self._steps, self._decisions, self._refused, self._broken)
        return PlayedGame(moment.score, most, moment.won, moment.done, *counts, self.stopped, self._unread)

    def decide(self, choice: str, *, gives_up: bool) -> None:
        """Do what was chosen: at least one step, whatever it was; none where nothing is left to do."""
        self._decisions += 1
        if gives_up and choice == NOTHING_LEFT:
            self.stopped = GAVE_UP if self.worth.actions else ALL_IN_VAIN
        elif action := spoken(choice, self.offered.actions):
            self._act(action)
        elif not self._walk(choice):
            self._refused += choice != NOTHING_LEFT
            self._impossible.add(choice)
            self._act(quiet(self.offered.actions or self.moment.actions))

    def _walk(self, choice: str) -> bool:
        """Follow a way as far as it is one; False where not even its first step could be made, or none was chosen."""
        possible = choice.startswith(GO_TO) and choice not in self.offered.withheld
        route = self._world.route(choice.removeprefix(GO_TO)) if possible else None
        begun = False
        for each, expected in route.steps if route else ():
            action = spoken(each, self.worth.actions) if self.goes_on else ""
            if not action and not expected:
                continue  # the door may stand open by now, which the next move shows
            if not action:
                self._broken += begun and self.goes_on
                return begun
            arrived = self._act(action, "" if begun else choice).place
            begun = True
            if expected and arrived != expected:
                self._broken += 1
                return True
        return begun

    def _act(self, action: str, decision: str | None = None) -> Observed:
        before, self.moment = self.moment.actions, self._environment.step(action)
        self._steps += 1
        observed = self._remember(self.moment.text, action, decision)
        self._taken.append(AgentStep(action, self.moment.text, self.moment.score))
        if observed.new or observed.replaced or self.moment.actions != before:
            self._impossible.clear()
        return observed

    def _remember(self, text: str, action: str, decision: str | None = None) -> Observed:
        observed = self._read(text.strip() or "Nothing is said.", action, decision)
        if self._on_step:
            self._on_step(observed, self.moment)
        self.worth = worthwhile(self._world, self.moment.actions)
        return observed

    def _read(self, text: str, action: str, decision: str | None) -> Observed:
        """Put an observation into memory; an answer that cannot be used costs what it says, and not the game."""
        world, actions = self._world, self.moment.actions
        try:
            return world.observe(text, action=action, decision=decision, actions=actions)
        except UnusableAnswer:
            self._unread += 1
            by_rules = World(world.memory, world.run, reader="rules", rules=world.rules, replaces=world.replaces)
            return by_rules.observe(text, action=action, decision=decision, actions=actions)
