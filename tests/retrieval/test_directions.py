"""What was learnt of texts is a direction for each encoder."""

import pytest

from clew.embedding import E5Small, MiniLM
from clew.retrieval.directions import Name, directions


@pytest.mark.parametrize("encoder", [MiniLM, E5Small])
@pytest.mark.parametrize("name", ["corrections", "requests"])
def test_what_was_learnt_is_a_direction(name: Name, encoder: type[MiniLM | E5Small]) -> None:
    known = directions(name)[encoder.identity]
    assert sum(each**2 for each in known.direction) == pytest.approx(1, abs=0.01)
    assert -1 < known.threshold < 1
    assert known.reaches(known.direction)
    assert not known.reaches([-each for each in known.direction])
