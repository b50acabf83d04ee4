"""Sentences for the predicates and actions of a domain, from a TOML file beside its PDDL file.

A template names parameters as the domain declares them, without question mark. That of a predicate names all. That of
an action names those that tell it from the others that are possible at the same time::

    description = "You have one arm, and blocks on a table."
    observation = "changes"

    [predicates]
    on = "{upper} is on {lower}"

    [actions]
    stack = "stack {upper} on {lower}"

All else is told in generic words.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Literal, cast, get_args

from clew.errors import InvalidInput
from clew.loaders.sources.readers.raw import text_of
from clew_playground.environments.strips.schema import Domain, Typed

Shown = Literal["full", "changes"]
"""The contents of an observation after an action: all that can change, or what has changed."""

_KEYS = {"description", "observation", "predicates", "actions"}


@dataclass(frozen=True, slots=True)
class Templates:
    """The words for a domain.

    Attributes:
        description: what kind of world it is, in sentences.
        observation: what is told after an action.
        predicates: a sentence without full stop for each predicate.
        actions: an imperative for each action.
    """

    description: str = ""
    observation: Shown = "full"
    predicates: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    actions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def read_templates(path: Path, domain: Domain) -> Templates:
    """Read templates and check them against the domain.

    Raises:
        InvalidInput: the file is no such TOML file, a template names what the domain does not have, or that of a
            predicate leaves out a parameter.
    """
    try:
        content = tomllib.loads(text_of(path))
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path} is no TOML ({error}); name a TOML file of templates") from error
    if unknown := sorted(set(content) - _KEYS):
        raise InvalidInput(f"{path}: {unknown[0]!r} is unknown; a file of templates has {', '.join(sorted(_KEYS))}")
    description = content.get("description", "")
    if not isinstance(description, str):
        raise InvalidInput(f"{path}: the description is no text; write it in quotation marks")
    observation = content.get("observation", "full")
    if observation not in get_args(Shown):
        raise InvalidInput(f"{path}: observation {observation!r} is unknown; choose of {get_args(Shown)}")
    actions = {each.name: each.parameters for each in domain.actions}
    return Templates(
        description=" ".join(description.split()),
        observation=observation,
        predicates=_checked(path, "predicates", content, domain.predicates),
        actions=_checked(path, "actions", content, actions),
    )


def _checked(
    path: Path, part: str, content: Mapping[str, Any], declared: Mapping[str, Sequence[Typed]]
) -> Mapping[str, str]:
    table = content.get(part, {})
    if not isinstance(table, dict):
        raise InvalidInput(f"{path}: {part!r} is no table; write `[{part}]` and a line for each")
    templates = {name.lower(): text for name, text in cast("dict[str, Any]", table).items()}
    for name, text in templates.items():
        if name not in declared:
            raise InvalidInput(
                f"{path}: {name!r} of [{part}] is not in the domain; it has {', '.join(sorted(declared))}"
            )
        wanted = {each.name.removeprefix("?") for each in declared[name]}
        named = _fields(text) if isinstance(text, str) else {"no text"}
        if not named <= wanted or (part == "predicates" and named != wanted):
            braces = ", ".join(f"{{{each}}}" for each in sorted(wanted)) or "no parameters"
            raise InvalidInput(f"{path}: the template of {name!r} must be a text with {braces}, and is {text!r}")
    return MappingProxyType(templates)


def _fields(text: str) -> set[str]:
    """Return the parameters that a template names; what is no plain name in braces is none of any domain."""
    try:
        parsed = [each for each in Formatter().parse(text) if each[1] is not None]
    except ValueError:
        return {"{"}
    return {name if not form and not how else f"{name}:" for _, name, form, how in parsed if name is not None}
