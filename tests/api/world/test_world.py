"""A walk through a small house: what is remembered of it, what is replaced, and what is answered as of any step."""

import json
from collections.abc import Callable
from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from langchain_core.embeddings import Embeddings

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import Conflict, InvalidInput, NotFound
from clew.model import Filter
from clew.model.triplet import Triplet
from clew.model.world import Route
from clew.server import Address

HALL = "-= Hall =-\nYou see a table. On the table you see a key 1. There is an exit to the north."
KITCHEN = (
    "-= Kitchen =-\nYou see a white locker. The white locker is locked. There is an exit to the south. "
    "There is a closed wooden door leading east."
)
PANTRY = (
    "-= Pantry =-\nThere is a bag of salt, pepper and yeast on the floor. There is an open wooden door leading west."
)
WALK = [
    ("", HALL),
    ("take key 1 from table", "You take the key 1 from the table."),
    ("go north", KITCHEN),
    ("unlock white locker with key 1", "You unlock the white locker with the key 1."),
    ("open white locker", "You open the white locker, revealing a key 2."),
    ("go east", "You have to open the wooden door first."),
    ("open wooden door", "You open the wooden door."),
    ("go east", PANTRY),
]


class Counting(Embeddings):
    """The encoder, and what it was given."""

    def __init__(self, encoder: MiniLM) -> None:
        self.encoder, self.identity, self.texts = encoder, encoder.identity, list[str]()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.texts += texts
        return self.encoder.embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.encoder.embed_query(text)


def walked(memory: Memory, steps: int = len(WALK), run: str = "run") -> World:
    world = World(memory, run)
    for number, (action, text) in enumerate(WALK[:steps]):
        assert world.observe(text, action=action).step == number
    return world


@pytest.fixture(scope="module")
def world(module_memory: Memory) -> World:
    return walked(module_memory)


def test_where_things_are_follows_what_contains_them(world: World) -> None:
    assert world.where("key 2") == ("white locker", "kitchen")
    assert world.where("the Key 1") == ("inventory",)
    assert world.where("bag of salt, pepper and yeast") == ("pantry",)
    assert world.where("unicorn") == ()
    assert (world.place(), world.inventory()) == ("pantry", ("key 1",))


def test_what_a_place_contains_is_told_at_any_depth(world: World) -> None:
    assert world.contents("kitchen") == {"key 2": "white locker", "white locker": "kitchen"}
    assert world.contents("kitchen", as_of=2) == {"player": "kitchen", "white locker": "kitchen"}
    assert world.contents("unicorn") == world.contents("key 1") == {}


def test_places_are_told_by_the_number_of_moves(world: World) -> None:
    assert world.nearest(["hall", "kitchen", "pantry", "moon"]) == ("kitchen", "hall")
    assert world.nearest(["The Hall"], start="kitchen") == world.nearest("The Hall", start="kitchen") == ("hall",)
    assert world.nearest() == ("kitchen", "hall")
    assert world.nearest(as_of=2) == ("hall",)
    assert world.nearest(["The Hall", "kitchen"], start="hall") == world.nearest(start="hall", as_of=2) == ("kitchen",)
    assert world.nearest(["hall"], start="moon") == world.nearest([]) == world.nearest(["hall"], as_of=1) == ()


def test_the_last_steps_are_told_the_newest_first(world: World) -> None:
    assert [each.step for each in world.history(most=3)] == [7, 6, 5]
    assert [(each.step, each.text) for each in world.history(action="go east")] == [(7, PANTRY), (5, WALK[5][1])]
    assert [each.step for each in world.history(as_of=1)] == [1, 0]
    assert World(world.memory, "another").history() == ()
    with pytest.raises(InvalidInput, match="most"):
        world.history(most=-1)


def test_what_cannot_be_asked_is_refused(world: World) -> None:
    with pytest.raises(InvalidInput, match="depth is -1"):
        world.recall(["table"], depth=-1)
    with pytest.raises(InvalidInput, match="as_of is '2024-02-01'"):
        world.place(as_of="2024-02-01")  # pyright: ignore[reportArgumentType]


def test_every_question_can_be_asked_as_of_a_step(world: World) -> None:
    assert [world.place(as_of=step) for step in range(len(WALK))] == ["hall"] * 2 + ["kitchen"] * 5 + ["pantry"]
    assert [world.where("key 1", as_of=step) for step in (0, 1)] == [("table", "hall"), ("inventory",)]
    assert (world.inventory(as_of=0), world.inventory(as_of=1)) == ((), ("key 1",))
    assert world.unexplored(as_of=0) == {"hall": ("north",)}
    assert world.route("hall", start="kitchen", as_of=1) is None
    with pytest.raises(NotFound, match="no step 99"):
        world.place(as_of=99)


