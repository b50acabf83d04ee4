"""From a domain and a problem to a task: the operators that can ever be applied.

Facts that can be reached when nothing is deleted are taken one by one. Each is matched with the positive preconditions
of every action. The other preconditions are joined to it, the one with the fewest candidates first. So an action is
tried with the objects that its preconditions allow, and not with all.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from clew.errors import InvalidInput
from clew_playground.environments.strips.attempts import MAX_ATTEMPTS, Attempts
from clew_playground.environments.strips.formulas import Alternative, Grounder
from clew_playground.environments.strips.schema import (
    EQUAL,
    TRUE,
    Action,
    Atom,
    Compound,
    Derived,
    Domain,
    Effect,
    Formula,
    Problem,
    Typed,
    Universe,
)
from clew_playground.environments.strips.task import Condition, ConditionalEffect, Fact, Operator, State, Task

MAX_OPERATORS = 100_000
"""Operators of one task."""

_TYPE = "- "
"""Begins the predicates that say of which types an object is; no name in a file holds a space."""

Binding = Mapping[str, str]


def ground(domain: Domain, problem: Problem, *, limit: int = MAX_OPERATORS, attempts: int = MAX_ATTEMPTS) -> Task:
    """Return the task of a domain and a problem.

    Raises:
        InvalidInput: it has more operators than the limit, takes too many attempts, or its goal is a choice or can
            never hold.
    """
    universe = Universe(domain, problem, Attempts(problem.name, attempts))
    operators = _Reachability(domain, problem, universe, limit).operators()
    wanted = Grounder(universe, problem.init, frozenset(domain.predicates), domain)
    goals = wanted.alternatives(problem.goal, {})
    if len(goals) != 1:
        why = "leaves a choice (`or`, `imply`, `exists`), which is not supported" if goals else "contradicts itself"
        raise InvalidInput(f"the goal of problem {problem.name!r} {why}; write it as a conjunction of facts")
    return Task(
        name=problem.name,
        domain=domain.name,
        objects=tuple((each.name, each.types) for each in universe.objects),
        init=problem.init,
        goal=goals[0],
        operators=operators,
        fluents=domain.fluents,
    )


class _Facts:
    """Facts that can hold, by predicate and by each of their arguments."""

    def __init__(self) -> None:
        self._found: dict[tuple[str | int, ...], list[Fact]] = {}
        self._known: set[Fact] = set()

    def add(self, fact: Fact) -> bool:
        """Keep a fact; return whether it is new."""
        if fact in self._known:
            return False
        self._known.add(fact)
        self._found.setdefault((fact[0],), []).append(fact)
        for place, argument in enumerate(fact[1:]):
            self._found.setdefault((fact[0], place, argument), []).append(fact)
        return True

    def candidates(self, atom: Atom, binding: Binding) -> list[Fact]:
        """Return the shortest list that holds every fact which the atom can be."""
        best = self._found.get((atom.predicate,), [])
        for place, term in enumerate(atom.terms):
            value = binding.get(term, "" if term.startswith("?") else term)
            if value:
                found = self._found.get((atom.predicate, place, value), [])
                best = min(best, found, key=len)
        return best


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule: its facts follow wherever the positive conditions of a formula can hold.

    Attributes:
        parameters: the variables.
        atoms: the positive conditions.
        types: one for each type of a parameter.
        equalities: the (in)equalities that the formula asks for.
        follows: takes a binding and returns the facts that can hold then.
        bound: the values that it was taken for.
    """

    parameters: tuple[Typed, ...]
    atoms: tuple[Atom, ...]
    types: tuple[Atom, ...]
    equalities: tuple[tuple[Atom, bool], ...]
    follows: Callable[[Binding], Iterable[Fact]]
    bound: set[tuple[str, ...]] = field(default_factory=set[tuple[str, ...]])

    def allows(self, binding: Binding) -> bool:
        """Return whether no equality of bound variables is violated."""
        for atom, positive in self.equalities:
            left, right = (binding.get(term, term) for term in atom.terms)
            if not (left.startswith("?") or right.startswith("?")) and (left == right) != positive:
                return False
        return True


