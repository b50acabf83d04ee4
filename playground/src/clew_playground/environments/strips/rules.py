"""The rules of a domain in words, for agents that are told no others."""

from collections.abc import Sequence

from clew_playground.environments.strips.schema import (
    EQUAL,
    TRUE,
    Action,
    Atom,
    Derived,
    Domain,
    Effect,
    Formula,
    Typed,
)
from clew_playground.environments.strips.templates import Templates
from clew_playground.environments.strips.wording import filled, generic


def rules(domain: Domain, templates: Templates) -> str:
    """Return a line for each action, and one for each derived predicate.

    That of an action says when it is possible, and what it makes true and ends.
    """
    teller = _Teller(domain, templates)
    derived = (each for definitions in domain.derived.values() for each in definitions)
    return "\n".join((*map(teller.action, domain.actions), *map(teller.derived, derived)))


def forms(domain: Domain, templates: Templates) -> str:
    """Return how each action is said, with its parameters in brackets."""
    teller = _Teller(domain, templates)
    return "; ".join(
        teller.said(each, [f"[{name.name.removeprefix('?')}]" for name in each.parameters]) for each in domain.actions
    )


class _Teller:
    def __init__(self, domain: Domain, templates: Templates) -> None:
        self._predicates, self._templates = domain.predicates, templates

    def action(self, action: Action) -> str:
        said = self.said(action, [each.name for each in action.parameters])
        needs = self._formula(action.precondition)
        changes = "; ".join(self._effect(each) for each in action.effects)
        return f"{said}: {f'if {needs}' if needs else 'always possible'}. Then: {changes or 'nothing changes'}."

    def derived(self, derived: Derived) -> str:
        needs = self._formula(derived.condition)
        return f"{self._atom(derived.atom)}: holds {f'if {needs}' if needs else 'always'}."

    def said(self, action: Action, names: Sequence[str]) -> str:
        template = self._templates.actions.get(action.name)
        return filled(template, action.parameters, names) if template else " ".join((action.name, *names))

    def _effect(self, effect: Effect) -> str:
        for_all = f"for all {_names(effect.parameters)}: " if effect.parameters else ""
        where = f" if {self._formula(effect.condition)}" if effect.condition != TRUE else ""
        return f"{for_all}{'' if effect.positive else 'no longer '}{self._atom(effect.atom)}{where}"

    def _formula(self, formula: Formula) -> str:
        if isinstance(formula, Atom):
            return self._atom(formula)
        parts = [self._formula(each) for each in formula.parts]
        match formula.kind:
            case "and":
                return "; ".join(part for part in parts if part)
            case "or":
                return f"({' or '.join(parts)})"
            case "not":
                return f"not ({parts[0]})"
            case "forall":
                return f"for all {_names(formula.parameters)}: ({parts[0]})"
            case "exists":
                return f"for some {_names(formula.parameters)}: ({parts[0]})"

    def _atom(self, atom: Atom) -> str:
        if atom.predicate == EQUAL:
            return f"{atom.terms[0]} is the same as {atom.terms[1]}"
        template = self._templates.predicates.get(atom.predicate)
        if template is None:
            return generic((atom.predicate, *atom.terms))
        return filled(template, self._predicates[atom.predicate], atom.terms)


def _names(parameters: tuple[Typed, ...]) -> str:
    return ", ".join(each.name for each in parameters)
