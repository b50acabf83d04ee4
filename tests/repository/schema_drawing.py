"""Draws the declared kinds and relationships as one SVG: a panel for each section, the shared kinds in the middle."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from clew.graph.schema.declaration import Schema

WIDTH, HEIGHT, GAP, PANEL_GAP, TOP = 160, 26, 12, 40, 24
"""Pixels: of a kind's box, between boxes, between panels, and above the first panel of a column."""
COLUMNS = (90, 440, 790)
"""Where the boxes of each column begin."""
SHARED, FIRST = "semantic", "frame"
"""The section in the middle, which all others lead to, and the one above it."""


@dataclass(frozen=True, slots=True)
class _Box:
    label: str
    column: int
    y: int

    @property
    def left(self) -> int:
        return COLUMNS[self.column]

    @property
    def middle(self) -> int:
        return self.y + HEIGHT // 2


def drawn(schema: Schema) -> str:
    """Return the drawing inside a figure, in the colours of the text around it."""
    columns = _columns(schema)
    boxes, panels = dict[str, _Box](), list[str]()
    for column, sections in enumerate(columns):
        y = TOP
        for section in sections:
            labels = [kind.label for kind in schema.kinds if kind.section == section]
            panels.append(_panel(section, COLUMNS[column], y, len(labels)))
            for number, label in enumerate(labels):
                boxes[label] = _Box(label, column, y + GAP + number * (HEIGHT + GAP))
            y += len(labels) * (HEIGHT + GAP) + GAP + PANEL_GAP
    height = max(box.y for box in boxes.values()) + HEIGHT + 2 * GAP
    parts = [*panels, *_lines(schema, boxes), *(_drawn_box(schema, box) for box in boxes.values())]
    size = f'viewBox="0 0 {COLUMNS[-1] + WIDTH + 90} {height}"'
    title = "<title>Kinds of nodes by section, and the relationships between them</title>"
    body = "".join(parts)
    return (
        f'<figure class="schema"><svg role="img" {size} xmlns="http://www.w3.org/2000/svg">{title}{body}</svg></figure>'
    )


def _columns(schema: Schema) -> list[list[str]]:
    """Return the sections of each column: the shared ones in the middle, each other where there is more room."""
    columns = [list[str](), [FIRST, SHARED], list[str]()]
    heights = {0: 0, 2: 0}
    sections = dict.fromkeys(kind.section for kind in schema.kinds)
    for section in sorted(sections.keys() - {FIRST, SHARED}, key=lambda name: (-_size(schema, name), name)):
        column = min(heights, key=lambda each: heights[each])
        columns[column].append(section)
        heights[column] += _size(schema, section) * (HEIGHT + GAP) + PANEL_GAP
    return columns


def _size(schema: Schema, section: str) -> int:
    return sum(kind.section == section for kind in schema.kinds)


def _panel(section: str, left: int, y: int, kinds: int) -> str:
    height = kinds * (HEIGHT + GAP) + GAP
    text = f'<text x="{left - 10}" y="{y - 6}" font-size="12" font-weight="bold">{escape(section)}</text>'
    return f'{text}<rect class="panel" x="{left - 16}" y="{y}" width="{WIDTH + 32}" height="{height}" rx="6"/>'


def _lines(schema: Schema, boxes: dict[str, _Box]) -> Iterator[str]:
    """Yield a line for each pair of kinds that relationships join, with their types as its title."""
    types = dict[tuple[str, str], list[str]]()
    for each in schema.relationships:
        types.setdefault((each.source, each.target), []).append(each.type)
    for (source, target), names in types.items():
        if source != target:
            title = escape(f"{source} {', '.join(names)} {target}")
            yield f'<path class="line" d="{_curve(boxes[source], boxes[target])}"><title>{title}</title></path>'


def _curve(source: _Box, target: _Box) -> str:
    """Return a curve between two boxes: across between columns, around the outer side within one."""
    if source.column == target.column:
        is_left = source.column == 0
        x = source.left if is_left else source.left + WIDTH
        bow = x + (-1 if is_left else 1) * (16 + abs(source.y - target.y) // 8)
        return f"M{x} {source.middle} C{bow} {source.middle} {bow} {target.middle} {x} {target.middle}"
    is_rightward = source.column < target.column
    start = source.left + (WIDTH if is_rightward else 0)
    end = target.left + (0 if is_rightward else WIDTH)
    half = (start + end) // 2
    return f"M{start} {source.middle} C{half} {source.middle} {half} {target.middle} {end} {target.middle}"


def _drawn_box(schema: Schema, box: _Box) -> str:
    kind = schema.kind(box.label)
    colour = kind.colours[0] if kind.colours else "#5c6270"
    rect = f'<rect x="{box.left}" y="{box.y}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colour}"/>'
    ink = "#000" if sum(bytes.fromhex(colour[1:])) > 3 * 150 else "#fff"
    place = f'x="{box.left + WIDTH // 2}" y="{box.middle + 4}" font-size="13" text-anchor="middle" style="fill:{ink}"'
    return f"<g><title>{escape(kind.meaning)}</title>{rect}<text {place}>{escape(box.label)}</text></g>"
