"""A space that holds every kind of node and every relationship that is declared."""

from tests.api.memory.talk import Keyed, found, rows, ruled, stating, thinking

from clew.agents.store import ClewStore
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.graph.driver import Graph
from clew.loaders.knowledge.reflection import Reflection, write_reflections
from clew.model import Fact, Turn
from clew.model.scene import Layout, Point, Thing
from clew.text.instants import now

ZOO = "The zoo of Lisbon keeps quaggas. Its director is Ada Quill. " * 30


def fill(memory: Memory, graph: Graph) -> None:
    """Remember, read, consolidate, reflect, observe, look around, work and learn."""
    memory.remember(
        [Turn("Oslo is my home. I like gardens.", "Ann"), Turn("Rome is my home now, not Lisbon.", "Ann")], session="s"
    )
    memory.read(ZOO, title="Lisbon (zoo)")
    homes = found({"text": "Ann lives in Oslo.", "concepts": ["home"]}, {"text": "Ann lives in Rome.", "turns": [2]})
    model = Keyed(
        facts={"my home": homes},
        verdicts=ruled(("Oslo", "Rome", "replaces")),
        triplets={"quaggas": stating(("zoo of Lisbon", "keeps", "quaggas"))},
    )
    thinking(graph, memory, model).consolidate(documents=True)
    passage = rows(memory, "MATCH (p:Passage {space: $space}) RETURN p.id AS id ORDER BY id LIMIT 1")[0]["id"]
    memory.remember_facts([Fact("Ada Quill leads a zoo in Lisbon.", (passage,), concepts=("zoos", "Lisbon"))])
    facts = tuple(row["id"] for row in rows(memory, "MATCH (f:Fact {space: $space}) RETURN f.id AS id ORDER BY id"))
    text = "Ann has never lived in Lisbon."
    thought = Reflection(text, facts, memory.space.embed([text])[0])
    memory.space.transaction(lambda transaction: write_reflections(transaction, [thought], now()))
    world = World(memory, "walk")
    world.observe("-= Hall =-\nYou see a fridge. The fridge is closed. There is a wooden door leading east.")
    world.observe("-= Cellar =-\nYou see a refrigerator. The refrigerator is open.", action="go east")
    memory.add(Turn("Hi Ada! We ate and talked of what had been, and then we ate again. " * 20, "Ann"), session="s")
    scene, shelf = Scene(memory), Thing("Shelf|1", "Shelf", Point(0.0, 0.7, 0.0))
    cup = Thing("Cup|1", "Cup", Point(0.0, 0.8, 0.0), movable=True, inside="Shelf|1")
    scene.load(Layout("den", tuple((0.25 * x, 0.0) for x in range(20)), (shelf, cup)))
    ShortTermMemory(memory).see([cup])
    working = WorkingMemory(memory)
    working.begin("Bring a quagga to Lisbon.", observation="The quaggas sleep.", name="voyage")
    for subgoal in ("Wake a quagga.", "Travel."):
        working.subgoal(subgoal)
        working.step("call it", "It comes.")
    working.retrieve([1])
    working.end("It is in the zoo of Lisbon.", met=True)
    learn(Learnings(memory))
    correct(memory)
    retract(memory)
    ClewStore(memory).put(("users", "ann"), "city", {"text": "Ann lives in Rome."})


def correct(memory: Memory) -> None:
    """Tell a fact, and put right what a turn, that fact and a reflection on it say."""
    misheard = memory.add(Turn("The zoo has two quaggers.", "Ann"), session="misheard")
    memory.correct(misheard, "The zoo has two quaggas.")
    memory.remember_facts([Fact("Ann fears the ventilators.", about="Ann")])
    (told,) = rows(memory, "MATCH (f:Fact {space: $space}) WHERE f.told IS NOT NULL RETURN f.id AS id")
    thought = Reflection("Ann fears machines.", (told["id"],), memory.space.embed(["Ann fears machines."])[0])
    memory.space.transaction(lambda transaction: write_reflections(transaction, [thought], now()))
    (fears,) = rows(memory, "MATCH (r:Reflection {space: $space, text: 'Ann fears machines.'}) RETURN r.id AS id")
    memory.correct(fears["id"], "Ann fears noise.")
    memory.correct(told["id"], "Ann fears the noise of ventilators.")


def retract(memory: Memory) -> None:
    """Take back one of two turns that say a fact, and the other for a while."""
    said = [memory.add(Turn(text, "Ann"), session="doubted") for text in ("It sells tickets.", "Tickets are sold.")]
    memory.remember_facts([Fact("The zoo sells tickets.", (turn,), 0.5) for turn in said])
    memory.retract(said[1])
    memory.reinstate(said[1])
    memory.retract(said[0], "said in jest")


def learn(learnings: Learnings) -> None:
    """Try a task three times, and carry what was learned to another place."""
    learnings.task("cool", "Cool the quaggas with the fridge and some ventilators.")
    for name in ("hall", "cellar"):
        learnings.environment(name, f"A {name} of bricks with a fridge.")
    for score in (10, 60):
        trial = learnings.begin("cool", "hall")
        trial.step("open the fridge", "It is cold.", score=score, used=[1] if trial.in_use else [], rationale="Try it.")
        trial.end(score, "It got colder.")
        trial.learn(["Opening the fridge SHOULD BE NECESSARY to cool the quaggas of Ada Quill.", "Be patient."])
    learnings.summarise("cool", "cellar", ["Be patient."], learnings.archive(task="cool"))
