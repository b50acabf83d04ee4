"""The engine on a house made by hand: its sentences word for word, doors with keys, and plans that cannot be."""

import pytest

from clew.errors import InvalidInput
from clew_playground.environments import Game
from clew_playground.environments.house import Door, Exit, Furniture, House, Item, Room
from clew_playground.environments.wording import article, listed, told

SALT = "bag of salt, pepper and yeast"


def house(capacity: int = 0) -> House:
    return House(
        "west wing",
        (Room("west wing", "A cold wind blows from the north."), Room("children's room"), Room("attic")),
        (
            Exit("west wing", "north", "attic"),
            Exit("west wing", "east", "children's room", "oak door"),
            Exit("children's room", "west", "west wing", "oak door"),
            Exit("attic", "south", "west wing"),
        ),
        (Door("oak door", "locked", "small key"),),
        (
            Furniture("table", "west wing", "supporter"),
            Furniture("iron chest", "west wing", "container"),
            Furniture("stove", "west wing", "fixture"),
            Furniture("bench", "children's room", "supporter"),
        ),
        (
            Item("small key", "table"),
            Item("note 1", "table", 'The note 1 says: "The attic is cold."'),
            Item(SALT, "table"),
            Item("apple", "iron chest", states=("sliced",)),
            Item("east wing map", "iron chest"),
            Item("black and white photograph", "iron chest"),
            Item("lamp", "west wing"),
            Item("sailor's rope", "west wing"),
        ),
        capacity,
    )


def game(capacity: int = 0) -> Game:
    made = Game(house(capacity), task="", max_score=0)
    made.reset()
    return made


def test_a_room_is_told_in_full() -> None:
    assert game().step("look").text == (
        "-= West Wing =-\n"
        "A cold wind blows from the north.\n"
        "You see a table. On the table you see a small key and a note 1."
        " On the table you see a bag of salt, pepper and yeast.\n"
        "You see an iron chest. The iron chest is closed.\n"
        "You see a stove.\n"
        "There is a lamp and a sailor's rope on the floor.\n"
        "There is an exit to the north. There is a locked oak door leading east."
    )


def test_what_is_done_is_told() -> None:
    steps = [
        ("go south", "You cannot go that way."),
        ("go east", "You have to open the oak door first."),
        ("open oak door", "You have to unlock the oak door first."),
        ("take apple from iron chest", "You have to open the iron chest first."),
        ("put lamp into iron chest", "You have to open the iron chest first."),
        ("take table", "Nothing happens."),
        ("unlock oak door with small key", "Nothing happens."),
        ("inventory", "You are carrying nothing."),
        ("examine note 1", 'The note 1 says: "The attic is cold."'),
        ("take small key from table", "You take the small key from the table."),
        (f"take {SALT} from table", f"You take the {SALT} from the table."),
        ("take lamp", "You pick up the lamp."),
        ("inventory", f"You are carrying: a small key and a lamp. You are carrying: a {SALT}."),
        ("unlock oak door with small key", "You unlock the oak door with the small key."),
        ("open oak door", "You open the oak door."),
        ("close oak door", "You close the oak door."),
        ("open oak door", "You open the oak door."),
        (
            "open iron chest",
            "You open the iron chest, revealing a sliced apple and an east wing map."
            " The iron chest contains a black and white photograph.",
        ),
        ("put lamp into iron chest", "You put the lamp into the iron chest."),
        (f"put {SALT} on table", f"You put the {SALT} on the table."),
        ("drop small key", "You drop the small key on the floor."),
        (
            "go east",
            "-= Children's Room =-\nYou see a bench. The bench is empty.\nThere is an open oak door leading west.",
        ),
    ]
    played = game()
    assert [(action, played.step(action).text) for action, _ in steps] == steps


def test_an_open_container_tells_what_it_holds() -> None:
    played = game()
    played.step("open iron chest")
    said = (
        "The iron chest is open. The iron chest contains a sliced apple and an east wing map. The iron chest contains"
    )
    assert said in played.step("look").text
    for thing in ("apple", "east wing map", "black and white photograph"):
        played.step(f"take {thing} from iron chest")
    assert "The iron chest is open. The iron chest is empty." in played.step("look").text
    played.step("close iron chest")
    assert played.step("open iron chest").text == "You open the iron chest."


def test_a_key_is_needed_only_once() -> None:
    played = game()
    for action in ("take small key from table", "unlock oak door with small key", "drop small key", "open oak door"):
        played.step(action)
    played.step("close oak door")
    assert "open oak door" in played.step("look").actions


def test_full_hands_take_nothing() -> None:
    played = game(capacity=1)
    played.step("take lamp")
    moment = played.step("look")
    assert not [each for each in moment.actions if each.startswith("take")]
    assert played.step("take small key from table").text == "Your hands are full: drop something first."


def test_lists() -> None:
    assert [article(each) for each in ("apple", "eggplant", "iron bar", "onion", "umbrella", "lamp")] == [
        *("an apple", "an eggplant", "an iron bar", "an onion", "an umbrella", "a lamp")
    ]
    assert listed(["carrot"]) == "a carrot"
    assert listed(["carrot", "onion", "knife"]) == "a carrot, an onion and a knife"
    assert told("See {}.", [SALT, "carrot", "knife"]) == f"See a carrot and a knife. See a {SALT}."
    assert told("See {}.", []) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kitchen", "given 2 times"),
        ("inventory", "given 2 times"),
        ("pen and a pencil", "cannot be told"),
        ("pen, an ink bottle", "cannot be told"),
        ("letter from home", "cannot be told"),
        ("st. mary's bell", "cannot be told"),
        ("Purple locker", "cannot be told"),
        ("", "cannot be told"),
    ],
)
def test_a_name_that_cannot_be_read_back_is_refused(name: str, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        House("kitchen", (Room("kitchen"),), things=(Item(name, "kitchen"),))


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidInput, match="The place 'attic' of 'pen' is not in the house"):
        House("kitchen", (Room("kitchen"),), things=(Item("pen", "attic"),))
    with pytest.raises(InvalidInput, match="The place 'attic' of 'the player' is not in the house"):
        House("attic", (Room("kitchen"),))
