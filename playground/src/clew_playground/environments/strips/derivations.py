"""Derived predicates of a domain file: what holds wherever a condition does, and is changed by no effect."""

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import MappingProxyType

from clew_playground.environments.strips.expressions import MAX_DEPTH, FileError, Group, Word
from clew_playground.environments.strips.pddl_formulas import Scope
from clew_playground.environments.strips.schema import Atom, Derived, Formula


def derived_names(path: Path, sections: Sequence[Group]) -> frozenset[str]:
    """Return the predicates that sections `(:derived (name ?x) condition)` define.

    Raises:
        InvalidInput: one of them has another form.
    """
    names = set[str]()
    for section in sections:
        match section.parts:
            case [_, Group(parts=[Word(name), *_]), _]:
                names.add(name)
            case _:
                raise FileError(path, section.line, "a derived predicate is written `(:derived (name ?x) condition)`")
    return frozenset(names)


def read_derived(scope: Scope, sections: Sequence[Group]) -> Mapping[str, tuple[Derived, ...]]:
    """Read the definitions of each derived predicate.

    Raises:
        InvalidInput: one has an error, rests on itself, or rests on others in too many steps.
    """
    found, lines = dict[str, tuple[Derived, ...]](), dict[str, int]()
    for section in sections:
        derived = _definition(scope, section)
        found[derived.atom.predicate] = (*found.get(derived.atom.predicate, ()), derived)
        lines[derived.atom.predicate] = section.line
    rests_on = {
        name: {used for each in found[name] for used, _ in _uses(each.condition)} & set(found) for name in found
    }
    try:
        order = tuple(TopologicalSorter(rests_on).static_order())
    except CycleError as error:
        name = error.args[1][0]
        reason = f"derived predicate {name!r} rests on itself; derived predicates with recursion are not supported"
        raise FileError(scope.path, lines[name], reason) from None
    _check_depth(scope.path, order, found, lines)
    return MappingProxyType(found)


def _definition(scope: Scope, section: Group) -> Derived:
    _, head, condition = section.parts
    assert isinstance(head, Group)  # noqa: S101  derived_names has looked
    inner, parameters = scope.within(head.parts[1:])
    atom = inner.atom(Group((head.parts[0], *(Word(each.name, head.line) for each in parameters)), head.line))
    if len({each.name for each in parameters}) < len(parameters):
        raise FileError(scope.path, head.line, f"a parameter of {atom.predicate!r} is declared twice")
    return Derived(atom, parameters, inner.formula(condition))


def _check_depth(
    path: Path, order: Sequence[str], found: Mapping[str, Sequence[Derived]], lines: Mapping[str, int]
) -> None:
    """Refuse conditions that are nested too deeply once derived predicates stand for what they rest on."""
    depths = dict[str, int]()
    for name in order:
        uses = (use for each in found[name] for use in _uses(each.condition))
        depths[name] = 1 + max((depth + depths.get(used, 0) for used, depth in uses), default=0)
        if depths[name] > MAX_DEPTH:
            raise FileError(path, lines[name], f"what {name!r} rests on is nested deeper than {MAX_DEPTH}")


def _uses(formula: Formula, depth: int = 1) -> Iterator[tuple[str, int]]:
    """Yield each predicate of a formula, and how deep it stands there."""
    if isinstance(formula, Atom):
        yield formula.predicate, depth
    else:
        for part in formula.parts:
            yield from _uses(part, depth + 1)
