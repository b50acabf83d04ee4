"""Read memory by py2neo's models. It needs the extra `py2neo`, which is at its end of life: see docs/py2neo.md.

python examples/py2neo_models.py
"""

from clew import Memory, Turn, server
from clew.interfaces.ogm import connect, memories


def main() -> None:
    """Remember two turns; print each with what stands after it and what it names."""
    with Memory.local(space="py2neo example") as memory:
        turns = [Turn("I moved to Lisbon with my cat Miso.", "Ann"), Turn("How is Lisbon?", "Ben")]
        memory.remember(turns, session="monday")
        space = memory.space.name
    address = server.start()
    graph = connect(address.uri, auth=(address.user, address.password))
    for turn in memories(graph, "Episode", space).order_by("_.position"):
        names = sorted(name.text for name in turn.MENTIONS)
        print(turn.speaker, turn.text, names, [other.text for other in turn.NEXT])


if __name__ == "__main__":
    main()
