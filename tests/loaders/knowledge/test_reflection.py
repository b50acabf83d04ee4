"""Two reflections are one where they are close in meaning and name the same."""

import pytest
from tests.api.memory.talk import rows

from clew.api.memory import Memory
from clew.loaders.knowledge.reflection import Reflection, name_the_same, write_reflections
from clew.model import Fact
from clew.text.instants import now


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Regular exercise helps Ann cope with stress.", "Ann copes with stress by regular exercise."),
        ("Ann's garden is her refuge.", "Her garden is a refuge to Ann."),
        ("アンはお茶が好きです。", "アンは紅茶が好きです。"),
    ],
)
def test_statements_in_other_words_name_the_same(one: str, other: str) -> None:
    assert name_the_same(one, other)
    assert name_the_same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann is wise.", "Anne is wise."),
        ("Ann and Ben trust each other.", "Ann trusts each other."),
        ("Ann runs 5 km to relax.", "Ann runs 10 km to relax."),
        ("Ann likes the B2 course.", "Ann likes the course."),
    ],
)
def test_statements_of_other_people_or_amounts_do_not(one: str, other: str) -> None:
    assert not name_the_same(one, other)
    assert not name_the_same(other, one)


def test_close_reflections_on_two_people_stay_two(memory: Memory) -> None:
    said = ("Ann plans ahead.", "Ann asks first.", "Anne reads much.", "Anne listens.")
    memory.remember_facts([Fact(text) for text in said])
    ids = {each.text: each.id for each in memory.facts()}
    facts = [ids[text] for text in said]
    vector = memory.space.embed(["Ann is wise."])[0]
    for text, rest in (("Ann is wise.", facts[:2]), ("Anne is wise.", facts[2:]), ("Wise is Ann.", facts[1:2])):
        made = Reflection(text, tuple(sorted(rest)), vector)
        memory.space.transaction(lambda run, one=made: (run.lock(), write_reflections(run, [one], now())))
    query = "MATCH (r:Reflection {space: $space})-[:DERIVED_FROM_FACT]->(f:Fact) RETURN r.text AS text, f.text AS fact"
    assert {(row["text"], row["fact"]) for row in rows(memory, query)} == {
        ("Ann is wise.", said[0]),
        ("Ann is wise.", said[1]),
        ("Anne is wise.", said[2]),
        ("Anne is wise.", said[3]),
    }
