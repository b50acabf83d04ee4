"""Analyse a space with Graph Data Science. It needs the extra `analytics`.

python examples/analyse.py
"""

from clew import Memory, Turn
from clew.interfaces.analytics import space_graph


def main() -> None:
    """Remember a talk, and print what is central, what hangs together, and what is said twice."""
    with Memory.local(space="analytics example") as memory:
        for session in ("monday", "friday"):
            turns = [Turn("The ferry to Lisbon leaves at nine.", "Ann"), Turn("Miso the cat sleeps.", "Ben")]
            memory.remember(turns, session=session)
        with space_graph(memory, progress=False) as graph:
            print(graph.pagerank().nlargest(3, "score")[["text", "score"]].to_string(index=False))
            print(graph.components()["component"].nunique(), "components")
            print(graph.duplicates()[["id", "other_id", "score"]].to_string(index=False))


if __name__ == "__main__":
    main()
