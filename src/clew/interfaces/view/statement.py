"""A statement with its parameters, as a Neo4j console takes it."""

from collections.abc import Mapping
from datetime import datetime
from typing import cast


def console_form(statement: str, parameters: Mapping[str, object]) -> str:
    """Return a statement after the `:param` lines that set its parameters."""
    lines = [f":param {name} => {_literal(value)}" for name, value in parameters.items()]
    return "\n".join([*lines, "", statement.strip()])


def _literal(value: object) -> str:
    if isinstance(value, datetime):
        return f"datetime({_literal(value.isoformat())})"
    if isinstance(value, list):
        return f"[{', '.join(_literal(each) for each in cast('list[object]', value))}]"
    # Cypher's texts know these escapes, and \uXXXX for all that a console would take as its own.
    text = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return "'" + "".join(each if each.isprintable() else _escape(each) for each in text) + "'"


def _escape(letter: str) -> str:
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
