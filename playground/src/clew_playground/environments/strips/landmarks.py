"""Facts that every plan must make true at some time, and how many of them a way has still to pass.

Landmarks are those of the relaxed task (Keyder, Richter and Helmert, 2010). A landmark is needed again where it is not
true, and the goal needs it, or every operator that makes a landmark not yet passed. Sets of facts are bits of a number.
"""

from collections import deque

from clew_playground.environments.strips.relaxation import Relaxation


class Landmarks:
    """The landmarks on the ways from one state."""

    def __init__(self, relaxation: Relaxation, code: frozenset[int]) -> None:
        self._goal = _bits(relaxation.goal)
        self._needed: dict[int, int] = {}
        before = _before(relaxation, code)
        self._all = 0
        for fact in relaxation.goal:
            self._all |= before.get(fact, 0)
        for number, adds in enumerate(relaxation.adds):
            needs = _bits(relaxation.needs[number])
            for fact in adds:
                if self._all >> fact & 1:
                    self._needed[fact] = self._needed.get(fact, needs) & needs

    def passed(self, code: frozenset[int], before: int = 0) -> int:
        """Return the landmarks of a way that ends in a state, from those of the way before."""
        return before | (_bits(code) & self._all)

    def count(self, code: frozenset[int], passed: int) -> int:
        """Count the landmarks that a way has still to pass, or to pass again."""
        left, here, again = self._all & ~passed, _bits(code), self._goal & passed
        waiting = left
        while waiting:
            fact = waiting.bit_length() - 1
            waiting ^= 1 << fact
            again |= self._needed.get(fact, 0) & passed
        return left.bit_count() + (again & ~here).bit_count()


def _bits(facts: frozenset[int] | tuple[int, ...]) -> int:
    found = 0
    for fact in facts:
        found |= 1 << fact
    return found


def _before(relaxation: Relaxation, code: frozenset[int]) -> dict[int, int]:
    """Return the landmarks of each fact that can be reached, itself among them."""
    found = {fact: 1 << fact for fact in code}
    waiting = deque([*relaxation.free, *(number for fact in sorted(code) for number in relaxation.users[fact])])
    queued = set(waiting)
    while waiting:
        number = waiting.popleft()
        queued.discard(number)
        needs = relaxation.needs[number]
        if not all(fact in found for fact in needs):
            continue
        first = 0
        for fact in needs:
            first |= found[fact]
        for fact in relaxation.adds[number]:
            old = found.get(fact)
            new = (first | 1 << fact) if old is None else old & (first | 1 << fact)
            if new != old:
                found[fact] = new
                more = [user for user in relaxation.users[fact] if user not in queued]
                waiting += more
                queued.update(more)
    return found
