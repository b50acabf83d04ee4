"""A page of the application in one HTML file, with its data: no server, no network, no other file.

Every text travels as JSON inside a data block and reaches the page as text only. A content security policy names the
page's one script, which is that of `clew view`, by its hash. So nothing else in the file can run.
"""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable

from pydantic_core import to_jsonable_python

from clew.interfaces.pages.declaration import declaration

_BLANKS = re.compile("STYLE|SCRIPT_HASH|SCRIPT|DATA|WRITTEN")
_OVERRIDES = re.compile("[\u202a-\u202e]")
"""Characters that turn the letters after them around, and the page's own words with them; no language needs them."""
_OVERRIDES_IN_JSON = re.compile(r"((?<!\\)(?:\\\\)*)\\(u202[a-e])")


def exported(page: str, title: str, content: Mapping[str, object], written: str = "", about: str = "") -> str:
    """Return a page as HTML.

    Args:
        page: which one, as `view/src/exports/exported.tsx` names it.
        title: of the page.
        content: what it shows.
        written: the same in words, as HTML in which every text is escaped: for who runs no scripts or sees no pictures.
        about: what these words tell, such as "The run in words".
    """
    built = files("clew.interfaces.view").joinpath("built")
    script = _read(built, "app.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    data = {"page": page, "title": title, "declaration": declaration(), **content}
    values = {"STYLE": _read(built, "app.css"), "SCRIPT_HASH": digest, "SCRIPT": script, "DATA": harmless(data)}
    words = _OVERRIDES.sub(lambda found: ascii(found[0])[1:-1], written)
    summary = f"<summary>{escape(about)}</summary>"
    values["WRITTEN"] = f'<details id="words">{summary}{words}</details>' if written else ""
    template = _read(files("clew.interfaces.pages"), "page.html")
    return _BLANKS.sub(lambda blank: values[blank[0]], template)


def harmless(data: object) -> str:
    """Return data as JSON in ASCII that cannot end its script element, nor reorder what the page says beside it."""
    whole = json.dumps(to_jsonable_python(data, fallback=str, inf_nan_mode="null"), separators=(",", ":"))
    text = _OVERRIDES_IN_JSON.sub(r"\1\\\\\2", whole)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _read(folder: Traversable, name: str) -> str:
    return folder.joinpath(name).read_text(encoding="utf-8")
