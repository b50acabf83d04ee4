"""A sheet of SVG in calm colours, readable on a light and on a dark page."""

from html import escape
from textwrap import wrap

INK, QUIET, LINE, PAPER = "#1b1e25", "#565b66", "#c9cdd4", "#ffffff"
MARGIN = 16
"""Pixels around everything."""
LETTER = 6.6
"""Mean width of a letter of 12 pixels."""


class Sheet:
    """The parts of a drawing, in the order in which they are laid on each other."""

    def __init__(self, title: str) -> None:
        self.title, self.parts, self.width, self.height = title, list[str](), 0.0, 0.0

    def text(self, x: float, y: float, text: str, *, size: float = 12, ink: str = INK, more: str = "") -> None:
        """Write a line of text, whose baseline begins at a place; `more` are attributes."""
        self.reach(x + len(text) * LETTER * size / 12 if "anchor" not in more else x, y + 4)
        self.parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}"{more}>{escape(text)}</text>')

    def box(self, x: float, y: float, width: float, height: float, fill: str, more: str = "") -> None:
        """Draw a box with round corners; `more` are attributes."""
        self.reach(x + width, y + height)
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.parts.append(f'<rect {size} rx="5" fill="{fill}"{more}/>')

    def curve(self, path: str, ink: str, width: float = 1.6) -> None:
        """Draw a line with an arrow at its end."""
        arrow = f' marker-end="url(#to-{ink[1:]})"'
        self.parts.append(f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width:g}"{arrow}/>')

    def svg(self) -> str:
        """Return the drawing as a file."""
        width, height = f"{self.width + MARGIN:g}", f"{self.height + MARGIN:g}"
        body = "\n".join(self.parts)
        inks = sorted({part.split("#to-")[1][:6] for part in self.parts if "#to-" in part})
        arrows = "".join(
            f'<marker id="to-{ink}" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9"'
            ' markerHeight="9" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" fill="#{ink}"/></marker>'
            for ink in inks
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
            f' viewBox="0 0 {width} {height}"'
            ' font-family="system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, DejaVu Sans, sans-serif">\n'
            f"<title>{escape(self.title)}</title>\n<defs>{arrows}</defs>\n"
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n{body}\n</svg>\n'
        )

    def reach(self, x: float, y: float) -> None:
        """Let the sheet hold a place."""
        self.width, self.height = max(self.width, x), max(self.height, y)


def lines_of(text: str, width: float, most: int = 3) -> list[str]:
    """Return a text in lines that fit a width, the last one cut where there are more."""
    lines = wrap(" ".join(text.split()), int(width / LETTER))
    return lines if len(lines) <= most else [*lines[: most - 1], lines[most - 1][: int(width / LETTER) - 1] + "…"]
