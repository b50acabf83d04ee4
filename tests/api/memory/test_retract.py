"""Retractions: what is taken back is kept, believed no more, and believed again when it is reinstated."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.api.memory.conftest import MAY, MOVED, TALK, Contents
from tests.api.memory.talk import rows

from clew.api.learnings import Learnings
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import Conflict, InvalidInput, NotFound
from clew.model import Fact, Filter, Retraction, Turn
from clew.text.instants import now

OSLO = "Ann said: I moved to Oslo in 2019."


def texts(memory: Memory, where: Filter | None = None) -> list[str]:
    return [hit.text for hit in memory.recall("Where did Ann move in 2019?", where or Filter()).hits]


def held(memory: Memory) -> set[str]:
    return {fact.text for fact in memory.facts()}


def without_periods(contents: Contents) -> tuple[frozenset[str], ...]:
    """The contents without the past times of retraction, which are kept."""
    return tuple(frozenset(re.sub(r', "was_retracted": \[[^]]*\]', "", each) for each in part) for part in contents)


def test_what_is_retracted_is_kept_and_nobody_is_told_it(talk: Memory) -> None:
    before = now()
    (fact,) = [fact for fact in talk.facts() if fact.text == OSLO]
    done = talk.retract(MOVED, "said in jest")
    assert (done.is_retracted, done.ended) == (True, (MOVED, fact.id))
    assert all("Oslo" not in text for text in texts(talk))
    assert all("Oslo" not in each.text for each in (*talk.facts(), *talk.search()))
    assert "Oslo" not in talk.profile("Ann").text
    assert [turn.position for turn in talk.turns("s")] == [0, 2]
    (version,) = talk.history(MOVED)
    assert (version.text, version.why, version.valid_to) == (TALK[1].text, "said in jest", version.corrected_at)
    assert talk.get(MOVED).properties["retracted_why"] == "said in jest"
    assert talk.history(fact.id)[0].why == ""
    assert {TALK[1].text, OSLO} <= {*texts(talk, Filter(as_of=before))}
    assert all("Oslo" not in text for text in texts(talk, Filter(as_of=now())))


def test_reinstating_undoes_it_and_both_may_be_repeated(talk: Memory, contents: Callable[[Memory], Contents]) -> None:
    whole = contents(talk)
    done = talk.retract(MOVED)
    assert talk.consolidate().chunks == 0
    assert talk.retract(MOVED, "another reason") == Retraction(MOVED, is_retracted=True)
    back = talk.reinstate(MOVED)
    assert (back.is_retracted, back.revived, back.ended) == (False, done.ended, ())
    assert without_periods(contents(talk)) == without_periods(whole)
    assert talk.reinstate(MOVED) == Retraction(MOVED)
    assert {TALK[1].text, OSLO} <= {*texts(talk)}
    assert [turn.text for turn in talk.turns("s")] == [turn.text for turn in TALK]


def test_the_session_so_far_is_known_and_goes_on(talk: Memory) -> None:
    talk.retract("episode:s/2")
    assert talk.remember(TALK, session="s").unchanged == 3
    talk.add("Bye!", session="s", speaker="Ben")
    talk.reinstate("episode:s/2")
    assert [turn.text for turn in talk.turns("s")] == [*[turn.text for turn in TALK], "Bye!"]
    links = "MATCH (:Clew {space: $space, id: 'episode:s/2'})-[next:NEXT]-(other) RETURN other.id AS id ORDER BY id"
    assert [row["id"] for row in rows(talk, links)] == ["episode:s/1", "episode:s/3"]


def test_what_others_say_too_is_believed_less_and_what_was_replaced_holds_again(memory: Memory) -> None:
    memory.remember(TALK, session="s")
    memory.remember_facts([Fact("Ann lives in Oslo.", ("episode:s/0",))])
    (first,) = memory.facts()
    memory.remember_facts([Fact("Ann lives in Rome.", (MOVED,), replaces=first.id)])
    memory.remember_facts([Fact("Ann travels.", (MOVED,), 0.5), Fact("Ann travels.", ("episode:s/2",), 0.5)])
    rome, travels = (next(fact for fact in memory.facts() if word in fact.text) for word in ("Rome", "travels"))
    done = memory.retract(MOVED)
    assert (done.ended, done.revived, done.weakened) == ((MOVED, rome.id), (first.id,), (travels.id,))
    assert {fact.text: fact.belief for fact in memory.facts()} == {
        "Ann lives in Oslo.": pytest.approx(1.0),
        "Ann travels.": pytest.approx(0.5),
    }
    back = memory.reinstate(MOVED)
    assert (back.revived, back.ended, back.strengthened) == ((MOVED, rome.id), (first.id,), (travels.id,))
    assert {fact.text: fact.belief for fact in memory.facts()} == {
        "Ann lives in Rome.": pytest.approx(1.0),
        "Ann travels.": pytest.approx(0.75),
    }


def test_a_fact_waits_for_what_says_it(talk: Memory) -> None:
    (fact,) = [fact for fact in talk.facts() if fact.text == OSLO]
    talk.retract(fact.id, "not so")
    talk.retract(MOVED)
    assert talk.reinstate(fact.id) == Retraction(fact.id, waits_for=(MOVED,))
    assert OSLO not in held(talk)
    assert set(talk.reinstate(MOVED).revived) == {MOVED, fact.id}
    talk.retract(fact.id)
    assert talk.reinstate(MOVED) == Retraction(MOVED)
    assert OSLO not in held(talk)


def test_who_says_a_retracted_fact_again_is_believed_and_the_old_one_is_its_past(talk: Memory) -> None:
    (fact,) = [fact for fact in talk.facts() if fact.text == OSLO]
    talk.retract(fact.id)
    talk.remember([Turn("I moved to Oslo in 2019.", "Ann", MAY + timedelta(days=9))], session="later")
    talk.consolidate()
    (again,) = [fact for fact in talk.facts() if fact.text == OSLO]
    assert again.id != fact.id
    talk.reinstate(fact.id)
    assert len([fact for fact in talk.facts() if fact.text == OSLO]) == 1


def test_a_told_fact_is_retracted_until_it_is_reinstated(memory: Memory) -> None:
    memory.remember_facts([Fact("Ann is vegan.")])
    (fact,) = memory.facts()
    memory.retract(fact.id, "she is not")
    memory.remember_facts([Fact("Ann is vegan.")])
    assert held(memory) == set()
    memory.reinstate(fact.id)
    assert memory.facts().items == (fact,)


def test_what_is_not_there_not_retracted_or_corrected_is_said(talk: Memory) -> None:
    with pytest.raises(NotFound, match="is not in this space"):
        talk.retract("episode:none/0")
    for id in ("session:s", "space", "entity:oslo"):
        with pytest.raises(InvalidInput, match="which is not retracted; give the id"):
            talk.reinstate(id)
    with pytest.raises(InvalidInput, match="why"):
        talk.retract(MOVED, "\ud800")
    talk.retract(MOVED)
    with pytest.raises(Conflict, match="is retracted; reinstate it"):
        talk.correct(MOVED, "I moved to Rome.")
    talk.reinstate(MOVED)
    done = talk.correct(MOVED, "I moved to Rome.")
    with pytest.raises(Conflict, match="was corrected; retract"):
        talk.retract(MOVED)
    assert talk.retract(done.id).ended[0] == done.id
    assert [turn.position for turn in talk.turns("s")] == [0, 2]
    talk.forget(ids=[done.id])
    assert [turn.text for turn in talk.turns("s")] == [turn.text for turn in TALK]


def test_an_export_keeps_what_is_retracted_and_it_can_be_reinstated(
    talk: Memory, open_memory: Callable[..., Memory], tmp_path: Path
) -> None:
    talk.retract(MOVED, "said in jest")
    talk.export(tmp_path / "space.jsonl")
    other_space = open_memory()
    other_space.restore(tmp_path / "space.jsonl")
    assert other_space.history(MOVED) == talk.history(MOVED)
    assert OSLO not in held(other_space)
    other_space.reinstate(MOVED)
    assert OSLO in held(other_space)


def test_triplets_of_a_world_are_retracted(memory: Memory) -> None:
    world = World(memory, "walk")
    world.observe("-= Hall =-\nYou see a table. On the table you see a key 1. There is an exit to the north.")
    (old,) = world.triplets("key 1", object="table")
    world.observe("You take the key 1 from the table.", action="take key 1 from table")
    (new,) = world.triplets("key 1")
    done = memory.retract(new.id, "it was a mirror")
    assert (done.ended, done.revived) == ((new.id,), (old.id,))
    assert (world.where("key 1"), world.inventory()) == (("table", "hall"), ())
    assert memory.reinstate(new.id).ended == (old.id,)
    assert (world.where("key 1"), world.inventory()) == (("inventory",), ("key 1",))
    memory.retract(new.id)
    world.observe("You take the key 1 from the table.", action="take key 1 from table")
    memory.reinstate(new.id)
    assert len(world.triplets("key 1")) == 1
    with pytest.raises(InvalidInput, match="step of a run"):
        memory.retract("episode:walk/0")


def test_a_learning_is_retracted_from_its_set(memory: Memory) -> None:
    door = Learnings(memory)
    door.task("boil", "Boil water.")
    door.environment("house", "A house with a kitchen.")
    trial = door.begin("boil", "house")
    trial.step("switch on the power", "The stove hums.", score=10)
    trial.end(10)
    trial.learn(
        ["Switching on the power SHOULD BE NECESSARY to use the stove.", "Singing DOES NOT CONTRIBUTE to heat."]
    )
    first, second = door.current("boil", "house").learnings  # pyright: ignore[reportOptionalMemberAccess]
    before = now()
    memory.retract(second.id, "it was never tried")
    assert [each.id for each in door.current("boil", "house").learnings] == [first.id]  # pyright: ignore[reportOptionalMemberAccess]
    then = door.current("boil", "house", as_of=before)
    assert [each.id for each in then.learnings] == [first.id, second.id]  # pyright: ignore[reportOptionalMemberAccess]
    assert second.id not in {hit.id for hit in memory.recall("singing heat").hits}
    memory.reinstate(second.id)
    assert [each.id for each in door.current("boil", "house").learnings] == [first.id, second.id]  # pyright: ignore[reportOptionalMemberAccess]


@dataclass(frozen=True)
class Told:
    """A fact of a small world: what says it together, how sure, and the facts that it replaced."""

    claims: tuple[tuple[frozenset[int], float], ...]
    replaced: frozenset[int]


@dataclass(frozen=True)
class Believed:
    belief: float
    until: int | None  # the place of the fact in whose favour it ended


def believed(facts: Mapping[int, Told], taken: set[str]) -> dict[int, Believed]:
    """The rule in the simplest words: what is believed while some turns and facts are taken back."""

    def standing(number: int) -> list[float]:
        if f"f{number}" in taken:
            return []
        return [sure for turns, sure in facts[number].claims if not {f"t{turn}" for turn in turns} & taken]

    def after(number: int) -> set[int]:
        """The facts in its place that are believed, past those that are not."""
        found = set[int]()
        for other, told in facts.items():
            if number in told.replaced:
                found |= {other} if standing(other) else after(other)
        return found

    return {
        number: Believed(1 - prod(1 - sure for sure in sures), min(after(number), default=None))
        for number in facts
        if (sures := standing(number))
    }


TURNS = 4


@st.composite
def worlds(draw: st.DrawFn) -> dict[int, Told]:
    turns = st.frozensets(st.integers(0, TURNS - 1), min_size=1, max_size=2)
    facts: dict[int, Told] = {}
    for number in range(draw(st.integers(1, 4))):
        said = draw(st.lists(turns, min_size=1, max_size=3, unique=True))
        last = sorted(facts.keys() - {old for each in facts.values() for old in each.replaced})
        replaced = draw(st.frozensets(st.sampled_from(last), max_size=1)) if last else frozenset[int]()
        facts[number] = Told(tuple((each, draw(st.sampled_from([0.25, 0.5]))) for each in said), replaced)
    return facts


def begins(number: int) -> datetime:
    return MAY - timedelta(days=99 - number)  # before anything was said


def write(memory: Memory, facts: Mapping[int, Told]) -> dict[str, str]:
    """Return the id of each turn and fact of a small world that was written."""
    memory.remember([Turn(f"Word{turn}.", "Ann", MAY - timedelta(days=9 - turn)) for turn in range(TURNS)], session="s")
    ids = {f"t{turn}": f"episode:s/{turn}" for turn in range(TURNS)}
    for number, told in facts.items():
        for turns, sure in told.claims:
            sources = tuple(f"episode:s/{turn}" for turn in sorted(turns))
            replaces = tuple(ids[f"f{each}"] for each in sorted(told.replaced))
            memory.remember_facts([Fact(f"Thing{number} is there.", sources, sure, begins(number), replaces=replaces)])
        (ids[f"f{number}"],) = [fact.id for fact in memory.facts() if fact.text == f"Thing{number} is there."]
    return ids


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(facts=worlds(), data=st.data())
def test_whatever_is_taken_back_in_any_order_what_holds_is_what_the_rule_says(
    open_memory: Callable[..., Memory], facts: dict[int, Told], data: st.DataObject
) -> None:
    memory = open_memory()
    ids = write(memory, facts)
    taken = set[str]()
    for name in data.draw(st.lists(st.sampled_from(sorted(ids)), max_size=8)):
        before = believed(facts, taken)
        done = memory.reinstate(ids[name]) if name in taken else memory.retract(ids[name])
        taken ^= {name}
        wanted = believed(facts, taken)
        holding = {ids[f"f{number}"]: each.belief for number, each in wanted.items() if each.until is None}
        assert {fact.id: fact.belief for fact in memory.facts()} == pytest.approx(holding)
        for number, each in wanted.items():
            end = memory.history(ids[f"f{number}"])
            (version,) = [one for one in end if one.id == ids[f"f{number}"]]
            assert version.valid_to == (None if each.until is None else begins(each.until))
        held_before = {ids[f"f{number}"] for number, each in before.items() if each.until is None}
        changed = {ids[name]} if name.startswith("t") else set[str]()
        assert set(done.ended) == (held_before - holding.keys()) | (changed if name in taken else set())
        assert set(done.revived) == (holding.keys() - held_before) | (set() if name in taken else changed)
    for name in sorted(taken):
        memory.reinstate(ids[name])
    whole = {ids[f"f{number}"]: each.belief for number, each in believed(facts, set()).items() if each.until is None}
    assert {fact.id: fact.belief for fact in memory.facts()} == pytest.approx(whole)
