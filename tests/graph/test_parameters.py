"""What a statement is given arrives as if the driver had packed it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.graph import driver as graph_module
from clew.graph.driver import Graph
from clew.graph.parameters import to_send
from clew.graph.queries import parse
from clew.text.instants import BEGINNING, FOREVER

UTC_OF_THE_DRIVER = timezone(timedelta(0), "not the one that is packed here")

PACKED = """// A test.
// $space: STRING  the tenant
// $one: ZONED DATETIME  an instant
// $many: LIST<ZONED DATETIME>  it, in a list
// $rows: LIST<MAP>  it, in rows
// $theirs: ZONED DATETIME  the same as the driver packs it
// -> same: LIST<BOOLEAN>  whether each is that
RETURN [each IN [$one, $many[0], $rows[1].at, $rows[1].within.at, $rows[1].all[0]] |
  each = $theirs AND toString(each) = toString($theirs) AND $space = 's'] AS same
"""


def test_the_driver_still_has_what_packs_them() -> None:
    assert not isinstance(to_send({"at": FOREVER}, graph_module._STRUCTURE)["at"], datetime)


def test_instants_of_other_zones_are_left_to_the_driver() -> None:
    elsewhere = FOREVER.replace(tzinfo=timezone(timedelta(hours=2)))
    given: dict[str, object] = {"at": elsewhere, "day": [elsewhere]}
    assert to_send(given, graph_module._STRUCTURE) == {"at": elsewhere, "day": [elsewhere]}


@pytest.mark.parametrize("instant", [BEGINNING, FOREVER, datetime(1970, 1, 1, tzinfo=UTC)])
def test_the_ends_of_time_arrive(graph: Graph, instant: datetime) -> None:
    assert arrives(graph, instant)


def test_any_instant_arrives_at_any_depth(graph: Graph) -> None:
    @given(st.datetimes(timezones=st.just(UTC)))
    def check(instant: datetime) -> None:
        assert arrives(graph, instant)

    check()


def test_they_arrive_where_the_driver_has_it_no_more(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_module, "_STRUCTURE", None)
    assert arrives(graph, FOREVER)


def arrives(graph: Graph, instant: datetime) -> bool:
    rows = [{"at": None}, {"at": instant, "within": {"at": instant}, "all": [instant, None]}]
    theirs = instant.replace(tzinfo=UTC_OF_THE_DRIVER)
    (row,) = graph.read(parse("x", PACKED), space="s", one=instant, many=[instant], rows=rows, theirs=theirs)
    return row["same"] == [True] * 5
