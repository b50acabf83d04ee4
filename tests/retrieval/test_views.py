"""How a hit was reached: from what search found, or from what the walk started from, through the rarest entity."""

import pytest

from clew.retrieval import views
from clew.retrieval.neighbourhood import UNCHAINED, UNDERIVED, Neighbourhood
from clew.retrieval.seeds import Pool

EDGES = tuple((text, "MENTIONS", entity) for text in ("p1", "e1") for entity in ("common", "rare"))
AROUND = Neighbourhood({"p1": 2, "e1": 2, "rare": 2, "common": 9}, {}, {}, EDGES)


def seen(kind: str, found: tuple[str, ...], seeds: dict[str, float]) -> views.View:
    return views.View(kind, Pool({}, {}, {}, {}), found, seeds, UNDERIVED, UNCHAINED, AROUND)


def test_a_turn_is_reached_from_a_passage() -> None:
    view = seen("Episode", ("e0",), {"p1": 0.5, "e0": 0.5})
    way = views.steps(view, ["e1"])["e1"]
    assert way[0] == ("", "p1")
    assert [step for step, _ in way] == ["", "MENTIONS", "MENTIONS"]


def test_a_passage_is_reached_through_the_rarest_entity() -> None:
    view = seen("Passage", ("p0",), {"e1": 1.0})
    assert [id for _, id in views.steps(view, ["p1"])["p1"]] == ["e1", "rare", "p1"]


@pytest.mark.parametrize("kind", ["Episode", "Passage"])
def test_what_search_found_needs_no_way_and_what_nothing_reaches_has_none(kind: str) -> None:
    view = seen(kind, ("x1",), {"x1": 1.0})
    assert views.steps(view, ["x1", "e1"]) == {"x1": [("", "x1")]}
