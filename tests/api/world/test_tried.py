"""What was tried in this state of the world, and taught: told by the graph, and changed by what is near alone."""

import pytest

from clew.api.memory import Memory
from clew.api.world import World

HALL = (
    "-= Hall =-\nYou see a chest. The chest is locked. There is a note 1 on the floor. There is an exit to the north."
)
ATTIC = "-= Attic =-\nThere is a key 1 on the floor. There is a lamp on the floor. There is an exit to the south."
NOTE = "Brass opens what is locked."
LOCKED = "It seems to be locked."
CHEST = "open chest"
WALK = [
    ("", HALL),
    ("examine note 1", NOTE),
    (CHEST, LOCKED),
    (CHEST, LOCKED),
]


def walked(memory: Memory, *more: tuple[str, str]) -> World:
    world = World(memory, reader="rules")
    for action, text in (*WALK, *more):
        world.observe(text, action=action)
    return world


def test_an_attempt_tells_what_it_taught(memory: Memory) -> None:
    world = walked(memory)
    note, chest = world.tried("examine note 1"), world.tried(CHEST)
    assert note
    assert chest
    assert (note.step, note.text, note.known, note.taught) == (1, NOTE, False, True)
    assert (chest.step, chest.run, chest.known, chest.taught) == (3, "run", True, False)
    assert chest.new == chest.ended == ()
    assert world.tried("go north") is world.tried("") is None
    assert world.attempts([]) == {}
    assert set(world.attempts(["go north", CHEST, "examine note 1", CHEST])) == {CHEST, "examine note 1"}
    first = world.tried(CHEST, as_of=2)
    assert first
    assert (first.step, first.taught) == (2, True)


def test_what_changes_far_away_is_another_matter(memory: Memory) -> None:
    away = ("go north", ATTIC), ("open hatch", "You open the hatch, revealing a rope."), ("go south", HALL)
    world = walked(memory, *away)
    tried = world.tried(CHEST)
    assert tried
    assert not tried.taught


def test_what_was_tried_elsewhere_was_not_tried_here(memory: Memory) -> None:
    assert walked(memory, ("go north", ATTIC)).tried(CHEST) is None


def test_what_is_fetched_makes_it_worth_another_try(memory: Memory) -> None:
    fetched = ("go north", ATTIC), ("take key 1", "You pick up the key 1."), ("take key 1", "You take the key 1.")
    assert walked(memory, *fetched, ("go south", HALL)).tried(CHEST) is None


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("push brick", "You see a lever."),
        ("read plate", "The key 9 unlocks the chest."),
        ("unlock chest", "You unlock the chest with the key 9."),
        ("take note 1", "You take the note 1."),
    ],
)
def test_what_changes_here_makes_it_worth_another_try(action: str, text: str, memory: Memory) -> None:
    assert walked(memory, (action, f"-= Hall =-\n{text}" if "You see" in text else text)).tried(CHEST) is None


def test_what_an_attempt_ended_is_told_where_it_moved_or_is_not_in_this_state(memory: Memory) -> None:
    world = walked(memory, ("go north", ATTIC), ("go south", HALL), ("go north", ATTIC), ("go south", HALL))
    tried = world.tried("go north")
    assert tried
    assert tried.known
    assert tried.moved
    assert tried.taught
    assert {each.subject for each in tried.ended} == {"player"}


def test_where_the_place_is_unknown_no_state_is(memory: Memory) -> None:
    world = World(memory, reader="rules")
    for _ in range(3):
        world.observe("It is dark.", action="look")
    assert world.tried("look") is None


def test_what_was_done_is_told_in_whatever_state(memory: Memory) -> None:
    world = walked(memory, ("take note 1", "You take the note 1."), ("go north", ATTIC))
    assert [(each.action, each.step, each.text) for each in world.done(["examine", "read"])] == [
        ("examine note 1", 1, NOTE)
    ]
    assert [each.step for each in world.done("open")] == [3]
    assert world.done("open", as_of=1) == ()


def test_a_verb_of_several_words_is_told_from_one_that_begins_alike(memory: Memory) -> None:
    world = World(memory, reader="rules")
    for step, action in enumerate(("pick up note 1", "pick upper leaf", "pick flower", "pick up")):
        world.observe(f"Answer {step}.", action=action)
    assert [each.action for each in world.done("pick up")] == ["pick up", "pick up note 1"]
    assert [each.step for each in world.done("pick")] == [3, 2, 1, 0]


def test_visits_end_when_a_place_is_left(memory: Memory) -> None:
    world = walked(memory, ("go north", ATTIC))
    (arrived,) = (each.since for each in world.triplets("player", "is in"))
    assert world.visits(["the Hall", "attic", "moon"])["hall"] == arrived
    assert set(world.visits(["hall", "moon"])) == {"hall"}
