"""What the command lines of benchmarks offer."""

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "benchmarks"


def test_an_encoder_may_be_named_where_it_is_used() -> None:
    texts = {path.name: path.read_text("utf-8") for path in SCRIPTS.glob("*.py")}
    offering = {name for name, text in texts.items() if "connection.add_encoder_argument(" in text}
    assert offering == {name for name, text in texts.items() if re.search(r"options\.encoder\b", text)} != set()
