"""The benchmark of extraction: a reading is kept by all that was asked with."""

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest
from tests.scripted import Scripted

from clew.llm import LanguageModel
from clew.model.triplet import Triplet

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_what_is_read_once_is_not_asked_again_unless_more_is_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import world_extraction  # pyright: ignore[reportMissingImports]

    said = [{"subject": "key", "predicate": "is in", "object": place} for place in ("box", "chest")]
    model = Scripted(answers=[json.dumps({"place": "", "triplets": [each]}) for each in said])
    options = Namespace(model="openai:m", readings=tmp_path / "readings.jsonl")
    seen = world_extraction.Sample("look", "You see a key, a box and a chest.", "hall", ())
    more = replace(seen, known=(Triplet("key", "is in", "chest"),))
    asked = LanguageModel(model)
    first, again, other = (world_extraction._read(options, asked, each) for each in (seen, seen, more))
    assert first == again
    assert [each.object for reading in (first, other) for each in reading.triplets] == ["box", "chest"]
    assert len(model.asked) == 2
