"""The map is parsed and held against the scene: everything once, where an independent calculation has it."""

import math
import re
import struct
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Page
from tests.interfaces.conftest import HOSTILE
from tests.interfaces.pages.scene.houses import NOON, floor_plan, furnished, house, layout, room, scenery, unit

from clew.errors import InvalidInput, MissingDependency
from clew.interfaces.pages.scene.drawing import Scenery, svg
from clew.interfaces.pages.scene.labels import gathered
from clew.interfaces.pages.scene.picture_file import check_picture, png, save_picture
from clew.interfaces.pages.scene.sheet import metres_of_bar, outline
from clew.model.building import Building, Floor, Room, building_of
from clew.model.scene import Layout, Point, Thing

SVG = "{http://www.w3.org/2000/svg}"
Spot = tuple[float, float]


def drawn(scene: Scenery) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene))


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(each for each in root.findall(f"{SVG}g") if each.get("class") == name)


def title(element: ElementTree.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def marks(root: ElementTree.Element) -> dict[int, tuple[ElementTree.Element, Spot]]:
    found = dict[int, tuple[ElementTree.Element, Spot]]()
    for each in layer(root, "things"):
        x, y = re.fullmatch(r"translate\((\S+) (\S+)\)", each.get("transform", "")).groups()  # pyright: ignore
        assert int(each.get("data-number", "")) not in found
        found[int(each.get("data-number", ""))] = each, (float(x), float(y))
    return found


def rings(path: str) -> list[list[Spot]]:
    corners = [re.findall(r"[-\d.]+ [-\d.]+", each) for each in path.split("Z") if each]
    return [[(float(x), float(y)) for x, y in (each.split() for each in ring)] for ring in corners]


def is_inside(spot: Spot, ring_list: Sequence[Sequence[Spot]]) -> bool:
    """By the even-odd rule: how many edges a ray to the right crosses."""
    crossed = 0
    for ring in ring_list:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if (y1 > spot[1]) != (y2 > spot[1]) and spot[0] < x1 + (spot[1] - y1) / (y2 - y1) * (x2 - x1):
                crossed += 1
    return crossed % 2 == 1


class Metres:
    """From metres to pixels, as two marks of the map say it, and none of the code that drew them."""

    def __init__(self, one: tuple[Point, Spot], other: tuple[Point, Spot]) -> None:
        (start, (x1, y1)), (end, (x2, y2)) = one, other
        self.scale = (x2 - x1) / (end.x - start.x)
        assert -(y2 - y1) / (end.z - start.z) == pytest.approx(self.scale, rel=5e-3)  # north is above
        self.west, self.north = x1 - start.x * self.scale, y1 + start.z * self.scale

    def spot(self, point: Point) -> Spot:
        return self.west + point.x * self.scale, self.north - point.z * self.scale


def metres_of(scene: Scenery, root: ElementTree.Element) -> Metres:
    """By the two things that are farthest apart, along the axis along which they are nearer."""
    places = [(each.location, marks(root)[number][1]) for number, each in enumerate(scene.things)]

    def apart(pair: tuple[tuple[Point, Spot], tuple[Point, Spot]]) -> float:
        (one, _), (other, _) = pair
        return min(abs(one.x - other.x), abs(one.z - other.z))

    return Metres(*max(combinations(places, 2), key=apart))


@pytest.mark.parametrize("scene", [room("FloorPlan1"), room("FloorPlan201"), furnished()], ids=lambda each: each.name)
def test_each_thing_is_drawn_once_where_it_is(scene: Scenery) -> None:
    root = drawn(scene)
    found, metres = marks(root), metres_of(scene, root)
    assert set(found) == set(range(len(scene.things)))
    for number, thing in enumerate(scene.things):
        mark, spot = found[number]
        assert spot == pytest.approx(metres.spot(thing.location), abs=0.4)
        assert title(mark).startswith(thing.id)
        assert mark.get("class") == f"thing {'movable' if thing.movable else 'fixed'}"
        assert {each.tag for each in mark} == {f"{SVG}title", f"{SVG}{'circle' if thing.movable else 'rect'}"}


def test_each_area_is_drawn_once_over_its_points_and_no_others() -> None:
    scene = room("FloorPlan1")
    root = drawn(scene)
    metres, shades = metres_of(scene, root), list(layer(root, "areas"))
    assert [title(each) for each in shades] == [each.name for each in scene.areas]
    for area, shade in zip(scene.areas, shades, strict=True):
        edge = rings(shade.get("d", ""))
        for other in scene.areas:
            inside = {is_inside(metres.spot(point), edge) for point in other.reachable}
            assert inside == {other == area}
        square = sum(x1 * y2 - x2 * y1 for ring in edge for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]])) / 2
        assert abs(square) == pytest.approx(len(area.reachable) * (0.25 * metres.scale) ** 2, rel=0.01)
    names = {title(each): each for each in layer(root, "centres")}
    assert set(names) == {each.name for each in scene.areas}
    for area in scene.areas:
        text = names[area.name].find(f"{SVG}text")
        assert text is not None
        assert text.text == area.name.partition("/")[2]
        x, y = metres.spot(area.location)
        assert (float(text.get("x", "")), float(text.get("y", ""))) == pytest.approx((x, y + 4), abs=0.4)