def test_a_move_is_known_by_where_it_led_and_not_by_its_action(world: World) -> None:
    assert world.unexplored(as_of=6) == {"kitchen": ("east",)}
    assert world.unexplored() == {}
    assert world.unexplored("hall") == {}


def test_a_route_goes_back_over_moves_that_were_made(world: World) -> None:
    route = world.route("hall")
    assert route is not None
    assert (route.actions, route.places) == (("go west", "go south"), ("kitchen", "hall"))
    there = world.route("key 2", start="hall")
    assert there is not None
    assert there.actions == ("go north",)
    here = world.route("pantry")
    assert here is not None
    assert here.actions == ()
    assert world.route("key 1") == here
    assert world.route("unicorn") is world.route("unicorn", start="unicorn") is None


def test_a_closed_door_on_the_way_is_opened_and_a_locked_one_is_no_way(memory: Memory) -> None:
    world = walked(memory)
    world.observe("You close the wooden door.", action="close wooden door")
    route = world.route("hall")
    assert route is not None
    assert route.actions == ("open wooden door", "go west", "go south")
    world.observe("-= Pantry =-\nThere is a locked wooden door leading west.", action="look")
    assert world.route("hall") is None


def test_what_a_thing_has_one_of_replaces_what_it_had(memory: Memory) -> None:
    world = walked(memory, 3)
    action, text = WALK[3]
    done = world.observe(text, action=action)
    assert done.new == (Triplet("white locker", "is", "closed"), Triplet("key 1", "unlocks", "white locker"))
    assert done.replaced == (Triplet("white locker", "is", "locked"),)


def test_seen_again_nothing_is_written_twice(memory: Memory) -> None:
    world = walked(memory, 1)
    before = memory.stats().nodes
    again = world.observe(HALL, action="look")
    assert (again.new, again.replaced) == ((), ())
    assert again.repeated > 0
    assert memory.stats().nodes == {**before, "Episode": 2}


def test_a_retry_of_the_last_step_changes_nothing(memory: Memory, contents: Callable[..., object]) -> None:
    world = walked(memory, 2)
    before = contents(memory)
    action, text = WALK[1]
    assert world.observe(text, action=action, step=1).step == 1
    assert contents(memory) == before
    for step, said in ((1, "You drop it."), (0, HALL), (5, HALL)):
        with pytest.raises(Conflict, match=f"step {step}"):
            world.observe(said, action=action, step=step)
    assert contents(memory) == before


def test_bad_input_is_one_clear_error(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="blank"):
        World(memory).observe(" \n")
    with pytest.raises(InvalidInput, match="run"):
        World(memory, " ").observe(HALL)
    assert memory.stats().nodes == {}


def test_an_empty_world_answers_nothing(memory: Memory) -> None:
    world = World(memory)
    assert (world.place(), world.inventory(), world.unexplored(), world.where("key 1")) == ("", (), {}, ())
    assert (world.route("hall"), world.recall(["key 1"]).triplets) == (None, ())
    assert world.observe("It is pitch dark.").place == ""


def test_what_a_text_says_of_a_place_that_nobody_knows_is_kept_without_one(memory: Memory) -> None:
    world = World(memory)
    done = world.observe("The white locker is locked. There is a key 1 on the floor.")
    assert (done.place, done.new) == ("", (Triplet("white locker", "is", "locked"),))


def test_a_second_walk_knows_the_map_of_the_first(memory: Memory) -> None:
    walked(memory)
    second = World(memory, "second")
    assert second.observe(HALL).step == 0
    route = second.route("pantry")
    assert route is not None
    assert route.places == ("kitchen", "pantry")


def test_a_walker_knows_where_they_are_whatever_others_see(memory: Memory) -> None:
    first, second = World(memory, "first"), World(memory, "second")
    first.observe("-= Hall =-\nThere is an exit to the north.")
    second.observe("-= Cellar =-")
    assert second.route("hall") is None
    first.observe("There is a key 1 on the floor.", action="look down")
    done = first.observe("-= Kitchen =-", action="go north")
    assert {each.text for each in done.new} >= {"kitchen is north of hall", "hall is south of kitchen"}
    assert (first.where("key 1"), first.route("kitchen", start="cellar")) == (("hall",), None)


def test_who_begins_a_run_has_not_come_from_where_another_is(memory: Memory) -> None:
    World(memory, "first").observe("-= Hall =-")
    second = World(memory, "second")
    assert {each.text for each in second.observe("-= Attic =-", action="go north").new} == {"player is in attic"}
    done = second.observe("-= Tower =-", action="go up")
    assert {each.text for each in done.new} >= {"tower is up of attic", "attic is down of tower"}


