"""An extension of Griffe, for the site: the text below `Example:` in a docstring is code."""

import re
from typing import Any

from griffe import Extension  # pyright: ignore[reportMissingImports] - of the site's environment

EXAMPLE = re.compile(r"^Example:\n((?: {4}.*\n?|\n(?= {4}))+)", re.MULTILINE)


class ExamplesAreCode(Extension):  # pyright: ignore[reportUntypedBaseClass]
    """Puts a fence around each example before the docstring is parsed."""

    def on_instance(self, *, obj: Any, **_: Any) -> None:
        """Change the docstring of one object."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(_fenced, f"{obj.docstring.value}\n").rstrip("\n")


def _fenced(found: re.Match[str]) -> str:
    return f"Example:\n    ```python\n{found[1].rstrip()}\n    ```\n"
