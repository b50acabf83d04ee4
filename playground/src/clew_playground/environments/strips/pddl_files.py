"""PDDL files as domains and problems.

Read are types, constants, `either`, equality, negation, `and`, `or`, `imply`, `forall` and `exists` in conditions, and
`forall` and `when` in effects. Derived predicates are read where none rests on itself. Sections and the parts of an
action may stand in any order, declared requirements need not be complete, and letter case does not count. Costs
(`increase`, `:metric`, `:functions`) are passed over, because they do not change what can be done. Anything else is an
error that names its file, its line and the construct.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from clew_playground.environments.strips.derivations import derived_names, read_derived
from clew_playground.environments.strips.expressions import Expression, FileError, Group, Word, read_group
from clew_playground.environments.strips.pddl_formulas import Scope, typed
from clew_playground.environments.strips.schema import OBJECT, Action, Domain, Effect, Formula, Problem, Typed
from clew_playground.environments.strips.task import Fact

_UNSUPPORTED = MappingProxyType(
    {
        ":axiom": "axioms (:axiom)",
        ":durative-action": "durative actions (:durative-actions)",
        ":constraints": "constraints (:constraints)",
        ":process": "processes (:time)",
        ":event": "events (:time)",
        ":method": "task networks (:hierarchy)",
        ":task": "task networks (:hierarchy)",
        ":htn": "task networks (:hierarchy)",
    }
)

_DOMAIN = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action", ":derived")
_PROBLEM = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_ACTION = (":parameters", ":precondition", ":effect")

_EMPTY = Group((), 0)


def object_names(path: Path) -> frozenset[str]:
    """Return the names of a problem's objects; a domain may speak of them.

    Raises:
        InvalidInput: the file is no problem.
    """
    _, sections = _sections(path, "problem", _PROBLEM)
    return frozenset(each.name for each in typed(path, _contents(sections, ":objects"), None))


def read_domain(path: Path, objects: frozenset[str] = frozenset()) -> Domain:
    """Read a domain, which may speak of the objects of its problem beside its own constants.

    Raises:
        InvalidInput: the file has an error or needs what is not supported; the message names file, line and reason.
    """
    name, sections = _sections(path, "domain", _DOMAIN)
    parents = dict[str, dict[str, None]]()
    for each in typed(path, _contents(sections, ":types"), None):
        parents.setdefault(each.name, {}).update(dict.fromkeys(each.types))
    types = {name: tuple(each) for name, each in parents.items()}
    known = _known(types)
    constants = typed(path, _contents(sections, ":constants"), known)
    predicates = dict(_predicate(path, each, known) for each in _contents(sections, ":predicates"))
    derivations = sections.get(":derived", ())
    scope = Scope(
        path, known, predicates, objects.union(each.name for each in constants), derived_names(path, derivations)
    )
    actions = tuple(_action(scope, each) for each in sections.get(":action", ()))
    names = set[str]()
    for section, each in zip(sections.get(":action", ()), actions, strict=True):
        if each.name in names:
            raise FileError(path, section.line, f"action {each.name!r} is declared twice")
        names.add(each.name)
    return Domain(name, types, constants, predicates, actions, read_derived(scope, derivations))


def read_problem(path: Path, domain: Domain) -> Problem:
    """Read a problem of a domain.

    Raises:
        InvalidInput: as for `read_domain`, or the problem is one of another domain.
    """
    name, sections = _sections(path, "problem", _PROBLEM)
    for needed in (":domain", ":init", ":goal"):
        if needed not in sections:
            raise FileError(path, 1, f"the problem has no section `({needed} ...)`")
    said = _single(path, sections[":domain"][0])
    if not isinstance(said, Word) or said.text != domain.name:
        raise FileError(
            path, said.line, f"this is no problem of domain {domain.name!r}; name the domain file of the problem"
        )
    known = _known(domain.parents)
    objects = typed(path, _contents(sections, ":objects"), known)
    names = frozenset(each.name for each in (*domain.constants, *objects))
    scope = Scope(path, known, domain.predicates, names, frozenset(domain.derived))
    init = frozenset(fact for each in _contents(sections, ":init") for fact in _initial(scope, each))
    return Problem(name, objects, init, scope.formula(_single(path, sections[":goal"][0])))


def _known(parents: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """Return every type that a hierarchy names; those that have subtypes only are declared by them."""
    return frozenset({OBJECT, *parents, *(each for types in parents.values() for each in types)})


def _sections(path: Path, kind: str, allowed: Sequence[str]) -> tuple[str, dict[str, list[Group]]]:
    """Return the name that a file gives to its contents, and its sections by their keywords."""
    whole = read_group(path)
    match whole.parts:
        case [Word("define"), Group(parts=[Word(found), Word(name)]), *rest] if found == kind:
            sections: dict[str, list[Group]] = {}
        case _:
            raise FileError(path, whole.line, f"a {kind} file begins with `(define ({kind} NAME)`")
    for each in rest:
        head = each.head if isinstance(each, Group) else each.text
        if head in _UNSUPPORTED:
            raise FileError(path, each.line, f"{_UNSUPPORTED[head]} are not supported")
        if not isinstance(each, Group) or head not in allowed:
            raise FileError(
                path, each.line, f"{head!r} is no section of a {kind}; its sections are {', '.join(allowed)}"
            )
        sections.setdefault(head, []).append(each)
    return name, sections


def _contents(sections: Mapping[str, Sequence[Group]], keyword: str) -> list[Expression]:
    return [part for section in sections.get(keyword, ()) for part in section.parts[1:]]


def _single(path: Path, section: Group) -> Expression:
    match section.parts:
        case [_, only]:
            return only
        case [_]:
            return _EMPTY
        case _:
            raise FileError(
                path, section.line, f"`{section.head}` holds more than one thing; join conditions with `and`"
            )


def _predicate(path: Path, part: Expression, types: frozenset[str]) -> tuple[str, tuple[Typed, ...]]:
    match part:
        case Group(parts=[Word(name), *terms]):
            return name, typed(path, terms, types, variables=True)
        case _:
            raise FileError(path, part.line, "a predicate is declared as `(name ?x ?y)`")


def _action(scope: Scope, section: Group) -> Action:
    match section.parts:
        case [_, Word(name), *rest] if not name.startswith((":", "?")):
            fields = _fields(scope.path, rest)
        case _:
            raise FileError(scope.path, section.line, "an action needs a name: `(:action NAME ...)`")
    listed = fields.get(":parameters", _EMPTY)
    if not isinstance(listed, Group):
        raise FileError(scope.path, listed.line, f"the parameters of {name!r} are not in parentheses")
    inner, parameters = scope.within(listed.parts)
    if len({each.name for each in parameters}) < len(parameters):
        raise FileError(scope.path, listed.line, f"a parameter of {name!r} is declared twice")
    precondition: Formula = inner.formula(fields.get(":precondition", _EMPTY))
    effects: tuple[Effect, ...] = tuple(inner.effects(fields.get(":effect", _EMPTY)))
    return Action(name, parameters, precondition, effects)


def _fields(path: Path, parts: Sequence[Expression]) -> dict[str, Expression]:
    """Return the parts of an action by their keywords."""
    fields: dict[str, Expression] = {}
    for number in range(0, len(parts), 2):
        key = parts[number]
        if not isinstance(key, Word) or key.text not in _ACTION:
            said = key.text if isinstance(key, Word) else f"({key.head} ...)"
            raise FileError(path, key.line, f"{said!r} is no part of an action; its parts are {', '.join(_ACTION)}")
        if number + 1 == len(parts):
            raise FileError(path, key.line, f"nothing follows {key.text!r}")
        if key.text in fields:
            raise FileError(path, key.line, f"{key.text!r} stands twice in one action")
        fields[key.text] = parts[number + 1]
    return fields


def _initial(scope: Scope, part: Expression) -> list[Fact]:
    """Return the fact that an entry of the initial state states; a negation and a number state none."""
    match part:
        case Group(parts=[Word("="), _, Word(number)]) if number.replace(".", "", 1).lstrip("-").isdecimal():
            return []
        case Group(parts=[Word("at"), Word(time), Group()]) if time.replace(".", "", 1).isdecimal():
            raise FileError(scope.path, part.line, "timed initial facts (:timed-initial-literals) are not supported")
        case Group(parts=[Word("not"), inner]):
            scope.atom(inner)
            return []
        case Group(parts=[Word("and"), *inner]):
            return [fact for each in inner for fact in _initial(scope, each)]
        case _:
            atom = scope.atom(part)
            if atom.predicate in scope.derived:
                raise FileError(
                    scope.path, part.line, f"the initial state cannot state {atom.predicate!r}, which is derived"
                )
            return [atom.ground({})]
