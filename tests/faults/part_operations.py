"""What is interrupted of scenes, learnings, working memory and stores: each begins where it was interrupted."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from clew.agents.store import ClewStore
from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.short_term import ShortTermMemory
from clew.api.working import WorkingMemory
from clew.errors import Conflict, NotFound
from clew.model.scene import Layout, Point, Thing

SPOTS = tuple((0.25 * x, 0.25 * y) for x in range(12) for y in range(3))
STEPS = 4
"""Of a trial, and of each subgoal."""

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)


def things(number: int, count: int) -> list[Thing]:
    """Cups on a shelf, each elsewhere and in another state with another number."""
    chance = Random(number)
    shelf = Thing("Shelf|1", "Shelf", Point(0.0, 0.7, 0.0))
    cups = [
        Thing(
            *(f"Cup|{each}", "Cup", Point(0.25 * chance.randrange(12), 0.8, 0.25 * chance.randrange(3))),
            movable=True,
            states=(chance.choice(("dirty", "cleaned")),),
            inside="Shelf|1" if chance.random() < 0.3 else "",
        )
        for each in range(count)
    ]
    return [shelf, *cups]


def load_room(memory: Memory, number: int, _: Path) -> object:
    """Load a room as it is, at a time that rises with the number."""
    room = Layout("den", SPOTS, tuple(things(number, 8)))
    return Scene(memory).load(room, at=BEGAN + timedelta(days=number))


def look_around(memory: Memory, number: int, folder: Path) -> object:
    """Load a room, and begin a session of short-term memory that sees what is in it."""
    with suppress(Conflict):  # some of it was seen after that, when this was done before
        load_room(memory, number, folder)
    lately = ShortTermMemory(memory, capacity=3, name="lately")
    lately.start_session()
    seen = things(number + 1, 4)
    return [lately.see([each], at=BEGAN + timedelta(days=number, hours=1)) for each in seen]


def forget_thing(memory: Memory, _: int, __: Path) -> object:
    """Forget a thing, with where it was seen."""
    return _forgotten(lambda: memory.forget(ids="object:Cup|0"))


def learn(memory: Memory, number: int, _: Path) -> object:
    """Try a task, and learn of it."""
    learnings, name = Learnings(memory), f"trial-{number}"
    learnings.task("cool", "Cool the quaggas.")
    learnings.environment("hall", "A hall of bricks.")
    try:
        trial = learnings.resume(name)
    except NotFound:
        trial = learnings.begin("cool", "hall", name=name)
    record = next(each for each in learnings.trials("cool", "hall") if each.name == name)
    if record.score is None:
        for step in range(trial.length, STEPS):
            trial.step(f"open the fridge {step}", "It is cold.", rationale="Try it.")
        trial.end(number % 100, "It got colder.")
    if not record.set_id:
        trial.learn([f"Opening fridge {number} SHOULD BE NECESSARY to cool the quaggas.", "Be patient."])
    return learnings.current("cool", "hall")


def work(memory: Memory, number: int, _: Path) -> object:
    """Work on a task in two subgoals, from where it stands."""
    working, name = WorkingMemory(memory), f"work-{number}"
    try:
        run = working.resume(name)
    except NotFound:
        run = working.begin(f"Bring {number} quaggas to Lisbon.", name=name)
    if run.outcome is not None:
        return run
    for subgoal in ("Wake a quagga.", "Travel."):
        if subgoal not in [each.text for each in working.run.subgoals]:
            working.subgoal(subgoal)
        if working.run.subgoals[-1].text == subgoal:
            for step in range(len(working.run.subgoals[-1].steps), STEPS):
                working.step(f"call quagga {step}", "It comes.")
    return working.end("They are in the zoo.", met=True)


def forget_work(memory: Memory, number: int, _: Path) -> object:
    """Forget a run with its steps."""
    return _forgotten(lambda: memory.forget(session=f"work-{number}"))


def keep(memory: Memory, number: int, _: Path) -> object:
    """Put items into a store, and delete one of those."""
    store = ClewStore(memory)
    for each in range(6):
        store.put(("users", f"u{number}"), f"k{each}", {"text": f"Quagga {each} of {number} likes apples."})
    return store.delete(("users", f"u{number}"), "k0")


def _forgotten(forget: Callable[[], object]) -> object:
    try:
        return forget()
    except NotFound:
        return None
