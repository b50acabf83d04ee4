"""Planning by brute force, as an oracle: it tries all objects and evaluates formulas as they are written."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from hypothesis import strategies as st

from clew_playground.environments.strips.schema import (
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
)
from clew_playground.environments.strips.task import Fact, State

Move = tuple[str, ...]


class Naive:
    """A domain and a problem, interpreted."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain, self.problem = domain, problem
        self.objects = {each.name: each.types for each in (*domain.constants, *problem.objects)}

    def holds(self, formula: Formula, values: Mapping[str, str], state: State) -> bool:
        if isinstance(formula, Atom):
            terms = tuple(values.get(each, each) for each in formula.terms)
            if formula.predicate in self.domain.derived:
                return any(self.derives(each, terms, state) for each in self.domain.derived[formula.predicate])
            return terms[0] == terms[1] if formula.predicate == "=" else (formula.predicate, *terms) in state
        inner = [
            self.holds(part, each, state) for each in self.ways(formula.parameters, values) for part in formula.parts
        ]
        if formula.kind == "not":
            return not inner[0]
        return all(inner) if formula.kind in {"and", "forall"} else any(inner)

    def derives(self, derived: Derived, terms: Sequence[str], state: State) -> bool:
        pairs = list(zip(terms, derived.parameters, strict=True))
        of_its_types = all(self.fits(name, each.types) for name, each in pairs)
        return of_its_types and self.holds(derived.condition, {each.name: name for name, each in pairs}, state)

    def ways(self, parameters: Sequence[Typed], values: Mapping[str, str]) -> Iterator[dict[str, str]]:
        for chosen in product(self.objects, repeat=len(parameters)):
            if all(self.fits(name, each.types) for name, each in zip(chosen, parameters, strict=True)):
                yield {**values, **{each.name: name for name, each in zip(chosen, parameters, strict=True)}}

    def fits(self, name: str, types: Sequence[str]) -> bool:
        return any(self.below(kind, wanted) for kind in self.objects[name] for wanted in types)

    def below(self, kind: str, wanted: str) -> bool:
        parents = self.domain.parents.get(kind, ())
        return wanted in {kind, "object"} or any(self.below(each, wanted) for each in parents)

    def moves(self, state: State) -> dict[Move, State]:
        found: dict[Move, State] = {}
        for action in self.domain.actions:
            for values in self.ways(action.parameters, {}):
                if self.holds(action.precondition, values, state):
                    found[action.name, *(values[each.name] for each in action.parameters)] = self.after(
                        action, values, state
                    )
        return found

    def after(self, action: Action, values: Mapping[str, str], state: State) -> State:
        before = state
        for positive in (False, True):
            for effect in action.effects:
                for each in self.ways(effect.parameters, values):
                    if effect.positive == positive and self.holds(effect.condition, each, before):
                        fact = (effect.atom.predicate, *(each.get(term, term) for term in effect.atom.terms))
                        state = state | {fact} if positive else state - {fact}
        return state

    def distances(self, limit: int = 400) -> dict[State, int]:
        """How many moves away each state is, for at most so many states."""
        far, queue = {self.problem.init: 0}, deque([self.problem.init])
        while queue and len(far) < limit:
            state = queue.popleft()
            for each in self.moves(state).values():
                if each not in far:
                    far[each] = far[state] + 1
                    queue.append(each)
        return far


ARITIES = {"r": 0, "p": 1, "q": 2, "s": 1}
DERIVED = {"d": 1, "e": 2}
KINDS = st.sampled_from([("object",), ("big",), ("small",), ("round",), ("round", "small")])


def atoms(names: Sequence[str], further: Sequence[str] = ()) -> st.SearchStrategy[Formula]:
    def build(predicate: str) -> st.SearchStrategy[Formula]:
        arity = 2 if predicate == "=" else (ARITIES | DERIVED)[predicate]
        terms = st.tuples(*[st.sampled_from(names)] * arity)
        return terms.map(lambda chosen: Atom(predicate, chosen))

    return st.sampled_from(["r", "p", "q", "s", "=", "p", "q", *further]).flatmap(build)


