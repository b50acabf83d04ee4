"""A planning task without variables: facts, operators, and a goal of conditions. Nothing here depends on hash order."""

from dataclasses import dataclass

Fact = tuple[str, ...]
"""A predicate and its arguments: ``("on", "a", "b")``."""

State = frozenset[Fact]
"""All facts that hold."""


@dataclass(frozen=True, slots=True, order=True)
class Condition:
    """A fact that must hold, or must not."""

    fact: Fact
    positive: bool = True

    def holds(self, state: State) -> bool:
        """Return whether a state satisfies the condition."""
        return (self.fact in state) == self.positive


@dataclass(frozen=True, slots=True)
class ConditionalEffect:
    """Further changes by an operator, in states that satisfy a condition.

    Attributes:
        needs: facts that must hold before.
        forbids: facts that must not hold before.
        adds: facts that hold after.
        deletes: facts that end, unless the operator adds them.
    """

    needs: State
    forbids: State
    adds: State
    deletes: State

    def happens(self, state: State) -> bool:
        """Return whether a state satisfies the condition."""
        return self.needs <= state and self.forbids.isdisjoint(state)


@dataclass(frozen=True, slots=True)
class Operator:
    """An action with its arguments.

    Attributes:
        name: of the action.
        arguments: the objects that it acts on.
        needs: facts that must hold before.
        forbids: facts that must not hold before.
        adds: facts that hold after.
        deletes: facts that end, unless the operator adds them as well.
        conditional: what it changes where more holds before.
    """

    name: str
    arguments: tuple[str, ...]
    needs: State
    forbids: State
    adds: State
    deletes: State
    conditional: tuple[ConditionalEffect, ...] = ()

    def applicable(self, state: State) -> bool:
        """Return whether the operator can be applied in a state."""
        return self.needs <= state and self.forbids.isdisjoint(state)

    def apply(self, state: State) -> State:
        """Return the state after the operator: first it deletes, then it adds."""
        effects = [self, *(each for each in self.conditional if each.happens(state))]
        return state.difference(*(each.deletes for each in effects)).union(*(each.adds for each in effects))

    @property
    def touched(self) -> State:
        """The facts that it can add or delete."""
        return frozenset[Fact]().union(*(each.adds | each.deletes for each in (self, *self.conditional)))

    @property
    def pddl(self) -> str:
        """The operator as PDDL writes it: ``(stack a b)``."""
        return f"({' '.join((self.name, *self.arguments))})"


@dataclass(frozen=True, slots=True)
class Task:
    """An initial state, a goal, and what can be done.

    Attributes:
        name: of the problem.
        domain: the name of its domain.
        objects: names, each with the names of its types.
        init: the facts that hold at the beginning.
        goal: the conditions in the order in which the problem writes them; each counts once.
        operators: sorted by name and arguments; two differ in their preconditions alone where these allow a choice.
        fluents: the predicates that some action changes; facts of all others stay as they are.
    """

    name: str
    domain: str
    objects: tuple[tuple[str, tuple[str, ...]], ...]
    init: State
    goal: tuple[Condition, ...]
    operators: tuple[Operator, ...]
    fluents: frozenset[str]

    def satisfied(self, state: State) -> int:
        """Count the goal's conditions that hold in a state."""
        return sum(each.holds(state) for each in self.goal)

    def reached(self, state: State) -> bool:
        """Return whether a state satisfies the whole goal."""
        return all(each.holds(state) for each in self.goal)

    def applicable(self, state: State) -> tuple[Operator, ...]:
        """Return the operators that can be applied in a state, in the task's order."""
        return tuple(each for each in self.operators if each.applicable(state))
