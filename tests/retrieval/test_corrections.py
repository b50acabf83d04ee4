"""A turn that a later one of its speaker may correct is shown with that, and stands behind it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from clew.api.memory import Memory
from clew.embedding import E5Small, MiniLM
from clew.model import Hit, Recall, Turn
from clew.retrieval.corrections import learnt

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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I'm learning the cello.", "No worries, take your time with the cello."),
        ("I'm learning the cello.", "Actually, do you play the cello?"),
        ("I'm learning the cello.", "Sorry to hear that, the cello is heavy."),
        ("I'm learning the cello.", "Actually, the cello stands in our hall."),
        ("I adopted a dog.", "Oh no, the dog ate my sandwich!"),
        ("My exam is at the library.", "Sorry, I left my bag at the library."),
        ("I'm learning the cello.", "Not just the cello, I love every instrument that there is, and I play so many."),
        ("Ich lerne Cello.", "Nein, warte, ich habe das Cello noch nicht gestimmt."),
    ],
)
def test_what_opens_like_a_correction_and_is_none_changes_nothing(tell: Tell, before: str, after: str) -> None:
    recalled = tell(before, "Bo: Is it hard?", "Ann: Yes.", after, asked="What about the cello, the dog, the library?")
    assert [hit.replaced_by for hit in recalled.hits] == [None] * len(recalled.hits)


def test_an_answer_corrects_nothing_unless_it_says_so(tell: Tell) -> None:
    said = ("She starts on the 11th.", "Bo: And her sister?")
    recalled = tell(*said, "No wait, she starts on the 14th.", asked="When does she start?")
    assert episode(recalled, 0).replaced_by is None


def test_an_answer_that_says_so_corrects(tell: Tell) -> None:
    said = ("She starts on the 11th.", "Bo: And her sister?")
    recalled = tell(*said, "Scratch that, she starts on the 14th.", asked="When does she start?")
    assert episode(recalled, 0).replaced_by is not None


def test_nobody_corrects_somebody_else(tell: Tell) -> None:
    recalled = tell("My shoe size is 41.", "Bo: Scratch that, mine is 42.", asked="What is the shoe size?")
    assert episode(recalled, 0).replaced_by is None


@pytest.mark.parametrize("encoder", [MiniLM, E5Small])
def test_what_was_learnt_is_a_direction(
    encoder: type[MiniLM | E5Small],
) -> None:
    known = learnt()[encoder.identity]
    assert sum(each**2 for each in known.direction) == pytest.approx(1, abs=0.01)
    assert 0 < known.threshold < 1
