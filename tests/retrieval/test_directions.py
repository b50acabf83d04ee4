"""What was learnt of texts is a direction for each encoder."""

import pytest

from clew.embedding import E5Small, MiniLM
from clew.retrieval.directions import DirectionName, directions


@pytest.mark.parametrize("encoder", [MiniLM, E5Small])
@pytest.mark.parametrize("name", ["corrections", "requests"])
def test_what_was_learnt_is_a_direction(name: DirectionName, encoder: type[MiniLM | E5Small]) -> None:
    known = directions(name)[encoder.identity]
    assert sum(each**2 for each in known.vector) == pytest.approx(1, abs=0.01)
    assert -1 < known.threshold < 1


def test_a_text_of_its_kind_reaches_it_and_another_does_not() -> None:
    known, encoder = directions("requests")[MiniLM.identity], MiniLM()
    assert known.reaches(encoder.embed_query("Explain how photosynthesis works in simple terms."))
    assert not known.reaches(encoder.embed_query("Where did I leave the ladder last week?"))
