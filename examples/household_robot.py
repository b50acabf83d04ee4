"""A household robot: rooms that stay, things that move, and the way to them.

    python examples/household_robot.py

Positions are metres, (x, height, z). Nothing more than Clew is needed.
"""

from datetime import UTC, datetime

from clew import Memory, Scene, ShortTermMemory
from clew.model.scene import Layout, Point, Thing

FLOOR = tuple((0.25 * x, 0.25 * z) for x in range(21) for z in range(13))
KITCHEN = Layout(
    "kitchen",
    reachable=FLOOR,
    things=(
        Thing("Fridge|1", "Fridge", Point(0.2, 0.9, 0.2)),
        Thing("Table|1", "DiningTable", Point(4.5, 0.8, 2.5)),
        Thing("Sink|1", "SinkBasin", Point(2.5, 0.9, 0.2)),
    ),
)


def cup(on: str, place: Point) -> Thing:
    """Return the cup as it was seen on something."""
    return Thing("Cup|1", "Cup", place, movable=True, inside=on)


def main() -> None:
    """See a cup twice in different places, then find it, and tell where it was."""
    monday = datetime(2026, 3, 9, 8, tzinfo=UTC)
    tuesday = datetime(2026, 3, 10, 8, tzinfo=UTC)
    with Memory.local(space="robot's house") as memory:
        scene = Scene(memory)
        scene.load(KITCHEN, at=monday)  # long-term: what does not move
        lately = ShortTermMemory(memory, capacity=10)
        lately.see([cup("Table|1", Point(4.5, 0.9, 2.4))], at=monday)
        lately.see([cup("Sink|1", Point(2.5, 1.0, 0.2))], at=tuesday)

        found = scene.objects(types=["Cup"])[0]
        print("now in:", found.inside)
        print("on Monday in:", scene.objects(types=["Cup"], as_of=monday)[0].inside)
        print("seen:", [each.inside for each in scene.history("Cup|1")])
        print("for the task:", [unit.object.type for unit in lately.recall("wash the cup", at=tuesday).units])
        way = scene.route(Point(0.0, 0.0, 3.0), found.location)
        print("way:", round(way.metres, 1) if way else None, "metres")


if __name__ == "__main__":
    main()
