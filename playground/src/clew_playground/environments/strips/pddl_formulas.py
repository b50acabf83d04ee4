"""The conditions and effects of PDDL, checked against what is declared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from types import MappingProxyType

from clew_playground.environments.strips.expressions import Expression, FileError, Group, Word
from clew_playground.environments.strips.schema import EQUAL, TRUE, Atom, Compound, Effect, Formula, Typed

_UNSUPPORTED = MappingProxyType(
    {
        "when": "conditions of effects (`when`) outside of an effect",
        "oneof": "effects of chance (`oneof`, :non-deterministic)",
        "probabilistic": "effects of chance (`probabilistic`, :probabilistic-effects)",
        "preference": "preferences (`preference`, :preferences)",
        **{name: f"numbers (`{name}`, :numeric-fluents)" for name in ("<", ">", "<=", ">=", "decrease", "assign")},
        **{name: f"numbers (`{name}`, :numeric-fluents)" for name in ("scale-up", "scale-down")},
    }
)

MAX_VARIABLES = 50
"""Variables of one action, predicate or quantifier."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The meaning of names at a place of a file.

    Attributes:
        path: of the file.
        types: those that are declared.
        predicates: the parameters of each.
        objects: the names of objects.
        derived: the predicates that no effect may change.
        variables: those that parameters and quantifiers around this place declare, each with a name that none of
            the others has.
    """

    path: Path
    types: frozenset[str]
    predicates: Mapping[str, tuple[Typed, ...]]
    objects: frozenset[str]
    derived: frozenset[str] = frozenset()
    variables: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def within(self, parts: Sequence[Expression]) -> "tuple[Scope, tuple[Typed, ...]]":
        """Read a list of variables; return the scope in which they are declared as well, and them.

        A variable that hides one around it gets a name of its own.

        Raises:
            InvalidInput: the list has an error.
        """
        declared, taken = typed(self.path, parts, self.types, variables=True), set(self.variables.values())
        names = dict[str, str]()
        for each in declared:
            further = (f"{each.name}({number})" for number in count(2))  # no name of a file has parentheses
            names[each.name] = next(name for name in chain((each.name,), further) if name not in taken)
        scope = replace(self, variables={**self.variables, **names})
        return scope, tuple(replace(each, name=names[each.name]) for each in declared)

    def formula(self, part: Expression) -> Formula:
        """Read a condition; an empty list is always true.

        Raises:
            InvalidInput: it has an error, or needs what is not supported.
        """
        match part:
            case Group(parts=[]):
                return TRUE
            case Group(parts=[Word("and" | "or" as kind), *rest]):
                return Compound(kind, tuple(self.formula(each) for each in rest))
            case Group(parts=[Word("not"), body]):
                return Compound("not", (self.formula(body),))
            case Group(parts=[Word("imply"), left, right]):
                return Compound("or", (Compound("not", (self.formula(left),)), self.formula(right)))
            case Group(parts=[Word("forall" | "exists" as kind), Group() as listed, body]):
                scope, parameters = self.within(listed.parts)
                return Compound(kind, (scope.formula(body),), parameters)
            case _:
                return self.atom(part)

    def effects(self, part: Expression) -> Iterator[Effect]:
        """Read an effect; costs are passed over.

        Raises:
            InvalidInput: it has an error, or needs what is not supported.
        """
        match part:
            case Group(parts=[]) | Group(parts=[Word("increase"), *_]):
                return
            case Group(parts=[Word("and"), *rest]):
                for each in rest:
                    yield from self.effects(each)
            case Group(parts=[Word("forall"), Group() as listed, body]):
                scope, parameters = self.within(listed.parts)
                for each in scope.effects(body):
                    yield replace(each, parameters=(*parameters, *each.parameters))
            case Group(parts=[Word("when"), condition, body]):
                needs = self.formula(condition)
                for each in self.effects(body):
                    both = needs if each.condition == TRUE else Compound("and", (needs, each.condition))
                    yield replace(each, condition=both)
            case Group(parts=[Word("not"), body]):
                yield Effect(self._changed(body), positive=False)
            case _:
                yield Effect(self._changed(part))

    def atom(self, part: Expression) -> Atom:
        """Read a predicate with its terms.

        Raises:
            InvalidInput: the predicate, a term or the number of terms is not as it is declared.
        """
        match part:
            case Group(parts=[Word(name), *rest]) if name not in _UNSUPPORTED:
                terms = tuple(self._term(each) for each in rest)
            case Group(parts=[Word(name), *_]):
                raise FileError(self.path, part.line, f"{_UNSUPPORTED[name]} are not supported")
            case _:
                said = f"{part.text!r} is" if isinstance(part, Word) else "this list is"
                raise FileError(self.path, part.line, f"{said} no condition; write `(predicate term ...)`")
        wanted = 2 if name == EQUAL else len(self._declared(name, part.line))
        if len(terms) != wanted:
            raise FileError(self.path, part.line, f"{name!r} takes {wanted} terms, and here are {len(terms)}")
        return Atom(name, terms)

    def _changed(self, part: Expression) -> Atom:
        atom = self.atom(part)
        if atom.predicate == EQUAL:
            raise FileError(self.path, part.line, "an effect cannot change '='")
        if atom.predicate in self.derived:
            raise FileError(self.path, part.line, f"an effect cannot change {atom.predicate!r}, which is derived")
        return atom

    def _declared(self, name: str, line: int) -> tuple[Typed, ...]:
        if name not in self.predicates:
            raise FileError(self.path, line, f"predicate {name!r} is not declared; add it to `:predicates`")
        return self.predicates[name]

    def _term(self, part: Expression) -> str:
        if isinstance(part, Group):
            what = "numbers and functions (:numeric-fluents, :object-fluents) are not supported"
            raise FileError(self.path, part.line, f"a term is a name or a variable, and here is a list; {what}")
        if part.text.startswith("?"):
            if part.text not in self.variables:
                raise FileError(self.path, part.line, f"variable {part.text!r} is not declared here")
            return self.variables[part.text]
        if part.text not in self.objects:
            raise FileError(self.path, part.line, f"object {part.text!r} is not declared in `:objects` or `:constants`")
        return part.text


def typed(
    path: Path, parts: Sequence[Expression], types: frozenset[str] | None, *, variables: bool = False
) -> tuple[Typed, ...]:
    """Read a list such as ``a b - block c - (either ball box) d``.

    Args:
        path: of the file, for errors.
        parts: the list.
        types: those that are declared; None where the list declares them.
        variables: whether its names are variables.

    Raises:
        InvalidInput: it has an error.
    """
    found, names = list[Typed](), list[str]()
    waiting = list(reversed(parts))
    while waiting:
        part = waiting.pop()
        if isinstance(part, Word) and part.text.startswith("-"):
            if part.text != "-":
                waiting.append(Word(part.text[1:], part.line))
            kinds = _kinds(path, part.line, waiting.pop() if waiting else None, types)
            found += [Typed(name, kinds) for name in names]
            names = []
        elif isinstance(part, Word) and part.text.startswith("?") == variables:
            names.append(part.text)
            if variables and len(names) + len(found) > MAX_VARIABLES:
                raise FileError(path, part.line, f"here are more than {MAX_VARIABLES} variables; take fewer")
        else:
            said = repr(part.text) if isinstance(part, Word) else "a list"
            raise FileError(path, part.line, f"{said} stands where {'a variable' if variables else 'a name'} should")
    return (*found, *(Typed(name) for name in names))


def _kinds(path: Path, line: int, part: Expression | None, types: frozenset[str] | None) -> tuple[str, ...]:
    """Return the types behind a dash."""
    match part:
        case Word(name):
            kinds = (name,)
        case Group(parts=[Word("either"), *rest]) if rest and all(isinstance(each, Word) for each in rest):
            kinds = tuple(each.text for each in rest if isinstance(each, Word))
        case _:
            raise FileError(path, line, "a type must follow '-': a name, or `(either a b)`")
    for kind in kinds:
        if types is not None and kind not in types:
            raise FileError(path, line, f"type {kind!r} is not declared; add it to `:types`")
    return kinds