@dataclass(frozen=True, slots=True)
class _Changes:
    """The facts that an effect adds and deletes."""

    adds: set[Fact] = field(default_factory=set[Fact])
    deletes: set[Fact] = field(default_factory=set[Fact])

    def take(self, effect: Effect, binding: Binding) -> Fact:
        """Note and return the fact that an effect changes."""
        fact = effect.atom.ground(binding)
        (self.adds if effect.positive else self.deletes).add(fact)
        return fact


@dataclass(frozen=True, slots=True)
class _Instance:
    """An action with its arguments: alternatives of its precondition, and its changes by what they need besides."""

    alternatives: tuple[Alternative, ...]
    changes: dict[frozenset[Condition], _Changes]

    def operators(self, name: str, arguments: tuple[str, ...]) -> Iterator[Operator]:
        """Yield an operator for each alternative."""
        always = self.changes[frozenset()]
        conditional = tuple(
            ConditionalEffect(
                _facts(key, positive=True),
                _facts(key, positive=False),
                frozenset(each.adds),
                frozenset(each.deletes - each.adds),
            )
            for key, each in self.changes.items()
            if key
        )
        for conditions in self.alternatives:
            yield Operator(
                name=name,
                arguments=arguments,
                needs=_facts(conditions, positive=True),
                forbids=_facts(conditions, positive=False),
                adds=frozenset(always.adds),
                deletes=frozenset(always.deletes - always.adds),
                conditional=conditional,
            )


