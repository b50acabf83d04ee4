"""Where not all questions can be asked, those that are asked are spread evenly."""

from benchmarks.sampling import spread
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(st.integers(), unique=True, min_size=1), st.integers(0, 40))
def test_a_sample_is_spread_from_the_first_on(asked: list[int], most: int) -> None:
    sample = spread(asked, most)
    assert spread([], most) == ()
    assert len(sample) == (min(most, len(asked)) if most else len(asked))
    places = [asked.index(each) for each in sample]
    gaps = {after - before for before, after in zip(places, [*places[1:], len(asked)], strict=True)}
    assert places[0] == 0
    assert max(gaps) - min(gaps) <= 1
