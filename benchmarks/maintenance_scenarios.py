"""Stores of `maintenance.py`: what is told, taken away and brought back, and what must be found afterwards.

Each scenario is of one kind of memory. It changes a memory and a flat index of the same texts. It yields questions with
the texts that hold then, and those that do not. All is drawn from a seed, and each question has a subject of its own.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from langchain_core.embeddings import Embeddings

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.working import WorkingMemory
from clew.api.world import World
from clew.errors import NotFound
from clew.loaders.knowledge.reflection import Reflection, write_reflections
from clew.model import Fact, Filter, Turn
from clew.model.scene import Layout, Point, Thing
from clew.text.instants import now

BEGIN = datetime(2026, 1, 5, 9, tzinfo=UTC)
DAY = timedelta(days=1)
LIMIT = 10
"""Texts that the flat index returns, of at least five times as many."""

DELETION, ABSENCE, CASCADE, UPDATES, CONFLICT, RETURN = (
    *("deletion", "absence", "cascade", "chain of updates"),
    *("conflicting sources", "retraction and return"),
)
FAMILIES = (DELETION, ABSENCE, CASCADE, UPDATES, CONFLICT, RETURN)
TOWNS = ("Oslo", "Rome", "Lima", "Bonn", "Turin", "Quito", "Accra", "Hanoi")
ROOMS = ("hall", "kitchen", "pantry", "attic", "cellar")
SYLLABLES = ("ka", "lo", "mi", "ru", "te", "so", "ni", "va", "pe", "du", "zo", "fi")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the texts that must be found and those that must not, and what the memory found."""

    kind: str
    family: str
    question: str
    right: frozenset[str]
    wrong: frozenset[str]
    found: frozenset[str]

    def is_answered(self, found: frozenset[str]) -> bool:
        """Return True if all is found that holds, and nothing that does not."""
        return self.right <= found and not self.wrong & found


class Flat:
    """A memory of vectors only: it keeps texts, removes the one that is asked for, and returns the closest."""

    def __init__(self, encoder: Embeddings) -> None:
        self._encoder = encoder
        self._vectors: dict[str, list[float]] = {}

    def add(self, *texts: str) -> None:
        """Keep texts."""
        self._vectors |= zip(texts, self._encoder.embed_documents(list(texts)), strict=True)

    def remove(self, text: str) -> None:
        """Remove a text; what was made of it is not known."""
        self._vectors.pop(text, None)

    def found(self, question: str) -> frozenset[str]:
        """Return the closest texts."""
        texts = list(self._vectors)
        scores = np.array(list(self._vectors.values())) @ np.array(self._encoder.embed_query(question))
        return frozenset(texts[place] for place in np.argsort(-scores, kind="stable")[:LIMIT])


class Store:
    """A memory, a flat index beside it, and names that nothing else has."""

    def __init__(self, memory: Memory, flat: Flat, rng: random.Random) -> None:
        self.memory, self.flat, self.rng = memory, flat, rng
        self._names = set[str]()

    def name(self) -> str:
        """Return a new name."""
        while (name := "".join(self.rng.choices(SYLLABLES, k=3)).capitalize()) in self._names:
            pass
        self._names.add(name)
        return name

    def towns(self, number: int) -> list[str]:
        """Return different towns."""
        return self.rng.sample(TOWNS, number)

    def say(self, session: str, *said: str) -> list[str]:
        """Remember turns; return their ids."""
        self.memory.remember([Turn(text, "Ann", BEGIN + DAY * day) for day, text in enumerate(said)], session=session)
        self.flat.add(*said)
        return [f"episode:{session}/{place}" for place in range(len(said))]

    def state(
        self, text: str, sources: Sequence[str] = (), *, since: datetime | None = None, replaces: str = ""
    ) -> str:
        """Remember a fact; return its id."""
        self.memory.remember_facts([Fact(text, tuple(sources), valid_from=since, replaces=replaces)])
        self.flat.add(text)
        found = self.memory.facts(Filter(kinds=["fact"], as_of=since), limit=1000)
        return next(fact.id for fact in found if fact.text == text)

    def reflect(self, text: str, *facts: str) -> str:
        """Write a reflection on facts; return its id."""
        found = [Reflection(text, tuple(sorted(facts)), self.memory.space.embed([text])[0])]
        self.memory.space.transaction(lambda run: (run.lock(), write_reflections(run, found, now())))
        self.flat.add(text)
        return next(each.id for each in self.memory.search(Filter(kinds=["reflection"])) if each.text == text)

    def retract(self, id: str, text: str) -> None:
        """Take a memory back, and its text."""
        self.memory.retract(id)
        self.flat.remove(text)

    def reinstate(self, id: str, text: str) -> None:
        """Bring it back."""
        self.memory.reinstate(id)
        self.flat.add(text)

    def forget(self, *said: str, ids: str = "", session: str | None = None) -> None:
        """Forget by id or a session, and remove the texts that are meant by it."""
        self.memory.forget(ids=ids or (), session=session)
        for text in said:
            self.flat.remove(text)

    def told(self, question: str, kind: str, as_of: datetime | None = None) -> frozenset[str]:
        """Return what recall and the list of a kind tell, where the list has something to do with the question."""
        where = Filter(kinds=[kind], as_of=as_of)
        listed = {each.text for each in self.memory.search(where, limit=1000)}
        return frozenset(hit.text for hit in self.memory.recall(question, where, limit=50).hits if hit.text in listed)


