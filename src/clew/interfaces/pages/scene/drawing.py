"""The map of a scene as SVG: areas over what can be reached, ways with their metres, and what is where."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from clew.errors import escaped
from clew.interfaces.pages.scene.labels import Box, MapLabel, Near, beside, gathered, place, shared, square, width
from clew.interfaces.pages.scene.sheet import (
    BOTTOM_PX,
    LONG_SIDE_PX,
    MARGIN_PX,
    TOP_PX,
    Frame,
    Sheet,
    metres_of_bar,
    outline,
    sheet_of,
    steps,
)
from clew.interfaces.pages.scene.style import Theme, style
from clew.loaders.scene.changes import Reached
from clew.model.places import Area, type_words
from clew.model.scene import Point, Spot, Thing
from clew.model.short_term import Unit

MAX_LETTERS: Final = 28  # letters of a name on the map; the tooltip has the whole name
SAME_SORT_M: Final = 0.7  # fixed things of a type that are so near to each other share a label
MANY_NAMES: Final = 200  # names on a floor. If there are more, names that find no free place are in tooltips alone.
MIN_LINE_PX: Final = 64  # a shorter way has its metres in its tooltip alone
MARK_PX, RING_PX = 5, 10  # half of a mark, and the radius of the ring around what short-term memory holds
LAYERS: Final = ("areas", "ways", "walk", "lengths", "centres", "things", "held", "names")
"""Groups of the drawing, the lowest first; all floors share them."""


@dataclass(frozen=True)
class Scenery:
    """The content of a map."""

    name: str
    areas: Sequence[Area]  # at least one
    things: Sequence[Thing]  # in their order, which numbers their marks from 0
    walked: Sequence[Point] = ()  # the points of a way, in order
    units: Sequence[Unit] = ()  # that short-term memory holds
    at: datetime | None = None  # when, for the age of the units; None without any
    side: float = LONG_SIDE_PX  # about how many pixels the longer side of the largest floor has
    _floors: dict[Point, str] = field(default_factory=dict[Point, str], init=False, repr=False, compare=False)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet on which everything has its place; floors are in the order in which the areas name them."""
        spots: dict[str, list[Spot]] = {each.floor: [] for each in self.areas}
        for area in self.areas:
            spots[area.floor] += [each.spot for each in area.reachable]
        for point in [*(each.location for each in self.things), *(each.object.location for each in self.units)]:
            spots[self.floor(point)].append(point.spot)
        return sheet_of(spots, self.side)

    @cached_property
    def _reached(self) -> Reached:
        return Reached(self.areas)

    def floor(self, point: Point) -> str:
        """Return the name of the floor on or above which a point is."""
        if point not in self._floors:
            self._floors[point] = self._reached.area_of(Thing("it", "it", point)).floor
        return self._floors[point]

    def frame(self, point: Point) -> Frame:
        """Return the frame of the floor on or above which a point is."""
        return self.sheet.frames[self.floor(point)]

    def spot(self, point: Point) -> Spot:
        """Return where a point is on the map, in pixels."""
        return self.frame(point).spot(point.spot)

    def lines(self, points: Iterable[Point]) -> list[list[Spot]]:
        """Return a way on the map, in pixels: a line for each floor that it goes through, in order."""
        lines, floor = list[list[Spot]](), ""
        for point in points:
            if self.floor(point) != floor:
                lines.append([])
                floor = self.floor(point)
            lines[-1].append(self.spot(point))
        return lines


def svg(scenery: Scenery, theme: Theme | None = None) -> str:
    """Return the map, for a light or a dark ground; with no theme, for the ground of its viewer."""
    return tostring(draw(scenery, theme), encoding="unicode")


def svg_and_rules(scenery: Scenery) -> dict[str, str]:
    """Return the map and its rules apart, for a page whose policy forbids elements of style."""
    root = draw(scenery)
    rules = root[0]
    root.remove(rules)
    return {"svg": tostring(root, encoding="unicode"), "rules": rules.text or ""}


