"""Which things an instruction names, and what that costs."""

from collections.abc import Sequence
from itertools import product

import pytest

from clew.retrieval.scene.mentions import MAX_TASK_WORDS, closeness, mentions
from clew.retrieval.scene.task import asked_states


class Counted:
    """An encoder to which all texts are alike, that counts them."""

    def __init__(self) -> None:
        self.texts = 0

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += len(texts)
        return [[1.0, 0.0]] * len(texts)


def test_an_instruction_without_end_costs_no_more_than_a_long_one() -> None:
    words = " ".join("".join(letters) for letters in product("bdfgklmnprstvz", "aeiou", "bdfgklmnprstvz", "u"))
    for reads in (mentions, closeness):
        embed = Counted()
        reads(words * 3, ["Mug", "Bowl"], embed)
        assert embed.texts <= 3 * MAX_TASK_WORDS + 2


def test_what_is_named_at_its_beginning_is_found() -> None:
    (mention,) = mentions(
        "Bring me the mug." + " Now." * 3000, ["Mug", "Bowl"], lambda texts: [[0.0, 1.0]] * len(texts)
    )
    assert mention.type == "Mug"


TYPES = ("Apple", "Can", "Case", "DiningTable", "GarbageCan", "Mug", "Saw", "SideTable", "TVStand", "WateringCan")


def named(task: str) -> list[tuple[str, str, float, int]]:
    return [(each.text, each.type, each.score, each.first) for each in mentions(task, TYPES, by_themselves)]


PLACES: dict[str, int] = {}


def by_themselves(texts: Sequence[str]) -> list[list[float]]:
    """Vectors of which none is close to that of another text."""
    places = [PLACES.setdefault(text, len(PLACES)) for text in texts]
    return [[float(place == own) or 1e-9 for place in range(997)] for own in places]


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ("put the mug on the side table", [("mug", "Mug", 1.0, 2), ("side table", "SideTable", 1.0, 5)]),
        ("dust the TV stand", [("tv stand", "TVStand", 1.0, 2)]),
        ("throw it in the garbage can", [("garbage can", "GarbageCan", 1.0, 4)]),
        ("Fill watering cans", [("watering cans", "WateringCan", 1.0, 1)]),
        ("bring me the can and a saw", [("can", "Can", 1.0, 3), ("saw", "Saw", 1.0, 6)]),
        ("Open my case.", [("case", "Case", 1.0, 2)]),
        ("can you bring what I saw", []),
        ("You can wash the mug, in case it is dirty", [("mug", "Mug", 1.0, 4)]),
    ],
)
def test_types_are_named_by_words_that_else_name_nothing(task: str, found: list[tuple[str, str, float, int]]) -> None:
    assert named(task) == found


@pytest.mark.parametrize(
    ("task", "states"),
    [
        ("put the clean mug next to the dirty apple", [{"cleaned"}, {"dirty"}]),
        ("put the clean mug next to the apple", [{"cleaned"}, set()]),
        ("a hot and sliced apple in the full mug", [{"heated", "sliced"}, {"filled"}]),
        ("a slice of cold apple", [{"cooled", "sliced"}]),
        ("bring a mug that is dirty", [{"dirty"}]),
        ("put the cut apple into a mug, clean", [{"sliced"}, {"cleaned"}]),
        ("an empty red mug", [{"used up"}]),
        ("a hot, clean mug", [{"heated", "cleaned"}]),
        ("bring a mug that is not dirty", [set()]),
        ("a not dirty mug and an apple that isn\u2019t cold", [set(), set()]),
    ],
)
def test_states_are_those_before_a_mention_else_those_of_none(task: str, states: list[set[str]]) -> None:
    found = mentions(task, ("Apple", "Mug"), by_themselves)
    assert [set(each) for each in asked_states(task, found).values()] == states
