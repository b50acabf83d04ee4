"""How a hit was reached: from what search found, or from what the walk started from, through the rarest entity."""

import pytest

from clew.graph.schema import CONVERSATION, DOCUMENTS
from clew.retrieval.context import Steps
from clew.retrieval.families import Conversation, Documents, KindFamily, View
from clew.retrieval.score import Table
from clew.retrieval.search import Pool
from clew.retrieval.walk import Neighbourhood, way_to

EDGES = tuple((text, "MENTIONS", entity) for text in ("p1", "e1") for entity in ("common", "rare"))
AROUND = Neighbourhood({"p1": 2, "e1": 2, "rare": 2, "common": 9}, {}, {}, EDGES)
TURNS, PASSAGES, ANY = Conversation(CONVERSATION), Documents(DOCUMENTS), KindFamily("any")


def seen(found: tuple[str, ...], seeds: dict[str, float]) -> View:
    nothing = Table((), {})
    return View(Pool({}, {}, {}, {}), found, nothing, seeds, around=AROUND)


def explain(family: KindFamily, view: View, ids: list[str]) -> dict[str, Steps]:
    before = family.paths(view, ids)
    return {id: way_to(id, before) for id in ids if id in before}


def test_a_turn_is_reached_from_a_passage() -> None:
    way = explain(TURNS, seen(("e0",), {"p1": 0.5, "e0": 0.5}), ["e1"])["e1"]
    assert way[0] == ("", "p1")
    assert [step for step, _ in way] == ["", "MENTIONS", "MENTIONS"]


def test_a_passage_is_reached_through_the_rarest_entity() -> None:
    way = explain(PASSAGES, seen(("p0",), {"e1": 1.0}), ["p1"])["p1"]
    assert [id for _, id in way] == ["e1", "rare", "p1"]


@pytest.mark.parametrize("family", [TURNS, PASSAGES, ANY], ids=lambda family: family.name)
def test_what_search_found_needs_no_way_and_what_nothing_reaches_has_none(family: KindFamily) -> None:
    assert explain(family, seen(("x1",), {"x1": 1.0}), ["x1", "e1"]) == {"x1": [("", "x1")]}
