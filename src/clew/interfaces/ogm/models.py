"""Read models: a class of py2neo's OGM per declared kind, made of the declaration, so that no kind can be missing."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from clew.errors import InvalidInput
from clew.graph.schema import Schema, declared
from clew.interfaces.ogm.connection import library

INCOMING = "_INCOMING"
"""What the name of a relationship ends in, read from its target."""


def models() -> Mapping[str, Any]:
    """Return the models by label. An instance has a kind's properties, and its relationships by their types.

    `fact.DERIVED_FROM` is what a fact rests on and `episode.DERIVED_FROM_INCOMING` is what rests on an episode; each
    gives models of whatever kind stands there. Models read: a change of one raises `InvalidInput`, because what is
    written past Clew has no vector, no lock and no place in what forgetting takes.

    Raises:
        MissingDependency: py2neo is not installed.
    """
    return _models(declared())


def memories(graph: Any, label: str, space: str) -> Any:  # noqa: ANN401 - py2neo has no types
    """Return the memories of a kind in a space: a match of py2neo, for `where`, `order_by`, `limit`, `first`.

    Args:
        graph: of `clew.interfaces.ogm.connect`.
        label: such as ``Fact``.
        space: the tenant; without it a match would read those of all.

    Raises:
        InvalidInput: no such kind is declared.
    """
    if label not in models():
        raise InvalidInput(f"no kind is labelled {label!r}; give one of {', '.join(models())}")
    # A parameter of our own: py2neo numbers those of each `where` from 0, and a second one would overwrite the first.
    return models()[label].match(graph).where(("_.space = $clew_space", {"clew_space": space}))


@cache
def _models(schema: Schema) -> Mapping[str, Any]:
    ogm = library("py2neo.ogm")
    writing = ("__db_create__", "__db_delete__", "__db_merge__", "__db_push__")
    base: Any = type(ogm.Model)("Memory", (ogm.Model,), dict.fromkeys(writing, _refuse))
    property_: Any = type("ReadProperty", (ogm.Property,), {"__set__": _refuse})
    made = dict[str, Any]()

    class Anything(base):
        """Becomes the model of whatever kind a node is."""

        @classmethod
        def wrap(cls, node: Any) -> Any:  # noqa: ANN401
            return None if node is None else made[node["kind"]].wrap(node)

    for kind in schema.kinds:
        leaving = {each.type for each in schema.relationships if each.source == kind.label}
        entering = {each.type for each in schema.relationships if each.target == kind.label}
        attributes = {
            "__doc__": kind.meaning,
            "__primarylabel__": kind.label,
            "__primarykey__": "id",
            **{name: property_(name) for name in kind.properties},
            **{type_: ogm.RelatedTo(Anything, type_) for type_ in leaving},
            **{f"{type_}{INCOMING}": ogm.RelatedFrom(Anything, type_) for type_ in entering},
        }
        made[kind.label] = type(base)(kind.label, (base,), attributes)
    return made


def _refuse(*_: object, **__: object) -> None:
    raise InvalidInput("models of py2neo only read; change memory through clew.api.memory, which keeps it whole")