def facts(store: Store) -> Iterator[Asked]:
    """Facts that turns say or a caller tells."""

    def asked(family: str, name: str, right: set[str], wrong: set[str], as_of: datetime | None = None) -> Asked:
        question = f"Where does {name} live?"
        found = store.told(question, "fact", as_of)
        return Asked("facts", family, question, frozenset(right), frozenset(wrong), found)

    name, (one, other) = store.name(), store.towns(2)
    lives, likes = f"{name} lives in {one}.", f"{name} likes {other}."
    id, _ = store.state(lives), store.state(likes)
    store.forget(lives, ids=id)
    yield asked(DELETION, name, {likes}, {lives})

    name, (one, other) = store.name(), store.towns(2)
    said = [f"{name} wrote from {one}.", f"{name} wrote from {other}."]
    turns = store.say(name, *said)
    lives, likes = f"{name} lives in {one}.", f"{name} likes {other}."
    store.state(lives, turns[:1])
    store.state(likes, turns)
    store.forget(*said, session=name)
    yield asked(ABSENCE, name, set(), {lives, likes})

    name, (one, other) = store.name(), store.towns(2)
    said = [f"{name} wrote from {one}.", f"{name} wrote from {other}."]
    turns = store.say(name, *said)
    lives = [f"{name} lives in {one}.", f"{name} visits {other}."]
    for turn, text in zip(turns, lives, strict=True):
        store.state(text, [turn])
    store.forget(said[0], ids=turns[0])
    yield asked(CASCADE, name, {lives[1]}, {lives[0]})

    name, towns = store.name(), store.towns(5)
    texts = [f"{name} lives in {town}." for town in towns]
    first = store.state(texts[0], since=BEGIN)
    for place in store.rng.sample(range(1, 5), 4):
        store.state(texts[place], since=BEGIN + DAY * place, replaces=first)
    yield asked(UPDATES, name, {texts[4]}, {*texts[:4]})
    then = store.rng.randrange(4)
    yield asked(UPDATES, name, {texts[then]}, {*texts} - {texts[then]}, BEGIN + DAY * then + DAY / 2)

    name, (one, other) = store.name(), store.towns(2)
    said = [f"{name} is at home in {one}.", f"{name} moved to {other}."]
    turns = store.say(name, *said)
    old, new = f"{name} lives in {one}.", f"{name} lives in {other}."
    first = store.state(old, [turns[0]], since=BEGIN)
    id = store.state(new, [turns[1]], since=BEGIN + DAY, replaces=first)
    yield asked(CONFLICT, name, {new}, {old})
    store.retract(turns[1], said[1])
    yield asked(RETURN, name, {old}, {new})
    store.reinstate(turns[1], said[1])
    yield asked(RETURN, name, {new}, {old})
    store.retract(id, new)
    yield asked(RETURN, name, {old}, {new})
    store.reinstate(id, new)
    store.forget(said[1], ids=turns[1])
    yield asked(CONFLICT, name, {old}, {new})


