"""How states, goals and actions sound, and which action a text means.

Without a template, a predicate whose name ends in a preposition stands between its two terms (``a is on b``). One of a
single term stands behind it (``a is clear``). Any other stands before its terms (``connected: a, b``; ``hand-empty``).
Where two facts would sound alike, both are told as PDDL writes them, so that a sentence always means one fact.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clew.errors import InvalidInput
from clew_playground.environments.strips.schema import OBJECT, Domain, Typed
from clew_playground.environments.strips.task import Condition, Fact, Operator, State, Task
from clew_playground.environments.strips.templates import Templates

_PREPOSITIONS = frozenset(
    (
        *(
            "above",
            "across",
            "along",
            "around",
            "at",
            "before",
            "behind",
            "below",
            "beside",
            "between",
            "by",
            "from",
            "in",
        ),
        *("inside", "into", "near", "next", "of", "off", "on", "onto", "outside", "over", "past", "through", "to"),
        *("toward", "towards", "under", "upon", "via", "with", "within"),
    )
)

_ARTICLES = frozenset({"a", "an", "the"})


class Wording:
    """The words for one task.

    Raises:
        InvalidInput: by its templates, two facts sound alike, and a third as PDDL would write one of them.
    """

    def __init__(self, domain: Domain, task: Task, templates: Templates) -> None:
        self._domain, self._task, self._templates = domain, task, templates
        self._parameters = {each.name: each.parameters for each in domain.actions}
        self._articles = _ARTICLES - {word for name, _ in task.objects for word in _words(name)}
        facts = sorted(_facts(task))
        self._facts = _distinct({fact: self._sentence(fact) for fact in facts}, {fact: pddl(fact) for fact in facts})

    def fact(self, fact: Fact) -> str:
        """Return the sentence of a fact, with its full stop."""
        return f"{self._facts[fact]}."

    def facts(self, facts: Iterable[Fact]) -> str:
        """Return the sentences of facts, sorted by predicate and terms."""
        return " ".join(self.fact(each) for each in sorted(facts))

    def condition(self, condition: Condition) -> str:
        """Return the sentence of a condition: of a fact, or that it is not so."""
        said = self.fact(condition.fact)
        return said if condition.positive else f"Not: {said}"

    def actions(self, operators: Iterable[Operator]) -> dict[str, Operator]:
        """Return what is said to do each of the operators that can be applied at once, in their order.

        Those that would sound alike are said as PDDL writes them.
        """
        single = {each.pddl: each for each in operators}
        said = {each: self._imperative(each) for each in single.values()}
        alike = Counter(text.lower() for text in said.values())
        return {text if alike[text.lower()] == 1 else each.pddl: each for each, text in said.items()}

    def meant(self, text: str, operators: Iterable[Operator]) -> Operator | None:
        """Return the operator that a text means; None if it means none of them, or more than one.

        Letter case, articles, hyphens, quotation marks and the full stop do not count. An action may also be written
        as PDDL writes it.
        """
        said = self.actions(operators)
        exact = {action.lower(): each for action, each in said.items()}
        if (found := exact.get(" ".join(text.lower().split()))) is not None:
            return found
        plain = self._plain(text)
        meant = [each for action, each in said.items() if plain in (self._plain(action), self._plain(each.pddl))]
        return meant[0] if len(meant) == 1 else None

    def _plain(self, text: str) -> str:
        return " ".join(word for word in _words(text) if word not in self._articles)

    def _sentence(self, fact: Fact) -> str:
        template = self._templates.predicates.get(fact[0])
        if template is not None:
            return filled(template, self._domain.predicates[fact[0]], fact[1:])
        return generic(fact)

    def _imperative(self, operator: Operator) -> str:
        template = self._templates.actions.get(operator.name)
        if template is None:
            return " ".join((operator.name, *operator.arguments))
        return filled(template, self._parameters[operator.name], operator.arguments)


def _words(text: str) -> list[str]:
    return re.sub(r"[^\w.]+|_", " ", text.lower()).rstrip(". ").split()


def pddl(words: Sequence[str]) -> str:
    """Return a fact or an action as PDDL writes it: ``(on a b)``."""
    return f"({' '.join(words)})"


def generic(fact: Fact) -> str:
    """Return the sentence of a fact without a template, without full stop."""
    name, *terms = fact
    words = name.replace("_", "-").split("-")
    match terms:
        case [first, second] if words[-1] in _PREPOSITIONS:
            return f"{first} is {' '.join(words)} {second}"
        case [only] if words[0] not in _PREPOSITIONS and words[-1] not in _PREPOSITIONS and not name.endswith("ing"):
            return f"{only} is {' '.join(words)}"
        case []:
            return name
        case _:
            return f"{name}: {', '.join(terms)}"


def filled(template: str, parameters: Sequence[Typed], terms: Sequence[str]) -> str:
    """Return a template with terms in the places of its parameters."""
    names = (each.name.removeprefix("?") for each in parameters)
    return template.format_map(dict(zip(names, terms, strict=True)))


def listed_objects(task: Task) -> str:
    """Return the names of all objects, by type."""
    kinds: dict[str, list[str]] = {}
    for name, types in task.objects:
        known = [each for each in types if each != OBJECT] or [OBJECT]
        kinds.setdefault(" and ".join(known), []).append(name)
    return " ".join(f"Objects of type {kind}: {', '.join(sorted(names))}." for kind, names in sorted(kinds.items()))


def _facts(task: Task) -> State:
    """Return every fact that may have to be told."""
    changed = frozenset[Fact]().union(*(each.touched for each in task.operators))
    return changed | task.init | {each.fact for each in task.goal}


def _distinct(texts: Mapping[Fact, str], plain: Mapping[Fact, str]) -> dict[Fact, str]:
    """Replace texts that are alike, but for letter case, by plain ones."""
    alike = Counter(text.lower() for text in texts.values())
    found = {key: text if alike[text.lower()] == 1 else plain[key] for key, text in texts.items()}
    again = Counter(text.lower() for text in found.values())
    for key, text in found.items():
        if again[text.lower()] > 1:
            raise InvalidInput(f"{text!r} is the text of {plain[key]} and of something else; change the template")
    return found