def draw(scenery: Scenery, theme: Theme | None = None) -> Element:
    """Return the map as an element."""
    sheet = scenery.sheet
    many = (f"{len(scenery.areas)} areas", f"{len(scenery.things)} objects")
    root = _add(None, "svg", "map", xmlns="http://www.w3.org/2000/svg", role="img")
    root.set("viewBox", f"0 0 {_px(sheet.width)} {_px(sheet.height)}")
    root.set("width", _px(sheet.width))
    root.set("height", _px(sheet.height))
    root.set("aria-label", f"{clean(scenery.name)} from above: {', '.join(many)}")
    SubElement(root, "style").text = style(theme)
    _add(root, "rect", "ground", width="100%", height="100%")
    _text(root, "name", (MARGIN_PX / 2, 40), shortened(scenery.name, 48))
    _text(root, "count", (sheet.width - MARGIN_PX / 2, 40), ", ".join(many))
    layers = {name: _add(root, "g", name) for name in LAYERS}
    for floor in sheet.frames:
        _Floor(scenery, floor, layers).draw()
    if scenery.walked:
        for line in scenery.lines(scenery.walked):
            _line(layers["walk"], "walked", line)
        (x, y), (x2, y2) = scenery.spot(scenery.walked[0]), scenery.spot(scenery.walked[-1])
        _add(layers["walk"], "circle", "start", cx=_px(x), cy=_px(y), r="5")
        _add(layers["walk"], "circle", "end", cx=_px(x2), cy=_px(y2), r="7")
    for unit in scenery.units:
        x, y = scenery.spot(unit.object.location)
        ring = _add(layers["held"], "circle", "unit", cx=_px(x), cy=_px(y), r=_px(RING_PX))
        _title(ring, unit.text(scenery.at) if scenery.at else unit.object.id)
    _legend(root, scenery)
    return root