def reflections(store: Store) -> Iterator[Asked]:
    """Reflections on facts: three hops from a session."""

    def asked(family: str, name: str, right: set[str], wrong: set[str]) -> Asked:
        question = f"What is {name} like?"
        found = store.told(question, "reflection")
        return Asked("reflections", family, question, frozenset(right), frozenset(wrong), found)

    def written() -> tuple[str, list[str], list[str], list[str], str]:
        name = store.name()
        said = [f"{name} told of a trip to {town}." for town in store.towns(3)]
        turns = store.say(name, *said)
        ids = [store.state(f"{name} travelled {number} times.", [turn]) for number, turn in enumerate(turns)]
        return name, said, turns, ids, f"{name} is fond of travelling."

    name, _, _, ids, fond = written()
    wise = f"{name} is wise."
    id, _ = store.reflect(fond, *ids[:2]), store.reflect(wise, *ids[1:])
    store.forget(fond, ids=id)
    yield asked(DELETION, name, {wise}, {fond})

    name, said, turns, ids, fond = written()
    wise = f"{name} is wise."
    store.reflect(fond, *ids[:2])
    store.reflect(wise, ids[2])
    store.forget(said[0], ids=turns[0])
    yield asked(CASCADE, name, {wise}, {fond})
    store.forget(*said, session=name)
    yield asked(ABSENCE, name, set(), {fond, wise})

    name, said, turns, ids, fond = written()
    store.reflect(fond, *ids[:2])
    store.retract(turns[0], said[0])
    yield asked(RETURN, name, set(), {fond})
    store.reinstate(turns[0], said[0])
    yield asked(RETURN, name, {fond}, set())
    store.state(f"{name} stays at home.", since=BEGIN + 9 * DAY, replaces=ids[1])
    yield asked(UPDATES, name, set(), {fond})

    name, said, turns, ids, fond = written()
    store.reflect(fond, ids[0], ids[1])
    store.reflect(fond, ids[2])
    store.forget(said[0], ids=turns[0])
    yield asked(CONFLICT, name, {fond}, set())
    store.forget(said[2], ids=turns[2])
    yield asked(CONFLICT, name, set(), {fond})


def triplets(store: Store) -> Iterator[Asked]:
    """Triplets of a world in which a thing is seen here and there."""

    def asked(family: str, thing: str, right: Sequence[str], wrong: Sequence[str], as_of: int | None = None) -> Asked:
        chain = world.where(thing, as_of=as_of)
        place = chain[0] if chain else ""
        listed = store.told(f"Where is {thing}?", "triplet") if as_of is None else frozenset(right)
        found = {f"{thing} is on {place}"} if place else set[str]()
        is_same = listed & {*right, *wrong} == found & {*right, *wrong}
        known = frozenset(found if is_same else {*found, *listed})
        return Asked("triplets", family, f"Where is {thing}?", frozenset(right), frozenset(wrong), known)

    thing, run = f"{store.name().lower()} 1", store.name()
    world = World(store.memory, run, reader="rules")
    places = [f"{store.name().lower()} shelf" for _ in ROOMS]
    texts = [f"{thing} is on {place}" for place in places]
    saws = list[str]()
    for step, (room, place, text) in enumerate(zip(ROOMS, places, texts, strict=True)):
        saw = f"-= {room.capitalize()} =-\nYou see a {place}. On the {place} you see a {thing}. There is an exit north."
        saws.append(saw)
        world.observe(saw, action="go north" if step else "")
        store.flat.add(saw, text)
    yield asked(UPDATES, thing, texts[-1:], texts[:-1])
    then = store.rng.randrange(4)
    yield asked(UPDATES, thing, [texts[then]], [text for text in texts if text != texts[then]], then)
    (last,) = [each for each in world.triplets(thing) if each.triplet.object == places[-1]]
    store.retract(last.id, texts[-1])
    yield asked(RETURN, thing, [texts[-2]], [texts[-1]])
    store.reinstate(last.id, texts[-1])
    yield asked(RETURN, thing, [texts[-1]], texts[:-1])
    store.forget(saws[4], ids=f"episode:{run}/4")
    yield asked(CONFLICT, thing, [texts[-2]], [texts[-1]])
    (last,) = [each for each in world.triplets(thing) if each.triplet.object == places[-2]]
    store.forget(texts[-2], ids=last.id)
    yield asked(DELETION, thing, [texts[-3]], texts[-2:])
    store.forget(saws[2], ids=f"episode:{run}/2")
    yield asked(CASCADE, thing, [texts[1]], texts[2:])
    store.forget(*saws, session=run)
    yield asked(ABSENCE, thing, [], texts)


