"""What holds of every script."""

import re
from pathlib import Path

SCRIPTS = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parents[2] / "benchmarks").glob("*.py")}


def test_an_encoder_may_be_named_where_it_is_used() -> None:
    offering = {name for name, text in SCRIPTS.items() if "connection.add_encoder_argument(" in text}
    assert offering == {name for name, text in SCRIPTS.items() if re.search(r"options\.encoder\b", text)} != set()


def test_what_was_measured_is_written_before_it_is_drawn() -> None:
    drawing = {name: text for name, text in SCRIPTS.items() if re.search(r"plot\(.*options\.plot", text)}
    assert len(drawing) > 5
    for name, text in drawing.items():
        before, _ = re.split(r"plot\(.*options\.plot", text, maxsplit=1)
        assert re.search(r"write\(\s*options\.json", before), name