class _Floor:
    def __init__(self, scenery: Scenery, floor: str, layers: Mapping[str, Element]) -> None:
        self.scenery, self.layers, self.frame = scenery, layers, scenery.sheet.frames[floor]
        self.areas = [each for each in scenery.areas if each.floor == floor]
        numbered = enumerate(scenery.things)
        self.things = {number: each for number, each in numbered if scenery.floor(each.location) == floor}
        self.taken = Near[Box]()
        for each in self.things.values():
            self._take(square(self._spot(each), MARK_PX + 1))
        for unit in scenery.units:
            self._take(square(scenery.spot(unit.object.location), RING_PX + 1))

    def _take(self, box: Box) -> None:
        self.taken.add(box, box)

    def draw(self) -> None:
        """Draw what can be reached, ways, things and, if they leave space, names."""
        spacing = steps(self.scenery.areas)
        for area in self.areas:
            rings = [[self.frame.spot(each) for each in ring] for ring in outline(area.reachable, spacing[area.room])]
            path = "".join(f"M{'L'.join(f'{x:g} {y:g}' for x, y in ring)}Z" for ring in rings)
            _title(_add(self.layers["areas"], "path", "area", d=path), area.name)
        self.draw_centres()
        self.draw_ways()
        self.draw_marks()
        self.draw_names()

    def draw_ways(self) -> None:
        ways, near = self.layers["ways"], {each.name: each for each in self.areas}
        metres = list[tuple[Spot, Spot, str]]()
        for area in self.areas:
            for name, length in area.adjacent.items():
                if name not in near or name < area.name:
                    continue
                start, end = self.frame.spot(area.location.spot), self.frame.spot(near[name].location.spot)
                line = _add(ways, "line", "way", x1=_px(start[0]), y1=_px(start[1]), x2=_px(end[0]), y2=_px(end[1]))
                _title(line, f"{area.name} to {name}: {length:g} m")
                if math.dist(start, end) >= MIN_LINE_PX:
                    metres.append((start, end, f"{length:.3g} m"))
        for start, end, text in metres:
            x, y = self.free_place(start, end, text)
            _text(self.layers["lengths"], "metres", (x, y + 3.5), text)

    def free_place(self, start: Spot, end: Spot, text: str) -> Spot:
        """Return where on a line a text covers least, the middle first, and take it."""
        half, found = width(text, 10) / 2, list[tuple[float, Box]]()
        for share in (0.5, 0.42, 0.58, 0.34, 0.66):
            x, y = (one + share * (other - one) for one, other in zip(start, end, strict=True))
            box = (x - half, y - 6, x + half, y + 6)
            found.append((sum(shared(box, other) for other in beside(box, self.taken)), box))
        box = min(found, key=lambda each: each[0])[1]
        self._take(box)
        return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2

    def draw_centres(self) -> None:
        group = self.layers["centres"]
        for area in self.areas:
            x, y = self.frame.spot(area.location.spot)
            name = shortened(area.name.removeprefix(f"{area.room}/"), 12)
            half = max(10.0, width(name, 11) / 2 + 5)
            centre = _add(group, "g", "centre")
            _title(centre, area.name)
            _add(centre, "rect", "", x=_px(x - half), y=_px(y - 10), width=_px(2 * half), height="20", rx="10")
            _text(centre, "", (x, y + 4), name)
            self._take((x - half - 2, y - 12, x + half + 2, y + 12))

    def draw_marks(self) -> None:
        group = self.layers["things"]
        for number, thing in sorted(self.things.items(), key=lambda each: each[1].movable):
            x, y = self.frame.spot(thing.location.spot)
            sort = f"thing {'movable' if thing.movable else 'fixed'}"
            mark = _add(group, "g", sort)
            mark.set("data-number", str(number))
            mark.set("transform", f"translate({x:g} {y:g})")
            states = f" ({', '.join(thing.states)})" if thing.states else ""
            _title(mark, f"{thing.id}{states}{f', in or on {thing.inside}' if thing.inside else ''}")
            _, tag, attributes = _SAMPLES[sort]
            _add(mark, tag, "", **attributes)

    def draw_names(self) -> None:
        frame, group, of_things = self.frame, self.layers["names"], [*self.named_things()]
        if len(self.scenery.sheet.frames) > 1:
            _text(group, "floor-name", (MARGIN_PX / 2, frame.top - TOP_PX + 14), shortened(frame.floor))
        edge = MARGIN_PX - 6
        bounds = (frame.left - edge, frame.top - TOP_PX + 8, frame.right + edge, frame.bottom + BOTTOM_PX - 8)
        if len(of_things) > MANY_NAMES:
            of_things = [replace(each, label=replace(each.label, may_go=True)) for each in of_things]
        labels = [*self.named_rooms(), *of_things]
        placed = place([each.label for each in labels], self.taken, bounds)
        for name, where in zip(labels, placed, strict=True):
            if where is None:
                continue
            if name.others:
                _line(group, "kin", [name.label.spot, *name.others])
            (left, top, right, bottom), end = where
            if end:
                _line(group, f"to {name.sort}", [name.label.spot, end], name.number)
            text = _text(group, f"label {name.sort}", ((left + right) / 2, top + 0.8 * (bottom - top)), name.label.text)
            if name.number is not None:
                text.set("data-number", str(name.number))

    def named_rooms(self) -> Iterable["_Name"]:
        """Yield a name for each room, if there are several, then one for each way to another floor."""
        rooms = dict.fromkeys(each.room for each in self.areas)
        for room in rooms if len({each.room for each in self.scenery.areas}) > 1 else ():
            own = [self.frame.spot(each.spot) for area in self.areas if area.room == room for each in area.reachable]
            middle = (min(x for x, _ in own) + max(x for x, _ in own)) / 2
            yield _Name("room", MapLabel(shortened(room), (middle, min(y for _, y in own) - 14), 14))
        own = {each.name for each in self.areas}
        for area in self.areas:
            for name, metres in area.adjacent.items():
                if name not in own:
                    text = f"\N{UP DOWN ARROW} {shortened(name)}, {metres:.3g} m"
                    yield _Name("stairs", MapLabel(text, self.frame.spot(area.location.spot)))

    def named_things(self) -> Iterable["_Name"]:
        """Yield a name for the fixed things of a type that stand together, then one for each movable thing."""
        sorts = defaultdict[str, list[Spot]](list)
        for thing in (each for each in self.things.values() if not each.movable):
            sorts[thing.type].append(thing.location.spot)
        for sort, places in sorts.items():
            for group in gathered(places, SAME_SORT_M):
                more = f" \N{MULTIPLICATION SIGN}{len(group)}" if len(group) > 1 else ""
                spots = sorted({self.frame.spot(places[each]) for each in group})
                yield _Name("fixed", MapLabel(f"{shortened(type_words(sort))}{more}", spots[0]), tuple(spots[1:]))
        for number, thing in self.things.items():
            if thing.movable:
                yield _Name("movable", MapLabel(shortened(type_words(thing.type)), self._spot(thing)), (), number)

    def _spot(self, thing: Thing) -> Spot:
        return self.frame.spot(thing.location.spot)


