"""A drawing as PNG, by resvg: the extra `png`."""

from typing import Final

from clew.errors import MissingDependency, install_hint
from clew.scene_page.style import FONTS

ZOOM: Final = 2
"""Pixels of the PNG for a pixel of the drawing, so that small names stay sharp."""

_LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-family="{}">{}</text></svg>'
)


def png(svg: str) -> bytes:
    """Return a drawing as PNG.

    Raises:
        MissingDependency: resvg is not installed, or the machine has no font.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingDependency(f"a PNG needs the package resvg-py: {install_hint('png')}; or name a .svg") from error
    written, empty = (svg_to_bytes(svg_string=_LETTER.format(FONTS, each)) for each in "M ")
    if written == empty:
        raise MissingDependency("a PNG needs a font, and this machine has none; install DejaVu Sans, or name a .svg")
    return svg_to_bytes(svg_string=svg, zoom=ZOOM)
