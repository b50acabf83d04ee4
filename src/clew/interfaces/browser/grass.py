"""Clew's style sheet for Neo4j Browser, in GraSS: each kind has the colour that it has in every picture."""

from collections.abc import Mapping

from clew.graph.schema import declared
from clew.interfaces.pages.declaration import RELATIONSHIP_COLOURS, colour_of, ink_on

Rules = Mapping[str, Mapping[str, str]]  # selector to its properties, as Neo4j Browser keeps them

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
    kinds = dict[str, dict[str, str]]()
    for kind in schema.kinds:
        colour = colour_of(kind)
        size = "frame" if kind.section == "frame" else "text" if kind.searched else "name"
        kinds[f"node.{kind.label}"] = {
            "color": colour,
            "border-color": colour,
            "text-color-internal": ink_on(colour),
            "caption": "{text}",
            "diameter": _DIAMETERS[size],
        }
    types = {each.type: {"color": RELATIONSHIP_COLOURS[each.role]} for each in schema.relationships}
    relationships = {f"relationship.{name}": {**colour, "caption": "<type>"} for name, colour in types.items()}
    return {"node": _NODE, "relationship": _RELATIONSHIP, **kinds, **relationships}


def sheet() -> str:
    """Return the style as a GraSS file, which Neo4j Browser takes by drag and drop or by `:style`."""
    written = list[str]()
    for selector, properties in rules().items():
        written.append(f"{selector} {{\n")
        for name, value in properties.items():
            shown = f'"{value}"' if name == "caption" else value
            written.append(f"  {name}: {shown};\n")
        written.append("}\n")
    return "".join(written)
