"""Sources that would take all memory or all time are refused: bounds count what is held and what is tried."""

from collections.abc import Callable
from pathlib import Path

import pytest

from clew.errors import InvalidInput
from clew.loaders.sources import json_stream
from clew.loaders.sources.detection import opened
from clew.loaders.sources.formats import mail
from clew.model.scene import MAX_HOLDERS, Layout, Point, Thing
from clew.text.quotation import read_id

SPOTS = tuple((0.25 * x, 0.0) for x in range(9))


def nested(number: int) -> Layout:
    """Things, each in the one before."""
    things = [
        Thing(f"Box|{each}", "Box", Point(0.5, 0.8, 0.3), movable=True, inside=f"Box|{each - 1}" if each else "")
        for each in range(number)
    ]
    return Layout("den", SPOTS, tuple(things))


def test_things_in_each_other_are_bounded() -> None:
    assert len(nested(MAX_HOLDERS).things) == MAX_HOLDERS
    with pytest.raises(InvalidInput, match="over each other"):
        nested(20_000)


VALUES: dict[str, Callable[[int], str]] = {
    "one text": lambda size: '[{"text": "' + "a" * size + '"}]',
    "one list": lambda size: '[{"texts": [' + "0, " * (size // 3) + "0]}]",
    "around a list": lambda size: (
        "{" + "".join(f'"k{each}": {each}, ' for each in range(size // 8)) + '"messages": []}'
    ),
    "an open text": lambda size: '["' + "a" * size,
}


def listed(path: Path) -> object:
    return list(json_stream.listed(path, "x", {"messages"}))


def head(path: Path) -> object:
    return json_stream.head(path, "x")


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("read", [listed, head])
def test_a_value_that_fills_the_memory_is_refused(
    make: Callable[[int], str], read: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "PIECE", 1000)
    monkeypatch.setattr(json_stream, "LARGEST", 20_000)
    path = tmp_path / "large.json"
    path.write_text(make(100_000), "utf-8")
    if make is VALUES["one list"] and read is head:  # of which it holds the first number
        assert read(path) == {"texts": [0]}
        return
    with pytest.raises(InvalidInput, match="holds a value of more than"):
        read(path)


def test_many_values_of_a_list_are_read_however_large_all_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "PIECE", 1000)
    monkeypatch.setattr(json_stream, "LARGEST", 20_000)
    path = tmp_path / "long.json"
    path.write_text("[" + ", ".join(['{"text": "abc"}'] * 20_000) + "]", "utf-8")
    assert sum(1 for _ in json_stream.listed(path, "x", ())) == 20_000


def test_a_mail_of_any_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail, "LARGEST", 1000)
    path = tmp_path / "box.mbox"
    path.write_bytes(b"From ann Mon May  8 13:00:00 2023\nFrom: ann@x\n\n" + b"a" * 5000)
    with pytest.raises(InvalidInput, match="more than"), opened(path) as sources:
        list(sources)


def test_what_is_nested_without_end_is_refused_or_taken_as_it_is(tmp_path: Path) -> None:
    deep = "[" * 100_000
    assert read_id(f'"{deep}') == f'"{deep}'
    path = tmp_path / "deep.jsonl"
    path.write_text(f'{{"speaker": "Ann", "text": "Hi", "metadata": {"[" * 900}{"]" * 900}}}\n', "utf-8")
    with pytest.raises(InvalidInput), opened(path) as sources:
        list(sources)
