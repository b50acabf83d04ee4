"""Draws a space's nodes in columns, one for each kind or group of kinds, and the relationships between them."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.pictures.sheet import INK, LINE, MARGIN, QUIET, Sheet, lines_of

from clew.graph.schema import declared
from clew.interfaces.pages.declaration import INKS, RELATIONSHIP_COLOURS, colour_of, ink_on

WIDTH, GAP, BETWEEN, LINE_PX = 184, 60, 14, 15
"""Pixels: of a box, between columns, between boxes, and of a line of text."""


@dataclass(frozen=True)
class Graph:
    """What a space holds.

    Attributes:
        nodes: the properties of each node, by id.
        links: type, source and target of each relationship.
    """

    nodes: Mapping[str, Mapping[str, Any]]
    links: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Look:
    """What a picture shows of a graph.

    Attributes:
        columns: the labels of the kinds of each column, from left to right.
        notes: a line below the text of some nodes, by id.
        faded: ids of nodes that are drawn as gone or ended.
        hidden: relationships that are left out, each by its type, or by its type between the two kinds.
        weights: whether a line is as wide as PageRank weighs its type, and says so.
    """

    columns: Sequence[Collection[str]]
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    faded: Collection[str] = ()
    hidden: Collection[str] = ()
    weights: bool = False


def exported(path: Path) -> Graph:
    """Return the graph of a file that `Memory.export` wrote."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    relations = [each["relation"] for each in lines if "relation" in each]
    return Graph(
        {each["node"]["id"]: each["node"] for each in lines if "node" in each},
        sorted((each["type"], each["source"], each["target"]) for each in relations),
    )


def columns(title: str, panels: Mapping[str, Graph], look: Look) -> str:
    """Return the picture of one graph or several, each under its heading."""
    sheet, top = Sheet(title), float(MARGIN)
    used = set[str]()
    for heading, graph in panels.items():
        if heading:
            sheet.text(MARGIN, top + 14, heading, size=14, more=' font-weight="600"')
            top += 30
        used |= _panel(sheet, graph, look, top)
        top = sheet.height + 26
    _legend(sheet, used, look, top)
    return sheet.svg()


def _panel(sheet: Sheet, graph: Graph, look: Look, top: float) -> set[str]:
    """Draw a graph; return the types that it shows."""
    kinds = {
        id_: node["kind"] for id_, node in graph.nodes.items() if any(node["kind"] in each for each in look.columns)
    }
    links = [
        (type_, source, target)
        for type_, source, target in graph.links
        if source in kinds and target in kinds
        if not {type_, f"{kinds[source]} {type_} {kinds[target]}"} & {*look.hidden}
    ]
    boxes = _placed(graph, look, top, {id_ for _, *ends in links for id_ in ends})
    types = {type_ for type_, _, _ in links}
    for type_, source, target in links:
        weight = max(_weight(type_), 0.2) * 4 if look.weights else 1.6
        sheet.curve(_path(boxes[source], boxes[target]), _colour(type_), weight)
        sheet.reach(max(boxes[source][0], boxes[target][0]) + WIDTH + 26 * (boxes[source][0] == boxes[target][0]), 0)
    for id_, (x, y, height) in boxes.items():
        _box(sheet, graph.nodes[id_], look, x, y, height)
    return types


def _placed(graph: Graph, look: Look, top: float, shown: Collection[str]) -> dict[str, tuple[float, float, float]]:
    """Return left, top and height of the box of each node that is shown; columns are centred on the tallest."""
    stacks = list[list[tuple[str, float]]]()
    for labels in look.columns:
        ids = sorted(
            (id_ for id_ in shown if graph.nodes[id_]["kind"] in labels), key=lambda id_: _order(graph.nodes[id_])
        )
        stacks.append([(id_, _height(graph.nodes[id_], look)) for id_ in ids])
    tallest = max(sum(height + BETWEEN for _, height in stack) for stack in stacks)
    placed = dict[str, tuple[float, float, float]]()
    for number, stack in enumerate(stacks):
        y = top + (tallest - sum(height + BETWEEN for _, height in stack)) / 2
        for id_, height in stack:
            placed[id_] = (MARGIN + number * (WIDTH + GAP), y, height)
            y += height + BETWEEN
    return placed