class _Reachability:
    """The fixpoint of facts that can be reached and operators that need no others."""

    def __init__(self, domain: Domain, problem: Problem, universe: Universe, limit: int) -> None:
        self._universe, self._limit, self._problem = universe, limit, problem
        self._grounder = Grounder(universe, problem.init, domain.fluents, domain)
        self._facts = _Facts()
        self._rules = [*self._rules_of_actions(domain), *self._rules_of_derived(domain)]
        self._waiting = deque(sorted(problem.init, key=lambda fact: (fact[0] in domain.fluents, fact)))
        self._found: dict[tuple[str, ...], _Instance] = {}
        self._count = 0

    def operators(self) -> tuple[Operator, ...]:
        """Find every operator; sort them."""
        for rule in self._rules:
            for atom in rule.types:
                for name in self._universe.members(tuple(atom.predicate.removeprefix(_TYPE).split("|"))):
                    self._facts.add((atom.predicate, name))
            if not rule.atoms:
                self._complete(rule, rule.types, {})
        while self._waiting:
            self._reach(self._waiting.popleft())
        return tuple(each for key in sorted(self._found) for each in self._found[key].operators(key[0], key[1:]))

    def _rules_of_actions(self, domain: Domain) -> Iterator[_Rule]:
        for action in domain.actions:
            yield _rule(action.parameters, action.precondition, partial(self._acted, action))
            for effect in action.effects:
                if effect.condition != TRUE:
                    both = Compound("and", (action.precondition, effect.condition))
                    follows = partial(self._changed, action, effect)
                    yield _rule((*action.parameters, *effect.parameters), both, follows)

    def _rules_of_derived(self, domain: Domain) -> Iterator[_Rule]:
        for definitions in domain.derived.values():
            for each in definitions:
                yield _rule(each.parameters, each.condition, partial(self._derived, each))

    def _reach(self, fact: Fact) -> None:
        if not self._facts.add(fact):
            return
        for rule in self._rules:
            self._universe.attempts.take(1 + len(rule.atoms))
            for number, atom in enumerate(rule.atoms):
                binding = _unified(atom, fact, {})
                if binding is not None and rule.allows(binding):
                    rest = (*rule.atoms[:number], *rule.atoms[number + 1 :], *rule.types)
                    self._complete(rule, rest, binding)

    def _complete(self, rule: _Rule, atoms: tuple[Atom, ...], binding: Binding) -> None:
        for whole in self._joined(rule, atoms, binding):
            values = tuple(whole[each.name] for each in rule.parameters)
            if values not in rule.bound:
                rule.bound.add(values)
                self._waiting.extend(sorted(rule.follows(whole)))

    def _joined(self, rule: _Rule, atoms: tuple[Atom, ...], binding: Binding) -> Iterator[Binding]:
        """Yield the bindings that make every atom a known fact."""
        waiting = [(atoms, binding)]
        while waiting:
            atoms, binding = waiting.pop()
            if not atoms:
                yield binding
                continue
            lists = [self._facts.candidates(atom, binding) for atom in atoms]
            best = min(range(len(atoms)), key=lambda number: len(lists[number]))
            self._universe.attempts.take(len(atoms) + len(lists[best]) * (1 + len(binding) // 4))
            rest = atoms[:best] + atoms[best + 1 :]
            for fact in reversed(lists[best]):
                extended = _unified(atoms[best], fact, binding)
                if extended is not None and rule.allows(extended):
                    waiting.append((rest, extended))

    def _acted(self, action: Action, binding: Binding) -> Iterable[Fact]:
        instance = self._instance(action, binding)
        return instance.changes[frozenset()].adds if instance.alternatives else ()

    def _instance(self, action: Action, binding: Binding) -> _Instance:
        key = (action.name, *(binding[each.name] for each in action.parameters))
        if key not in self._found:
            always = _Changes()
            for effect in action.effects:
                if effect.condition == TRUE:
                    for more in self._universe.bindings(effect.parameters):
                        always.take(effect, {**binding, **more})
            alternatives = self._grounder.alternatives(action.precondition, binding)
            self._admit(max(1, len(alternatives)))
            self._found[key] = _Instance(alternatives, {frozenset(): always})
        return self._found[key]

    def _changed(self, action: Action, effect: Effect, binding: Binding) -> Iterable[Fact]:
        instance = self._instance(action, binding)
        if not instance.alternatives:
            return
        for conditions in self._grounder.alternatives(effect.condition, binding):
            self._admit(1)
            fact = instance.changes.setdefault(frozenset(conditions), _Changes()).take(effect, binding)
            if effect.positive:
                yield fact

    def _derived(self, derived: Derived, binding: Binding) -> Iterable[Fact]:
        return [derived.atom.ground(binding)] if self._grounder.alternatives(derived.condition, binding) else []

    def _admit(self, number: int) -> None:
        self._count += number
        if self._count > self._limit:
            raise InvalidInput(
                f"problem {self._problem.name!r} has more than {self._limit} ground actions; "
                "take one with fewer objects"
            )


def _facts(conditions: Iterable[Condition], *, positive: bool) -> State:
    return frozenset(each.fact for each in conditions if each.positive == positive)


def _rule(parameters: tuple[Typed, ...], condition: Formula, follows: Callable[[Binding], Iterable[Fact]]) -> _Rule:
    atoms, equalities = list[Atom](), list[tuple[Atom, bool]]()
    for part in _conjuncts(condition):
        negated = isinstance(part, Compound) and part.kind == "not"
        atom = part.parts[0] if isinstance(part, Compound) and negated else part
        if isinstance(atom, Atom) and atom.predicate == EQUAL:
            equalities.append((atom, not negated))
        elif isinstance(atom, Atom) and not negated:
            atoms.append(atom)
    types = tuple(Atom(_TYPE + "|".join(each.types), (each.name,)) for each in parameters)
    return _Rule(parameters, tuple(dict.fromkeys(atoms)), types, tuple(equalities), follows)


def _conjuncts(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, Compound) and formula.kind == "and":
        for part in formula.parts:
            yield from _conjuncts(part)
    else:
        yield formula


def _unified(atom: Atom, fact: Fact, binding: Binding) -> Binding | None:
    """Extend a binding so that an atom becomes a fact, if that is possible."""
    if atom.predicate != fact[0] or len(atom.terms) != len(fact) - 1:
        return None
    extended = dict(binding)
    for term, value in zip(atom.terms, fact[1:], strict=True):
        if (extended.setdefault(term, value) if term.startswith("?") else term) != value:
            return None
    return extended
