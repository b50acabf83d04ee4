"""Several who observe in one space at once: each result is that of one after the other, in the order they came in."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from tests.api.world.walks import Walk, held, observe, walk

from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import Conflict
from clew.graph.queries import generated
from clew.model.world import Observed

WALKS = (walk(1), walk(2))

EPISODES = """
    MATCH (episode:Clew:Episode {space: $space})
    RETURN episode.session AS run, episode.position AS step, episode.action AS action, episode.text AS text
    ORDER BY episode.created_at
"""

BELIEVED = """
    MATCH (subject)<-[:SUBJECT]-(triplet:Clew:Triplet {space: $space})-[:OBJECT]->(object)
    WHERE triplet.expired_at.year = 9999
    RETURN subject.name AS subject, triplet.slot AS slot, triplet.predicate AS predicate, object.name AS object
"""

NAMES = "MATCH (thing:Clew:Entity {space: $space}) RETURN thing.name AS name, count { (thing)-[:SAME_AS]->() } AS meant"


@pytest.fixture
def doors(open_memory: Callable[..., Memory]) -> tuple[Memory, Memory]:
    """Two into one space, each with a driver of its own."""
    first = open_memory()
    return first, open_memory(first.space.name)


def together(*work: Callable[[], Sequence[Observed]]) -> list[Sequence[Observed]]:
    """Do all at once; they begin at one moment."""
    begin = Barrier(len(work))

    def waiting(each: Callable[[], Sequence[Observed]]) -> Sequence[Observed]:
        begin.wait(60)
        return each()

    with ThreadPoolExecutor(len(work)) as threads:
        return list(threads.map(waiting, work))


def walking(memory: Memory, run: str, steps: Walk) -> Callable[[], list[Observed]]:
    world = World(memory, run)
    return lambda: [world.observe(text, action=action) for action, text in steps]


def episodes(memory: Memory) -> list[tuple[str, int, str, str]]:
    rows = memory.space.read(generated("episodes", EPISODES))
    return [(row["run"], row["step"], row["action"], row["text"]) for row in rows]


def is_as_one_after_the_other(shared: Memory, alone: Memory, folder: Path) -> None:
    """The same observations in the order of their instants, by one writer, give the same graph."""
    for run, step, action, text in episodes(shared):
        assert World(alone, run).observe(text, action=action).step == step
    assert held(shared, folder) == held(alone, folder)


def is_sound(memory: Memory) -> None:
    """Nothing is believed twice, and nothing is in two places or two states."""
    rows = memory.space.read(generated("believed", BELIEVED))
    believed = [(row["subject"], row["predicate"], row["object"]) for row in rows]
    slots = [(row["subject"], row["slot"]) for row in rows if row["slot"]]
    assert sorted(believed) == sorted(set(believed))
    assert sorted(slots) == sorted(set(slots))
    assert ("player", "place") in slots


@pytest.mark.slow
def test_two_runs_share_a_space(
    doors: tuple[Memory, Memory], open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    steps = [[each.step for each in seen] for seen in together(*map(walking, doors, ("a", "b"), WALKS))]
    assert steps == [list(range(len(each))) for each in WALKS]
    stored = episodes(doors[0])
    for run, its in zip(("a", "b"), WALKS, strict=True):
        assert [each[2:] for each in stored if each[0] == run] == its
    is_sound(doors[0])
    is_as_one_after_the_other(doors[0], open_memory(), tmp_path)


@pytest.mark.slow
def test_two_writers_of_one_run(
    doors: tuple[Memory, Memory], open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    both = together(*map(walking, doors, ("run", "run"), WALKS))
    assert sorted(each.step for seen in both for each in seen) == list(range(sum(map(len, WALKS))))
    stored = {step: (action, text) for _, step, action, text in episodes(doors[0])}
    for seen, its in zip(both, WALKS, strict=True):
        assert [stored[each.step] for each in seen] == its
    is_sound(doors[0])
    is_as_one_after_the_other(doors[0], open_memory(), tmp_path)


def test_two_who_tell_the_same_walk_by_its_steps_write_it_once(
    doors: tuple[Memory, Memory], open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    def telling(memory: Memory) -> Callable[[], list[Observed]]:
        return lambda: [each for step in range(len(WALKS[0])) for each in told(World(memory), step)]

    told_once = together(*map(telling, doors))
    assert {each.step for seen in told_once for each in seen} == set(range(len(WALKS[0])))
    alone = open_memory()
    observe(World(alone), WALKS[0])
    assert held(doors[0], tmp_path) == held(alone, tmp_path)


def told(world: World, step: int) -> list[Observed]:
    """A step of the first walk; nothing where the other has gone on already."""
    action, text = WALKS[0][step]
    try:
        return [world.observe(text, action=action, step=step)]
    except Conflict:
        return []


def test_two_who_meet_the_same_things_under_other_names_make_one_of_each(doors: tuple[Memory, Memory]) -> None:
    def naming(memory: Memory, run: str, thing: str) -> Callable[[], list[Observed]]:
        seen = [
            ("look", f"-= Hall =-\nYou see a {thing.format(colour)}.") for colour in ("red", "blue", "white", "black")
        ]
        return walking(memory, run, seen)

    together(*map(naming, doors, ("a", "b"), ("{} cook book", "{} cookbook")))
    names = {row["name"]: row["meant"] for row in doors[0].space.read(generated("names", NAMES))}
    assert len(names) == 10
    assert {name for name, meant in names.items() if not meant} == {"hall", "player", *World(doors[0]).inside("hall")}
    assert len(World(doors[0]).inside("hall")) == 5
