"""No player goes round in circles: what led back to the same state of the world comes back last, and seldom."""

from collections import Counter
from itertools import cycle
from random import Random

import pytest
from playground.benchmarks.idle_steps import MAX_IDLE, Idle
from playground.tests.players.forgetful import Forgetful

from clew.agents.ariadne.ariadne import Ariadne
from clew.agents.ariadne.play import GAVE_UP, MOST_ROUNDS, NOTHING_LEFT, spoken
from clew.agents.environment import Environment, Observation
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import InvalidInput
from clew.model.world import GO_TO
from clew_playground.environments import cleaning, cooking, hunt
from clew_playground.players.finding import Finder
from clew_playground.readers import GAMES

TASK = "Your task is to find a(n) animal. First, focus on it. Then, move it to the red box in the kitchen."


class Star:
    """A hall with a way to each of some rooms, an animal in some of them, and nothing that can be done to it."""

    task, max_score = TASK, 1.0

    def __init__(self, rooms: tuple[str, ...], texts: tuple[str, ...] = ()) -> None:
        self.rooms, self.at, self.sent = rooms, "hall", list[str]()
        self.seen = dict(zip(rooms, texts, strict=False))

    def reset(self) -> Observation:
        return self._moment()

    def step(self, action: str) -> Observation:
        self.sent.append(action)
        self.at = action.removeprefix(GO_TO)
        return self._moment()

    def _moment(self) -> Observation:
        ways = self.rooms if self.at == "hall" else ("hall",)
        doors = "\n".join(f"\tA door to the {way} (that is open)" for way in ways)
        text = f"This room is called the {self.at}. In it, you see:\n\t{self.seen.get(self.at, 'a chair')}"
        actions = tuple(f"{GO_TO}{way}" for way in ways)
        return Observation(f"{text}\nYou also see:\n{doors}", actions, 0.0, done=False, won=False)


def test_errands_that_are_all_impossible_end(memory: Memory) -> None:
    rooms = ("barn", "field")
    star = Star(rooms, ("a horse", "a cow"))
    played = Ariadne(World(memory, reader="rules", rules=GAMES), player=Finder(TASK)).run(star)
    assert (played.stopped, played.refused, played.broken) == (GAVE_UP, 0, 0)
    assert {f"{GO_TO}{room}" for room in rooms} <= {*star.sent}
    walks = len(rooms) + 1  # from each place to each other, of at most two moves, as often as a walk may begin
    assert played.steps <= 2 * len(rooms) + walks * (walks - 1) * 2 * MOST_ROUNDS


class Chance:
    """A player that chooses by chance among all that it may, and keeps what it chose when it believed what."""

    def __init__(self, seed: int) -> None:
        self.random, self.texts = Random(seed), set[str]()
        self.chosen = Counter[tuple[frozenset[str], int, str, bool]]()

    def choose(self, world: World, moment: Observation) -> str:
        self.texts.add(moment.text)
        self._misses_no_way(world, moment)
        walks = [f"{GO_TO}{place}" for place in world.nearest()]
        choice = self.random.choice([*moment.actions, *(each for each in walks if each not in moment.withheld)])
        believed = frozenset(each.triplet.text for each in world.triplets())
        self.chosen[believed, len(self.texts), choice, choice in moment.actions] += 1
        return choice

    def _misses_no_way(self, world: World, moment: Observation) -> None:
        for way in world.unexplored(world.place()).get(world.place(), ()):
            assert spoken(f"go {way}", moment.actions)


@pytest.mark.parametrize("game", [Star(("barn", "field", "attic")), hunt.generate(81, hunt.Size(5, 2))])
def test_nothing_is_done_in_the_same_state_again_and_again(game: Environment, memory: Memory) -> None:
    player = Chance(81)
    Ariadne(World(memory, reader="rules", rules=GAMES), player=player, most_steps=40).run(game)
    if isinstance(game, Star):
        assert max(player.chosen.values()) > 1  # it does come back to a state
    for (*_, is_single), times in player.chosen.items():
        assert times <= (2 * MOST_ROUNDS if is_single else MOST_ROUNDS)


class Forever:
    """A player that does the same things one after the other, where they are offered."""

    def __init__(self, *choices: str) -> None:
        self.many, self.choices = len(choices), cycle(choices)

    def choose(self, world: World, moment: Observation) -> str:  # noqa: ARG002
        ahead = (next(self.choices) for _ in range(self.many))
        return next((each for each in ahead if each in moment.actions), NOTHING_LEFT)


CHOSEN = {
    "hunt": lambda seed: hunt.generate(seed, hunt.Size(5, 2)),
    "cooking": cooking.generate,
    "cleaning": cleaning.generate,
}


@pytest.mark.parametrize(("seed", "kind"), [*zip(range(91, 97), cycle(CHOSEN), strict=False)])
def test_no_player_wastes_steps_while_more_is_in_reach(seed: int, kind: str, memory: Memory) -> None:
    world = World(memory, reader="rules", rules=GAMES)
    idle = Idle(world)
    Ariadne(world, player=Forgetful(kind), on_step=idle).run(CHOSEN[kind](seed))
    assert idle.most <= MAX_IDLE


def test_idle_steps_are_counted_while_more_is_in_reach(memory: Memory) -> None:
    world = World(memory, reader="rules", rules=GAMES)
    idle = Idle(world)
    played = Ariadne(world, player=Forever("go to barn", "go to hall"), on_step=idle, most_steps=12).run(
        Star(("barn", "field"))
    )
    assert played.steps > MAX_IDLE
    assert world.unexplored() == {"hall": ("field",)}
    assert idle.most > MAX_IDLE


def test_a_world_that_lists_no_action_is_refused_and_nothing_is_stored(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="lists none"):
        Ariadne(World(memory, reader="rules", rules=GAMES), player=Chance(1)).run(Star(()))
    assert memory.stats().nodes == {}
