"""Write a perspective for Neo4j Bloom or Explore, and a style sheet for Neo4j Browser. No server is asked.

python examples/bloom_file.py [FOLDER]
"""

import json
import sys
from pathlib import Path

from clew.interfaces.bloom.perspective import perspective
from clew.interfaces.browser.grass import sheet


def main(folder: Path) -> None:
    """Write both files."""
    made = folder / "clew-perspective.json"
    made.write_text(json.dumps(perspective(), indent=1), "utf-8")
    style = folder / "clew.grass"
    style.write_text(sheet(), "utf-8")
    for file in (made, style):
        print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
