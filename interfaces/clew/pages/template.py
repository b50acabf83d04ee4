"""A page in one HTML file: no network, no other file.

Every text travels as JSON inside a data block and reaches the page as text only; the page's one script, which begins
with `page.js`, is named by its hash in a content security policy, so nothing else in the file can run.
"""

import base64
import hashlib
import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_INCLUDE = re.compile(r"(?:/\*|<!--) include (?P<name>[\w.]+) (?:\*/|-->)\n")
_BLANKS = re.compile("SCRIPT_HASH|DATA|WRITTEN")


def fill(template: Traversable, data: object, written: str = "") -> str:
    """Return a template with its data.

    Args:
        template: with one plain script element, after the blanks: SCRIPT_HASH in its policy, DATA in its data block,
            WRITTEN where what needs no script stands. ``/* include NAME */`` stands for a file of this package.
        data: what JSON can hold.
        written: HTML in which every text is escaped.
    """
    before, rest = _INCLUDE.sub(_included, template.read_text(encoding="utf-8")).split("<script>")
    own, after = rest.split("</script>")
    script = f"\n{files('clew.pages').joinpath('page.js').read_text(encoding='utf-8')}{own}"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    values = {"SCRIPT_HASH": digest, "DATA": _harmless(data), "WRITTEN": written}
    return f"{_BLANKS.sub(lambda blank: values[blank[0]], before)}<script>{script}</script>{after}"


def _included(place: re.Match[str]) -> str:
    return files("clew.pages").joinpath(place["name"]).read_text(encoding="utf-8")


def save(path: Path, page: str) -> Path:
    """Write a page and return its absolute path; what UTF-8 cannot hold becomes a question mark."""
    path = path.expanduser().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8", errors="replace")
    return path


def _harmless(data: object) -> str:
    """Write JSON in ASCII that cannot end its script element."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
