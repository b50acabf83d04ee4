"""What one speaker says again and again is one line, and what else was said has its room."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from clew.api.memory import Memory
from clew.model import Hit, ScoreParts, Turn
from clew.retrieval.updates import said_once

START = datetime(2024, 1, 2, 12, tzinfo=UTC)


def hit(text: str, number: int, speaker: str = "Ann") -> Hit:
    at = START + timedelta(days=7 * number)
    return Hit(f"episode:{number}", "Episode", text, speaker, at, f"s{number}", 0, "", {}, 1.0, ScoreParts(), ())


def test_the_latest_stands_in_the_place_of_the_best() -> None:
    hits = [hit("Oat milk, please!", 3), hit("Rye bread.", 1), hit("oat milk please", 9), hit("Oat milk please.", 0)]
    latest, other = said_once(hits)
    assert (latest.id, latest.repeats, latest.first_said) == ("episode:9", 3, START)
    assert (other.text, other.repeats, other.first_said) == ("Rye bread.", 1, None)


def test_it_is_as_relevant_as_the_most_relevant_of_them() -> None:
    (found,) = said_once([replace(hit("Oat milk.", 0), relevance=0.7), replace(hit("Oat milk.", 9), relevance=0.2)])
    assert (found.id, found.relevance) == ("episode:9", 0.7)


def test_turns_of_a_day_that_is_asked_for_stay_apart() -> None:
    hits = [replace(hit("Oat milk.", 0), on_date="said"), hit("Oat milk.", 1), hit("Oat milk, please.", 2)]
    assert [each.id for each in said_once(hits)] == [each.id for each in hits]


def test_what_opens_a_turn_without_a_meaning_makes_no_difference() -> None:
    said = [
        "By the way, I take oat milk.",
        "Well, as I said, I take oat milk.",
        "I take oat milk.",
        "Übrigens: I take oat milk.",
    ]
    (found,) = said_once([hit(text, number) for number, text in enumerate(said)])
    assert found.repeats == len(said)


def test_two_speakers_say_two_things() -> None:
    hits = [hit("Yes.", 0), hit("Yes.", 1, "Bo")]
    assert said_once(hits) == tuple(hits)


@given(
    st.lists(st.tuples(st.sampled_from(["a", "A!", "b", "?!", "", "a b"]), st.sampled_from(["Ann", "Bo"])), max_size=9)
)
def test_each_is_counted_once_and_the_order_is_that_of_the_best(said: list[tuple[str, str]]) -> None:
    hits = [hit(text, number, speaker) for number, (text, speaker) in enumerate(said)]
    found = said_once(hits)
    assert sum(each.repeats for each in found) == len(hits)
    assert len({each.id for each in found}) == len(found)
    assert [each.text.casefold() for each in said_once(found)] == [each.text.casefold() for each in found]


def test_forty_equal_lines_leave_room_for_what_is_new(memory: Memory) -> None:
    for week in range(40):
        memory.remember(
            [Turn("Oat milk as usual, please.", "Ann", START + timedelta(days=7 * week))], session=f"w{week}"
        )
    memory.remember([Turn("From now on I take soy milk.", "Ann", START + timedelta(days=300))], session="new")
    recalled = memory.recall("Which milk does Ann take?", words=60)
    assert "soy milk" in recalled.text
    assert recalled.text.count("Oat milk") == 1
    assert "(said 40 times, first on 2 January 2024)" in recalled.text
    assert [hit.repeats for hit in recalled.hits if hit.repeats > 1] == [40]


def test_what_stands_beside_many_copies_is_no_nearer_for_it(memory: Memory) -> None:
    beside = [
        f"{thing} was seen in the harbour today." for thing in ("A kite", "A swan", "A tuba", "A raft", "A llama")
    ]
    for week, other in enumerate(beside):
        at = START + timedelta(weeks=week)
        memory.remember([Turn("My knee hurts when I run.", "Ann", at), Turn(other, "Ann", at)], session=f"s{week}")
    memory.remember([Turn("There is this ringing in my left ear.", "Ann", START)], session="ear")
    gains = [hit.parts.next for hit in memory.recall("Which health complaints do I have?").hits if hit.text in beside]
    assert len(gains) == len(beside)
    assert sum(gain > 0 for gain in gains) == 1
