"""Search phrases and scene actions: files of `cypher/bloom/`, whose headers say the words that a person types."""

from collections.abc import Mapping
from typing import NamedTuple

from clew.graph.queries import Query, load
from clew.graph.rows import Row


class Suggestion(NamedTuple):
    """Where Bloom finds what it suggests for a parameter while a person types."""

    label: str
    property: str


PHRASES = ("facts_about", "replaced_by", "episodes_of", "where_is", "learnings_for", "neighbourhood")
ACTIONS = ("provenance", "show_replaced", "resting_on_this")

SUGGESTIONS: Mapping[str, Suggestion] = {
    "space": Suggestion("Space", "space"),
    "concept": Suggestion("Concept", "text"),
    "fact": Suggestion("Fact", "text"),
    "session": Suggestion("Session", "text"),
    "object": Suggestion("SceneObject", "object_type"),
    "task": Suggestion("Task", "text"),
    "id": Suggestion("Clew", "id"),
}
_TYPES: Mapping[str, str] = {"STRING": "String", "INTEGER": "Integer", "FLOAT": "Float", "BOOLEAN": "Boolean"}


def templates(made_at: int) -> list[dict[str, object]]:
    """Return the search phrases in Bloom's form; `made_at` is in milliseconds."""
    return [_template(load(f"bloom/{name}"), made_at + number) for number, name in enumerate(PHRASES)]


def actions(made_at: int) -> list[dict[str, object]]:
    """Return the scene actions in Bloom's form; `made_at` is in milliseconds."""
    return [_action(load(f"bloom/{name}"), made_at + number) for number, name in enumerate(ACTIONS)]


def statement(query: Query[Row]) -> str:
    """Return a statement without its header."""
    return "\n".join(line for line in query.text.splitlines() if not line.startswith("//"))


def _words(query: Query[Row]) -> tuple[str, str]:
    """Return what a person types, and what it is for."""
    words, _, meaning = query.purpose.partition(": ")
    return words, meaning


def _template(query: Query[Row], made_at: int) -> dict[str, object]:
    words, meaning = _words(query)
    return {
        "name": meaning,
        "id": f"tmpl:{made_at}",
        "createdAt": made_at,
        "text": words,
        "cypher": statement(query),
        "isUpdateQuery": None,
        "hasCypherErrors": False,
        "params": [_parameter(name, type_) for name, type_ in query.parameters.items()],
    }


def _parameter(name: str, type_: str) -> dict[str, object]:
    label, property_ = SUGGESTIONS[name]
    return {
        "name": f"${name}",
        "dataType": _TYPES[type_],
        "collapsed": False,
        "suggestionLabel": label,
        "suggestionProp": property_,
        "suggestionBoolean": None,
        "cypher": None,
    }


def _action(query: Query[Row], made_at: int) -> dict[str, object]:
    words, _ = _words(query)
    return {
        "name": words,
        "id": f"action:{made_at}",
        "createdAt": made_at,
        "cypher": statement(query),
        "categories": [],
        "relationshipTypes": [],
        "isUpdateQuery": False,
        "hasCypherErrors": False,
    }
