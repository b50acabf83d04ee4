"""When two statements are one, and what becomes of facts that are close: pure, with verdicts given."""

from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.embedding.choice import RELATED
from clew.graph.schema.properties import STATEMENT_KEY
from clew.loaders.knowledge.reconcile import (
    MAX_CLOSE_FACTS,
    Claim,
    FactPlan,
    Known,
    Verdict,
    Verdicts,
    reconcile,
)
from clew.loaders.knowledge.statement_keys import fact_id, statement_key
from clew.model import Fact
from clew.text.instants import BEGINNING, FOREVER

MARCH, APRIL, MAY, JUNE = (datetime(2023, month, 8, tzinfo=UTC) for month in (3, 4, 5, 6))
NORTH, NEAR, EAST = [1.0, 0.0], [0.8, 0.6], [0.0, 1.0]
"""Vectors: NEAR has cosine 0.8 to NORTH and 0.6 to EAST, which have 0."""


class TestKey:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Ann has a cat.", "ann HAS a CAT"),
            ("Ann has a cat.", "Ann has the cat!"),
            ("Ann has a cat", "Ann has cat"),
            ('Ann said: "I like tea"', "Ann said I like tea."),
            ("Ann likes cats", "Ann likes cat"),
            ("Ann  has\na cat ", "Ann has a cat"),
            ("Ann’s cat is black – Miso.", "Ann's cat is black Miso"),  # noqa: RUF001
            ("Ann doesn’t eat well‑known O’Henry bars.", "Ann doesn't eat well-known O'Henry bars."),  # noqa: RUF001
            ("It was −5 degrees.", "It was -5 degrees."),  # noqa: RUF001
            ("The café is open.", "The cafe\u0301 is open"),
            ("Ann is 34.", "Ann is 34"),
            ("Ann paid (in May) 1,500.", "Ann paid in May 1,500"),
            ("Ann likes 🍕", "ann likes the (🍕)!"),
            ("Ann has hepatitis A", "Ann has the hepatitis a ..."),
            ("Lukas's cat is here.", "Lukas' CAT is here"),
        ],
    )
    def test_the_same_in_other_spelling(self, one: str, other: str) -> None:
        assert statement_key(one, MAY) == statement_key(other, MAY)
        assert statement_key(one, None) == statement_key(other, None)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Ann likes tea.", "Ann does not like tea."),
            ("Ann can swim.", "Ann can't swim."),
            ("Ann loves Ben.", "Ben loves Ann."),
            ("Ann has 2 cats.", "Ann has 3 cats."),
            ("Ann is 34.", "Ann is 3.4."),
            ("It was -5 degrees.", "It was 5 degrees."),
            ("It costs $5.", "It costs £5."),
            ("It costs 5 €.", "It costs 5 $."),
            ("It fell by 5 %.", "It fell by 5."),
            ("Ben's score is < Ann's.", "Ben's score is > Ann's."),
            ("Ann got 5 out of 10.", "Ann got 5% out of 10."),
            ("Ann writes C.", "Ann writes C++."),
            ("Ann lives in Oslo.", "Ann lived in Oslo."),
            ("Ann likes tea.", "Ben likes tea."),
            ("アンは犬が好き。", "アンは猫が好き。"),
            ("Ben's status is ✅", "Ben's status is ❌"),
            ("Ann likes 🍕.", "Ann likes 🍔."),
            ("Ann gave it ★★★", "Ann gave it ★"),
            ("Ann has hepatitis A", "Ann has hepatitis"),
            ("Ann's grade is A!", "Ann's grade is B!"),
            ("Luka said: I have a sister in Rome.", "Lukas said: I have a sister in Rome."),
            ("Ann met (Peter)", "Ann met (Peters)"),
            ("Han's ship is here.", "Hans's ship is here."),
            ("Ann wrote to Owen's son.", "Ann wrote to Owens' son."),
        ],
    )
    def test_other_statements(self, one: str, other: str) -> None:
        assert statement_key(one, None) != statement_key(other, None)

    def test_the_day_since_which_it_holds_belongs_to_it(self) -> None:
        keys = {statement_key("Ann ran a race.", since) for since in (None, MAY, JUNE)}
        assert len(keys) == 3
        assert statement_key("Ann ran a race.", MAY.replace(hour=20)) in keys

    def test_it_is_no_longer_than_an_index_holds(self) -> None:
        text = "Ann went on and " * 500
        keys = [statement_key(each, None) for each in (text, text.upper(), f"{text} on.")]
        assert (keys[0] == keys[1], keys[1] == keys[2]) == (True, False)
        assert not any(map(STATEMENT_KEY.fault, keys))
        assert len(statement_key("ab " * 2000, None)) == 5999

    def test_a_fact_is_named_by_what_it_says_and_who_said_it_first(self) -> None:
        names = {fact_id(key, source) for key in ("ann like tea", "ann like tea@") for source in ("a", "b", "@a")}
        assert len(names) == 6