def test_each_way_is_drawn_once_with_its_metres() -> None:
    scene = room("FloorPlan201")
    root = drawn(scene)
    metres, places = metres_of(scene, root), {each.name: each.location for each in scene.areas}
    pairs = {
        tuple(sorted((each.name, other))): length for each in scene.areas for other, length in each.adjacent.items()
    }
    lines = {title(each): each for each in layer(root, "ways")}
    assert len(lines) == len(layer(root, "ways")) == len(pairs)
    for (one, other), length in pairs.items():
        line = lines[f"{one} to {other}: {length:g} m"]
        ends = [float(line.get(each, "")) for each in ("x1", "y1", "x2", "y2")]
        assert ends == pytest.approx([*metres.spot(places[one]), *metres.spot(places[other])], abs=0.4)
    told = sorted(each.text or "" for each in layer(root, "lengths"))
    assert told == sorted(f"{length:.3g} m" for length in pairs.values())


cells = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=1)


@given(cells)
def test_an_outline_holds_the_squares_of_its_points_and_nothing_else(cells: set[tuple[int, int]]) -> None:
    edge = outline([Point(0.3 + 0.25 * x, 1.0, -2.0 + 0.25 * z) for x, z in sorted(cells)], 0.25)
    for x in range(-1, 9):
        for z in range(-1, 9):
            around = [
                (0.3 + 0.25 * (x + right), -2.0 + 0.25 * (z + up)) for right in (-0.45, 0.45) for up in (-0.45, 0.45)
            ]
            assert {is_inside(each, edge) for each in around} == {(x, z) in cells}
    for ring in edge:
        turns = zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False)
        assert all((b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) == 0 for a, b, c in turns)


def test_floors_stand_below_each_other_and_stairs_name_where_they_lead() -> None:
    building = house()
    scene = scenery(building)
    root = drawn(scene)
    heights = {each.name: each.location.y for each in scene.areas}
    centres = {title(each): float(each.find(f"{SVG}text").get("y", "")) for each in layer(root, "centres")}  # pyright: ignore
    ground = [y for name, y in centres.items() if heights[name] == 0.0]
    upper = [y for name, y in centres.items() if heights[name] == 3.0]
    assert max(ground) < min(upper)
    assert len(ground) + len(upper) == len(scene.areas)
    texts = [each.text or "" for each in layer(root, "names").findall(f"{SVG}text")]
    assert {"ground floor", "upper floor", "kitchen", "living room", "bedroom", "bath"} <= set(texts)
    (stairs,) = building.stairs
    led = [each for each in texts if each.startswith("\N{UP DOWN ARROW}")]
    assert len(led) == 2
    assert {each.split()[1].partition("/")[0] for each in led} == {stairs.start[0].split()[0], stairs.end[0]}


def test_what_is_walked_and_held_is_drawn() -> None:
    scene = furnished()
    moving = [each for each in scene.things if each.movable][:3]
    way = [scene.areas[0].location, *scene.areas[0].reachable[:3]]
    bare = drawn(scene)
    assert len(layer(bare, "walk")) == len(layer(bare, "held")) == 0
    root = drawn(replace(scene, walked=way, units=[unit(each) for each in moving], at=NOON))
    metres = metres_of(scene, root)
    line = next(each for each in layer(root, "walk") if each.get("class") == "walked")
    numbers = [float(each) for each in line.get("points", "").split()]
    assert numbers == pytest.approx([each for point in way for each in metres.spot(point)], abs=0.4)
    rings_ = list(layer(root, "held"))
    assert len(rings_) == 3
    for ring, thing in zip(rings_, moving, strict=True):
        at = (float(ring.get("cx", "")), float(ring.get("cy", "")))
        assert at == pytest.approx(metres.spot(thing.location), abs=0.4)
        assert title(ring).startswith(thing.id)
        assert title(ring).endswith("seen 1 minute ago")


