"""Which things an instruction names, and what that costs."""

from collections.abc import Sequence
from itertools import product

from clew.retrieval.scene.mentions import MAX_TASK_WORDS, closeness, mentions


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
