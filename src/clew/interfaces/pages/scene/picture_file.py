"""The map of a scene in a file: SVG, or PNG by resvg, the extra `png`."""

from pathlib import Path
from typing import Final

from clew.errors import InvalidInput, MissingDependency, install_hint
from clew.interfaces.pages.files import check_writable, save, save_bytes
from clew.interfaces.pages.scene.drawing import Scenery, svg
from clew.interfaces.pages.scene.style import FONTS

ZOOM: Final = 2  # pixels of the PNG for a pixel of the drawing, so that small names stay sharp

_LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8" font-family="{}">{}</text></svg>'
)


def check_picture(path: Path) -> None:
    """Check that a map can be written to a path; no file is made."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise InvalidInput(f"the picture {str(path)!r} is neither a .svg nor a .png; name one of these")
    if path.suffix.lower() == ".png":
        png(_LETTER.format(FONTS, "M"))
    check_writable(path)


def save_picture(path: Path, scenery: Scenery) -> Path:
    """Write a map and return its absolute path. An SVG follows its viewer's ground; a PNG is for a light one."""
    if path.suffix.lower() == ".svg":
        return save(path, svg(scenery))
    return save_bytes(path, png(svg(scenery, "light")))


def png(svg: str) -> bytes:
    """Return a drawing as PNG."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise MissingDependency(f"a PNG needs the package resvg-py: {install_hint('png')}; or name a .svg") from error
    written, empty = (svg_to_bytes(svg_string=_LETTER.format(FONTS, each)) for each in "M ")
    if written == empty:
        raise MissingDependency("a PNG needs a font, and this machine has none; install DejaVu Sans, or name a .svg")
    return svg_to_bytes(svg_string=svg, zoom=ZOOM)