def test_the_bar_is_as_long_as_it_says() -> None:
    scene = room("FloorPlan301")
    root = drawn(scene)
    bar = next(each for each in layer(root, "legend") if each.get("class") == "bar")
    points = [float(each) for each in bar.get("points", "").split()]
    said = next(each.text or "" for each in layer(root, "legend") if (each.text or "").endswith(" m"))
    metres = metres_of(scene, root)
    assert (max(points[::2]) - min(points[::2])) / metres.scale == pytest.approx(float(said.split()[0]), abs=0.01)
    assert [metres_of_bar(each) for each in (100, 99, 40, 150)] == [1, 1, 2, 0.5]


PLANS = [*(room(f"FloorPlan{number}") for number in (1, 201, 301, 401)), scenery(house())]
BOXES = """all => all.map(each => {
    const box = each.getBBox();
    return [box.x, box.y, box.x + box.width, box.y + box.height, each.textContent];
})"""


def cover(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two boxes share more than the space around their letters."""
    return min(one[2], other[2]) - max(one[0], other[0]) > 2 and min(one[3], other[3]) - max(one[1], other[1]) > 4


@pytest.mark.parametrize("scene", PLANS, ids=lambda each: each.name)
def test_no_name_of_furniture_covers_another_or_leaves_the_map(scene: Scenery, page: Page, tmp_path: Path) -> None:
    page.goto(save_picture(tmp_path / "map.svg", scene).as_uri())
    boxes = page.locator("g.names text.label, g.centres text").evaluate_all(BOXES)
    assert len(boxes) > len(scene.areas)
    assert [(one[4], other[4]) for one, other in combinations(boxes, 2) if cover(one, other)] == []
    _, _, width, height = (float(each) for each in drawn(scene).get("viewBox", "").split())
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height for box in boxes)


def test_on_a_crowded_floor_names_that_find_no_place_are_left_out(page: Page, tmp_path: Path) -> None:
    plan = floor_plan("FloorPlan1")
    spots = [(x + 0.1 * number, z) for x, z in plan.reachable for number in range(3)]
    things = [Thing(f"Bottle|{at}", "Bottle", Point(x, 1, z), movable=True) for at, (x, z) in enumerate(spots)]
    scene = scenery(building_of(replace(plan, things=tuple(things))))
    page.goto(save_picture(tmp_path / "map.svg", scene).as_uri())
    boxes = page.locator("g.names text.label").evaluate_all(BOXES)
    assert 20 < len(boxes) < len(things) == page.locator("g.things .thing").count()
    assert [(one, other) for one, other in combinations(boxes, 2) if cover(one, other)] == []


@given(
    spots=st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(lambda each: (each[0] / 5, each[1] / 5))),
)
def test_what_stands_together_is_gathered_about_the_first_that_is_near(spots: list[Spot]) -> None:
    groups = list[list[int]]()
    for number, spot in enumerate(spots):
        near = (group for group in groups if math.dist(spots[group[0]], spot) <= 0.7)
        if (group := next(near, None)) is None:
            groups.append([number])
        else:
            group.append(number)
    assert gathered(spots, 0.7) == groups


def test_the_whole_legend_is_in_view(page: Page, tmp_path: Path) -> None:
    scene = furnished()
    units = [unit(each) for each in scene.things if each.movable]
    small = replace(scene, walked=[scene.areas[0].location] * 2, units=units, at=NOON, side=10)
    page.goto(save_picture(tmp_path / "map.svg", small).as_uri())
    boxes = page.locator(".legend text").evaluate_all(BOXES)
    assert [each[4] for each in boxes[1:]] == [
        "area", "adjacent", "fixed", "movable", "way walked", "in short-term memory",
    ]  # fmt: skip
    assert max(each[2] for each in boxes) < float(drawn(small).get("viewBox", "").split()[2])
    assert all(one[2] < other[0] for one, other in pairwise(boxes))


def hostile(name: str) -> Scenery:
    things = [
        Thing(f"{name}|1", name, Point(0.5, 1, 0.5)),
        Thing(f"{name}|2", name, Point(1, 1, 1.5), movable=True, inside=f"{name}|1"),
    ]
    whole = Building(name, (Floor(name, (Room(name, layout(*things)),)),))
    held = unit(things[1])
    return replace(scenery(whole), units=[replace(held, object=replace(held.object, area=name, inside=name))], at=NOON)


NAMES = {
    "markup": HOSTILE.replace("\ud83d", "\ufffd"),
    "long": "x" * 700,
    "right to left": "\u05e9\u05dc\u05d5\u05dd \u202e" * 40,
    "controls": "\ufffe\uffff\x0b]]>&amp;",
    "wide": "\u6771\u4eac" * 120,
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_hostile_names_are_text_and_short(name: str, page: Page, tmp_path: Path) -> None:
    root = drawn(hostile(name))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "style", "g", "rect", "text", "title", "path", "line", "circle", "polyline",
    }  # fmt: skip
    assert not {key for each in root.iter() for key in each.keys() if key.startswith("on") or "href" in key}  # noqa: SIM118
    texts = [each.text or "" for each in root.iter(f"{SVG}text")]
    assert max(map(len, texts)) <= 60
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(save_picture(tmp_path / "map.svg", hostile(name)).as_uri())
    assert (
        page.evaluate("document.documentElement.localName + document.querySelectorAll('.things .thing').length")
        == "svg2"
    )
    assert page.evaluate("window.owned") is None
    assert asked == [(tmp_path / "map.svg").as_uri()]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""

    def light(colour: str) -> float:
        shares = [int(colour[each : each + 2], 16) / 255 for each in (1, 3, 5)]
        red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in shares)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


FILL = """(name) => {
    const numbers = getComputedStyle(document.querySelector(name)).fill.match(/\\d+/g).slice(0, 3);
    return '#' + numbers.map((each) => Number(each).toString(16).padStart(2, '0')).join('');
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_are_legible_on_either_ground(scheme: str, page: Page, tmp_path: Path) -> None:
    page.emulate_media(color_scheme=scheme)  # pyright: ignore[reportArgumentType]
    page.goto(save_picture(tmp_path / "map.svg", furnished()).as_uri())
    ground, shade = (page.evaluate(FILL, each) for each in (".ground", ".areas .area"))
    assert (contrast(ground, "#ffffff") > 10) == (scheme == "dark")
    for name in (".name", ".count", "text.fixed", "text.movable", ".legend .entry", ".lengths text"):
        assert min(contrast(page.evaluate(FILL, name), each) for each in (ground, shade)) >= 4.5, name
    assert contrast(page.evaluate(FILL, ".centre text"), page.evaluate(FILL, ".centre rect")) >= 4.5


class TestPng:
    def test_it_is_the_drawing_at_twice_its_size(self, tmp_path: Path) -> None:
        scene = room("FloorPlan401")
        written = save_picture(tmp_path / "new" / "map.PNG", scene).read_bytes()
        _, _, width, height = (float(each) for each in drawn(scene).get("viewBox", "").split())
        assert written.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", written[16:24]) == (2 * width, 2 * height)
        unnamed = replace(scene, things=[replace(each, type="-") for each in scene.things])
        assert png(svg(unnamed, "light")) != written
        assert png(svg(scene, "dark")) != written

    def test_without_resvg_the_remedy_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "resvg_py", None)
        with pytest.raises(MissingDependency, match=r"png\].*or name a \.svg"):
            check_picture(tmp_path / "map.png")
        check_picture(tmp_path / "map.svg")

    def test_without_a_font_the_remedy_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        blank = SimpleNamespace(svg_to_bytes=lambda **_: b"blank")
        monkeypatch.setitem(sys.modules, "resvg_py", blank)
        with pytest.raises(MissingDependency, match="font"):
            check_picture(tmp_path / "map.png")


def test_a_picture_is_svg_or_png(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"map\.gif.*\.svg nor a \.png"):
        check_picture(tmp_path / "map.gif")
    assert list(tmp_path.iterdir()) == []


def test_one_area_of_one_point_has_a_map() -> None:
    one = replace(layout(), reachable=((2.0, 3.0),))
    root = drawn(scenery(building_of(one)))
    (shade,) = layer(root, "areas")
    assert len(rings(shade.get("d", ""))[0]) == 4


def test_an_area_whose_points_miss_their_grid_a_little_is_drawn_as_one() -> None:
    """A robot measures where it stands; the layout allows 2 % of a step."""
    measured = tuple((0.5 * x + 0.002 * (z % 3), 0.5 * z + 0.002 * (x % 2)) for x in range(3) for z in range(3))
    for shade in layer(drawn(scenery(building_of(Layout("den", measured, step=0.5)))), "areas"):
        assert len(rings(shade.get("d", ""))) == 1
