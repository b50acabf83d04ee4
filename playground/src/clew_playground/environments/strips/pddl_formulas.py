"""The conditions and effects of PDDL, checked against what is declared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from clew_playground.environments.strips.expressions import Expression, FileError, Group, Word
from clew_playground.environments.strips.schema import EQUAL, Atom, Compound, Effect, Formula, Typed

_UNSUPPORTED = MappingProxyType(
    {
        "when": "conditional effects (`when`, :conditional-effects)",
        "oneof": "effects of chance (`oneof`, :non-deterministic)",
        "probabilistic": "effects of chance (`probabilistic`, :probabilistic-effects)",
        "preference": "preferences (`preference`, :preferences)",
        **{name: f"numbers (`{name}`, :numeric-fluents)" for name in ("<", ">", "<=", ">=", "decrease", "assign")},
        **{name: f"numbers (`{name}`, :numeric-fluents)" for name in ("scale-up", "scale-down")},
    }
)

_TRUE = Compound("and", ())

MAX_VARIABLES = 50
"""Variables of one action, predicate or quantifier."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean at a place of a file.

    Attributes:
        path: of the file.
        types: those that are declared.
        predicates: the parameters of each.
        objects: the names of objects.
        variables: those that parameters and quantifiers around this place declare.
    """

    path: Path
    types: frozenset[str]
    predicates: Mapping[str, tuple[Typed, ...]]
    objects: frozenset[str]
    variables: frozenset[str] = frozenset()

    def within(self, parameters: Sequence[Typed]) -> "Scope":
        """Return the scope in which these variables are declared as well."""
        return replace(self, variables=self.variables | {each.name for each in parameters})

    def formula(self, part: Expression) -> Formula:
        """Read a condition; an empty list is always true.

        Raises:
            InvalidInput: it has an error, or needs what is not supported.
        """
        match part:
            case Group(parts=[]):
                return _TRUE
            case Group(parts=[Word("and" | "or" as kind), *rest]):
                return Compound(kind, tuple(self.formula(each) for each in rest))
            case Group(parts=[Word("not"), body]):
                return Compound("not", (self.formula(body),))
            case Group(parts=[Word("imply"), left, right]):
                return Compound("or", (Compound("not", (self.formula(left),)), self.formula(right)))
            case Group(parts=[Word("forall" | "exists" as kind), Group() as listed, body]):
                parameters = typed(self.path, listed.parts, self.types, variables=True)
                return Compound(kind, (self.within(parameters).formula(body),), parameters)
            case _:
                return self.atom(part)

    def effects(self, part: Expression, parameters: tuple[Typed, ...] = ()) -> Iterator[Effect]:
        """Read an effect; costs are passed over.

        Raises:
            InvalidInput: it has an error, or needs what is not supported.
        """
        match part:
            case Group(parts=[]) | Group(parts=[Word("increase"), *_]):
                return
            case Group(parts=[Word("and"), *rest]):
                for each in rest:
                    yield from self.effects(each, parameters)
            case Group(parts=[Word("forall"), Group() as listed, body]):
                more = typed(self.path, listed.parts, self.types, variables=True)
                yield from self.within(more).effects(body, (*parameters, *more))
            case Group(parts=[Word("not"), body]):
                yield Effect(self._changed(body), positive=False, parameters=parameters)
            case _:
                yield Effect(self._changed(part), parameters=parameters)

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
        elif part.text not in self.objects:
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
