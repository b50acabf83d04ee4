"""Scores are the sums of their parts: a brute force over plain dictionaries is the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.retrieval import score
from clew.retrieval.question import parse_question
from clew.retrieval.search import Candidate, Pool
from clew.settings import RecallSettings

SETTINGS = RecallSettings()
MAY, JUNE = 1683540000, 1686218400  # 8 May and 8 June 2023

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def candidates(number: int) -> dict[str, Candidate]:
    """Turns of one session, one after the other."""
    return {f"t{i:02}": Candidate(f"t{i:02}", "s", "Ann" if i % 2 else "Ben", MAY) for i in range(number)}


def found(shares: list[float]) -> score.Table:
    turns = candidates(len(shares))
    pool = Pool(turns, dict(zip(turns, shares, strict=True)), {}, {})
    return score.table(turns, pool, parse_question("cat", []), SETTINGS)


@given(SHARES, st.sets(st.integers(0, 11)))
def test_neighbours_share_the_best_by_maximum(shares: list[float], gaps: set[int]) -> None:
    table = found(shares)
    following = {f"t{i:02}": f"t{i + 1:02}" for i in range(len(shares) - 1) if i not in gaps}
    spread = score.spread(table, following, SETTINGS)
    linked = [i not in gaps for i in range(len(shares))]
    rows = [i for i in range(len(shares)) if {i - 1, i} & set(range(len(shares) - 1)) - gaps]  # beside another one
    firsts = {shares[i]: i for i in reversed(rows)}  # equal vectors: the same words
    lent = [share if firsts.get(share) == i else 0.0 for i, share in enumerate(shares)]
    for i in range(len(shares)):
        gains = [0.0]
        for step in (1, 2):
            weight = 0.65 * (SETTINGS.next_one if step == 1 else SETTINGS.next_two)
            if i + step < len(shares) and all(linked[i : i + step]):
                gains.append(weight * lent[i + step])
            if i - step >= 0 and all(linked[i - step : i]):
                gains.append(weight * lent[i - step])
        assert spread.columns["next"][i] == pytest.approx(max(gains))


def test_of_equal_turns_the_best_lends_and_each_of_a_date_that_is_asked_for() -> None:
    table = found([0.8, 0.1, 0.8, 0.2])
    lifted = score.derive(table, [], SETTINGS)
    lifted.columns["derived"][2] = 0.4
    following = {"t00": "t01", "t02": "t03"}
    gains = score.spread(lifted, following, SETTINGS).columns["next"]
    assert gains[3] == pytest.approx(SETTINGS.next_one * (0.65 * 0.8 + 0.4))
    assert gains[1] == 0
    lifted.columns["date"][0] = 0.5
    assert score.spread(lifted, following, SETTINGS).columns["next"][1] == pytest.approx(SETTINGS.next_one * 0.65 * 0.8)


EDGES = st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13)), max_size=20)


@given(SHARES, EDGES, st.sampled_from([(1.0, 0.6), (0.5, 0.9), (0.0, 1.0), (0.3, 0.0)]))
def test_facts_and_turns_lift_each_other_by_maximum_and_one_step_only(
    shares: list[float], edges: list[tuple[int, int]], both: tuple[float, float]
) -> None:
    """Whatever the edges: some lead to what is no candidate, and a fact may be said by several turns."""
    table = found(shares)
    settings = SETTINGS.changed(fact_share=both[0], source_share=both[1])
    named = [(f"t{derived:02}", "DERIVED_FROM", f"t{source:02}") for derived, source in edges]
    lifted = score.derive(table, named, settings)
    for i, share in enumerate(shares):
        of_facts = [both[0] * shares[derived] for derived, source in edges if source == i and derived < len(shares)]
        of_turns = [both[1] * shares[source] for derived, source in edges if derived == i and source < len(shares)]
        best = 0.65 * max([share, *of_facts, *of_turns])
        assert lifted.columns["derived"][i] == pytest.approx(best - 0.65 * share)
    assert lifted.columns.keys() == table.columns.keys()
    assert all((lifted.columns[name] == table.columns[name]).all() for name in table.columns if name != "derived")


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_a_fact_lifts_is_handed_on_to_the_turns_beside_it(fact: float, turn: float) -> None:
    table = score.derive(found([turn, 0.0, fact]), [("t02", "DERIVED_FROM", "t00")], SETTINGS)
    spread = score.spread(table, {"t00": "t01"}, SETTINGS)
    assert spread.columns["next"][1] == pytest.approx(SETTINGS.next_one * 0.65 * max(turn, SETTINGS.fact_share * fact))


@given(SHARES)
def test_parts_add_up_to_the_score(shares: list[float]) -> None:
    table = score.add_pagerank(found(shares), {"t00": 0.5, "elsewhere": 1.0}, 0.3)
    totals = dict(zip(table.ids, table.total, strict=True))
    for id, parts in table.best_parts(len(shares)):
        assert parts.total == pytest.approx(totals[id])
    assert table.columns["pagerank"][0] == pytest.approx(0.3)


@given(st.lists(st.integers(0, 1000).map(lambda thousandths: thousandths / 1000), min_size=1, max_size=40))
def test_seeds_are_the_best_weighted_by_their_lead(shares: list[float]) -> None:
    walk = SETTINGS.episode_walk
    seeds = score.walk_seeds([found(shares)], {}, walk)
    ranked = sorted((0.65 * share for share in shares), reverse=True)
    threshold = ranked[walk.seeds] if len(ranked) > walk.seeds else 0.0
    leads = [value - threshold for value in ranked[: walk.seeds] if value > threshold]
    np.testing.assert_allclose(list(seeds.values()), np.array(leads) / (sum(leads) or 1))


def test_the_speaker_the_date_and_the_session_count() -> None:
    turns = {
        "plain": Candidate("plain", "s", "Ben", JUNE),
        "told": Candidate("told", "s", "Ann", JUNE),
        "dated": Candidate("dated", "s", "Ben", MAY),
        "elsewhere": Candidate("elsewhere", "other", "Ben", JUNE),
    }
    question = parse_question("What did Ann do in May 2023?", ["Ann", "Ben"])
    table = score.table(turns, Pool(turns, {}, {}, {"s": 0.5}), question, SETTINGS)
    assert dict(zip(table.ids, table.total.round(6), strict=True)) == {
        "plain": 0.125,
        "told": 0.525,
        "dated": 0.425,
        "elsewhere": 0,
    }


def test_two_kinds_are_put_on_one_scale_by_their_closest_hits() -> None:
    turns, passages = found([1.0, 0.5]), found([0.9, 0.3])
    passages = score.Table(tuple(f"p{id}" for id in passages.ids), passages.columns)
    gap = SETTINGS.kind_contrast
    best = score.best([turns, passages], [0.9, 0.9 - gap], SETTINGS)
    expected = {"t00": 1.0, "t01": 0.5, "pt00": 1 / np.e, "pt01": 0.3 / 0.9 / np.e}
    assert list(best) == sorted(expected, key=lambda id: -expected[id])
    for id, parts in best.items():
        assert parts.total == pytest.approx(expected[id])
    alone = score.best([turns], [0.9], SETTINGS.changed(limit=1))
    assert {id: parts.total for id, parts in alone.items()} == {"t00": pytest.approx(0.65)}


@given(
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["a", "b", None])), min_size=1, max_size=12), st.floats(0, 2)
)
def test_repeats_stand_back_as_when_one_after_the_other_is_taken(
    told: list[tuple[float, str | None]], discount: float
) -> None:
    table = found([share for share, _ in told])
    sessions = [session for _, session in told]
    discounted = score.discount_repeats(table, sessions, discount)
    left, total, taken = set(range(len(told))), table.total.tolist(), list[int]()
    while left:
        cost = {row: discount * sum(sessions[row] == sessions[other] for other in taken) for row in left}
        taken.append(min(left, key=lambda row: (-(total[row] - cost[row]), -total[row], row)))
        assert discounted.columns["repeat"][taken[-1]] == pytest.approx(-cost[taken[-1]])
        left.remove(taken[-1])


def test_what_says_the_same_gets_the_sum_of_its_ranks() -> None:
    said = {"a": "one", "b": "one", "c": "two", "unranked": "one"}
    ranks = score.pooled({"a": 0.2, "b": 0.3, "c": 0.1, "d": 0.4}, said)
    assert ranks == pytest.approx({"a": 0.5, "b": 0.5, "c": 0.1, "d": 0.4, "unranked": 0.5})
    assert score.pooled({}, said) == {}


def test_of_what_says_the_same_the_best_is_kept_and_of_equals_the_one_of_the_highest_rank() -> None:
    table = score.Table(("a", "b", "c", "d"), {"vector": np.array([0.5, 0.9, 0.9, 0.1])})
    kept = score.unrepeated(table, {"a": "x", "b": "x", "c": "x"}, {"b": 0.1, "c": 0.2})
    assert kept.ids == ("c", "d")
    assert score.unrepeated(table, {}, {}).ids == table.ids


@given(
    speakers=st.lists(st.sampled_from(["Ann", "Ben", "Cy", None]), min_size=1, max_size=12),
    mentions=st.dictionaries(st.integers(0, 11), st.sets(st.integers(0, 1)), max_size=12),
)
def test_a_turn_of_a_group_gains_by_its_share_of_the_people_named(
    speakers: list[str | None], mentions: dict[int, set[int]]
) -> None:
    ids = tuple(str(place) for place in range(len(speakers)))
    table = score.Table(ids, {name: np.zeros(len(ids)) for name in score.PARTS})
    question = parse_question("What did Ann tell Ben?", ["Ann", "Ben", "Cy"])
    by_id = {str(place): sorted(named) for place, named in mentions.items()}
    gains = score.involve(table, speakers, by_id, question, 0.4).columns["speaker"]
    for place, (gain, speaker) in enumerate(zip(gains.tolist(), speakers, strict=True)):
        involved = {0: "Ann", 1: "Ben"}
        number = len({each for each, name in involved.items() if speaker == name} | mentions.get(place, set()))
        assert {0: gain == 0, 1: 0 < gain < 0.4, 2: gain == pytest.approx(0.4)}[number]


def test_of_two_people_named_the_one_who_takes_part_in_less_tells_more() -> None:
    ids = tuple("abcdef")
    table = score.Table(ids, {name: np.zeros(len(ids)) for name in score.PARTS})
    question = parse_question("What did Ann tell Ben?", ["Ann", "Ben", "Cy"])
    gains = score.involve(table, ["Ann", "Ann", "Ann", "Ann", "Ben", "Cy"], {}, question, 0.4).columns["speaker"]
    assert gains[4] > gains[0] == gains[3] > gains[5] == 0