@pytest.mark.parametrize("action", ["ne", "go north-east", "Walk to the North East", "climb ne"])
def test_a_move_is_one_however_its_direction_is_said(action: str, memory: Memory) -> None:
    world = World(memory)
    world.observe("-= Hall =-\nThere is an exit to the north-east.")
    world.observe("-= Yard =-", action=action)
    route = world.route("hall")
    assert route is not None
    assert (route.actions, world.unexplored()) == (("go southwest",), {})


def test_a_place_is_a_place_though_it_is_in_another(memory: Memory) -> None:
    world = World(memory)
    world.observe("-= Kitchen =-\nYou see a white locker.")
    world.observe("-= Hall =-", action="go south")
    world.observe('The note 1 says: "The kitchen is in the east wing. The hall is in the east wing."')
    assert (world.place(), world.where("white locker")) == ("hall", ("kitchen",))
    for goal in ("kitchen", "white locker"):
        route = world.route(goal)
        assert route is not None
        assert route.actions == ("go north",)


def test_nobody_is_moved_by_what_a_text_says_of_the_player(memory: Memory) -> None:
    world = World(memory)
    world.observe("-= Hall =-\nYou take the lamp.")
    world.observe('The note 1 says: "The player is in the cellar. The inventory is in the cellar."')
    world.observe("You take the player from the shelf.", action="take player from shelf")
    assert (world.place(), world.inventory(), world.where("lamp")) == ("hall", ("lamp",), ("inventory",))


def test_a_move_that_leads_elsewhere_now_replaces_the_old_one(memory: Memory) -> None:
    world = walked(memory, 3)
    world.observe("-= Cellar =-\nThere is an exit to the north.", action="go south")
    world.observe(KITCHEN, action="go north")
    assert world.route("hall") is None
    route = world.route("cellar")
    assert route is not None
    assert route.actions == ("go south",)


def test_a_way_back_that_proves_right_replaces_where_it_led_before(memory: Memory) -> None:
    world = World(memory)
    kitchen = "-= Kitchen =-\nThere is an exit to the south."
    world.observe(kitchen)
    world.observe("-= Cellar =-\nA trapdoor falls shut above you.", action="go south")
    world.observe("-= Hall =-\nYou have found a tunnel.", action="crawl")
    world.observe(kitchen, action="go north")
    world.observe("-= Hall =-", action="go south")
    assert world.route("cellar", start="kitchen") is None


def test_other_spaces_have_worlds_of_their_own(open_memory: Callable[..., Memory]) -> None:
    walked(open_memory())
    other = World(open_memory())
    assert (other.place(), other.recall(["key 1"]).triplets) == ("", ())


def test_triplets_are_found_by_what_they_say(world: World) -> None:
    def texts(*pattern: str | None, as_of: int | None = None) -> list[str]:
        return [each.triplet.text for each in world.triplets(*pattern, as_of=as_of)]

    assert texts("white locker") == ["white locker is in kitchen", "white locker is open"]
    assert texts("white locker", "is", as_of=2) == ["white locker is locked"]
    assert texts(None, "unlocks") == ["key 1 unlocks white locker"]
    assert texts(None, None, "inventory") == ["key 1 is in inventory"]
    assert texts("key 1", "is in", "the inventory") == ["key 1 is in inventory"]
    assert texts("unicorn") == texts(None, "eats") == []


def test_without_replacement_all_but_the_players_own_place_and_hands_is_believed_for_ever(memory: Memory) -> None:
    def believed(*pattern: str) -> list[str]:
        return [each.triplet.object for each in world.triplets(*pattern)]

    world = World(memory, replaces=False)
    for action, text in WALK[:4]:
        world.observe(text, action=action)
    assert believed("white locker", "is") == ["locked", "closed"]
    assert (world.place(), believed("player", "is in")) == ("kitchen", ["kitchen"])
    assert (world.inventory(), {*believed("key 1")}) == (("key 1",), {"table", "inventory", "white locker"})
    world.observe(HALL, action="go south")
    world.observe("You put the key 1 on the table.", action="put key 1 on table")
    assert (world.place(), world.inventory()) == ("hall", ())
    assert {*believed("key 1", "is on")} == {"table"}


def test_the_place_that_was_left_is_not_embedded_again(server: Address, encoder: MiniLM) -> None:
    counting = Counting(encoder)
    with Memory.open(server.uri, auth=(server.user, server.password), space="counted", encoder=counting) as memory:
        walked(memory)
        walked(memory, run="again")
        memory.forget(space=True)
    assert len(counting.texts) == len(set(counting.texts))


