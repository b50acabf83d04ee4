"""The colours of a map, for a light ground and for a dark one."""

from collections.abc import Mapping
from string import Template
from typing import Final, Literal

from clew.graph.schema import declared

Theme = Literal["light", "dark"]

FONTS: Final = (
    "'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', 'Liberation Sans', 'Noto Sans', Ubuntu, Cantarell, sans-serif"
)
"""Every usual machine has one of these fonts; a PNG needs one to have letters."""

_AREA = declared().kind("Area").colours or ("", "")
_OBJECT = declared().kind("SceneObject").colours or ("", "")

_COLOURS: Final[Mapping[Theme, Mapping[str, str]]] = {
    "light": {
        "ground": "#f6f4ee", "ink": "#23252d", "muted": "#5f6370", "shade": "#d3e4e2", "centre": _AREA[0],
        "paper": "#ffffff", "way": "#8fb2b5", "fixed": _OBJECT[0], "movable": "#225d96", "walk": "#c8431d",
        "held": "#8a3fb0",
    },
    "dark": {
        "ground": "#14161b", "ink": "#e8e6e0", "muted": "#9ba0ad", "shade": "#213639", "centre": _AREA[1],
        "paper": "#14161b", "way": "#4b6f76", "fixed": _OBJECT[1], "movable": "#7fb4ee", "walk": "#ff8552",
        "held": "#cf93ee",
    },
}  # fmt: skip

_RULES: Final = Template(
    ".map .ground { fill: $ground; }\n"
    ".map text { fill: $ink; font-size: 12px; text-anchor: middle; stroke: $ground; stroke-width: 3px; "
    "stroke-linejoin: round; paint-order: stroke; font-family: $fonts; }\n"
    ".map .name { font-size: 18px; font-weight: 600; text-anchor: start; }\n"
    ".map .count { fill: $muted; text-anchor: end; }\n"
    ".map .floor-name { font-size: 15px; font-weight: 600; text-anchor: start; }\n"
    ".map .area { fill: $shade; fill-rule: evenodd; stroke: $ground; stroke-width: 3px; stroke-linejoin: round; }\n"
    ".map .way { stroke: $way; stroke-width: 2px; }\n"
    ".map .metres { fill: $muted; stroke: $shade; stroke-width: 6px; font-size: 10px; }\n"
    ".map .centre rect { fill: $centre; }\n"
    ".map .centre text { fill: $paper; stroke: none; font-size: 11px; font-weight: 600; }\n"
    ".map .thing { stroke: $ground; stroke-width: 1.5px; }\n"
    ".map .fixed { fill: $fixed; }\n"
    ".map .movable { fill: $movable; }\n"
    ".map text.movable { font-style: italic; }\n"
    ".map .room { fill: $centre; font-size: 14px; font-weight: 600; }\n"
    ".map .stairs { fill: $centre; }\n"
    ".map .to { fill: none; stroke: $muted; stroke-width: 0.8px; }\n"
    ".map .kin { fill: none; stroke: $fixed; stroke-width: 1px; stroke-dasharray: 1 3; }\n"
    ".map .walked { fill: none; stroke: $walk; stroke-width: 4px; stroke-linejoin: round; stroke-linecap: round; "
    "stroke-opacity: 0.75; }\n"
    ".map .start { fill: $ground; stroke: $walk; stroke-width: 3px; }\n"
    ".map .end { fill: $walk; stroke: $ground; stroke-width: 2px; }\n"
    ".map .unit { fill: none; stroke: $held; stroke-width: 2.5px; }\n"
    ".map .bar { fill: none; stroke: $muted; stroke-width: 1.5px; }\n"
    ".map .legend text { fill: $muted; font-size: 11px; }\n"
    ".map .legend .entry { text-anchor: start; }\n"
)


def style(theme: Theme | None) -> str:
    """Return the rules of a theme; None: those of the viewer's, light where it has no preference."""
    rules = _RULES.substitute(_COLOURS[theme or "light"], fonts=FONTS)
    if theme is None:
        rules += f"@media (prefers-color-scheme: dark) {{\n{_RULES.substitute(_COLOURS['dark'], fonts=FONTS)}}}\n"
    return rules