def learnings(store: Store) -> Iterator[Asked]:
    """Learnings of trials: versions that continue each other."""
    memory, door = store.memory, Learnings(store.memory)
    task, place = store.name(), store.name()
    door.task(task, f"Repair the {task}.")
    door.environment(place, f"The yard of {place}.")
    texts = [f"Turning the {task} {number} times MAY BE NECESSARY to repair it." for number in range(4)]

    def asked(family: str, right: Sequence[str], wrong: Sequence[str], as_of: datetime | None = None) -> Asked:
        held = door.current(task, place, as_of=as_of)
        found = frozenset(each.learning.text for each in held.learnings) if held else frozenset[str]()
        question = f"How is the {task} repaired?"
        told = store.told(question, "learning", as_of)
        known = found & told | told & frozenset(wrong)
        return Asked("learnings", family, question, frozenset(right), frozenset(wrong), known)

    names, moments = list[str](), list[datetime]()
    for number in range(3):
        trial = door.begin(task, place)
        trial.step("turn it", f"It creaks {number} times.", score=number)
        trial.end(number)
        trial.learn([texts[number], texts[3]])
        store.flat.add(texts[number], texts[3])
        names.append(trial.name)
        moments.append(now())
    yield asked(UPDATES, [texts[2], texts[3]], texts[:2])
    yield asked(UPDATES, [texts[1]], [texts[0], texts[2]], moments[1])
    held = door.current(task, place)
    newest = held.learnings[0].id if held else ""
    store.retract(newest, texts[2])
    yield asked(RETURN, [texts[3]], texts[:3])
    store.reinstate(newest, texts[2])
    yield asked(RETURN, [texts[2], texts[3]], texts[:2])
    store.forget(texts[2], ids=f"trial:{names[2]}")
    yield asked(CONFLICT, [texts[1], texts[3]], [texts[0], texts[2]])
    held = door.current(task, place)
    store.forget(texts[1], ids=held.learnings[0].id if held else "")
    yield asked(DELETION, [texts[3]], texts[:3])
    memory.forget(ids=f"trial:{names[1]}")
    yield asked(CASCADE, [texts[0], texts[3]], texts[1:3])
    memory.forget(ids=f"task:{task}")
    yield asked(ABSENCE, [], texts)


def summaries(store: Store) -> Iterator[Asked]:
    """Summaries of closed subgoals, which fall with any of their steps."""
    work, name = WorkingMemory(store.memory), store.name()
    work.begin(f"Sort the letters of {name}.", name=name)
    saw = list[str]()
    for number in range(3):
        work.subgoal(f"Sort pile {number} of {name}.")
        for step in range(2):
            saw.append(f"You hold letter {number} {step} of {name}.")
            work.step(f"take letter {number} {step}", saw[-1])
    work.subgoal("Rest.")
    summed = [each.summary.text for each in work.run.subgoals if each.summary]
    store.flat.add(*saw, *(f"Summary: {text}" for text in summed))

    def asked(family: str, right: Sequence[str], wrong: Sequence[str]) -> Asked:
        try:
            shown = WorkingMemory(store.memory).resume(name).subgoals
        except NotFound:
            shown = ()
        found = frozenset(f"Summary: {each.summary.text}" for each in shown if each.summary)
        holds, fell = (frozenset(f"Summary: {text}" for text in texts) for texts in (right, wrong))
        return Asked("summaries", family, f"Which letters does {name} hold?", holds, fell, found)

    store.forget(saw[0], ids=f"episode:{name}/0")
    yield asked(CASCADE, summed[1:], summed[:1])
    store.forget(saw[3], ids=f"episode:{name}/3")
    yield asked(CASCADE, summed[2:], summed[:2])
    store.forget(*saw, session=name)
    yield asked(ABSENCE, [], summed)


def scene(store: Store) -> Iterator[Asked]:
    """Things that are seen in one state and another."""
    door, name = Scene(store.memory), store.name()
    spots = tuple((0.25 * place, 0.0) for place in range(20))
    thing = Thing(f"{name}|1", name, Point(0.25, 0.8, 0.0))
    door.load(Layout(name, spots, (thing,)), at=BEGIN)
    seen = [f"{name} at {0.25 + number}" for number in range(4)]
    store.flat.add(*seen)
    for number in range(1, 4):
        door.update([replace(thing, location=Point(0.25 + number, 0.8, 0.0))], at=BEGIN + DAY * number)

    def asked(family: str, right: Sequence[str], wrong: Sequence[str], as_of: datetime | None = None) -> Asked:
        found = frozenset(f"{name} at {each.location.x}" for each in door.objects(ids=[thing.id], as_of=as_of))
        return Asked("scene", family, f"Where is {name}?", frozenset(right), frozenset(wrong), found)

    yield asked(UPDATES, seen[3:], seen[:3])
    then = store.rng.randrange(3)
    yield asked(UPDATES, [seen[then]], [text for text in seen if text != seen[then]], BEGIN + DAY * then + DAY / 2)
    sightings = [each.id for each in store.memory.search(Filter(kinds=["sighting"])) if each.text.startswith(name)]
    store.forget(seen[3], ids=sightings[0] if sightings else "")
    yield asked(DELETION, [], seen)
    door.update([replace(thing, location=Point(4.25, 0.8, 0.0))], at=BEGIN + DAY * 5)
    again = f"{name} at 4.25"
    store.flat.add(again)
    yield asked(CONFLICT, [again], seen)
    store.forget(again, ids=f"object:{thing.id}")
    yield asked(CASCADE, [], [*seen, again])
    yield asked(ABSENCE, [], [*seen, again])


SCENARIOS: Mapping[str, Callable[[Store], Iterator[Asked]]] = {
    each.__name__: each for each in (facts, reflections, triplets, learnings, summaries, scene)
}
"""By kind of memory."""
