"""The colours of a map, for a light ground and for a dark one."""

from collections.abc import Mapping
from importlib.resources import files
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

_RULES: Final = Template(files("clew.interfaces.pages.scene").joinpath("map.css").read_text("utf-8"))


def style(theme: Theme | None) -> str:
    """Return the rules of a theme; None: those of the viewer's, light where it has no preference."""
    rules = _RULES.substitute(_COLOURS[theme or "light"], fonts=FONTS)
    if theme is None:
        rules += f"@media (prefers-color-scheme: dark) {{\n{_RULES.substitute(_COLOURS['dark'], fonts=FONTS)}}}\n"
    return rules
