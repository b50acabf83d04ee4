"""A planning domain and problem as they are written: types, predicates, and actions with variables."""

from collections.abc import Iterator, KeysView, Mapping
from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType
from typing import Literal

from clew_playground.environments.strips.attempts import Attempts
from clew_playground.environments.strips.task import Fact

OBJECT = "object"
"""The type of everything."""

EQUAL = "="
"""The predicate of two names for one object."""


@dataclass(frozen=True, slots=True)
class Typed:
    """An object or a variable with its types: more than one where it is declared with `either`."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with terms; a variable begins with a question mark."""

    predicate: str
    terms: tuple[str, ...]

    def ground(self, binding: Mapping[str, str]) -> Fact:
        """Return the fact that the atom becomes when its variables are replaced."""
        return (self.predicate, *(binding.get(term, term) for term in self.terms))


@dataclass(frozen=True, slots=True)
class Compound:
    """A formula made of formulas; `parameters` are the variables of a quantifier."""

    kind: Literal["and", "or", "not", "forall", "exists"]
    parts: tuple["Formula", ...]
    parameters: tuple[Typed, ...] = ()


Formula = Atom | Compound

TRUE = Compound("and", ())
"""The formula that always holds."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An atom that becomes true or false where a condition holds before, for all values of the `parameters`."""

    atom: Atom
    positive: bool = True
    parameters: tuple[Typed, ...] = ()
    condition: Formula = TRUE


@dataclass(frozen=True, slots=True)
class Action:
    """An action with variables."""

    name: str
    parameters: tuple[Typed, ...]
    precondition: Formula
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """An atom that holds wherever a condition does; its terms are the variables in `parameters`."""

    atom: Atom
    parameters: tuple[Typed, ...]
    condition: Formula


@dataclass(frozen=True, slots=True)
class Domain:
    """The rules of a kind of world.

    Attributes:
        name: of the domain.
        parents: the direct supertypes of each type.
        constants: objects of every problem.
        predicates: the parameters of each predicate.
        actions: in the order of the file.
        derived: the definitions of each derived predicate; one of them must hold. None rests on itself.
    """

    name: str
    parents: Mapping[str, tuple[str, ...]]
    constants: tuple[Typed, ...]
    predicates: Mapping[str, tuple[Typed, ...]]
    actions: tuple[Action, ...]
    derived: Mapping[str, tuple[Derived, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def fluents(self) -> frozenset[str]:
        """The predicates that some action changes."""
        return frozenset(effect.atom.predicate for action in self.actions for effect in action.effects)


@dataclass(frozen=True, slots=True)
class Problem:
    """One world of a domain: its objects, what holds at the beginning, and what shall hold at the end."""

    name: str
    objects: tuple[Typed, ...]
    init: frozenset[Fact]
    goal: Formula


class Universe:
    """The objects of a domain and a problem, by type.

    Raises:
        InvalidInput: to list them, or to bind variables to them, takes more than its attempts.
    """

    def __init__(self, domain: Domain, problem: Problem, attempts: Attempts) -> None:
        types: dict[str, dict[str, None]] = {}
        for each in (*domain.constants, *problem.objects):
            types.setdefault(each.name, {}).update(dict.fromkeys(each.types))
        self.objects = tuple(Typed(name, tuple(kinds)) for name, kinds in types.items())
        self.attempts = attempts
        self._parents = domain.parents
        self._listed: dict[tuple[str, ...], dict[str, None]] = {}
        self._members: dict[str, list[str]] = {}
        for each in self.objects:
            for kind in self._supertypes(each.types):
                attempts.take()
                self._members.setdefault(kind, []).append(each.name)

    def members(self, types: tuple[str, ...]) -> KeysView[str]:
        """Return the objects that are of one of these types or of a subtype, in the order of their declaration."""
        if types not in self._listed:
            self.attempts.take(sum(len(self._members.get(kind, ())) for kind in types))
            self._listed[types] = dict.fromkeys(name for kind in types for name in self._members.get(kind, ()))
        return self._listed[types].keys()

    def fits(self, name: str, variable: Typed) -> bool:
        """Return whether an object is of a variable's types."""
        return name in self.members(variable.types)

    def bindings(self, parameters: tuple[Typed, ...]) -> Iterator[dict[str, str]]:
        """Yield every way to replace variables by objects of their types."""
        names = [each.name for each in parameters]
        for values in product(*(self.members(each.types) for each in parameters)):
            self.attempts.take(1 + len(names))
            yield dict(zip(names, values, strict=True))

    def _supertypes(self, types: tuple[str, ...]) -> dict[str, None]:
        found, waiting = {OBJECT: None}, list(types)
        while waiting:
            kind = waiting.pop()
            if kind not in found:
                found[kind] = None
                self.attempts.take(len(self._parents.get(kind, ())))
                waiting += self._parents.get(kind, ())
        return found
