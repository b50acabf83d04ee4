"""Corrections: the new version holds in the place of the old one, which is kept until it is forgotten."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.api.memory.conftest import MAY, MOVED, TALK, Contents

from clew.api.memory import Memory
from clew.errors import Conflict, InvalidInput, NotFound
from clew.model import Fact, Filter, Turn
from clew.text.instants import now

RIGHT = "I moved to Lisbon in 2019."


def texts(memory: Memory, query: str, where: Filter | None = None) -> list[str]:
    return [hit.text for hit in memory.recall(query, where or Filter()).hits]


def test_the_new_version_of_a_turn_has_the_place_of_the_old_one(talk: Memory) -> None:
    done = talk.correct(MOVED, RIGHT)
    assert (done.replaced, done.is_pending) == (MOVED, True)
    assert [(turn.position, turn.speaker, turn.text, turn.at) for turn in talk.turns("s")] == [
        (0, "Ann", "Hello Ben!", MAY),
        (1, "Ann", RIGHT, MAY + timedelta(minutes=1)),
        (2, "Ben", TALK[2].text, MAY + timedelta(minutes=2)),
    ]
    assert talk.get(MOVED).text == TALK[1].text
    assert [each.text for each in talk.history(done.id)] == [TALK[1].text, RIGHT]
    assert talk.history(MOVED) == talk.history(done.id)
    old, new = talk.history(MOVED)
    assert old.valid_to == old.corrected_at
    assert old.corrected_at is not None
    assert (new.valid_to, new.corrected_at) == (None, None)


def test_recall_gives_the_new_version_and_never_the_old_one(talk: Memory) -> None:
    before = now()
    talk.correct(MOVED, RIGHT)
    found = texts(talk, "Where did Ann move in 2019?")
    assert RIGHT in found
    assert all("Oslo" not in text for text in found)
    talk.consolidate()
    found = texts(talk, "Where did Ann move in 2019?")
    assert "Ann said: I moved to Lisbon in 2019." in found
    assert all("Oslo" not in text for text in found)
    then = texts(talk, "Where did Ann move in 2019?", Filter(as_of=before))
    assert {TALK[1].text, "Ann said: I moved to Oslo in 2019."} <= {*then}
    assert all("Lisbon" not in text for text in then)
    then = texts(talk, "Where did Ann move in 2019?", Filter(as_of=before, session="s"))
    assert TALK[1].text in then
    assert RIGHT not in then
    after = texts(talk, "Where did Ann move in 2019?", Filter(as_of=now()))
    assert RIGHT in after
    assert all("Oslo" not in text for text in after)


def test_the_session_so_far_is_known_in_both_versions(talk: Memory) -> None:
    done = talk.correct(MOVED, RIGHT)
    assert talk.remember(TALK, session="s").unchanged == 3
    corrected = [TALK[0], Turn(RIGHT, "Ann", TALK[1].at), TALK[2]]
    assert talk.remember([*corrected, Turn("Bye!", "Ben")], session="s").appended == 1
    talk.forget(ids=[MOVED])
    assert talk.remember(TALK, session="s").unchanged == 3
    assert [turn.text for turn in talk.turns("s")] == ["Hello Ben!", RIGHT, TALK[2].text, "Bye!"]
    with pytest.raises(Conflict):
        talk.remember([TALK[0], Turn("I moved to Rome.", "Ann")], session="s")
    assert talk.history(done.id)[0].id == done.id


def test_the_same_correction_again_changes_nothing(talk: Memory, contents: Callable[[Memory], Contents]) -> None:
    done = talk.correct(MOVED, RIGHT)
    held = contents(talk)
    again = talk.correct(MOVED, RIGHT)
    assert (again.id, again.replaced, again.ended) == (done.id, "", ())
    assert talk.correct(done.id, RIGHT).id == done.id
    assert contents(talk) == held
    with pytest.raises(Conflict, match="was corrected already"):
        talk.correct(MOVED, "I moved to Rome.")


def test_a_correction_is_corrected_and_put_back(talk: Memory) -> None:
    second = talk.correct(talk.correct(MOVED, RIGHT).id, TALK[1].text)
    assert [turn.text for turn in talk.turns("s")] == [turn.text for turn in TALK]
    assert [each.text for each in talk.history(second.id)] == [TALK[1].text, RIGHT, TALK[1].text]
    talk.consolidate()
    assert "Ann said: I moved to Oslo in 2019." in [fact.text for fact in talk.facts()]


def test_what_is_left_without_a_correction_is_what_was_there_before(
    talk: Memory, contents: Callable[[Memory], Contents]
) -> None:
    talk.consolidate()
    sizes, held = talk.stats(), contents(talk)
    done = talk.correct(MOVED, RIGHT)
    talk.consolidate()
    larger = talk.stats()
    receipt = talk.forget(ids=[done.id])
    assert MOVED in receipt.revived
    smaller = talk.stats()
    assert sum(larger.relationships.values()) - sum(smaller.relationships.values()) == receipt.relationships
    talk.consolidate()
    assert talk.stats().nodes["Fact"] == sizes.nodes["Fact"]
    again = contents(talk)
    assert {each for each in again[1] if "Consolidation" not in each} == held[1]


def test_facts_end_with_the_turn_that_says_them_and_what_they_replaced_holds_again(memory: Memory) -> None:
    memory.remember(TALK, session="s")
    oslo = Fact("Ann lives in Oslo.", ("episode:s/0",))
    memory.remember_facts([oslo])
    (first,) = memory.facts()
    memory.remember_facts([Fact("Ann lives in Rome.", (MOVED,), replaces=first.id)])
    memory.remember_facts([Fact("Ann travels.", (MOVED,), 0.5), Fact("Ann travels.", ("episode:s/2",), 0.5)])
    rome = next(fact for fact in memory.facts() if "Rome" in fact.text)
    done = memory.correct(MOVED, RIGHT)
    assert done.ended == (rome.id,)
    held = {fact.text: fact for fact in memory.facts()}
    assert held.keys() == {"Ann lives in Oslo.", "Ann travels."}
    assert held["Ann lives in Oslo."].valid_to is None
    assert held["Ann travels."].belief == pytest.approx(0.5)
    assert done.weakened == (held["Ann travels."].id,)
    assert memory.get(rome.id).text == "Ann lives in Rome."
    assert memory.remember_facts([Fact("Ann lives in Rome.", (MOVED,))]).rejected == 1
    memory.forget(ids=[done.id])
    assert {fact.text for fact in memory.facts()} >= {"Ann lives in Rome."}
    assert "Ann lives in Oslo." not in {fact.text for fact in memory.facts()}


def test_a_corrected_fact_has_the_sources_and_the_time_of_the_old_one(memory: Memory) -> None:
    memory.remember(TALK, session="s")
    wrong = Fact("Ann lives in Oslo.", (MOVED,), 0.8, MAY, MAY + timedelta(days=99), ("home",))
    memory.remember_facts([wrong, Fact("Ann likes rain.", ("episode:s/0",))])
    old = next(fact for fact in memory.facts(Filter(as_of=MAY + timedelta(days=1))) if "Oslo" in fact.text)
    done = memory.correct(old.id, "Ann lives in Bergen.")
    new = memory.history(done.id)[-1]
    assert (new.text, new.sources, new.belief) == ("Ann lives in Bergen.", (MOVED,), pytest.approx(0.8))
    assert (new.valid_from, new.valid_to) == (MAY, MAY + timedelta(days=99))
    assert memory.remember_facts([wrong]).repeated == 1
    assert "Ann lives in Oslo." not in [fact.text for fact in memory.facts()]
    back = memory.correct(done.id, "Ann lives in Oslo.")
    assert back.id not in {old.id, done.id}
    assert [each.text for each in memory.history(old.id)] == [
        "Ann lives in Oslo.",
        "Ann lives in Bergen.",
        "Ann lives in Oslo.",
    ]
    memory.forget(ids=[back.id, done.id])
    assert [each.id for each in memory.history(old.id)] == [old.id]
    assert old.id in {fact.id for fact in memory.facts(Filter(as_of=MAY + timedelta(days=1)))}


def test_a_corrected_fact_stands_among_those_that_replace_each_other(memory: Memory) -> None:
    memory.remember(TALK, session="s")
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",))])
    (first,) = memory.facts()
    memory.remember_facts([Fact("Ann lives in Rome.", (MOVED,), replaces=first.id)])
    (second,) = memory.facts()
    third = memory.correct(second.id, "Ann lives in Roma.").id
    assert [fact.id for fact in memory.facts()] == [third]
    bergen = memory.correct(first.id, "Ann lives in Bergen.").id
    assert [fact.id for fact in memory.facts()] == [third]
    memory.forget(ids=[third])
    assert [fact.id for fact in memory.facts()] == [second.id]
    memory.forget(ids=[second.id])
    assert [fact.id for fact in memory.facts()] == [bergen]


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "\x00"])
def test_a_text_that_says_nothing_is_refused(talk: Memory, text: str) -> None:
    with pytest.raises(InvalidInput):
        talk.correct(MOVED, text)
    with pytest.raises(InvalidInput):
        talk.correct(talk.facts().items[0].id, text)
    assert len(talk.history(MOVED)) == 1


def test_what_is_not_there_or_not_corrected_is_said(talk: Memory, open_memory: Callable[..., Memory]) -> None:
    open_memory().remember([Turn("I moved to Rome.", "Ann")], session="t")
    for id in ("episode:t/0", "fact:none", "'}) DETACH DELETE n //"):
        with pytest.raises(NotFound, match="is not in this space"):
            talk.correct(id, RIGHT)
    for id in ("session:s", "space", "entity:oslo"):
        with pytest.raises(InvalidInput, match="which is not corrected"):
            talk.correct(id, RIGHT)


def test_hostile_text_is_data(talk: Memory) -> None:
    hostile = "'}) MATCH (n) DETACH DELETE n // [2] </text> {facts}"
    done = talk.correct(MOVED, hostile)
    assert talk.get(done.id).text == hostile
    assert hostile in texts(talk, "MATCH DETACH DELETE")


def test_a_long_turn_has_the_parts_of_what_holds(talk: Memory) -> None:
    long = " ".join(f"On day {day} I walked to the harbour of Lisbon and saw {day} ships." for day in range(200))
    done = talk.correct(MOVED, f"{long} The last ship was called Halcyon.")
    (hit, *_) = talk.recall("Which ship was called Halcyon?").hits
    assert (hit.id, len(hit.spans) > 1) == (done.id, True)
    short = talk.correct(done.id, RIGHT)
    assert done.id not in {hit.id for hit in talk.recall("Which ship was called Halcyon?").hits}
    talk.forget(ids=[short.id])
    assert talk.recall("Which ship was called Halcyon?").hits[0].id == done.id


def test_an_export_keeps_both_versions(talk: Memory, open_memory: Callable[..., Memory], tmp_path: Path) -> None:
    done = talk.correct(MOVED, RIGHT)
    talk.export(tmp_path / "space.jsonl")
    other_space = open_memory()
    other_space.restore(tmp_path / "space.jsonl")
    assert other_space.history(done.id) == talk.history(done.id)
    assert other_space.turns("s") == talk.turns("s")
    assert other_space.remember(TALK, session="s").unchanged == 3
    other_space.forget(ids=[done.id])
    assert [turn.text for turn in other_space.turns("s")] == [turn.text for turn in TALK]


def test_a_session_is_forgotten_with_all_versions(talk: Memory) -> None:
    done = talk.correct(MOVED, RIGHT)
    talk.forget(session="s")
    for id in (MOVED, done.id):
        with pytest.raises(NotFound):
            talk.get(id)
    assert texts(talk, "Where did Ann move in 2019?") == []


def test_a_turn_of_a_file_is_corrected_and_the_file_is_still_known(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    lines = [{"session": "s", "speaker": turn.speaker, "text": turn.text, "at": str(turn.at)} for turn in TALK]
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    memory.remember_file(file)
    memory.correct(MOVED, RIGHT)
    (again,) = memory.remember_file(file, on_change="stop")
    assert (again.appended, again.unchanged) == (0, 3)
    file.write_text("\n".join(map(json.dumps, [lines[0], lines[2]])), "utf-8")
    memory.remember_file(file, on_change="replace")
    assert [turn.text for turn in memory.turns("s")] == [TALK[0].text, TALK[2].text]
    assert memory.stats().nodes["Episode"] == 2


def test_of_two_who_correct_at_once_one_is_told_of_the_other(talk: Memory) -> None:
    def correct(text: str) -> str:
        try:
            return talk.correct(MOVED, text).id
        except Conflict as conflict:
            return str(conflict)

    with ThreadPoolExecutor(4) as pool:
        said = pool.map(correct, [f"I moved to {place} in 2019." for place in ("Rome", "Bonn", "Lima", "Rome")])
        writers = [pool.submit(talk.add, "So it is.", session="s", speaker="Ben") for _ in range(3)]
    for writer in writers:
        writer.result()
    done = {each for each in said if each.startswith("episode:")}
    assert len(done) == 1
    old, new = talk.history(MOVED)
    assert (old.id, new.id) == (MOVED, *done)
    assert [turn.position for turn in talk.turns("s")] == list(range(6))


def test_what_was_read_meanwhile_is_not_said_by_the_old_version(
    talk: Memory, open_memory: Callable[..., Memory]
) -> None:
    """A consolidation that has read a turn before it was corrected writes nothing of it."""
    turn = talk.add("I sold my boat in 2020.", session="s", speaker="Ann", at=MAY)
    other = open_memory(talk.space.name)
    corrected = list[str]()

    def told(*_: object) -> None:
        if not corrected:
            corrected.append(other.correct(turn, "I sold my car in 2020.").id)

    other.add("I bought a tent in 2021.", session="a", speaker="Ann", at=MAY - timedelta(days=9))
    talk.consolidate(on_progress=told)
    talk.consolidate()
    held = {fact.text for fact in talk.facts()}
    assert {"Ann said: I sold my car in 2020.", "Ann said: I bought a tent in 2021."} <= held
    assert "Ann said: I sold my boat in 2020." not in held


SAID = st.sampled_from([f"I moved to {place} in 2019." for place in ("Oslo", "Rome", "Lima")])
PLACE = st.integers(0, 9)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("remember"), SAID, PLACE),
        st.tuples(st.just("correct"), SAID, PLACE),
        st.tuples(st.just("correct"), SAID, PLACE),
        st.tuples(st.just("forget"), SAID, PLACE),
        st.tuples(st.sampled_from(["consolidate", "transfer"]), SAID, PLACE),
    ),
    max_size=9,
)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_whatever_is_corrected_what_holds_is_what_a_list_of_texts_says(
    open_memory: Callable[..., Memory], tmp_path: Path, steps: list[tuple[str, str, int]]
) -> None:
    memory, first = open_memory(), [TALK[1].text]
    memory.remember([Turn(first[0], "Ann", MAY)], session="s")
    versions = [[("episode:s/0", first[0])]]  # of each place those that are there, the one that holds last
    for step, text, chosen in steps:
        own = versions[chosen % len(versions)]
        if step == "remember":
            first.append(text)
            versions.append([(f"episode:s/{len(versions)}", text)])
        elif step == "correct" and own:
            id = memory.correct(own[-1][0], text).id
            if text != own[-1][1]:
                own.append((id, text))
        elif step == "forget" and own:
            memory.forget(ids=[own.pop(chosen % len(own))[0]])
        elif step == "consolidate":
            memory.consolidate()
        elif step == "transfer" and any(versions):
            file, held = tmp_path / "space.jsonl", memory
            held.export(file)
            memory = open_memory()
            memory.restore(file)
        memory.remember([Turn(each, "Ann", MAY) for each in first], session="s")
        assert [(turn.position, turn.id, turn.text) for turn in memory.turns("s")] == holding_of(versions)
    memory.consolidate()
    texts_held = {text for _, _, text in holding_of(versions)}
    assert {fact.text for fact in memory.facts()} == {f"Ann said: {text}" for text in texts_held}
    said = {hit.text.removeprefix("Ann said: ") for hit in memory.recall("Where did Ann move in 2019?").hits}
    assert said == texts_held
    for own in versions:
        assert [each.text for each in memory.history(own[0][0])] == [text for _, text in own] if own else True


def holding_of(versions: list[list[tuple[str, str]]]) -> list[tuple[int, str, str]]:
    """The place, id and text of each turn that holds."""
    return [(place, *own[-1]) for place, own in enumerate(versions) if own]
