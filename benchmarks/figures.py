"""Write the tables of README.md, docs/ and benchmarks/README.md anew from `benchmarks/results/`.

    python -m benchmarks.figures            # or: make figures
    python -m benchmarks.figures --check    # writes nothing; 1 where a table is not what its results say

A table stands between two marks, each on a line of its own: ``<!-- figures: NAME -->`` and ``<!-- figures -->``.
NAME is a function of `tables.py` or of `recall_tables.py`.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks import recall_tables, tables

TABLES = tables.TABLES | recall_tables.TABLES
ROOT = Path(__file__).resolve().parents[1]
MARKED = re.compile(r"^<!-- figures: (\w+) -->\n(?:.*\n)*?<!-- figures -->$", re.MULTILINE)


def main() -> int:
    """Write or check, and name the pages that are not as they should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where something would change")
    options = parser.parse_args()
    stale = {page: text for page in pages() if (text := renewed(page.read_text("utf-8"))) != page.read_text("utf-8")}
    for page, text in stale.items():
        print(page.relative_to(ROOT))
        if not options.check:
            page.write_text(text, "utf-8")
    return int(options.check and bool(stale))


def pages() -> Iterator[Path]:
    """The pages that may hold tables."""
    yield from (ROOT / "README.md", ROOT / "benchmarks" / "README.md")
    yield from sorted((ROOT / "docs").glob("*.md"))


def renewed(text: str) -> str:
    """Return a page with its tables made anew."""
    return MARKED.sub(lambda found: f"<!-- figures: {found[1]} -->\n{TABLES[found[1]]()}\n<!-- figures -->", text)


if __name__ == "__main__":
    sys.exit(main())
