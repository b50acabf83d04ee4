"""Pairs of what was believed and what was then seen, with what no longer holds: judged by a simulator's own state.

A game of an even seed is walked by valid actions of a seeded chance, one of an odd seed by the actions that win it.
Before each action, what memory believes is checked against the game's state, and again after it: a triplet that was
true and is not any more should end. The player's own place is left out: moves decide it, and it would flatter whoever
judges.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from random import Random

from games_played import MODULES, RUN

from clew.api.memory import Memory
from clew.api.world import World
from clew.loaders.world.observed_triplets import names, understand
from clew.loaders.world.outdated import is_judged
from clew.model.triplet import HERE, IS, IS_IN, IS_ON, PLAYER, Triplet
from clew.model.world import Held, Observed
from clew.text.names import normalise
from clew_playground.environments.game import Game
from clew_playground.environments.game_world import GameWorld
from clew_playground.environments.house import INVENTORY
from clew_playground.readers import GAMES

SIZES = {"hunt": "easy", "cooking": "hard", "cleaning": "small"}
STEPS = 40
"""Actions of a walk by chance, at most."""

MOVES = 0.35
"""The part of the actions that are moves, where one can be made."""

QUIET = ("look", "inventory")
OTHER_WORDS = {IS_IN: "can be found in", IS_ON: "rests upon", IS: "has condition"}
"""For predicates of which a thing has one at a time, others that rules do not know."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One observation beside what was believed before.

    Attributes:
        kind: of the game.
        seed: of the game.
        step: of the walk, from 1.
        action: what was done.
        believed: of what the observation speaks of and the place where the player is, by id, seen last first.
        seen: its triplets that were not believed.
        over: ids of triplets, whether shown or not, that were true before the action and are not any more.
        by_rules: ids of triplets that memory ended by its rules.
    """

    kind: str
    seed: int
    step: int
    action: str
    believed: dict[str, Triplet]
    seen: tuple[Triplet, ...]
    over: frozenset[str]
    by_rules: frozenset[str]

    def reworded(self) -> "Pair":
        """Return the pair in words that rules do not know; they end nothing there."""
        believed = {id: _reworded(each) for id, each in self.believed.items()}
        return replace(self, believed=believed, seen=tuple(map(_reworded, self.seen)), by_rules=frozenset())

    @property
    def is_asked(self) -> bool:
        """True if a model would be asked: something new was seen, and something is left to judge."""
        return bool(self.seen) and any(map(is_judged, self.believed.values()))


def walked(kind: str, seed: int, fresh: Callable[[], AbstractContextManager[Memory]]) -> Iterator[Pair]:
    """Yield the pairs of a walk through one game, read by rules; an observation that shows nothing new gives none."""
    game = _game(kind, seed)
    with fresh() as memory:
        world = World(memory, RUN, rules=GAMES)
        moment = game.reset()
        world.observe(f"{game.task}\n\n{moment.text}")
        for step, choose in enumerate(_choices(kind, seed), 1):
            action = choose(moment.actions)
            held, here = [each for each in world.triplets() if each.triplet.subject != PLAYER], world.place()
            true = {each.id for each in held if holds(game, each.triplet)}
            moment = game.step(action)
            over = frozenset(each.id for each in held if each.id in true and not holds(game, each.triplet))
            observed = world.observe(moment.text, action=action)
            pair = _pair(held, here, moment.text, action, observed)
            if pair.seen or over:
                yield replace(pair, kind=kind, seed=seed, step=step, over=over)
            if moment.done:
                return


def _game(kind: str, seed: int) -> Game:
    return MODULES[kind].generate(seed, MODULES[kind].SIZES[SIZES[kind]])


def _choices(kind: str, seed: int) -> Iterator[Callable[[tuple[str, ...]], str]]:
    """Yield what chooses each action of those that are valid."""
    if seed % 2:
        for action in MODULES[kind].walkthrough(_game(kind, seed)):
            yield lambda _, action=action: action
    else:
        random = Random(seed)
        yield from repeat(partial(_chosen, random), STEPS)


def _pair(held: Sequence[Held], here: str, text: str, action: str, observed: Observed) -> Pair:
    """Return what a judge is shown of an observation: the triplets that it would give beside those that it touches."""
    told = understand(text, action, GAMES.read(text, action))
    touched = names(told.triplets) | {here}
    latest = sorted(held, key=lambda each: (each.since, each.id), reverse=True)
    shown = [each for each in latest if {each.triplet.subject, each.triplet.object} & touched]
    known = {each.triplet for each in held}
    seen = [_here(each, here) for each, move in told.triplets.items() if move is None and each.subject != PLAYER]
    return Pair(
        kind="",
        seed=0,
        step=0,
        action=action,
        believed={each.id: each.triplet for each in shown},
        seen=tuple(each for each in seen if each not in known),
        over=frozenset(),
        by_rules=frozenset(each.id for each in held if each.triplet in observed.replaced),
    )


def holds(game: Game, triplet: Triplet) -> bool:
    """Return whether a triplet is true in the state of a game; the map, types, notes and recipes always are."""
    world, (subject, other) = game.world, (triplet.subject, triplet.object)
    if triplet.predicate in {IS_IN, IS_ON}:
        return other == _place(world, subject)
    if triplet.predicate == IS:
        lock = next((state for name, state in world.locks.items() if normalise(name) == subject), None)
        own = next((states for name, states in world.states.items() if normalise(name) == subject), ())
        return other == lock or other in own
    return True


def _place(world: GameWorld, thing: str) -> str:
    """Return what a thing is directly in or on: the player in a room, furniture too."""
    if thing == PLAYER:
        return normalise(world.room)
    places = {each.name: each.room for each in world.house.furniture} | world.places
    found = next((place for name, place in places.items() if normalise(name) == thing), "")
    return found if found == INVENTORY else normalise(found)


def _chosen(random: Random, actions: tuple[str, ...]) -> str:
    """Choose a valid action; what changes nothing is left out where there is another."""
    moves = [each for each in actions if each.startswith("go ")]
    others = [each for each in actions if each not in moves and each not in QUIET]
    chosen = moves if moves and (not others or random.random() < MOVES) else others
    return random.choice(chosen or actions)


def _here(triplet: Triplet, here: str) -> Triplet:
    subject, other = (here if each == HERE else each for each in (triplet.subject, triplet.object))
    return replace(triplet, subject=subject, object=other)


def _reworded(triplet: Triplet) -> Triplet:
    return replace(triplet, predicate=OTHER_WORDS.get(triplet.predicate, triplet.predicate))
