"""What a statement is given arrives as if the driver had packed it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import parameters
from clew.clock import BEGINNING, FOREVER
from clew.graph import Graph
from clew.queries import parse

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
    assert not isinstance(parameters.to_send({"at": FOREVER})["at"], datetime)


def test_instants_of_other_zones_are_left_to_the_driver() -> None:
    elsewhere = FOREVER.replace(tzinfo=timezone(timedelta(hours=2)))
    assert parameters.to_send({"at": elsewhere, "day": [elsewhere]}) == {"at": elsewhere, "day": [elsewhere]}


@pytest.mark.parametrize("instant", [BEGINNING, FOREVER, datetime(1970, 1, 1, tzinfo=UTC)])
def test_the_ends_of_time_arrive(graph: Graph, instant: datetime) -> None:
    assert arrives(graph, instant)


def test_any_instant_arrives_at_any_depth(graph: Graph) -> None:
    @given(st.datetimes(timezones=st.just(UTC)))
    def check(instant: datetime) -> None:
        assert arrives(graph, instant)

    check()


def arrives(graph: Graph, instant: datetime) -> bool:
    rows = [{"at": None}, {"at": instant, "within": {"at": instant}, "all": [instant, None]}]
    theirs = instant.replace(tzinfo=UTC_OF_THE_DRIVER)
    (row,) = graph.read(parse("x", PACKED), space="s", one=instant, many=[instant], rows=rows, theirs=theirs)
    return row["same"] == [True] * 5
