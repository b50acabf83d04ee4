"""Triplets that a language model finds outdated: only some that it was shown, and that speak of the same things.

The answers in `tests/cassettes/outdated.json` are those of a model with 1.5 billion parameters. To record them anew,
delete the file and name the base URL of an OpenAI-compatible server:
`CLEW_TEST_RECORD=URL pytest tests/loaders/world/test_outdated.py`.
"""

import json
import os
from pathlib import Path

import pytest
from tests.recorded_answers import Recorded
from tests.scripted import Scripted

from clew.llm import LanguageModel, chat_model
from clew.loaders.world.outdated import outdated
from clew.model.triplet import Triplet
from clew.settings import Settings

CASSETTE = Path(__file__).parents[2] / "cassettes" / "outdated.json"

SEEN = (
    (
        (("torch", "hangs on", "wall"), ("wall", "is made of", "granite")),
        (("torch", "hangs on", "belt"),),
        {"torch hangs on wall"},
    ),
    (
        (("mayor", "governs", "river town"), ("mayor", "is married to", "baker")),
        (("doctor", "governs", "river town"),),
        {"mayor governs river town"},
    ),
    (
        (("gate", "has condition", "shut"), ("gate", "is made of", "iron")),
        (("gate", "has condition", "ajar"),),
        {"gate has condition shut"},
    ),
    (
        (("lamp", "rests upon", "desk"), ("desk", "belongs to", "clerk")),
        (("ink pot", "rests upon", "desk"),),
        set[str](),
    ),
)
"""Triplets that were believed, triplets that were seen, and those that no longer hold."""

Triple = tuple[str, str, str]


def recorded() -> LanguageModel:
    url = os.environ.get("CLEW_TEST_RECORD", "")
    live = chat_model(Settings(model="openai:local", model_url=url, model_tokens=300)) if url else None
    how = "CLEW_TEST_RECORD=URL pytest tests/loaders/world/test_outdated.py"
    return LanguageModel(Recorded(cassette=CASSETTE, live=live, how=how))


def ended(model: LanguageModel, known: tuple[Triple, ...], new: tuple[Triple, ...]) -> set[str]:
    believed = {f"triplet:{number}": Triplet(*each) for number, each in enumerate(known)}
    return {believed[id].text for id in outdated(model, believed, [Triplet(*each) for each in new])}


def replaced(*pairs: tuple[int, int]) -> LanguageModel:
    return LanguageModel(Scripted(answers=[json.dumps({"replaced": [{"old": old, "new": new} for old, new in pairs]})]))


def test_what_a_real_model_ends() -> None:
    right = wrong = missed = 0
    for known, new, over in SEEN:
        found = ended(recorded(), known, new)
        right, wrong, missed = right + len(found & over), wrong + len(found - over), missed + len(over - found)
    assert (right, wrong, missed) == (3, 1, 0)  # as docs/world.md says


def test_nothing_ends_for_what_speaks_of_other_things() -> None:
    known = (("torch", "hangs on", "wall"), ("torch", "gives", "light"), ("cat", "chases", "mouse"))
    new = (("torch", "hangs on", "belt"), ("dog", "digs up", "bone"))
    assert ended(replaced((1, 1), (2, 2), (3, 2)), known, new) == {"torch hangs on wall"}


@pytest.mark.parametrize("pairs", [((0, 1),), ((1, 0),), ((2, 1),), ((1, 2),), ((-1, -1),)])
def test_numbers_that_were_not_shown_end_nothing(pairs: tuple[tuple[int, int], ...]) -> None:
    assert ended(replaced(*pairs), (("torch", "hangs on", "wall"),), (("torch", "hangs on", "belt"),)) == set()


@pytest.mark.parametrize(
    ("written", "over"),
    [
        ([[1, 1]], {"torch hangs on wall"}),
        ([{"old": "1.", "new": "[1] torch, hangs on, belt"}], {"torch hangs on wall"}),
        ([{"old": 1, "new": 1}, {"old": 2, "new": None}, {"old": 2}], {"torch hangs on wall"}),
        ([{"old": 1, "new": None}], set[str]()),
        ([[1, None]], set[str]()),
        (None, set[str]()),
    ],
    ids=str,
)
def test_pairs_are_read_as_small_models_write_them(written: object, over: set[str]) -> None:
    model = LanguageModel(Scripted(answers=[json.dumps({"replaced": written})]))
    known = (("torch", "hangs on", "wall"), ("torch", "gives", "light"))
    assert ended(model, known, (("torch", "hangs on", "belt"),)) == over


def test_what_was_just_seen_again_does_not_end() -> None:
    same = ("torch", "hangs on", "wall")
    assert ended(replaced((1, 1)), (same,), (same,)) == set()
