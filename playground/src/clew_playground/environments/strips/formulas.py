"""Formulas without variables, as alternatives: each is a conjunction of conditions, and one of them must hold."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from clew.errors import InvalidInput
from clew_playground.environments.strips.schema import EQUAL, Atom, Compound, Domain, Formula, Universe
from clew_playground.environments.strips.task import Condition, Fact, State

MAX_ALTERNATIVES = 256
"""Alternatives of one formula; one with more of them would fill the memory."""

Alternative = tuple[Condition, ...]

_TRUE: tuple[Alternative, ...] = ((),)
_FALSE: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounder:
    """Replaces the variables of formulas by objects.

    Attributes:
        universe: the objects.
        init: facts that decide about atoms whose predicate is not a fluent.
        fluents: the predicates whose atoms stay in the formula.
        domain: its derived predicates are replaced by what they rest on, in which its fluents alone stay.
    """

    universe: Universe
    init: State
    fluents: frozenset[str]
    domain: Domain
    _known: dict[Condition, tuple[Alternative, ...]] = field(default_factory=dict[Condition, tuple[Alternative, ...]])

    def alternatives(
        self, formula: Formula, binding: Mapping[str, str], *, positive: bool = True
    ) -> tuple[Alternative, ...]:
        """Return the alternatives of a formula, or of its negation: none if it is false, an empty one if it is true.

        Raises:
            InvalidInput: there are too many.
        """
        self.universe.attempts.take()
        if isinstance(formula, Atom):
            return self._atom(formula, binding, positive=positive)
        if formula.kind == "not":
            return self.alternatives(formula.parts[0], binding, positive=not positive)
        parts = (
            self.alternatives(part, inner, positive=positive)
            for inner in self._inner(formula, binding)
            for part in formula.parts
        )
        every = (formula.kind in {"and", "forall"}) == positive
        return self._conjunction(parts) if every else self._disjunction(parts)

    def _inner(self, formula: Compound, binding: Mapping[str, str]) -> Iterable[Mapping[str, str]]:
        return ({**binding, **more} for more in self.universe.bindings(formula.parameters))

    def _atom(self, atom: Atom, binding: Mapping[str, str], *, positive: bool) -> tuple[Alternative, ...]:
        fact = atom.ground(binding)
        if atom.predicate == EQUAL:
            return _TRUE if (fact[1] == fact[2]) == positive else _FALSE
        if atom.predicate in self.domain.derived:
            key = Condition(fact, positive)
            if key not in self._known:
                self._known[key] = self._derived(fact, positive=positive)
            return self._known[key]
        if atom.predicate not in self.fluents:
            return _TRUE if (fact in self.init) == positive else _FALSE
        return ((Condition(fact, positive),),)

    def _derived(self, fact: Fact, *, positive: bool) -> tuple[Alternative, ...]:
        """Return the alternatives of a derived fact: those of every definition whose types its objects have."""
        fitting = (
            (each.condition, {variable.name: name for variable, name in zip(each.parameters, fact[1:], strict=True)})
            for each in self.domain.derived[fact[0]]
            if all(map(self.universe.fits, fact[1:], each.parameters))
        )
        within = replace(self, fluents=self.domain.fluents)
        parts = (within.alternatives(condition, binding, positive=positive) for condition, binding in fitting)
        return self._disjunction(parts) if positive else self._conjunction(parts)

    def _conjunction(self, parts: Iterable[tuple[Alternative, ...]]) -> tuple[Alternative, ...]:
        found = _TRUE
        for part in parts:
            self.universe.attempts.take(sum(map(len, found)) * len(part))
            joined = (tuple(dict.fromkeys((*left, *right))) for left in found for right in part)
            found = self._bounded(each for each in joined if _consistent(each))
            if not found:
                break
        return found

    def _disjunction(self, parts: Iterable[tuple[Alternative, ...]]) -> tuple[Alternative, ...]:
        found = self._bounded(each for part in parts for each in part)
        return _TRUE if () in found else found

    def _bounded(self, alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
        """Return each alternative once, without those that ask for more than another does."""
        found: dict[frozenset[Condition], Alternative] = {}
        for each in alternatives:
            found.setdefault(frozenset(each), each)
            if len(found) > MAX_ALTERNATIVES:
                raise InvalidInput(
                    f"a condition with `or`, `imply` or `exists` has more than {MAX_ALTERNATIVES} alternatives here; "
                    "split the action into several"
                )
        if len(found) == 1:
            return tuple(found.values())
        self.universe.attempts.take(len(found) ** 2)
        return tuple(each for key, each in found.items() if not any(other < key for other in found))


def _consistent(conditions: Alternative) -> bool:
    return len({each.fact for each in conditions}) == len(conditions)
