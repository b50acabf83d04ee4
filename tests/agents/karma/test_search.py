"""Where a thing is looked for first."""

import tracemalloc
from datetime import UTC, datetime

from tests.agents.karma.houses import BURNER, COUNTER, FRIDGE, KITCHEN, MICROWAVE, SINK

from clew.agents.karma.body import SIGHT_M
from clew.agents.karma.knowledge import Knowledge
from clew.agents.karma.search import Closeness, Search, likelihoods
from clew.agents.karma.ways import KnownFloor, Ways
from clew.embedding import MiniLM
from clew.loaders.sources.layouts.ithor import type_facts
from clew.model.building import Building, Floor, Passage, Room, building_of
from clew.model.places import Placed
from clew.model.scene import Layout, Point, Thing

MONDAY, TUESDAY = (datetime(2026, 3, day, tzinfo=UTC) for day in (2, 3))
PLACES = (COUNTER, FRIDGE, MICROWAVE, BURNER)


def sighting(kind: str, inside: Thing, *, until: datetime | None = None) -> Placed:
    return Placed(f"{kind}|1", kind, inside.location, (), True, "kitchen/1", "kitchen", inside.id, MONDAY, until)


def order(kind: str, *seen: Placed, closeness: Closeness | None = None) -> list[str]:
    rates = likelihoods(kind, PLACES, seen, closeness or Closeness(), type_facts())
    return sorted(rates, key=lambda id: -rates[id])


def test_a_place_that_held_the_type_comes_first_and_one_that_holds_it_now_before_that() -> None:
    assert order("Apple", sighting("Apple", BURNER, until=TUESDAY))[0] == BURNER.id
    now, before = sighting("Apple", MICROWAVE), sighting("Apple", BURNER, until=TUESDAY)
    assert order("Apple", now, before)[:2] == [MICROWAVE.id, BURNER.id]


def test_a_place_that_admits_the_type_comes_before_one_that_does_not() -> None:
    assert order("Kettle")[:2] == [COUNTER.id, BURNER.id]
    assert set(order("Kettle")[2:]) == {FRIDGE.id, MICROWAVE.id}


def test_a_place_that_held_what_is_close_in_meaning_comes_before_others(encoder: MiniLM) -> None:
    close = Closeness(lambda texts: encoder.embed_documents(list(texts)))
    assert close.between("Tomato", ["Potato"]) > close.between("Tomato", ["Pillow"])
    assert order("Tomato", sighting("Potato", FRIDGE), closeness=close)[0] == FRIDGE.id


def test_likelihood_is_weighed_against_the_way_and_nothing_is_looked_into_twice() -> None:
    ways = Ways(building_of(KITCHEN))
    start = ways.points.index(Point(0.0, 0.0, 0.0))
    furniture = (Placed(t.id, t.type, t.location, t.states, False, "", "", "", MONDAY) for t in (*PLACES, SINK))
    known = Knowledge(furniture, types=type_facts())
    search = Search(known, KnownFloor(ways, start), Closeness())
    found = list[str | Point]()
    while isinstance(place := search.next_place("Apple", start), str):
        known.looked.add(place)
        found.append(place)
    assert found[:2] == [COUNTER.id, SINK.id]
    assert len(found) == len(set(found))


def test_the_way_to_what_is_on_another_floor_leads_over_the_stairs() -> None:
    row = Layout("row", tuple((0.25 * x, 0.0) for x in range(9)))
    floors = (Floor("ground", (Room("below", row),)), Floor("upper", (Room("above", row),), height=2.5))
    ways = Ways(Building("house", floors, (Passage(("below", (2.0, 0.0)), ("above", (2.0, 0.0)), 6.0),)))
    ground = KnownFloor(ways, 0)
    assert ground.metres(0, Point(0.0, 2.0, 0.3)) == 0.0  # it hangs high below
    assert ground.metres(0, Point(0.0, 3.0, 0.3)) == 2.0 + 6.0 + 2.0


def test_the_floor_is_gone_over_until_all_was_in_sight() -> None:
    ways = Ways(building_of(KITCHEN))
    ground = KnownFloor(ways, 0)
    search = Search(Knowledge(types=type_facts()), ground, Closeness())
    visited = 0
    while isinstance(place := search.next_place("Boots", 0), Point):
        visited += 1
        ground.stood.add(ways.points.index(place))
        if not ground.news(0, SIGHT_M):
            break
    assert visited < len(ways.points) / 10
    left = [point for point in ways.points if min(point.distance(ways.points[each]) for each in ground.stood) > SIGHT_M]
    assert left == []


