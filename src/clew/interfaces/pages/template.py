"""A page in one HTML file: no network, no other file.

Every text travels as JSON inside a data block and reaches the page as text only. A content security policy names the
page's one script, which begins with `page.js`, by its hash. So nothing else in the file can run.
"""

import base64
import hashlib
import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryFile

from clew.graph.drafts import drafted

_PARTS = re.compile(r"INCLUDE\(([\w.]+)\)\n?")
_BLANKS = re.compile("SCRIPT_HASH|DATA|WRITTEN")
_OVERRIDES = re.compile("[\u202a-\u202e]")
"""Characters that turn the letters after them around, and the page's own words with them; no language needs them."""
_OVERRIDES_IN_JSON = re.compile(r"((?<!\\)(?:\\\\)*)\\(u202[a-e])")


def fill(template: Traversable, data: object, written: str = "", *, parts: Traversable | None = None) -> str:
    """Return a template with its data, and with HTML in which every text is escaped.

    The template has one plain script element, after the blanks: SCRIPT_HASH in its policy, and DATA in its data block.
    WRITTEN stands where no script is needed. INCLUDE(name) stands for a file of this folder or of `parts`.
    """
    whole = _PARTS.sub(lambda part: _part(part[1], parts), template.read_text(encoding="utf-8"))
    before, rest = whole.split("<script>")
    own, after = rest.split("</script>")
    script = f"\n{_part('page.js')}{own}"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # JSON in ASCII that cannot end its script element, nor reorder what the page says beside it.
    text = _OVERRIDES_IN_JSON.sub(r"\1\\\\\2", json.dumps(data, separators=(",", ":")))
    harmless = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    values = {"SCRIPT_HASH": digest, "DATA": harmless}
    values["WRITTEN"] = _OVERRIDES.sub(lambda found: ascii(found[0])[1:-1], written)
    return f"{_BLANKS.sub(lambda blank: values[blank[0]], before)}<script>{script}</script>{after}"


def save(path: Path, page: str) -> Path:
    """Write a page as `save_bytes` does; what UTF-8 cannot hold becomes a question mark."""
    return save_bytes(path, page.encode("utf-8", "replace"))


def save_bytes(path: Path, content: bytes) -> Path:
    """Write a file whole or not at all, so that what was there stays until then. Return its absolute path."""
    path = path.expanduser().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_device(path):
        path.write_bytes(content)
    else:
        with drafted(path.resolve()) as draft:
            draft.write_bytes(content)
    return path


def check_writable(path: Path) -> None:
    """Check that a page, and a draft beside it, can be written there; no file is made."""
    path = path.expanduser().resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_device(path):
        return
    is_new = not path.exists()
    path.open("a").close()
    if is_new:
        path.unlink()
    TemporaryFile(dir=path.parent).close()


def _is_device(path: Path) -> bool:
    """Return whether a path is a device or a pipe, whose place nothing can take."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _part(name: str, more: Traversable | None = None) -> str:
    own = files("clew.interfaces.pages").joinpath(name)
    return (own if more is None or own.is_file() else more.joinpath(name)).read_text(encoding="utf-8")
