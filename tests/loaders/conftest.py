import json
from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[[str, object], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file: text and bytes as they are, anything else as JSON."""

    def write(name: str, content: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(content, (str, bytes)):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
