"""What memory believed at an instant is what it answered then: each answer is noted, and asked for again later."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.scene import Scene
from clew.api.world import World
from clew.errors import ClewError, InvalidInput, NotFound
from clew.model import Fact, Filter, Turn
from clew.model.scene import Layout, Point, Thing
from clew.text.instants import now

Answers = Mapping[str, object]
MAY, DAY = datetime(2023, 5, 8, 9, tzinfo=UTC), timedelta(days=1)
NAMES = ("Ann", "Ben", "Miso")


class Noted:
    """The answers of a memory at instants, and how it is asked for them now or later."""

    def __init__(self, ask: Callable[[Mapping[str, Any]], Answers]) -> None:
        self._ask, self._noted = ask, list[tuple[datetime, Answers]]()

    def note(self) -> None:
        """Note what memory answers now."""
        answers = self._ask({})
        self._noted.append((now(), answers))

    def hold(self) -> None:
        """Hold that it answers so of each instant."""
        for instant, answers in self._noted:
            assert self._ask({"known_at": instant}) == answers


def known_of(memory: Memory, name: str, when: Mapping[str, Any]) -> object:
    """The facts on somebody; none of who has no name yet: names are those of now."""
    try:
        return memory.profile(name, **when).topics
    except NotFound:
        return {}


def conversations(memory: Memory) -> Callable[[Mapping[str, Any]], Answers]:
    def ask(when: Mapping[str, Any]) -> Answers:
        sessions = memory.sessions(**when).items
        facts = {name: known_of(memory, name, when) for name in NAMES}
        return {
            "sessions": sessions,
            "turns": {each.name: memory.turns(each.name, **when) for each in sessions},
            "entities": memory.entities(**when).items,
            "facts": facts,
        }

    return ask


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_sessions_turns_names_and_profiles_are_those_of_then(memory: Memory, seed: int) -> None:
    random, noted, ids = Random(seed), Noted(conversations(memory)), [memory.add("I met Ann in Oslo.", session="s0")]
    for number in range(14):
        who = random.choice(NAMES)
        with suppress(ClewError):
            match random.choice(("say", "say", "state", "state", "correct", "retract", "reinstate")):
                case "say":
                    session = f"s{random.randrange(3)}"
                    turn = Turn(f"I met {random.choice(NAMES)} in Town{number}.", who, MAY + number * DAY)
                    ids.append(memory.add(turn.text, session=session, speaker=turn.speaker, at=turn.at))
                case "state":
                    source = tuple(each for each in ids if each.startswith("episode:"))[-1:]
                    memory.remember_facts([Fact(f"{who} likes thing {number % 4}.", source, 0.7, MAY + number * DAY)])
                    ids += [each.id for each in memory.facts() if each.id not in ids]
                case "correct":
                    ids.append(memory.correct(random.choice(ids), f"{who} is in Town{number}.").id)
                case "retract":
                    memory.retract(random.choice(ids))
                case _:
                    memory.reinstate(random.choice(ids))
        noted.note()
    noted.hold()


def test_the_turns_of_then_are_exported(memory: Memory, tmp_path: Path) -> None:
    memory.remember([Turn("I live in Oslo.", "Ann", MAY), Turn("I like rain.", "Ann", MAY)], session="s")
    path, then = tmp_path / "turns.jsonl", now()
    assert memory.export(path, Filter(speaker="Ann")) == 2
    before = path.read_text("utf-8")
    memory.correct("episode:s/0", "I live in Bergen.")
    memory.retract("episode:s/1")
    memory.add("I moved to Rome.", session="t", speaker="Ann", at=now())
    for where in (Filter(known_at=then), Filter(speaker="Ann", as_of=then, known_at=then)):
        assert memory.export(path, where) == 2
        assert path.read_text("utf-8") == before
    assert memory.export(path, Filter(known_at=now())) == 2
    assert "Bergen" in path.read_text("utf-8")
    with pytest.raises(InvalidInput, match="give until"):
        memory.export(path, Filter(as_of=then))
    with pytest.raises(NotFound, match="no turn of space"):
        memory.export(path, Filter(known_at=MAY))


def test_pages_of_then_follow_each_other(memory: Memory) -> None:
    for number in range(3):
        memory.add("I met Ann.", session=f"s{number}", at=MAY + number * DAY)
    then = now()
    memory.add("I met Ben.", session="s9", at=MAY + 9 * DAY)
    first = memory.sessions(limit=2, known_at=then)
    rest = memory.sessions(limit=2, after=first.after, known_at=then)
    assert [each.name for each in (*first, *rest)] == ["s2", "s1", "s0"]
    assert rest.after == ""
    assert memory.turns("s9", known_at=then) == ()
    with pytest.raises(InvalidInput, match="known_at"):
        memory.sessions(known_at="May")  # pyright: ignore[reportArgumentType]


def world_of(memory: Memory) -> Callable[[Mapping[str, Any]], Answers]:
    world = World(memory, "walk")

    def ask(when: Mapping[str, Any]) -> Answers:
        return {
            "triplets": world.triplets(**when),
            "place": world.place(**when),
            "where": {thing: world.where(thing, **when) for thing in ("key 1", "lamp", "coin")},
            "inside": world.inside("chest", **when),
            "contents": world.contents("hall", **when),
            "inventory": world.inventory(**when),
            "unexplored": world.unexplored(**when),
            "route": world.route("attic", **when),
            "nearest": world.nearest(**when),
            "recall": {each.id for each in world.recall(["key 1", "something shiny"], width=50, **when).triplets},
        }

    return ask


WALK = (
    ("", "-= Hall =-\nYou see a table. On the table you see a key 1. You see a chest. There is an exit to the north."),
    ("take key 1 from table", "You take the key 1 from the table."),
    ("go north", "-= Attic =-\nThere is a lamp on the floor. There is an exit to the south."),
    ("take lamp", "You take the lamp."),
    (
        "go south",
        "-= Hall =-\nYou see a table. You see a chest. In the chest you see a coin. There is an exit to the north.",
    ),
    ("put key 1 on table", "You put the key 1 on the table."),
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_world_is_told_as_it_was_believed(memory: Memory, seed: int) -> None:
    random, world, noted = Random(seed), World(memory, "walk"), Noted(world_of(memory))
    for action, text in WALK:
        world.observe(text, action=action)
        noted.note()
        ids = [each.id for each in memory.search(Filter(kinds=["triplet"], known_at=now()), limit=1000)]
        for change in (memory.retract, memory.reinstate):
            with suppress(ClewError):
                change(random.choice(ids))
            noted.note()
    noted.hold()


def test_a_retraction_counts_from_its_moment_on(memory: Memory) -> None:
    world = World(memory, "walk")
    for action, text in WALK[:2]:
        world.observe(text, action=action)
    carried, taken = now(), world.triplets("key 1")[0]
    memory.retract(taken.id)
    assert world.where("key 1") == ("table", "hall")
    assert world.where("key 1", as_of=carried) == ("inventory",)
    assert world.where("key 1", as_of=carried, known_at=now()) == ("table", "hall")
    assert world.where("key 1", as_of=1) == world.where("key 1", known_at=1) == ("inventory",)
    assert {each.id for each in world.triplets("key 1", as_of=carried)} == {taken.id}


def scene_of(memory: Memory) -> Callable[[Mapping[str, Any]], Answers]:
    scene, corner, far = Scene(memory), Point(0.0, 0.8, 0.0), Point(5.0, 0.8, 0.0)

    def ask(when: Mapping[str, Any]) -> Answers:
        return {
            "objects": scene.objects(**when),
            "typed": scene.objects(types=["Cup", "Mug"], **when),
            "here": scene.objects(areas=[scene.area(Point(0.0, 0.0, 0.0)).name], **when),
            "nearest": rounded(scene.nearest(Point(2.0, 0.8, 0.0), limit=3, **when)),
            "cups": rounded(scene.nearest(corner, "Cup", limit=9, within=3.0, **when)),
            "between": rounded(scene.between(corner, far, within=0.3, **when)),
            "history": scene.history("Cup|1", **when),
            "sightings": scene.sightings(**when),
        }

    return ask


def rounded(found: tuple[Any, ...]) -> list[object]:
    """Objects with their metres as far as both ways of reckoning agree."""
    return [replace(each, metres=round(each.metres, 9)) for each in found]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_a_scene_is_told_as_it_was_believed(memory: Memory, seed: int) -> None:
    random, scene, noted = Random(seed), Scene(memory), Noted(scene_of(memory))
    floor = tuple((0.25 * x, 0.0) for x in range(24))
    cups = [Thing(f"Cup|{number}", "Cup", Point(0.5 * number, 0.8, 0.0)) for number in range(4)]
    scene.load(Layout("den", floor, tuple(cups)), at=MAY)
    noted.note()
    for day in range(1, 8):
        place = random.randrange(4)
        moved = Point(0.25 * random.randrange(20), 0.8, 0.1 * random.randrange(4))
        cups[place] = replace(cups[place], type=random.choice(("Cup", "Mug")), location=moved)
        if day == 5:
            cups.append(Thing("Cup|9", "Cup", moved))
            scene.load(Layout("den", floor, tuple(cups)), at=MAY + day * DAY)
        else:
            scene.update([cups[place]], at=MAY + day * DAY)
        noted.note()
    noted.hold()


def learnings_of(memory: Memory) -> Callable[[Mapping[str, Any]], Answers]:
    held = Learnings(memory)

    def ask(when: Mapping[str, Any]) -> Answers:
        pairs = [(task, place) for task in ("boil", "melt") for place in ("house", "ship")]
        about = {"situation": "Wait in the house.", "k": 50, "across": True}
        return {
            "current": [held.current(*pair, **when) for pair in pairs],
            "versions": [held.versions(*pair, **when) for pair in pairs],
            "archive": held.archive(**when),
            "contradictions": held.contradictions(**when),
            "all": held.select(**about, mode="all", **when),
            "close": {each.stored.learning for each in held.select(**about, mode="similarity", **when)},
            "led to": {each.stored.learning for each in held.select(**about, task="boil", **when)},
        }

    return ask


LINES = (
    "Waiting SHOULD BE NECESSARY to boil water.",
    "Waiting DOES NOT CONTRIBUTE to boiling water.",
    "Opening the stove MAY CONTRIBUTE to melting ice.",
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_learnings_are_told_as_they_were_believed(memory: Memory, seed: int) -> None:
    random, held, noted = Random(seed), Learnings(memory), Noted(learnings_of(memory))
    for name in ("boil", "melt"):
        held.task(name)
    for name in ("house", "ship"):
        held.environment(name)
    noted.note()
    for number in range(8):
        trial = held.begin(random.choice(("boil", "melt")), random.choice(("house", "ship")), name=f"trial-{number}")
        trial.step("wait", f"It is {number} o'clock.")
        trial.end(random.randrange(-100, 100))
        noted.note()
        trial.learn(random.sample(LINES, 2))
        noted.note()
        ids = [each.id for each in memory.search(Filter(kinds=["learning"], known_at=now()), limit=1000)]
        for change in (memory.retract, memory.reinstate):
            with suppress(ClewError):
                change(random.choice(ids))
            noted.note()
    noted.hold()


def test_a_restored_export_knows_what_was_believed(
    memory: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    memory.add("I live in Oslo.", session="s", speaker="Ann", at=MAY)
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",), 0.8, MAY)])
    then, asked = now(), conversations(memory)({})
    memory.retract("episode:s/0")
    memory.export(tmp_path / "space.jsonl")
    other = open_memory()
    other.restore(tmp_path / "space.jsonl")
    assert conversations(other)({"known_at": then}) == asked