class TestForgetting:
    def test_what_rested_on_a_step_goes_and_what_it_replaced_comes_back(self, memory: Memory) -> None:
        world = walked(memory, 4)
        receipt = memory.forget(ids="episode:run/3")
        assert receipt.removed == {"Episode": 1, "Triplet": 2}
        assert len(receipt.revived) == 1
        found = {each.triplet for each in world.recall({"white locker": 1}).triplets}
        assert Triplet("white locker", "is", "locked") in found
        assert Triplet("white locker", "is", "closed") not in found

    def test_a_forgotten_run_leaves_nothing(self, memory: Memory) -> None:
        walked(memory)
        memory.forget(session="run")
        assert memory.stats().nodes == {"Space": 1}

    def test_the_names_of_one_thing_go_when_nothing_speaks_of_it_by_any(self, memory: Memory) -> None:
        kitchen = "-= Kitchen =-\nYou see a fridge."
        for run in ("first", "second"):
            world = World(memory, run=run)
            world.observe(kitchen)
            world.observe("You see a refrigerator. The refrigerator is open.", action="look")
        assert memory.forget(session="first").removed["Episode"] == 2
        assert World(memory).where("refrigerator") == ("kitchen",)
        receipt = memory.forget(session="second")
        assert receipt.reasons["entity:refrigerator"] == "nothing names it any more"
        assert memory.stats().nodes == {"Space": 1}


class TestNames:
    def test_one_thing_has_one_node_however_it_is_spelt(self, memory: Memory) -> None:
        world = World(memory)
        world.observe("-= Kitchen =-\nYou see a fridge. You see a cook book.")
        world.observe("You see a refrigerator. The refrigerator is open.", action="look")
        world.observe("You see a cookbook.", action="look")
        assert world.where("refrigerator") == ("kitchen",)
        assert world.inside("kitchen") == ("cook book", "fridge", "player")

    def test_a_place_is_where_the_player_is_by_whatever_name(self, memory: Memory) -> None:
        world = World(memory)
        world.observe("-= Storeroom =-\nThere is an exit to the north.")
        world.observe("-= Yard =-", action="go north")
        assert world.observe("-= Store Room =-", action="go south").place == world.place() == "storeroom"
        assert world.route("store room") == Route(())
        assert world.nearest(["store room", "yard"]) == ("yard",)

    def test_numbers_and_colours_tell_things_apart(self, memory: Memory) -> None:
        world = World(memory)
        world.observe("-= Hall =-\nThere is a key 1 on the floor. You see a white locker.")
        world.observe("-= Hall =-\nYou see a black locker. There is a key 2 on the floor.", action="look")
        assert world.inside("hall") == ("black locker", "key 1", "key 2", "player", "white locker")

    def test_what_is_written_in_signs_that_the_encoder_does_not_know_is_not_all_one(self, memory: Memory) -> None:
        world = World(memory)
        things = ("剑", "锁", "灯", "열쇠", "กุญแจ", "меч", "ключ")
        for thing in things:
            world.observe(f"-= 厨房 =-\nYou see a {thing}.")
        world.observe("-= 客厅 =-\nYou see a 剑.", action="go north")
        assert world.place() == "客厅"
        assert world.inside("厨房") == tuple(sorted({*things} - {"剑"}))
        assert world.inside("客厅") == ("player", "剑")

    def test_what_sounds_alike_is_two(self, memory: Memory) -> None:
        world = World(memory)
        for thing in ("north-east", "north-west", "husband", "wife"):
            world.observe(f"-= Hall =-\nYou see a {thing}.")
        assert world.inside("hall") == ("husband", "north-east", "north-west", "player", "wife")


