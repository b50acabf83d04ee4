"""Scores are what form R says: a brute force over plain dictionaries is the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.retrieval import score
from clew.retrieval.question import take_apart
from clew.retrieval.seeds import Candidate, Pool
from clew.settings import RecallSettings

SETTINGS = RecallSettings()
MAY, JUNE = 1683540000, 1686218400  # 8 May and 8 June 2023

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def candidates(number: int) -> dict[str, Candidate]:
    """Turns of one session, one after the other."""
    return {f"t{i:02}": Candidate(f"t{i:02}", "s", i, "Ann" if i % 2 else "Ben", MAY) for i in range(number)}


def found(shares: list[float]) -> score.Table:
    turns = candidates(len(shares))
    pool = Pool(turns, dict(zip(turns, shares, strict=True)), {}, {})
    return score.table(turns, pool, take_apart("cat", []), SETTINGS)


@given(SHARES, st.sets(st.integers(0, 11)))
def test_neighbours_share_the_best_by_maximum(shares: list[float], gaps: set[int]) -> None:
    table = found(shares)
    following = {f"t{i:02}": f"t{i + 1:02}" for i in range(len(shares) - 1) if i not in gaps}
    spread = score.spread(table, following, SETTINGS)
    linked = [i not in gaps for i in range(len(shares))]
    for i in range(len(shares)):
        gains = [0.0]
        for step in (1, 2):
            weight = 0.65 * (SETTINGS.next_one if step == 1 else SETTINGS.next_two)
            if i + step < len(shares) and all(linked[i : i + step]):
                gains.append(weight * shares[i + step])
            if i - step >= 0 and all(linked[i - step : i]):
                gains.append(weight * shares[i - step])
        assert spread.columns["next"][i] == pytest.approx(max(gains))


@given(SHARES)
def test_parts_add_up_to_the_score(shares: list[float]) -> None:
    table = score.add_pagerank(found(shares), {"t00": 0.5, "elsewhere": 1.0}, 0.3)
    for row, total in enumerate(table.total):
        assert table.parts(row).total == pytest.approx(total)
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
        "plain": Candidate("plain", "s", 0, "Ben", JUNE),
        "told": Candidate("told", "s", 1, "Ann", JUNE),
        "dated": Candidate("dated", "s", 2, "Ben", MAY),
        "elsewhere": Candidate("elsewhere", "other", 0, "Ben", JUNE),
    }
    question = take_apart("What did Ann do in May 2023?", ["Ann", "Ben"])
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
