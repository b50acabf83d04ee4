"""The archive of best sets, and what a learning counts after it was used."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from clew.retrieval.learnings.family import worth
from clew.retrieval.learnings.read import MAX_SETS, Archived, best

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
TRIALS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.sampled_from([-100.0, 0.0, 50.0, 100.0])))


@given(TRIALS)
def test_it_holds_the_best_of_each_episode_and_ten_at_most(trials: list[tuple[int, int, float]]) -> None:
    numbers: dict[tuple[int, int], int] = {}
    given_: list[Archived] = []
    for place, (task, environment, score) in enumerate(trials):
        number = numbers[task, environment] = numbers.get((task, environment), 0) + 1
        at = BEGIN + timedelta(hours=place)
        given_.append(Archived(f"s{place}", f"task:{task}", f"environment:{environment}", score, number, at))
    found = best(reversed(given_))
    assert len(found) == min(10, len(numbers)) == min(MAX_SETS, len(numbers))
    assert len({(each.task, each.environment) for each in found}) == len(found)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    for each in found:
        episode = [other for other in given_ if (other.task, other.environment) == (each.task, each.environment)]
        assert each == max(episode, key=lambda other: (other.score, other.number))


@given(st.lists(st.floats(-100, 100), max_size=20))
def test_failure_costs_weight_and_success_adds_it(scores: list[float]) -> None:
    assert worth([]) == 1
    assert 0 < worth(scores) < 2
    assert worth([*scores, -100]) < worth(scores) < worth([*scores, 100])
    assert worth([-100] * 9) < worth([0, -100]) < 1 < worth([100])
