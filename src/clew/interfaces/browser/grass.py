"""Clew's style sheet for Neo4j Browser, in GraSS: each kind has the colour that it has in every picture."""

from collections.abc import Mapping

from clew.graph.schema import NodeKind, declared
from clew.interfaces.pages.colours import RELATIONSHIP_COLOURS, colour_of, ink_on

Rules = Mapping[str, Mapping[str, str]]
"""Selector to its properties, as Neo4j Browser keeps them."""

_NODE = {
    "diameter": "50px",
    "color": "#A5ABB6",
    "border-color": "#9AA1AC",
    "border-width": "2px",
    "text-color-internal": "#FFFFFF",
    "font-size": "10px",
}
_RELATIONSHIP = {
    "color": "#A5ABB6",
    "shaft-width": "1px",
    "font-size": "8px",
    "padding": "3px",
    "text-color-external": "#000000",
    "text-color-internal": "#FFFFFF",
    "caption": "<type>",
}
_DIAMETERS = {"text": "50px", "name": "40px", "frame": "65px"}


def rules() -> Rules:
    """Return the style of every declared kind and relationship type."""
    schema = declared()
    kinds = {f"node.{kind.label}": _of_kind(kind) for kind in schema.kinds}
    types = {each.type: {"color": RELATIONSHIP_COLOURS[each.role]} for each in schema.relationships}
    relationships = {f"relationship.{name}": {**colour, "caption": "<type>"} for name, colour in types.items()}
    return {"node": _NODE, "relationship": _RELATIONSHIP, **kinds, **relationships}


def sheet() -> str:
    """Return the style as a GraSS file, which Neo4j Browser takes by drag and drop or by `:style`."""
    return "".join(_rule(selector, properties) for selector, properties in rules().items())


def _of_kind(kind: NodeKind) -> dict[str, str]:
    colour = colour_of(kind)
    size = "frame" if kind.family == "frame" else "text" if kind.searched else "name"
    return {
        "color": colour,
        "border-color": colour,
        "text-color-internal": ink_on(colour),
        "caption": "{text}",
        "diameter": _DIAMETERS[size],
    }


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    lines = "".join(f"  {name}: {_value(name, value)};\n" for name, value in properties.items())
    return f"{selector} {{\n{lines}}}\n"


def _value(name: str, value: str) -> str:
    return f'"{value}"' if name == "caption" else value
