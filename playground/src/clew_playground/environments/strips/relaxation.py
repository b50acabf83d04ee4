"""The relaxed task, in which nothing is deleted: how far the goal is at least about, and how to begin.

Facts are numbers here. A fact that must not hold is a fact of its own, which is true where its opposite is not.
"""

from dataclasses import dataclass

from clew_playground.environments.strips.task import Condition, Operator, State, Task

_NEVER = -1


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of a state by a relaxed plan; operators are numbers.

    Attributes:
        distance: the length of the relaxed plan; 0 in a state that satisfies the goal.
        applicable: the operators that can be applied, in order.
        preferred: those of them that bring about what the relaxed plan needs first.
    """

    distance: int
    applicable: tuple[int, ...]
    preferred: frozenset[int]


class Relaxation:
    """A task in numbers: facts, and operators that bring about anything of use.

    Each conditional effect follows its operator, as an operator that needs its condition too.

    Attributes:
        goal: the facts of the goal.
        operators: the task's operators by their numbers; that of a conditional effect is the one that has it.
        needs: the facts that each operator needs.
        adds: the facts that each makes true.
        users: the operators that need each fact.
        free: the operators that need nothing.
    """

    def __init__(self, task: Task) -> None:
        wanted = set(task.goal)
        for operator in task.operators:
            for each in (operator, *operator.conditional):
                wanted |= {Condition(fact) for fact in each.needs}
                wanted |= {Condition(fact, positive=False) for fact in each.forbids}
        self._conditions = sorted(wanted)
        self._numbers = {each: number for number, each in enumerate(self._conditions)}
        self.goal = tuple(self._numbers[each] for each in task.goal)
        self.operators: list[Operator] = []
        self.needs: list[tuple[int, ...]] = []
        self.adds: list[tuple[int, ...]] = []
        self._deletes: list[frozenset[int]] = []
        self._owners: list[int] = []
        self.users: list[list[int]] = [[] for _ in self._conditions]
        self.free: list[int] = []
        self._seen: dict[frozenset[int], Estimate | None] = {}
        for operator in task.operators:
            self._take(operator)

    def encode(self, state: State) -> frozenset[int]:
        """Return the numbers of the conditions that a state satisfies."""
        return frozenset(number for number, each in enumerate(self._conditions) if each.holds(state))

    def successor(self, code: frozenset[int], number: int) -> frozenset[int]:
        """Return the state after an operator."""
        operator = self.operators[number]
        further = enumerate(operator.conditional, number + 1)
        happening = [each for place, each in further if code.issuperset(self.needs[place])]
        if not happening:
            return (code - self._deletes[number]).union(self.adds[number])
        adds = operator.adds.union(*(each.adds for each in happening))
        deletes = operator.deletes.union(*(each.deletes for each in happening)) - adds
        return code.difference(self._known(deletes, adds)).union(self._known(adds, deletes))

    def estimate(self, code: frozenset[int]) -> Estimate | None:
        """Estimate a state; None if not even the relaxed task can be solved from it."""
        if code not in self._seen:
            self._seen[code] = self._estimated(code)
        return self._seen[code]

    def _take(self, operator: Operator) -> None:
        parts = (operator, *operator.conditional)
        adds = [self._known(each.adds, each.deletes) for each in parts]
        needs = [self._known(operator.needs | each.needs, operator.forbids | each.forbids) for each in parts]
        if all(set(made) <= set(needed) for made, needed in zip(adds, needs, strict=True)):
            return
        owner = len(self.operators)
        for number, needed in enumerate(needs, owner):
            for need in needed:
                self.users[need].append(number)
            if not needed:
                self.free.append(number)
        self.operators += [operator] * len(parts)
        self._owners += [owner] * len(parts)
        self.needs += needs
        self.adds += adds
        self._deletes += [frozenset(self._known(each.deletes, each.adds)) for each in parts]

    def _known(self, true: State, false: State) -> tuple[int, ...]:
        made = [Condition(fact) for fact in true] + [Condition(fact, positive=False) for fact in false]
        return tuple(sorted(self._numbers[each] for each in made if each in self._numbers))

    def _estimated(self, code: frozenset[int]) -> Estimate | None:
        cost, maker, ready = self._spread(code)
        if any(cost[fact] == _NEVER for fact in self.goal):
            return None
        chosen, first = self._relaxed_plan(code, maker)
        applicable = tuple(number for number in ready if self._owners[number] == number)
        preferred = frozenset(self._owners[number] for number in ready if not first.isdisjoint(self.adds[number]))
        return Estimate(len(chosen), applicable, preferred)

    def _spread(self, code: frozenset[int]) -> tuple[list[int], list[int], list[int]]:
        """Apply every operator that can be applied, layer by layer, until nothing is new.

        Return the cost of each fact, the cheapest operator that makes it, and the operators of the first layer.
        """
        cost, maker = [_NEVER] * len(self._conditions), [_NEVER] * len(self._conditions)
        missing, effort = [len(each) for each in self.needs], [0] * len(self.operators)
        for fact in code:
            cost[fact] = 0
        layer, ready = sorted(code), self.free.copy()
        first: list[int] | None = None
        while True:
            for fact in layer:
                for number in self.users[fact]:
                    effort[number] += cost[fact]
                    missing[number] -= 1
                    if not missing[number]:
                        ready.append(number)
            first = sorted(ready) if first is None else first
            layer, ready = self._fire(ready, effort, cost, maker), []
            if not layer or all(cost[fact] != _NEVER for fact in self.goal):
                return cost, maker, first

    def _fire(self, ready: list[int], effort: list[int], cost: list[int], maker: list[int]) -> list[int]:
        new: dict[int, None] = {}
        for number in ready:
            price = effort[number] + 1
            for fact in self.adds[number]:
                if cost[fact] == _NEVER or (fact in new and price < cost[fact]):
                    new[fact] = None
                    cost[fact], maker[fact] = price, number
        return sorted(new)

    def _relaxed_plan(self, code: frozenset[int], maker: list[int]) -> tuple[set[int], set[int]]:
        """Return the operators of a relaxed plan, and the facts that it makes from the state alone."""
        chosen, first = set[int](), set[int]()
        waiting, seen = [fact for fact in self.goal if fact not in code], set[int]()
        while waiting:
            fact = waiting.pop()
            if fact in seen:
                continue
            seen.add(fact)
            number = maker[fact]
            missing = [need for need in self.needs[number] if need not in code]
            chosen.add(self._owners[number])
            waiting += missing
            if not missing:
                first.add(fact)
        return chosen, first
