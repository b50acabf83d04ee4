"""A space with something of every kind of memory, the same each time: what the doors are tried on."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.api.memory.talk import Keyed, found, ruled, seen, thinking

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.driver import Graph
from clew.model import Turn
from clew.model.scene import Layout, Point, Thing

COFFEE, TEA = "Ann drinks coffee in the morning.", "Ann drinks tea in the morning."
NURSE, MISO = "Ann works as a nurse in Lisbon.", "Ann has a cat called Miso."
CALM = "Ann seeks calm mornings."


def day(number: int, month: int = 5) -> datetime:
    """A morning of 2023."""
    return datetime(2023, month, number, 9, tzinfo=UTC)


def tell(memory: Memory, graph: Graph) -> Memory:
    """Fill an empty space with two talks, what follows from them, a document, a world, a run, a scene and learnings."""
    _talk(memory, graph)
    memory.read("Lisbon lies on the Tagus, near the sea. The Tagus rises in Spain.", title="Lisbon")
    _walk(memory)
    _work(memory)
    _look(memory)
    _learn(memory)
    return memory


def _talk(memory: Memory, graph: Graph) -> None:
    monday = [
        Turn("I work as a nurse in Lisbon, and I drink coffee in the morning.", "Ann", day(8)),
        Turn("And how is your cat?", "Ben", day(8)),
        Turn("Miso sleeps all day.", "Ann", day(8)),
    ]
    memory.remember(monday, session="monday")
    memory.remember(
        [Turn("I drink tea in the morning now, coffee makes me restless.", "Ann", day(2, 6))], session="june"
    )
    model = Keyed(
        facts={
            "nurse": found(
                {"text": NURSE, "concepts": ["work"]},
                {"text": COFFEE, "concepts": ["breakfast"]},
                {"text": MISO, "concepts": ["cats"], "turns": [3]},
            ),
            "tea": found({"text": TEA, "concepts": ["breakfast"]}),
        },
        verdicts=ruled((COFFEE, TEA, "replaces")),
        insights=seen((CALM, [1, 2])),
    )
    thinking(graph, memory, model).consolidate()


def _walk(memory: Memory) -> None:
    world = World(memory, "hunt")
    world.observe("-= Hall =-\nYou see a chest. The chest is closed. There is a closed wooden door leading east.")
    world.observe("You open the chest. The chest is open.", action="open chest", decision="look for the key")
    world.observe("-= Cellar =-\nYou see a lamp.", action="go east", decision="go to cellar")


def _work(memory: Memory) -> None:
    working = WorkingMemory(memory)
    working.begin("Bring the lamp to the hall.", observation="The cellar is dark.", name="lamp")
    working.subgoal("Take the lamp.")
    working.step("take lamp", "You carry the lamp.")
    working.subgoal("Go back.")
    working.step("go west", "You are in the hall.")
    working.step("drop lamp", "The lamp lies in the hall.")
    working.end("The lamp is in the hall.", met=True)


def _look(memory: Memory) -> None:
    scene = Scene(memory)
    table, shelf = Thing("Table|1", "Table", Point(0.0, 0.7, 0.0)), Thing("Shelf|1", "Shelf", Point(2.0, 0.7, 0.0))
    cup = Thing("Cup|1", "Cup", Point(0.0, 0.8, 0.0), movable=True, inside="Table|1")
    points = tuple((0.25 * x, 0.0) for x in range(20))
    scene.load(Layout("den", points, (table, shelf, cup)), at=day(10))
    scene.update([replace(cup, location=Point(2.0, 0.8, 0.0), inside="Shelf|1")], at=day(12))


def _learn(memory: Memory) -> None:
    learnings = Learnings(memory)
    learnings.task("light", "Light the hall.")
    learnings.environment("house", "A house with a cellar.")
    for score in (10, 60):
        trial = learnings.begin("light", "house")
        trial.step("take lamp", "You carry it.", score=score, used=[1] if trial.in_use else [], rationale="Try it.")
        trial.end(score, "It is lit." if score > 50 else "It is dark.")
        trial.learn(["Taking the lamp SHOULD BE NECESSARY to light the hall."])