def claim(text: str, source: str, vector: list[float] = NORTH, since: datetime = MAY) -> Claim:
    return Claim(Fact(text, (source,)), vector, since, "Ann", since)


def known(
    text: str, similarity: float, since: datetime = MARCH, until: datetime = FOREVER, at: datetime | None = None
) -> Known:
    return Known(f"fact:{text}", statement_key(text, None), text, since, until, at or since, similarity)


OSLO, ROME = known("Ann lives in Oslo.", 0.8), claim("Ann lives in Rome.", "a")


def judged(verdict: Verdict, new: Claim = ROME, old: Known = OSLO) -> FactPlan:
    return reconcile([new], [[old]], {(new.id, old.id): verdict})


def test_what_nobody_says_yet_is_new() -> None:
    plan = reconcile([ROME], [[]], {})
    assert plan == FactPlan(new=[ROME], support=[(ROME.id, ROME)])


@pytest.mark.parametrize("verdicts", [None, {}])
def test_a_known_fact_in_the_same_words_is_supported_and_nobody_is_asked(verdicts: Verdicts | None) -> None:
    again = claim("Ann lives in the Oslo!", "a")
    plan = reconcile([again], [[known("Ann lives in Rome.", 0.9), OSLO]], verdicts)
    assert plan == FactPlan(support=[(OSLO.id, again)])


def test_repeats_among_new_claims_are_one_fact() -> None:
    first, second, third = (claim(text, text) for text in ("Ann has a cat.", "ann has the cat", "Ann has cats"))
    plan = reconcile([first, second, third], [[], [], []], None)
    assert plan.new == [first]
    assert plan.support == [(first.id, first), (first.id, second), (first.id, third)]


def test_a_repeat_in_other_words_supports_the_known_fact() -> None:
    assert judged("repeats") == FactPlan(support=[(OSLO.id, ROME)])


def test_what_coexists_is_new() -> None:
    assert judged("coexists") == FactPlan(new=[ROME], support=[(ROME.id, ROME)])


def test_the_known_fact_ends_where_the_new_one_begins() -> None:
    plan = judged("replaces")
    assert (plan.new, plan.support) == ([ROME], [(ROME.id, ROME)])
    assert plan.replaced == [(OSLO.id, ROME.id)]


def test_what_held_earlier_ends_though_it_was_heard_later() -> None:
    later = known("Ann lives in Oslo.", 0.8, JUNE)
    plan = judged("replaces", old=later)
    assert plan.replaced == [(ROME.id, later.id)]
    assert plan.new == [ROME]


WEDDING = known("Ann's wedding is on 8 June 2023.", 0.8, JUNE, at=MARCH)
MOVED = Claim(Fact("Ann's wedding was moved forward to 8 May 2023.", ("a",), 1.0, MAY), NORTH, MAY, "Ann", APRIL)


def test_what_was_said_later_stays_though_it_names_an_earlier_date() -> None:
    assert judged("replaces", MOVED, WEDDING).replaced == [(WEDDING.id, MOVED.id)]


def test_a_correction_that_is_read_first_stays() -> None:
    moved = known(MOVED.fact.text, 0.8, MAY, at=APRIL)
    wedding = Claim(Fact(WEDDING.text, ("b",), 1.0, JUNE), NORTH, JUNE, "Ann", MARCH)
    assert judged("replaces", wedding, moved).replaced == [(wedding.id, moved.id)]


@pytest.mark.parametrize(
    ("since", "until", "at"),
    [
        (MAY, None, MAY),  # it does not say since when it holds
        (MAY, None, None),  # nobody knows when it was said
        (BEGINNING, MAY, APRIL),  # it was over when it was said
        (MAY, None, JUNE),  # the other held by then
        (APRIL, MAY, MAY),  # it was over when the other began
    ],
)
def test_what_tells_of_an_earlier_time_corrects_nothing(
    since: datetime, until: datetime | None, at: datetime | None
) -> None:
    told = Claim(Fact("Ann lives in Rome.", ("a",), 1.0, None, until), NORTH, since, "Ann", at)
    plan = judged("replaces", told, known("Ann lives in Oslo.", 0.8, JUNE, at=MARCH))
    assert plan.replaced == [(told.id, OSLO.id)]


