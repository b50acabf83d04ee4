"""A turn that a later one of its speaker may correct is shown with that, and stands behind it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from clew.api.memory import Memory
from clew.model import Hit, Recall, ScoreParts, Turn
from clew.retrieval.corrections import with_corrections
from clew.retrieval.question import parse_question
from clew.retrieval.updates import settle

START = datetime(2024, 1, 2, 12, tzinfo=UTC)

Tell = Callable[..., Recall]


@pytest.fixture
def tell(memory: Memory) -> Tell:
    """Remember turns a minute apart in one session, and recall what is asked."""

    def tell_(*said: str, asked: str) -> Recall:
        turns = [
            Turn(text, speaker or "Ann", START + timedelta(minutes=place))
            for place, (speaker, _, text) in enumerate(each.rpartition(": ") for each in said)
        ]
        memory.remember(turns, session="s")
        return memory.recall(asked)

    return tell_


def episode(recalled: Recall, place: int) -> Hit:
    (found,) = (hit for hit in recalled.hits if hit.id == f"episode:s/{place}")
    return found


@pytest.mark.parametrize(
    ("wrong", "right", "asked"),
    [
        ("My shoe size is 41.", "Scratch that, it's 42.", "What is my shoe size?"),
        ("The meeting room is Saturn.", "I got that wrong, the room is Neptune.", "Which meeting room is it?"),
        ("The password is bluehorse77.", "Typo, the password is bluehorse78.", "What is the password?"),
    ],
)
def test_what_a_turn_says_that_it_corrects_stands_behind_it_with_it(
    tell: Tell, wrong: str, right: str, asked: str
) -> None:
    recalled = tell(wrong, "Bo: Noted.", right, asked=asked)
    before, after = episode(recalled, 0), episode(recalled, 2)
    assert before.replaced_by is not None
    assert (before.replaced_by.id, before.replaced_by.text, before.replaced_by.since) == (after.id, right, None)
    assert after.score > before.score
    assert after.replaced_by is None
    assert f"Ann: {wrong} (later: {right})" in recalled.text


def test_what_only_reads_like_a_correction_is_shown_with_what_it_is_about(tell: Tell) -> None:
    recalled = tell(
        "The train leaves at 8:12.", "Bo: Noted.", "No wait, it leaves at 8:42.", asked="When is the train?"
    )
    assert "Ann: The train leaves at 8:12. (later: No wait, it leaves at 8:42.)" in recalled.text
    assert [hit.id for hit in recalled.hits[:2]] == ["episode:s/0", "episode:s/2"]


def test_it_is_about_the_last_turn_with_a_word_in_common(tell: Tell) -> None:
    recalled = tell(
        "The notary is on Tuesday.",
        "My new bicycle is green.",
        "Scratch that, the notary is on Friday.",
        asked="When is the notary, and which colour has the bicycle?",
    )
    assert episode(recalled, 0).replaced_by is not None
    assert episode(recalled, 1).replaced_by is None


def test_a_number_in_common_tells_nothing(tell: Tell) -> None:
    recalled = tell(
        "The bus is at 8:42.", "My shoe size is 41.", "Scratch that, it's 42.", asked="What is my shoe size?"
    )
    assert episode(recalled, 0).replaced_by is None
    assert episode(recalled, 1).replaced_by is not None


def turn(place: int, text: str, speaker: str = "Ann") -> Hit:
    at = START + timedelta(minutes=place)
    return Hit(f"s/{place}", "Episode", text, speaker, at, "s", place, "", {}, 1.0, ScoreParts(vector=1.0), ())


def corrected(*said: Hit) -> list[str]:
    """Return ids of the turns that the last one may correct, where the encoder reads it as one of the first."""
    found = with_corrections(said, {said[-1].id: said[0].id})
    return [each.id for each in found if each.replaced_by]


@pytest.mark.parametrize(
    ("after", "is_read"),
    [
        ("No wait, it is a viola.", True),
        ("Actually, do you play the viola?", False),
        ("It is a viola, which my aunt gave me, and she had it from a friend in Graz.", False),
        (f"It is a {'very ' * 10}small but exceedingly well-preserved {'-' * 80} viola.", False),
        ("Nein, warte, ich habe das Cello noch nicht gestimmt.", False),
    ],
)
def test_only_a_short_english_turn_that_does_not_ask_is_read(after: str, *, is_read: bool) -> None:
    said = (turn(0, "I play the cello."), turn(1, "Nice.", "Bo"), turn(2, after))
    assert corrected(*said) == (["s/0"] if is_read else [])


@pytest.mark.parametrize(
    ("relevance", "after", "is_shown"),
    [
        (0.9, "No wait, it is a viola.", True),
        (0.2, "No wait, it is a viola.", False),
        (0.2, "Scratch that, it is a viola.", True),
    ],
)
def test_only_a_turn_that_the_question_is_about_is_shown_with_what_may_correct_it(
    relevance: float, after: str, *, is_shown: bool
) -> None:
    hens = replace(turn(1, "I have two hens.", "Bo"), relevance=0.9)
    cello = replace(turn(0, "I play the cello."), relevance=relevance)
    assert corrected(cello, hens, turn(2, after)) == (["s/0"] if is_shown else [])


@pytest.mark.parametrize(
    ("after", "is_read"), [("No wait, it leaves at 8:42.", False), ("Scratch that, it leaves at 8:42.", True)]
)
def test_an_answer_corrects_nothing_unless_it_says_so(tell: Tell, after: str, *, is_read: bool) -> None:
    recalled = tell("The train leaves at 8:12.", "Bo: And the bus?", after, asked="When is the train?")
    assert (episode(recalled, 0).replaced_by is not None) == is_read


def test_without_saying_so_it_is_about_the_turn_of_its_speaker_that_it_is_most_like(tell: Tell) -> None:
    recalled = tell(
        "The train leaves at 8:12.",
        "My bicycle is green.",
        "Bo: My train leaves at noon.",
        "No wait, it leaves at 8:42.",
        asked="When is the train, and which colour has the bicycle?",
    )
    assert [episode(recalled, place).replaced_by is not None for place in range(4)] == [True, False, False, False]


def test_of_two_that_it_is_as_much_like_it_is_about_the_nearer(tell: Tell) -> None:
    recalled = tell(
        "The train leaves at 8:12.",
        "The train leaves at 8:13.",
        *["Bo: Noted."] * 2,
        "No wait, it leaves at 8:42.",
        asked="When is the train?",
    )
    later = [episode(recalled, place).replaced_by for place in (0, 1)]
    assert [each is not None and each.text.startswith("No wait") for each in later] == [False, True]


def test_a_turn_far_before_is_not_corrected(tell: Tell) -> None:
    between = [f"Bo: I have {number} hens." for number in range(6)]
    recalled = tell("The train leaves at 8:12.", *between, "No wait, it leaves at 8:42.", asked="When is the train?")
    assert episode(recalled, 0).replaced_by is None


def test_no_other_turn_takes_the_place_of_one_that_is_no_hit() -> None:
    said = (turn(3, "The hall is cold."), turn(6, "I meant Tuesday."))
    assert all(each.replaced_by is None for each in with_corrections(said, {"s/6": "s/0"}))


def test_saying_so_it_is_about_the_last_turn_where_no_word_is_in_common() -> None:
    def about(*said: Hit) -> list[str]:
        return [each.id for each in with_corrections(said, {}) if each.replaced_by]

    told, correction = turn(0, "We meet on Monday."), turn(6, "I meant Tuesday.")
    assert about(told, correction) == ["s/0"]
    assert about(told, turn(2, "Shall we?"), turn(3, "The hall is cold."), correction) == ["s/3"]
    assert about(told, turn(7, "I meant Tuesday.")) == []


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_two_that_may_correct_one_that_says_so_counts_however_they_are_ranked(order: Sequence[int]) -> None:
    said = (
        turn(0, "My shoe size is 41."),
        turn(1, "Scratch that, it's 43."),
        turn(2, "My sister has a small shoe."),
    )
    found = with_corrections([said[place] for place in order], {"s/2": "s/0"})
    assert {each.id: each.replaced_by.id for each in found if each.replaced_by} == {"s/0": "s/1"}


def test_where_the_encoder_reads_none_only_a_turn_that_says_so_corrects() -> None:
    said = [turn(0, "We meet on Monday."), turn(1, "No wait, on Tuesday.")]
    assert with_corrections(said, {})[0].replaced_by is None
    assert with_corrections([said[0], turn(1, "I meant Tuesday.")], {})[0].replaced_by is not None


def test_a_correction_of_a_correction_leads_both() -> None:
    said = (turn(0, "We meet on Monday."), turn(1, "Scratch that, on Tuesday."), turn(2, "Scratch that, on Friday."))
    found = settle(with_corrections(said, {}), parse_question("When do we meet?", []))
    assert [each.id for each in found] == ["s/2", "s/1", "s/0"]


def test_nobody_corrects_somebody_else(tell: Tell) -> None:
    recalled = tell("My shoe size is 41.", "Bo: Scratch that, mine is 42.", asked="What is the shoe size?")
    assert episode(recalled, 0).replaced_by is None
