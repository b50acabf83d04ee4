"""Docstrings, help texts and pages get plainer, never less plain: each count has a ceiling, which only falls.

`python -m tests.repository.prose` prints the counts, with `--ceilings` this table. At commit 672c0827, where counting
began, 633 sentences were too long, 459 subjects were headless, and there were 72 metaphors. Headless subjects of pages
have been counted since November 2026: 146 then, and "Whether" with them.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from tests.repository.prose import (
    COLUMNS,
    LONG,
    ROOT,
    counts,
    messages,
    paragraphs_of_module,
    paragraphs_of_page,
    sentences,
)

CEILINGS: dict[str, tuple[int, int, int]] = {
    "src/clew/api": (1, 0, 0),
    "src/clew/graph": (1, 0, 0),
    "src/clew/llm": (0, 0, 1),
    "src/clew/model": (3, 0, 1),
    "src/clew/server": (1, 0, 0),
    "src/clew/settings": (0, 0, 1),
    "loaders/knowledge": (0, 2, 0),
    "loaders/scene": (0, 1, 0),
    "loaders/sources": (2, 0, 2),
    "loaders/working": (0, 1, 0),
    "loaders/world": (0, 2, 0),
    "retrieval": (2, 3, 5),
    "agents": (1, 1, 1),
    "agents/ariadne": (0, 5, 0),
    "agents/clin": (0, 1, 0),
    "agents/karma": (0, 1, 0),
    "playground/src": (3, 0, 0),
    "benchmarks": (0, 0, 7),
    "README.md": (0, 0, 1),
    "SECURITY.md": (0, 1, 0),
    "benchmarks/README.md": (0, 0, 16),
    "docs/architecture.md": (1, 0, 2),
    "docs/cypher-cookbook.md": (0, 0, 3),
    "docs/dependencies.md": (0, 0, 2),
    "docs/recall.md": (0, 1, 0),
    "docs/scaling.md": (0, 0, 1),
    "playground/benchmarks/README.md": (2, 0, 0),
}
"""Sentences of more than 25 words, headless subjects and private metaphors; what is not named here has none."""


@pytest.fixture(scope="module")
def found() -> dict[str, Counter[str]]:
    return counts()


def test_no_folder_or_page_is_written_less_plainly(found: dict[str, Counter[str]]) -> None:
    assert {"docs/recall.md", "loaders/language", "README.md"} <= found.keys()
    above = {
        f"{folder}: {column}": f"{count[column]} instead of {ceiling}"
        for folder, count in found.items()
        for column, ceiling in zip(COLUMNS[1:], CEILINGS.get(folder, (0, 0, 0)), strict=True)
        if count[column] > ceiling
    }
    assert above == {}, "shorten these sentences; never raise a ceiling"


def test_no_ceiling_is_left_of_what_is_gone(found: dict[str, Counter[str]]) -> None:
    assert set(CEILINGS) <= found.keys()


def test_the_sentences_of_a_module_are_those_of_its_docstrings_and_help_texts() -> None:
    code = '''"""One module. Two sentences.

    shown = "Code that is shown is no prose. It counts nowhere."
"""
LIMIT = 3
"""Of one call."""

def ask(text: str) -> None:
    """Ask.

    Args:
        text: what is asked. It may be long.
    """
    option(help="Ask at once.")
'''
    found = [each for paragraph in paragraphs_of_module(code) for each in sentences(paragraph)]
    assert sorted(found) == sorted(
        ["One module.", "Two sentences.", "Of one call.", "Ask.", "what is asked.", "It may be long.", "Ask at once."]
    )


def test_the_sentences_of_a_page_leave_out_code_and_quotations() -> None:
    page = """# A heading. Not counted.

Ask `recall(query)` first. It
answers.

> Ann: I moved. I like it.

```python
print("One. Two.")
```

- an item; see [the page](page.md)

| a cell. With two. | another |
|---|---|
"""
    found = [each for paragraph in paragraphs_of_page(page) for each in sentences(paragraph)]
    expected = ["Ask CODE first.", "It answers.", "an item; see the page", "a cell.", "With two.", "another"]
    assert found == expected


def test_long_sentences_headless_subjects_and_metaphors_are_counted(tmp_path: Path) -> None:
    (tmp_path / "loaders").mkdir()
    (tmp_path / "loaders" / "one.py").write_text(
        f'"""Who asks gets it. Who asks? The door is the least. {"Word " * 26}."""\n', "utf-8"
    )
    assert counts(tmp_path) == {"loaders": {"sentences": 4, "long": 1, "headless": 1, "metaphors": 2}}


def test_a_message_says_one_thing_at_a_time() -> None:
    """What failed, with which value, and what to do stand on both sides of a colon or a semicolon."""
    found = [
        message
        for folder in ("src/clew", "loaders", "retrieval", "agents")
        for path in (ROOT / folder).rglob("*.py")
        if not any(part.is_symlink() for part in (path, *path.parents))
        for message in messages(path.read_text("utf-8"))
    ]
    assert len(found) > 400
    parts = [part for message in found for sentence in sentences(message) for part in re.split("[;:] ", sentence)]
    assert [part for part in parts if len(part.split()) > LONG] == []
