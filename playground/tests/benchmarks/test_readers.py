"""The benchmark of readers: what a text describes and nobody read is missed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew.loaders.world.reading import Extraction
from clew_playground.readers import GAMES


@pytest.fixture(scope="module")
def readers() -> Iterator[Any]:
    """The script."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
        import readers  # pyright: ignore[reportMissingImports]

        yield readers


@pytest.mark.parametrize(("is_read", "recall"), [(True, 1.0), (False, 0.0)])
def test_a_place_that_is_described_and_not_read_is_missed(readers: Any, is_read: bool, recall: float) -> None:
    counts, before = readers.Counts(), ""
    for seen in readers.own(1001):
        extraction = GAMES.read(seen.text, seen.action) if is_read else Extraction("", ())
        counts.add(seen, extraction, is_described=seen.describes(before))
        before = seen.truth.place
    assert {kind: counts.result()[kind]["recall"] for kind in readers.KINDS} == dict.fromkeys(readers.KINDS, recall)


@pytest.mark.parametrize("seed", [1001, 1002, 1003])
def test_looks_and_arrivals_describe_a_place_and_nothing_else_does(readers: Any, seed: int) -> None:
    before = ""
    for seen in readers.own(seed):
        assert seen.describes(before) == ("-= " in seen.text), seen.text
        before = seen.truth.place