def literals(names: Sequence[str], further: Sequence[str] = ()) -> st.SearchStrategy[Formula]:
    return st.tuples(atoms(names, further), st.booleans()).map(
        lambda each: each[0] if each[1] else Compound("not", (each[0],))
    )


def formulas(names: Sequence[str], depth: int = 2, further: Sequence[str] = ()) -> st.SearchStrategy[Formula]:
    """Formulas over some names; `further` are the derived predicates that may stand in them."""
    if not depth:
        return literals(names, further)
    inner = st.lists(formulas(names, depth - 1, further), max_size=3).map(tuple)
    joined = st.builds(Compound, st.sampled_from(["and", "and", "or"]), inner)
    variable = f"?v{depth}"
    quantified = st.builds(
        Compound,
        st.sampled_from(["forall", "exists"]),
        st.tuples(formulas([*names, variable], depth - 1, further)),
        st.tuples(st.builds(Typed, st.just(variable), KINDS)),
    )
    negated = formulas(names, depth - 1, further).map(lambda each: Compound("not", (each,)))
    return st.one_of(literals(names, further), joined, quantified, negated)


def effects(names: Sequence[str]) -> st.SearchStrategy[Effect]:
    def build(parameters: tuple[Typed, ...]) -> st.SearchStrategy[Effect]:
        inner = [*names, *(each.name for each in parameters)]
        changed = atoms(inner).filter(lambda each: isinstance(each, Atom) and each.predicate not in {"=", "s"})
        needs = st.just(TRUE) | formulas(inner, 1, tuple(DERIVED))
        return st.builds(Effect, changed, st.booleans(), st.just(parameters), needs)

    return st.sampled_from([(), (Typed("?e", ("small",)),)]).flatmap(build)


@st.composite
def derivations(draw: st.DrawFn) -> dict[str, tuple[Derived, ...]]:
    """`d` has one definition or two, and `e` may rest on it."""
    found: dict[str, tuple[Derived, ...]] = {}
    for name, arity in DERIVED.items():
        variables = [f"?y{place}" for place in range(arity)]
        parameters = st.tuples(*(st.builds(Typed, st.just(each), KINDS) for each in variables))
        condition = formulas(["k", *variables], 1, tuple(found))
        defined = st.builds(Derived, st.just(Atom(name, tuple(variables))), parameters, condition)
        found[name] = tuple(draw(st.lists(defined, min_size=1, max_size=2)))
    return found


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Domain, Problem]:
    """Small domains with types, constants, derived predicates and every kind of condition; `s` never changes."""
    constants = (Typed("k", ("small",)),)
    objects = tuple(Typed(name, draw(KINDS)) for name in draw(st.sampled_from([("a",), ("a", "b"), ("a", "b", "c")])))
    names = ["k", *(each.name for each in objects)]
    actions: list[Action] = []
    for number in range(draw(st.integers(1, 3))):
        variables = tuple(Typed(f"?x{place}", draw(KINDS)) for place in range(draw(st.integers(0, 2))))
        terms = ["k", *(each.name for each in variables)]
        needs = Compound("and", tuple(draw(st.lists(formulas(terms, 2, tuple(DERIVED)), max_size=3))))
        made = tuple(draw(st.lists(effects(terms), min_size=1, max_size=3)))
        actions.append(Action(f"act{number}", variables, needs, made))
    declared = ARITIES | DERIVED
    predicates = {name: tuple(Typed(f"?{place}") for place in range(arity)) for name, arity in declared.items()}
    parents = {"big": ("object",), "small": ("big",), "round": ("object",)}
    facts = [(name, *terms) for name, arity in ARITIES.items() for terms in product(names, repeat=arity)]
    init = frozenset[Fact](draw(st.sets(st.sampled_from(facts))))
    wanted = draw(st.dictionaries(st.sampled_from(facts), st.booleans(), min_size=1, max_size=3))
    goal = Compound("and", tuple(_condition(fact, positive=positive) for fact, positive in wanted.items()))
    domain = Domain("random", parents, constants, predicates, tuple(actions), draw(derivations()))
    return domain, Problem("one", objects, init, goal)


def _condition(fact: Fact, *, positive: bool) -> Formula:
    atom = Atom(fact[0], fact[1:])
    return atom if positive else Compound("not", (atom,))
