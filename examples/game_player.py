"""A player of a text game: it explores with the map that its memory draws, and walks back by it.

    python examples/game_player.py

The player is ten lines without a model; `clew.agents` has players that ask one (docs/own_world.md).
"""

from clew import Memory, World

ROOMS = {
    "Hall": ({"north": "Cellar", "east": "Study"}, "a table"),
    "Cellar": ({"south": "Hall"}, "a barrel"),
    "Study": ({"west": "Hall", "north": "Tower"}, "a desk. On the desk you see a book"),
    "Tower": ({"south": "Study"}, "a golden lamp"),
}


def described(room: str) -> str:
    """Return a room as the game tells it."""
    exits, things = ROOMS[room]
    ways = " ".join(f"There is an exit to the {way}." for way in exits)
    return f"-= {room} =-\nYou see {things}. {ways}"


def main() -> None:
    """Explore until nothing is unexplored, then ask memory for the lamp and the way home."""
    with Memory.local(space="game player") as memory:
        world, here = World(memory, run="first", reader="rules"), "Hall"
        world.observe(described(here))
        while exits := world.unexplored():
            place = min(exits, key=lambda each: len(steps(world, each)))
            for action in [*steps(world, place), f"go {exits[place][0]}"]:
                here = ROOMS[here][0][action.removeprefix("go ")]
                world.observe(described(here), action=action)

        print("steps:", world.steps())
        print("the lamp:", world.where("golden lamp"))
        print("home:", steps(world, "hall"))
        print(world.recall(["lamp"], depth=1, width=1).triplets[0].text)


def steps(world: World, place: str) -> list[str]:
    """Return the actions that lead to a place."""
    way = world.route(place)
    return list(way.actions) if way else []


if __name__ == "__main__":
    main()