@dataclass(frozen=True, slots=True)
class _Name:
    """A label with its sort, the spots of other things that share it, and the number of the only thing that has it."""

    sort: str
    label: MapLabel
    others: tuple[Spot, ...] = ()
    number: int | None = None


def _legend(root: Element, scenery: Scenery) -> None:
    sheet = scenery.sheet
    group, y = _add(root, "g", "legend"), sheet.height - 30
    metres = metres_of_bar(sheet.scale)
    left, right = MARGIN_PX / 2, MARGIN_PX / 2 + metres * sheet.scale
    _line(group, "bar", [(left, y - 9), (left, y - 4), (right, y - 4), (right, y - 9)])
    _text(group, "", ((left + right) / 2, y + 12), f"{metres:g} m")
    x = right + 30
    has = {
        "thing fixed": any(not each.movable for each in scenery.things),
        "thing movable": any(each.movable for each in scenery.things),
        "walk": bool(scenery.walked),
        "held": bool(scenery.units),
    }
    for sort, (name, tag, attributes) in _SAMPLES.items():
        if not has.get(sort, True):
            continue
        sample = _add(group, "g", sort, transform=f"translate({x:g} {y - 4:g})")
        _add(sample, tag, "", **attributes)
        _text(group, "entry", (x + 16, y), name)
        x += 46 + width(name, 11)


_SAMPLES: Final[Mapping[str, tuple[str, str, dict[str, str]]]] = {
    "areas": ("area", "rect", {"class": "area", "x": "-10", "y": "-8", "width": "20", "height": "16", "rx": "3"}),
    "ways": ("adjacent", "line", {"class": "way", "x1": "-11", "y1": "0", "x2": "11", "y2": "0"}),
    "thing fixed": ("fixed", "rect", {"rx": "2", "x": "-5", "y": "-5", "width": "10", "height": "10"}),
    "thing movable": ("movable", "circle", {"r": "5"}),
    "walk": ("way walked", "polyline", {"class": "walked", "points": "-11 0 11 0"}),
    "held": ("in short-term memory", "circle", {"class": "unit", "r": "8"}),
}
"""The legend's entries: what a sort of mark means, and its sample as an element."""


def clean(text: str) -> str:
    """Return a text of one line that XML can hold, its control characters as escapes."""
    return escaped(" ".join(text.split())).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd")


def shortened(text: str, letters: int = MAX_LETTERS) -> str:
    """Return a clean text of at most so many letters."""
    whole = clean(text)
    return whole if len(whole) <= letters else f"{whole[: letters - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _add(parent: Element | None, tag: str, sort: str, **attributes: str) -> Element:
    given = ({"class": sort} if sort else {}) | attributes
    return Element(tag, given) if parent is None else SubElement(parent, tag, given)


def _title(element: Element, text: str) -> None:
    SubElement(element, "title").text = clean(text)


def _text(parent: Element, sort: str, spot: Spot, text: str) -> Element:
    element = _add(parent, "text", sort, x=_px(spot[0]), y=_px(spot[1]))
    element.text = text
    return element


def _line(parent: Element, sort: str, spots: Sequence[Spot], number: int | None = None) -> None:
    line = _add(parent, "polyline", sort, points=" ".join(f"{_px(x)} {_px(y)}" for x, y in spots))
    if number is not None:
        line.set("data-number", str(number))


def _px(pixels: float) -> str:
    return f"{round(pixels, 1):g}"
