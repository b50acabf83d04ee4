"""What a step of a long run costs the memory, in turns with a transaction that creates one bare node."""

from time import perf_counter

from connection import Place
from games_cost import CountingGraph
from working_memory_report import Cost

from clew.api.memory import Memory
from clew.api.working import WorkingMemory
from clew.graph.queries import generated

STEPS = 500
FROM = 10
EACH_SUBGOAL = 10

_BARE = generated("bare", "CREATE (node:Clew {space: $space, id: $id}) SET node.kind = 'Entity', node.text = $id")


def cost(at: Place, opened: Memory) -> Cost:
    """Write and render 500 steps of one run in the space of a memory, by its encoder."""
    with CountingGraph.connect(at.uri, auth=at.auth, database=at.database) as graph:
        memory = Memory(graph, opened.space.encoder, opened.space.name)
        working = WorkingMemory(memory)
        working.begin("Sort five hundred parcels.", observation="The parcels are on the belt.")
        steps, bare, trips = list[float](), list[float](), 0
        for number in range(STEPS):
            if number % EACH_SUBGOAL == 0:
                working.subgoal(f"Sort parcels {number} to {number + EACH_SUBGOAL - 1}.")
            bare.append(_bare(memory, number))
            before = graph.statements + graph.ends
            begin = perf_counter()
            working.step(f"put parcel {number} on shelf {number % 7}", f"Parcel {number} is on shelf {number % 7}.")
            working.render()
            steps.append(1000 * (perf_counter() - begin))
            trips = max(trips, graph.statements + graph.ends - before)
    return Cost(steps[FROM:], bare[FROM:], trips)


def _bare(memory: Memory, number: int) -> float:
    begin = perf_counter()
    memory.space.write(_BARE, id=f"bare:{number}")
    return 1000 * (perf_counter() - begin)