def test_a_large_floor_needs_little_memory_and_what_comes_into_sight_is_counted_exactly() -> None:
    ways = Ways(building_of(Layout("hall", tuple((0.25 * x, 0.25 * z) for x in range(50) for z in range(50)))))
    tracemalloc.start()
    ground = KnownFloor(ways, 0)
    ground.stood.add(1275)
    found = {point: gain for gain, _, point in ground.news(0, SIGHT_M)}
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 * 2**20
    known = [ways.points[each] for each in ground.stood]
    new = [point for point in ways.points if min(map(point.distance, known)) > SIGHT_M]
    for place in ways.points[::97]:
        assert found.get(place, 0) == sum(place.distance(point) <= SIGHT_M for point in new)


def test_a_room_is_likely_by_what_it_is_called_and_what_stands_in_it(encoder: MiniLM) -> None:
    close = Closeness(lambda texts: encoder.embed_documents(list(texts)))
    rooms = {"room 1": {"Toilet", "Bathtub", "Cabinet"}, "room 2": {"StoveBurner", "Fridge", "Cabinet"}}
    assert close.of_rooms("SoapBar", rooms)["room 1"] > 1 > close.of_rooms("SoapBar", rooms)["room 2"]
    assert close.of_rooms("Pan", rooms)["room 2"] > 1 > close.of_rooms("Pan", rooms)["room 1"]
    named = {"bathroom": {"Cabinet"}, "kitchen": {"Cabinet"}}
    assert close.of_rooms("SoapBar", named)["bathroom"] > close.of_rooms("SoapBar", named)["kitchen"]


def test_without_rooms_to_compare_all_are_alike(encoder: MiniLM) -> None:
    close = Closeness(lambda texts: encoder.embed_documents(list(texts)))
    blind = Closeness(lambda texts: encoder.embed_documents(list(texts)), knows_rooms=False)
    rooms = {"bathroom": {"Toilet"}, "kitchen": {"Fridge"}}
    assert set(blind.of_rooms("Pan", rooms).values()) == set(Closeness().of_rooms("Pan", rooms).values()) == {1.0}
    assert close.of_rooms("Pan", {"kitchen": {"Fridge"}}) == {"kitchen": 1.0}
    assert set(close.of_rooms("Pan", {"one": {"Fridge"}, "One": {"Fridge"}}).values()) == {1.0}


def test_a_cabinet_of_the_likely_room_comes_first_though_it_is_farther(encoder: MiniLM) -> None:
    row = Layout("row", tuple((0.25 * x, 0.0) for x in range(17)))
    ways = Ways(building_of(row))
    near = [("Cabinet|1", "Cabinet"), ("Stove|1", "StoveBurner"), ("Fridge|1", "Fridge")]
    far = [("Cabinet|2", "Cabinet"), ("Toilet|1", "Toilet"), ("Tub|1", "BathtubBasin")]
    placed = [
        Placed(id, kind, Point(x, 0.5, 0.0), (), False, room, room, "", MONDAY)
        for x, room, things in ((1.0, "a", near), (2.0, "b", far))
        for id, kind in things
    ]
    known = Knowledge(placed, types=type_facts())
    known.looked |= {"Toilet|1", "Tub|1"}
    ground = KnownFloor(ways, 0)
    first = {
        aware: Search(
            known, ground, Closeness(lambda texts: encoder.embed_documents(list(texts)), knows_rooms=aware)
        ).next_place("SoapBar", 0)
        for aware in (False, True)
    }
    assert first == {False: "Cabinet|1", True: "Cabinet|2"}


def test_a_full_room_is_left_for_the_likely_one_before_all_of_it_was_looked_into(encoder: MiniLM) -> None:
    near = [(f"Drawer|{number}", "Drawer") for number in range(20)] + [("Sofa|1", "Sofa"), ("Set|1", "Television")]
    far = [("Cabinet|1", "Cabinet"), ("Toilet|1", "Toilet"), ("Tub|1", "BathtubBasin")]
    placed = [
        Placed(id, kind, Point(x + 0.2 * place, 0.5, 0.0), (), False, room, room, "", MONDAY)
        for x, room, things in ((0.0, "a", near), (6.0, "b", far))
        for place, (id, kind) in enumerate(things)
    ]
    ways = Ways(building_of(Layout("row", tuple((0.25 * x, 0.0) for x in range(30)))))
    looked: dict[bool, int] = {}
    for aware in (False, True):
        known, ground = Knowledge(placed, types=type_facts()), KnownFloor(ways, 0)
        known.looked |= {"Toilet|1", "Tub|1"}
        close = Closeness(lambda texts: encoder.embed_documents(list(texts)), knows_rooms=aware)
        search, looked[aware] = Search(known, ground, close), 0
        while isinstance(place := search.next_place("SoapBar", 0), str) and place != "Cabinet|1":
            looked[aware] += place.startswith("Drawer")
            known.looked.add(place)
        assert place == "Cabinet|1"
    assert looked[True] < 12
    assert looked[False] == 20
