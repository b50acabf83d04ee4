"""A space as a graph of Graph Data Science and as DataFrames: what hangs together, what is central, what is said twice.

    with Memory.local() as memory, space_graph(memory) as graph:
        graph.pagerank().nlargest(10, "score")

It needs the extra `analytics`.
"""

from clew.interfaces.analytics.space_graph import SpaceGraph, space_graph

__all__ = ["SpaceGraph", "space_graph"]