def _order(node: Mapping[str, Any]) -> tuple[Any, ...]:
    at = node.get("at") or node.get("valid_from") or {}
    return (str(at.get("$instant", "")), node["kind"], node.get("session", ""), node.get("position", 0), _text(node))


def _text(node: Mapping[str, Any]) -> str:
    return str(node.get("goal") or node.get("text") or node.get("title") or node["id"])


def _height(node: Mapping[str, Any], look: Look) -> float:
    return 28 + LINE_PX * (len(lines_of(_text(node), WIDTH - 20)) + (node["id"] in look.notes))


def _box(sheet: Sheet, node: Mapping[str, Any], look: Look, x: float, y: float, height: float) -> None:
    kind = declared().kind(node["kind"])
    is_faded = node["id"] in look.faded
    dashes = ' stroke-dasharray="4 3"' if is_faded else ""
    colour = colour_of(kind)
    sheet.box(x, y, WIDTH, height, "#ffffff", f' stroke="{LINE if is_faded else colour}" stroke-width="1.4"{dashes}')
    speaker = f" · {node['speaker']}" if node.get("speaker") else ""
    sheet.text(
        x + 10,
        y + 16,
        kind.name + speaker,
        size=10.5,
        ink=QUIET if is_faded or ink_on(colour) != INKS[0] else colour,
        more=' font-weight="600"',
    )
    ink = QUIET if is_faded else INK
    lines = lines_of(_text(node), WIDTH - 20)
    for number, line in enumerate(lines):
        sheet.text(x + 10, y + 32 + number * LINE_PX, line, ink=ink)
    if note := look.notes.get(node["id"]):
        sheet.text(x + 10, y + 32 + len(lines) * LINE_PX, note, size=11, ink=QUIET, more=' font-style="italic"')


def _path(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
    """Return a curve from one box to another: across between columns, around the right side within one."""
    (x, y, height), (to_x, to_y, to_height) = start, end
    middle, to_middle = y + height / 2, to_y + to_height / 2
    if x == to_x and abs(y - to_y) < height + to_height:  # neighbours
        down = y < to_y
        return f"M{x + 40:g} {y + height * down:g} L{x + 40:g} {to_y + to_height * (not down):g}"
    begin, finish = x + WIDTH * (x <= to_x), to_x + WIDTH * (x >= to_x)
    bow = x + WIDTH + 36 if x == to_x else (begin + finish) / 2
    return f"M{begin:g} {middle:g} C{bow:g} {middle:g} {bow:g} {to_middle:g} {finish:g} {to_middle:g}"


def _weight(type_: str) -> float:
    return max(each.weight for each in declared().relationships if each.type == type_)


def _colour(type_: str) -> str:
    kind = next(each for each in declared().relationships if each.type == type_)
    return RELATIONSHIP_COLOURS[kind.role]


def _legend(sheet: Sheet, types: Collection[str], look: Look, top: float) -> None:
    """Write what each line is, in rows below the graphs."""
    x = float(MARGIN)
    for type_ in sorted(types, key=lambda each: (-_weight(each), each)):
        name = f"{type_} {_weight(type_):g}" if look.weights else type_
        if x > MARGIN and x + 60 + len(name) * 7 > max(sheet.width, 500):
            x, top = MARGIN, top + 20
        sheet.curve(f"M{x:g} {top - 4:g} L{x + 26:g} {top - 4:g}", _colour(type_))
        sheet.text(x + 34, top, name, size=11, ink=QUIET)
        x += 60 + len(name) * 7
