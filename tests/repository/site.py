"""Puts the pages of the site together: those of docs/, the files that they link to, and pages made from the program.

    python -m tests.repository.site out/docs
    python -m tests.repository.site              # writes docs/README.md, the list of all pages

MkDocs builds the site from that folder (`make docs`), and refuses a link or an anchor that leads nowhere.
"""

import posixpath
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from tests.repository import reference

ROOT = Path(__file__).parents[2]
CONTENTS = "docs/README.md"
"""The list of all pages, for readers of the repository."""
BROUGHT = "repository"
"""Folder of the site with the files that lie outside docs/."""

LINKS = re.compile(
    r"(?P<code>^ *(?P<fence>```|~~~).*?^ *(?P=fence) *$|`[^`\n]+`)|\]\((?P<target>[^)\s]+)\)", re.M | re.S
)
_NESTED = re.compile(r"^ {3}(?=[-*] )", re.MULTILINE)
"""An item of a list in a numbered one: MkDocs wants it further in than a Git host does."""
_SHOWN = {".py": "python", ".yaml": "yaml", ".toml": "toml", ".cypher": "cypher"}
"""Endings of files that become a page with their text, and the language of that."""


def site_path(path: str) -> str:
    """Return where the site has a file of the repository."""
    if path in {"README.md", CONTENTS}:
        return "index.md" if path == "README.md" else "contents.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"{BROUGHT}/{path}" + (".md" if Path(path).suffix in _SHOWN else "")


def linked(text: str, path: str) -> Iterator[str]:
    """Yield the files of the repository that a page links to."""
    for found in LINKS.finditer(text):
        if found["target"] and (target := _target(found["target"], path)):
            yield target


def relinked(text: str, path: str) -> str:
    """Return a page whose links to files of the repository lead to where the site has them."""

    def moved(found: re.Match[str]) -> str:
        target = found["target"] and _target(found["target"], path)
        if not target:
            return found[0]
        anchor = found["target"].partition("#")[2]
        there = posixpath.relpath(site_path(target), posixpath.dirname(site_path(path)) or ".")
        return f"]({there}{anchor and '#'}{anchor})"

    return LINKS.sub(moved, text)


def stage(root: Path, folder: Path) -> None:
    """Write all pages of the site to a new folder, with what they show."""
    shutil.rmtree(folder, ignore_errors=True)
    waiting = ["README.md", *(each.relative_to(root).as_posix() for each in sorted((root / "docs").rglob("*.*")))]
    known = {*waiting}
    while waiting:
        path = waiting.pop()
        file, place = root / path, folder / site_path(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            text = file.read_text("utf-8")
            waiting += sorted(new := {*linked(text, path)} - known)
            known |= new
            place.write_text(_NESTED.sub("    ", relinked(text, path)), "utf-8")
        elif language := _SHOWN.get(file.suffix):
            place.write_text(f"# `{path}`\n\n````{language}\n{file.read_text('utf-8')}````\n", "utf-8")
        else:
            shutil.copyfile(file, place)
    for name, text in reference.pages().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def navigation(entries: list[dict[str, Any]], depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """Yield the depth, the title and the page of each entry of a navigation; a heading has no page."""
    for entry in entries:
        for title, below in entry.items():
            yield depth, title, below if isinstance(below, str) else ""
            if not isinstance(below, str):
                yield from navigation(below, depth + 1)


def contents(root: Path) -> str:
    """Return the list of all pages that are files, in the order of the site's navigation."""
    config = yaml.load((root / "mkdocs.yml").read_text("utf-8"), yaml.BaseLoader)
    generated = reference.pages()
    lines = [
        "# All pages",
        "",
        "`make docs` makes a site of them, with the reference of every class, command and setting.",
    ]
    for depth, title, path in navigation(config["nav"]):
        if not path:
            lines += ["", f"{'#' * (depth + 2)} {title}", ""]
        elif path not in generated:
            outside = path.removeprefix(f"{BROUGHT}/")
            there = "../README.md" if path == "index.md" else path if outside == path else f"../{outside}"
            lines.append(f"- [{title}]({there})")
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*lines, ""]))


def _target(link: str, path: str) -> str:
    """Return the file of the repository that a link on a page leads to; empty where it leads to none."""
    name = link.partition("#")[0]
    if not name or re.match(r"[a-z]+:", name):
        return ""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
    return next((each for each in (target, f"{target}/README.md") if (ROOT / each).is_file()), "")


if __name__ == "__main__":
    if sys.argv[1:]:
        stage(ROOT, Path(sys.argv[1]))
    else:
        (ROOT / CONTENTS).write_text(contents(ROOT), "utf-8")
