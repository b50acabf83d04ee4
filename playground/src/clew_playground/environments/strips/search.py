"""A small planner: greedy best-first search by relaxed plans, then a few rounds that look for shorter plans.

The heuristic is that of FF (Hoffmann and Nebel, 2001): the length of a plan that ignores what actions delete. The
operators which that plan can begin with are preferred. The number of landmarks still to pass takes turns with it, as in
LAMA (Richter and Westphal, 2010). The search is deterministic and bounded.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from clew.errors import InvalidInput
from clew_playground.environments.strips.landmarks import Landmarks
from clew_playground.environments.strips.relaxation import Estimate, Relaxation
from clew_playground.environments.strips.task import Operator, State, Task

MAX_STATES = 50_000
"""States that the search for a first plan may look at."""

_GREEDY = 1000
"""A weight of the heuristic beside which the length of the way counts for nothing."""

_ROUNDS = (4, 2)
"""Weights of the heuristic in the rounds for shorter plans."""

_ROUND_STATES = 600
"""States that such a round may look at."""

_EFFORT = 150_000
"""Operators that it may look at, over all its states."""

_NEVER = 1 << 60

_BOOST = 1000
"""How many preferred successors are taken in a row after each progress."""

_Code = frozenset[int]


def plan(
    task: Task, state: State | None = None, *, states: int = MAX_STATES, shorter: bool = True
) -> tuple[Operator, ...]:
    """Return a plan from a state, the initial one by default, to the goal; the same one every time.

    Args:
        task: what is to be solved.
        state: where the plan begins.
        states: how many the search may look at.
        shorter: whether to look for shorter plans after the first.

    Raises:
        InvalidInput: there is no plan, or none was found within the bound.
    """
    begin = task.init if state is None else state
    relaxation = Relaxation(task)
    found = _Search(relaxation, begin, _GREEDY, states).run()
    if found is None:
        raise InvalidInput(
            f"problem {task.name!r} cannot be solved from here: every state that can be reached was seen"
        )
    best = shortened(task, begin, found)
    rounds = min(_ROUND_STATES, _EFFORT // (len(task.operators) + 1))
    for weight in _ROUNDS if shorter else ():
        search = _Search(relaxation, begin, weight, rounds, shorter_than=len(best))
        best = shortened(task, begin, search.attempt() or best)
    return best


def shortened(task: Task, state: State, operators: Sequence[Operator]) -> tuple[Operator, ...]:
    """Return a plan without the operators that it does not need."""
    best, place = tuple(operators), 0
    while place < len(best):
        less = tuple(_without(state, best, place))
        if task.reached(after(state, less)):
            best = less
        else:
            place += 1
    return best


def after(state: State, operators: Sequence[Operator]) -> State:
    """Return the state after some operators.

    Raises:
        InvalidInput: one of them cannot be applied.
    """
    for each in operators:
        if not each.applicable(state):
            raise InvalidInput(f"{each.pddl} cannot be applied here")
        state = each.apply(state)
    return state


def _without(state: State, operators: Sequence[Operator], place: int) -> Iterator[Operator]:
    """Yield a plan without one operator, and without those that cannot be applied then."""
    for number, each in enumerate(operators):
        if number != place and each.applicable(state):
            state = each.apply(state)
            yield each


@dataclass(frozen=True, slots=True)
class _Node:
    """A state that was reached, and the way to it."""

    code: _Code
    steps: int
    passed: int
    parent: "_Node | None" = None
    operator: int = -1


class _Search:
    """A weighted best-first search that estimates a state when it is taken, not when it is found."""

    def __init__(
        self, relaxation: Relaxation, state: State, weight: int, states: int, shorter_than: int | None = None
    ) -> None:
        self._relaxation, self._weight, self._left = relaxation, weight, states
        self._limit = shorter_than
        self._allowed = states
        self._steps: dict[_Code, int] = {}
        self._queues: tuple[list[tuple[int, int, _Node, int]], ...] = ([], [], [], [])
        self._turns = [0, 0, 0, 0]
        self._numbers = count()
        code = relaxation.encode(state)
        self._landmarks = Landmarks(relaxation, code)
        self._root = _Node(code, 0, self._landmarks.passed(code))
        self._least = [_NEVER, _NEVER]

    def run(self) -> tuple[Operator, ...] | None:
        """Return a plan, or None if there is none.

        Raises:
            InvalidInput: the bound was met before.
        """
        found = self.attempt()
        if found is None and self._left < 0:
            raise InvalidInput(f"no plan was found within {self._allowed} states; allow more of them")
        return found

    def attempt(self) -> tuple[Operator, ...] | None:
        """Return a plan, or None if none was found."""
        node: _Node | None = self._root
        while node is not None:
            estimate = self._visit(node)
            if estimate is not None and estimate.distance == 0:
                return self._way(node)
            if estimate is not None:
                self._expand(node, estimate)
            node = self._next()
        return None

    def _visit(self, node: _Node) -> Estimate | None:
        """Estimate a state; None if it was reached in as few steps before, leads nowhere or is beyond the bound."""
        if self._steps.get(node.code, node.steps + 1) <= node.steps:
            return None
        if node.code in self._steps and self._weight == _GREEDY:
            return None
        self._steps[node.code] = node.steps
        self._left -= 1
        return None if self._left < 0 else self._relaxation.estimate(node.code)

    def _expand(self, node: _Node, estimate: Estimate) -> None:
        if self._limit is not None and node.steps + 1 >= self._limit:
            return
        guesses = (estimate.distance, self._landmarks.count(node.code, node.passed))
        for kind, guess in enumerate(guesses):
            if guess < self._least[kind]:
                self._least[kind] = guess
                self._turns[1] -= _BOOST
                self._turns[3] -= _BOOST
            priority = node.steps + 1 + self._weight * guess
            for number in estimate.applicable:
                entry = (priority, next(self._numbers), node, number)
                heappush(self._queues[2 * kind], entry)
                if number in estimate.preferred:
                    heappush(self._queues[2 * kind + 1], entry)

    def _next(self) -> _Node | None:
        waiting = [number for number in (1, 3, 0, 2) if self._queues[number]]
        if not waiting or self._left < 0:
            return None
        chosen = min(waiting, key=lambda number: self._turns[number])
        self._turns[chosen] += 1
        _, _, node, number = heappop(self._queues[chosen])
        code = self._relaxation.successor(node.code, number)
        return _Node(code, node.steps + 1, self._landmarks.passed(code, node.passed), node, number)

    def _way(self, node: _Node) -> tuple[Operator, ...]:
        way: list[Operator] = []
        while node.parent is not None:
            way.append(self._relaxation.operators[node.operator])
            node = node.parent
        return tuple(reversed(way))
