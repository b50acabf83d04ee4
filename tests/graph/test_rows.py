"""Rows come as small types without anything of the driver's, and a statement and its row type agree."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, NamedTuple

import pytest
from neo4j.time import DateTime

from clew.graph.rows import Mismatch, NodeVanished, decoder, plain

EIGHT = datetime(2023, 5, 8, 20, 15, 0, 123456, tzinfo=UTC)
HERE = timezone(timedelta(hours=5, minutes=30))


class Node(NamedTuple):
    id: str
    at: datetime | None


@dataclass(frozen=True)
class Found:
    nodes: list[Node]
    scores: tuple[float, ...]
    best: Node | None


COLUMNS = {
    "scores": "LIST<FLOAT>",
    "nodes": "LIST<MAP{id: STRING, at: ZONED DATETIME}>",
    "best": "MAP{at: ZONED DATETIME, id: STRING}",
}


def test_a_record_is_decoded_at_any_depth_whatever_its_order() -> None:
    at = DateTime.from_native(EIGHT.astimezone(HERE))
    nodes = [{"at": at, "id": "a"}, {"id": "b", "at": None}]
    (found,) = decoder(COLUMNS, Found)([{"best": None, "nodes": nodes, "scores": [0.5]}])
    assert found == Found([Node("a", EIGHT), Node("b", None)], (0.5,), None)
    assert type(found.nodes[0].at) is datetime
    assert found.nodes[0].at.utcoffset() == timedelta(hours=5, minutes=30)


def test_one_column_may_be_its_value() -> None:
    assert decoder({"id": "STRING"}, str)([{"id": "a"}]) == ["a"]
    assert decoder({"at": "ZONED DATETIME"}, datetime)([{"at": DateTime.from_native(EIGHT)}]) == [EIGHT]


def test_the_one_value_of_a_row_is_never_missing() -> None:
    with pytest.raises(NodeVanished):
        decoder({"id": "STRING"}, str)([{"id": "a"}, {"id": None}])


TABLE = {"nodes": "MAP{at: LIST<ZONED DATETIME>, id: LIST<STRING>}"}


class Table(NamedTuple):
    nodes: list[Node]


def test_a_map_of_columns_is_read_as_rows() -> None:
    at = DateTime.from_native(EIGHT.astimezone(HERE))
    (table,) = decoder(TABLE, Table)([{"nodes": {"at": [at, None], "id": ["a", "b"]}}])
    assert table == Table([Node("a", EIGHT), Node("b", None)])
    assert decoder(TABLE, Table)([{"nodes": {"at": [], "id": []}}]) == [Table([])]


def test_a_column_that_lacks_a_value_that_must_be_there_is_read_again() -> None:
    with pytest.raises(NodeVanished):
        decoder(TABLE, Table)([{"nodes": {"at": [None, None], "id": ["a", None]}}])


@pytest.mark.parametrize("record", [{"id": None, "at": None}, {"id": None, "at": DateTime.from_native(EIGHT)}])
def test_a_value_that_must_be_there_and_is_not_is_read_again(record: dict[str, Any]) -> None:
    with pytest.raises(NodeVanished):
        decoder({"id": "STRING", "at": "ZONED DATETIME"}, Node)([record])


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        ({"id": "STRING"}, Node),
        ({"id": "STRING", "at": "STRING"}, Node),
        ({"id": "INTEGER", "at": "ZONED DATETIME"}, Node),
        ({"id": "STRING", "at": "LIST<ZONED DATETIME>"}, Node),
        ({"id": "STRING", "at": "ZONED DATETIME"}, str),
        ({"id": "STRING"}, list[str]),
        ({"nodes": "LIST<MAP{id: STRING}>"}, list[Node]),
        ({"nodes": "MAP{id: LIST<STRING>, at: ZONED DATETIME}"}, list[Node]),
        ({"nodes": "MAP{id: LIST<STRING>, at: LIST<STRING>}"}, list[Node]),
    ],
)
def test_a_row_type_that_is_not_what_the_columns_say_is_refused(columns: dict[str, str], row: type) -> None:
    with pytest.raises(Mismatch):
        decoder(columns, row)


def test_a_map_of_properties_is_plain_at_any_depth() -> None:
    at = DateTime.from_native(EIGHT)
    assert plain({"x": [at, {"y": [[at]]}], "z": "text"}) == {"x": [EIGHT, {"y": [[EIGHT]]}], "z": "text"}


def test_a_tuple_has_the_types_of_the_columns_in_their_order() -> None:
    columns = {"kind": "STRING", "nodes": "MAP{id: LIST<STRING>, at: LIST<ZONED DATETIME>}"}
    read = decoder(columns, tuple[str, list[tuple[str, datetime | None]]])
    assert read([{"kind": "Episode", "nodes": {"id": ["a"], "at": [None]}}]) == [("Episode", [("a", None)])]
    with pytest.raises(NodeVanished):
        read([{"kind": None, "nodes": {"id": [], "at": []}}])
    with pytest.raises(Mismatch, match="holds 3 values"):
        decoder(columns, tuple[str, list[str], str])
    with pytest.raises(Mismatch):
        decoder(columns, tuple[int, list[tuple[str, datetime | None]]])