def test_of_two_since_the_same_instant_the_one_heard_later_stays() -> None:
    same = known("Ann lives in Oslo.", 0.8, MAY)
    assert judged("replaces", old=same).replaced == [(same.id, ROME.id)]


def test_what_is_close_and_not_judged_is_open() -> None:
    plan = reconcile([ROME], [[OSLO]], {})
    assert [pair.ids for pair in plan.open] == [(ROME.id, OSLO.id)]


def test_without_a_judge_nothing_is_open_and_what_is_close_coexists() -> None:
    assert reconcile([ROME], [[OSLO]], None) == FactPlan(new=[ROME], support=[(ROME.id, ROME)])


def test_new_claims_are_judged_beside_each_other() -> None:
    oslo, rome, cello = (
        claim("Ann lives in Oslo.", "a", NORTH),
        claim("Ann lives in Rome.", "b", NEAR, JUNE),
        claim("Ben plays the cello.", "c", EAST, JUNE),
    )
    opened = reconcile([oslo, rome, cello], [[], [], []], {}).open
    assert [pair.ids for pair in opened] == [(rome.id, oslo.id), (cello.id, rome.id)]
    verdicts: Verdicts = {(rome.id, oslo.id): "replaces", (cello.id, rome.id): "coexists"}
    plan = reconcile([oslo, rome, cello], [[], [], []], verdicts)
    assert (plan.open, plan.new, plan.replaced) == ([], [oslo, rome, cello], [(oslo.id, rome.id)])


def test_what_is_said_again_after_it_was_replaced_is_another_fact() -> None:
    back = claim("Ann lives in Oslo!", "b", since=JUNE)
    verdicts: Verdicts = {(ROME.id, OSLO.id): "replaces", (back.id, ROME.id): "replaces"}
    plan = reconcile([ROME, back], [[OSLO], [OSLO]], verdicts)
    assert (plan.new, plan.support) == ([ROME, back], [(ROME.id, ROME), (back.id, back)])
    assert plan.replaced == [(OSLO.id, ROME.id), (ROME.id, back.id)]


def test_only_the_closest_are_worth_a_judgement() -> None:
    similarities = (RELATED - 0.01, RELATED, 0.7, 0.9, 0.8)
    others = [known(f"Ann lives in city {number}.", similarity) for number, similarity in enumerate(similarities)]
    (closest,) = {pair.claim.id for pair in reconcile([ROME], [others], {}).open}
    assert closest == ROME.id
    assert [pair.known.similarity for pair in reconcile([ROME], [others], {}).open] == [0.9, 0.8, 0.7][:MAX_CLOSE_FACTS]


CITIES = st.sampled_from(["Oslo", "Rome", "Pisa"])
CLAIMS = st.lists(
    st.builds(
        lambda city, source, vector, since: claim(f"Ann lives in {city}.", source, vector, since),
        CITIES,
        st.sampled_from("abc"),
        st.sampled_from([NORTH, NEAR, EAST]),
        st.sampled_from([MARCH, MAY, JUNE]),
    ),
    max_size=6,
)
KNOWN = st.lists(
    st.builds(known, CITIES.map("Ann lives in {}.".format), st.floats(0, 1), st.sampled_from([MARCH, MAY, JUNE])),
    max_size=3,
    unique_by=lambda each: each.id,
)


@given(CLAIMS, KNOWN, st.randoms(use_true_random=False))
def test_every_claim_ends_as_the_support_of_one_fact(claims: list[Claim], others: list[Known], random: object) -> None:
    verdicts: Verdicts = {}
    near = [others for _ in claims]
    while (plan := reconcile(claims, near, verdicts)).open:
        assert not verdicts.keys() & {pair.ids for pair in plan.open}
        verdicts |= {pair.ids: random.choice(get_args(Verdict)) for pair in plan.open}  # pyright: ignore[reportAttributeAccessIssue]
    made = [each.id for each in plan.new]
    assert [each for _, each in plan.support] == sorted(claims, key=lambda each: each.since)
    assert len(made) == len(set(made))
    assert {id for id, _ in plan.support} >= set(made)
    ids = {*made, *(each.id for each in others), *(each.later.id for each in plan.split)}
    assert {id for id, _ in plan.support} <= ids
    assert all({old, new} <= ids and old != new for old, new in plan.replaced)
