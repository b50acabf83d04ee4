"""From a domain and a problem to a task: the operators that can ever be applied.

Facts that can be reached when nothing is deleted are taken one by one; each is matched with the positive preconditions
of every action, and the other preconditions are joined to it, the one with the fewest candidates first. So an action
is tried with the objects that its preconditions allow, and not with all.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clew.errors import InvalidInput
from clew_playground.environments.strips.attempts import MAX_ATTEMPTS, Attempts
from clew_playground.environments.strips.formulas import Grounder
from clew_playground.environments.strips.schema import EQUAL, Action, Atom, Compound, Domain, Formula, Problem, Universe
from clew_playground.environments.strips.task import Fact, Operator, Task

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
    goals = Grounder(universe, problem.init, frozenset(domain.predicates)).alternatives(problem.goal, {})
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
    """An action, its positive preconditions, one for each type of a parameter, and the (in)equalities it asks for."""

    action: Action
    atoms: tuple[Atom, ...]
    types: tuple[Atom, ...]
    equalities: tuple[tuple[Atom, bool], ...]

    def allows(self, binding: Binding) -> bool:
        """Return whether no equality of bound variables is violated."""
        for atom, positive in self.equalities:
            left, right = (binding.get(term, term) for term in atom.terms)
            if not (left.startswith("?") or right.startswith("?")) and (left == right) != positive:
                return False
        return True


class _Reachability:
    """The fixpoint of facts that can be reached and operators that need no others."""

    def __init__(self, domain: Domain, problem: Problem, universe: Universe, limit: int) -> None:
        self._universe, self._limit, self._problem = universe, limit, problem
        self._grounder = Grounder(universe, problem.init, domain.fluents)
        self._facts = _Facts()
        self._rules = [_rule(action) for action in domain.actions]
        self._waiting = deque(sorted(problem.init, key=lambda fact: (fact[0] in domain.fluents, fact)))
        self._found: dict[tuple[str, ...], list[Operator]] = {}
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
        return tuple(operator for name in sorted(self._found) for operator in self._found[name])

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
            key = (rule.action.name, *(whole[each.name] for each in rule.action.parameters))
            if key not in self._found:
                self._found[key] = list(self._made(rule.action, whole))
                self._admit(self._found[key])

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

    def _made(self, action: Action, binding: Binding) -> Iterator[Operator]:
        adds, deletes = set[Fact](), set[Fact]()
        for effect in action.effects:
            for more in self._universe.bindings(effect.parameters):
                (adds if effect.positive else deletes).add(effect.atom.ground({**binding, **more}))
        for conditions in self._grounder.alternatives(action.precondition, binding):
            yield Operator(
                name=action.name,
                arguments=tuple(binding[each.name] for each in action.parameters),
                needs=frozenset(each.fact for each in conditions if each.positive),
                forbids=frozenset(each.fact for each in conditions if not each.positive),
                adds=frozenset(adds),
                deletes=frozenset(deletes - adds),
            )

    def _admit(self, operators: list[Operator]) -> None:
        self._count += max(1, len(operators))
        if self._count > self._limit:
            raise InvalidInput(
                f"problem {self._problem.name!r} has more than {self._limit} ground actions; "
                "take one with fewer objects"
            )
        if operators:
            self._waiting.extend(sorted(operators[0].adds))


def _rule(action: Action) -> _Rule:
    atoms, equalities = list[Atom](), list[tuple[Atom, bool]]()
    for part in _conjuncts(action.precondition):
        negated = isinstance(part, Compound) and part.kind == "not"
        atom = part.parts[0] if isinstance(part, Compound) and negated else part
        if isinstance(atom, Atom) and atom.predicate == EQUAL:
            equalities.append((atom, not negated))
        elif isinstance(atom, Atom) and not negated:
            atoms.append(atom)
    types = tuple(Atom(_TYPE + "|".join(each.types), (each.name,)) for each in action.parameters)
    return _Rule(action, tuple(dict.fromkeys(atoms)), types, tuple(equalities))


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