class TestRecall:
    def test_a_thing_is_searched_to_the_greatest_depth_it_is_asked_with(self, world: World) -> None:
        alone = world.recall({"key 1": 3}, width=3).triplets
        assert world.recall({"key 1": 3, "the key 1": 1}, width=3).triplets == alone

    def test_of_equal_observations_the_later_comes_first(self, memory: Memory) -> None:
        for run in ("b", "a", "c"):
            World(memory, run).observe(f"{HALL} Walk {run}.")
        seen = World(memory).recall(["key 1"], most=3).episodes
        assert [each.run for each in seen] == ["c", "a", "b"]
        assert len({each.score for each in seen}) == 1

    def test_what_was_seen_again_in_the_same_words_is_recalled_once(self, memory: Memory) -> None:
        world = World(memory)
        *_, last = [world.observe(text, action="look") for text in (HALL, f"{HALL} It is cold.", HALL, HALL, HALL)]
        seen = world.recall(["key 1"], most=3).episodes
        assert [each.step for each in seen] == [last.step, 1]
        others = world.recall(["key 1"], most=3, without=[last.id]).episodes
        assert [each.step for each in others] == [1]

    @pytest.mark.parametrize(
        "given", [{"width": -1}, {"most": -1}, {"weight": float("nan")}, {"weight": -0.5}], ids=str
    )
    def test_numbers_that_say_nothing_are_refused(self, world: World, given: dict[str, Any]) -> None:
        with pytest.raises(InvalidInput, match=next(iter(given))):
            world.recall(["key 1"], plan="open the white locker", **given)

    def test_it_goes_from_thing_to_thing(self, world: World) -> None:
        near = {each.triplet for each in world.recall({"key 2": 1}, width=1).triplets}
        far = {each.triplet for each in world.recall({"key 2": 2}, width=3).triplets}
        assert near == {Triplet("key 2", "is in", "white locker")}
        assert near < far
        assert Triplet("key 1", "unlocks", "white locker") in far

    def test_a_sentence_is_found_by_its_meaning(self, world: World) -> None:
        found = world.recall("What opens the white locker?", depth=1, width=6).triplets
        assert Triplet("key 1", "unlocks", "white locker") in {each.triplet for each in found}

    def test_what_is_outdated_is_recalled_as_of_its_time_only(self, world: World) -> None:
        def states(step: int | None) -> set[str]:
            found = world.recall({"white locker": 1}, width=20, as_of=step).triplets
            return {each.triplet.object for each in found if each.triplet.text.startswith("white locker is ")} - {
                "kitchen"
            }

        assert [states(2), states(3), states(4), states(None)] == [{"locked"}, {"closed"}, {"open"}, {"open"}]

    def test_the_observations_that_say_most_of_it_come_back(self, world: World) -> None:
        seen = world.recall({"white locker": 1}, width=4, most=2).episodes
        assert {each.id for each in seen} <= {"episode:run/2", "episode:run/3", "episode:run/4"}
        without = world.recall({"white locker": 1}, width=4, most=2, without=[seen[0].id]).episodes
        assert seen[0].id not in {each.id for each in without}
        assert len(without) == 2

    def test_pagerank_searches_the_same_graph(self, world: World) -> None:
        hits = world.memory.recall("What is in the white locker?", Filter(kinds=["Triplet", "Episode"]), limit=10).hits
        assert {hit.kind for hit in hits} == {"Triplet", "Episode"}
        (found,) = [hit for hit in hits if hit.text == "key 2 is in white locker"]
        assert found.sources == ("episode:run/4",)
        assert "white locker is locked" not in {hit.text for hit in hits}


def test_instants_are_real_datetimes_in_utc(memory: Memory) -> None:
    world = walked(memory, 4)
    found = (
        *world.triplets(),
        *world.triplets("player", "is in", as_of=0),
        *world.recall(["key 1"]).triplets,  # by name
        *world.recall(["where can one unlock something?"]).triplets,  # by meaning
    )
    ends = [each.until for each in found if each.until is not None]
    instants = [*(each.since for each in found), *ends]
    assert ends
    assert all(type(each) is datetime and each.tzinfo is UTC for each in instants)
    assert max(instants) - min(instants) > timedelta(0)
    assert datetime.fromisoformat(json.loads(json.dumps(instants[0].isoformat()))) == instants[0]
    last = memory.stats().last
    assert last is not None
    assert (type(last), last.tzinfo) == (datetime, UTC)
    assert timedelta(0) <= last - min(instants) < timedelta(minutes=10)


@pytest.mark.parametrize("forgotten", [{"session": "walk"}, {"ids": ["episode:walk/1"]}])
def test_the_name_and_the_steps_of_a_forgotten_run_can_be_used_again(memory: Memory, forgotten: dict[str, Any]) -> None:
    """What another run has seen too stays, and keeps its id, which no new triplet gets."""
    hall, attic = "-= Hall =-\nYou see a fridge.", "-= Attic =-\nYou see a crate."
    for run in ("walk", "other"):
        for text in (hall, attic):
            World(memory, run).observe(text)
    memory.forget(**forgotten)
    again = World(memory, "walk")
    for text in (hall, "-= Cellar =-\nYou see a barrel and a lamp.", attic):
        again.observe(text)
    held = {" ".join(astuple(each.triplet)) for each in again.triplets()}
    assert {"crate is in attic", "barrel is in cellar", "fridge is in hall"} <= held
