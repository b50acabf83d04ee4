"""What is read in texts of each family, each in a few lines of our own in its words, and what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.loaders.world.rules import TextFamily
from clew.text.names import normalise
from clew_playground.readers import GAMES


def said(text: str, action: str = "") -> set[str]:
    return {each.text for each in GAMES.read(text, action).triplets}


HALL = """You are in the hall. In one part of the room you see a bench that has a red hat, and 3 plums on it. \
There is also a chest that is closed. You also see an open crate, that contains a clean sock. In another part of the \
room you see a stool, that has nothing on it.
To the North you see the attic. To the South you see a closed oak door. Through an open oak door, to the West you see \
the yard.
"""

LAB = """This room is called the lab. In it, you see:
\tthe agent
\ta substance called air
\ta desk. On the desk is: a tray (containing a nut, a cup (containing a substance called oil)), a lamp, which is \
off, a box.
\ta kiln, which is turned on. The kiln door is open. In the kiln is: nothing.
\ta pot 2 (containing a fern in the adult stage with a tall height, soil)
\ta gauge, currently reading a temperature of 12 degrees celsius
You also see:
\tA door to the yard (that is closed)
\tA door to the attic (that is open)
"""


def test_a_room_of_textworld_express() -> None:
    reading = GAMES.read(HALL, "look around")
    assert (reading.family, reading.place) == ("textworld-express", "hall")
    assert said(HALL) == {
        *("bench is in hall", "red hat is on bench", "3 plums is on bench", "chest is in hall", "chest is closed"),
        *("crate is in hall", "crate is open", "clean sock is in crate", "stool is in hall"),
        *("hall has exit north", "attic is north of hall", "hall has exit south", "hall leads south through oak door"),
        *("hall is closed to south", "hall has exit west", "hall leads west through oak door", "hall is open to west"),
        "yard is west of hall",
    }


def test_answers_of_textworld_express() -> None:
    opened = said("You open the oak door, revealing the yard.", "open door to west")
    assert {"here is open to west", "yard is west of here"} <= opened
    assert not any("is in oak door" in each for each in opened)
    assert said("You can't move there, the door is closed.", "move south") == {"here is closed to south"}
    assert said("Inventory (maximum capacity is 2 items): \n  a red hat\n  3 plums\n") == {
        "red hat is in inventory",
        "3 plums is in inventory",
    }
    assert said("Inventory: \n  Your inventory is currently empty.\n") == set()
    assert said("The map reads:\n  The hall connects to the attic, yard and barn.\n", "read map") == {
        "hall connects to attic",
        "hall connects to yard",
        "hall connects to barn",
    }


def test_a_room_of_scienceworld() -> None:
    reading = GAMES.read(LAB, "look around")
    assert (reading.family, reading.place) == ("scienceworld", "lab")
    assert said(LAB) == {
        *("air is in lab", "desk is in lab", "tray is on desk", "nut is in tray", "cup is in tray", "oil is in cup"),
        *("lamp is on desk", "lamp is off", "box is on desk", "kiln is in lab", "kiln is on", "kiln is open"),
        *("pot 2 is in lab", "fern is in pot 2", "fern has stage adult", "fern has height tall", "soil is in pot 2"),
        *("gauge is in lab", "gauge has temperature 12 degrees celsius"),
        *("lab leads to yard", "lab is closed to yard", "lab leads to attic", "lab is open to attic"),
    }


def test_answers_of_scienceworld() -> None:
    assert GAMES.read("You move to the yard.", "go to yard").place == "yard"
    assert GAMES.read(LAB, "look at lab").place == ""
    assert said("You move the nut to the cup.", "move nut to cup") == {"nut is in cup"}
    assert said("You move the stoat to the inventory.", "pick up young stoat") == {"young stoat is in inventory"}
    assert said("You move the stoat to the inventory.", "pick up pet") == {"stoat is in inventory"}
    assert said("The door is now open.", "open door to yard") == {"here is open to yard"}
    assert said("The kiln is now deactivated.", "deactivate kiln") == {"kiln is off"}
    assert said("the gauge measures a temperature of 40 degrees celsius", "use gauge in inventory on oil") == {
        "oil has temperature 40 degrees celsius"
    }


ENGLISH_SENTENCES = [
    ("There is a cat under the bed.", "cat is under bed"),
    ("The ladder stands behind the barn.", "ladder is behind barn"),
    ("On the shelf stands a jar.", "jar is on shelf"),
    ("The water is at 23 degrees.", "water has temperature 23 degrees"),
    ("The lamp is lit.", "lamp is lit"),
]


@pytest.mark.parametrize(("text", "triplet"), ENGLISH_SENTENCES, ids=[text for text, _ in ENGLISH_SENTENCES])
def test_plain_english_tells_where_things_are(text: str, triplet: str) -> None:
    assert GAMES.read(text).family == "english"
    assert said(text) == {triplet}


UNREAD = [
    *("It's a cold night.", "There is a chill in the air tonight.", "The meeting is in the morning."),
    *("She is in a good mood.", "The answer is in the question.", "Nothing happens.", "Ñandú 42 ~~ \x00 (((", "-", ""),
    *("No known action matches that input.", "There is a big change in the plan.", "You focus on the nut."),
]


@pytest.mark.parametrize("text", UNREAD)
def test_a_text_without_things_reads_as_nothing(text: str) -> None:
    reading = GAMES.read(text, "look")
    assert (reading.family, reading.place, reading.triplets) == ("", "", ())


def test_each_family_knows_its_own_marks() -> None:
    texts = {"textworld": "-= Hall =-\n", "textworld-express": HALL, "scienceworld": LAB}
    assert {each.name for each in GAMES.families} == texts.keys()
    for name, text in texts.items():
        assert GAMES.family_of(text).name == name
        assert [each.name for each in GAMES.families if each.marks_in(text)] == [name]


PIECES = [
    *(line for text in (HALL, LAB) for line in text.splitlines()),
    *(text for text, _ in ENGLISH_SENTENCES),
    *UNREAD,
    *(
        "-= Hall =-",
        "This room is called the ",
        "You are in the ",
        "In it, you see:",
        "Inventory: ",
        "You see a ",
        "On the ",
    ),
    *(
        " (containing ",
        "), ",
        " (that is open)",
        ", which is ",
        " a substance called ",
        "To the North you see ",
        "The map reads:",
    ),
    *(
        "The recipe:",
        "Ingredients:",
        "degrees celsius",
        " connects to ",
        "\n",
        "\n\n",
        "\t",
        "(",
        ")",
        ".",
        ":",
        '"',
        "\u2029",
        "\x00",
    ),
]
"""What families say, cut where it means nothing."""

TEXTS = st.text(max_size=200) | st.lists(st.sampled_from(PIECES) | st.text(max_size=20), max_size=25).map("".join)


@pytest.mark.parametrize("family", [*GAMES.families, GAMES.other], ids=lambda each: each.name)
@given(text=TEXTS, action=TEXTS)
def test_no_text_makes_a_reader_fail(family: TextFamily, text: str, action: str) -> None:
    reading = GAMES.read(text, action, family=family)
    assert reading == GAMES.read(text, action, family=family)
    assert reading.family == (family.name if reading.place or reading.triplets else "")
    for each in reading.triplets:
        assert all(map(normalise, (each.subject, each.object))), each
        assert "\n" not in each.text


@given(st.lists(st.sampled_from("kjqxzvw "), min_size=1, max_size=60).map("".join), st.sampled_from([" ", ". ", "\n"]))
def test_what_no_family_knows_reads_as_nothing(text: str, gap: str) -> None:
    for family in (*GAMES.families, GAMES.other):
        reading = GAMES.read(text.replace(" ", gap), "look", family=family)
        assert (reading.family, reading.place, reading.triplets) == ("", "", ())
