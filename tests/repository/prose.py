"""Measures the prose of docstrings, help texts, messages and pages: long sentences, headless subjects, metaphors.

    python -m tests.repository.prose [FOLDER OF A CHECKOUT]
    python -m tests.repository.prose --ceilings    # the table of `test_prose.py`, as the checkout is now

Code, quotations of conversations and the tests are no prose.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONG = 25
"""Words of a sentence at most."""
COLUMNS = ("sentences", "long", "headless", "metaphors")
"""Counts of a folder; `long` are the sentences of more than `LONG` words."""

_HEADLESS = re.compile(r"(?:What|Who|Whose|Which|Whether)\b(?!.*\?$)", re.DOTALL)
"""Opens a sentence whose subject is a clause, as in "Who holds the lock"; a question may begin so."""
_METAPHORS = re.compile(r"\bthe least\b(?! (?:recently |used\b))|\bstanding wish(?:es)?\b", re.IGNORECASE)
_LAYERS = re.compile(r"\b(?:doors?|houses?|floors?|rooms)\b", re.IGNORECASE)
"""Metaphors for layers of code, and plain words where a text speaks of a world."""
_WORLDS = re.compile(
    r"world|scene|karma|ariadne|clin|hiagent|playground|learning|short_term|household|glossary|papers|building|place|triplet|layouts|replacement"
)
"""Paths of what speaks of worlds, in which there are rooms and doors."""

_FENCES = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
_COMMENTS = re.compile(r"<!--.*?-->", re.DOTALL)
_QUOTED = re.compile(r"^ *>.*$|^ {4,}(?![-*] |\d+\. ).*$", re.MULTILINE)
_HEADINGS = re.compile(r"^#+ .*$|^\|[-:| ]+\|$", re.MULTILINE)
_ITEMS = re.compile(r"^ *(?:[-*]|\d+\.) ", re.MULTILINE)
_LINKS = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"``[^`]+``|`[^`]+`")
_SENTENCES = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[\"'(*_`\[]*[^\sa-z])")
_ENTRIES = re.compile(r"^\s*(?:Args|Returns|Raises|Yields|Attributes):\s*$|^\s+\w+: ", re.MULTILINE)


def counts(root: Path = ROOT) -> dict[str, Counter[str]]:
    """Return the counts of each folder and page."""
    found: dict[str, Counter[str]] = {}
    for path, paragraphs in _paragraphs(root):
        count = found.setdefault(_folder(path), Counter())
        for paragraph in paragraphs:
            for sentence in sentences(paragraph):
                count["sentences"] += 1
                count["long"] += len(sentence.split()) > LONG
                count["headless"] += _HEADLESS.match(sentence) is not None
                count["metaphors"] += len(_METAPHORS.findall(sentence))
                count["metaphors"] += 0 if _WORLDS.search(path.as_posix()) else len(_LAYERS.findall(sentence))
    return found


def sentences(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph; a piece of code is one word."""
    return [each for each in _SENTENCES.split(_CODE.sub("CODE", " ".join(paragraph.split()))) if each]


def paragraphs_of_page(text: str) -> Iterator[str]:
    """Yield the paragraphs, the items of lists and the cells of tables of a page."""
    for pattern in (_FENCES, _COMMENTS, _QUOTED, _HEADINGS):
        text = pattern.sub("", text)
    text = _LINKS.sub(r"\1", text)
    for block in re.split(r"\n\s*\n", _ITEMS.sub("\n\n", text)):
        lines = block.splitlines()
        rows = [line for line in lines if line.startswith("|")]
        yield "\n".join(line for line in lines if not line.startswith("|"))
        yield from (cell for row in rows for cell in row.strip("|").split("|"))


def paragraphs_of_module(text: str) -> Iterator[str]:
    """Yield the paragraphs of the docstrings of a module, and the help texts of its commands."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for statement in () if isinstance(node, ast.Lambda | ast.IfExp) else getattr(node, "body", ()):
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                yield from _paragraphs_of_docstring(statement.value.value, statement.col_offset)
        if isinstance(node, ast.keyword) and node.arg == "help" and isinstance(node.value, ast.Constant):
            yield from _paragraphs_of_docstring(node.value.value, 0)


def messages(text: str) -> Iterator[str]:
    """Yield the messages of the errors that a module raises; a value in one is one word."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            message = node.exc.args[0]
            parts = message.values if isinstance(message, ast.JoinedStr) else [message]
            yield "".join(str(each.value) if isinstance(each, ast.Constant) else "CODE" for each in parts)


def _paragraphs_of_docstring(value: object, margin: int) -> Iterator[str]:
    """Yield the paragraphs of a docstring that is indented by a margin, and its entries one by one."""
    text = re.sub(rf"^ {{{margin}}}", "", value, flags=re.MULTILINE) if isinstance(value, str) else ""
    for block in re.split(r"\n[^\S\n]*\n", text.replace("::\n", ":\n\n")):
        if not block.startswith("    "):  # code is indented
            yield from _ENTRIES.split(_ITEMS.sub("\n", block))


def _paragraphs(root: Path) -> Iterator[tuple[Path, Iterator[str]]]:
    """Yield the path of each text of a checkout with its paragraphs."""
    for folder in ("src/clew", "loaders", "retrieval", "agents", "playground/src", "benchmarks", "examples"):
        for path in sorted((root / folder).rglob("*.py")):
            if not any(part.is_symlink() for part in (path, *path.parents)):
                yield path.relative_to(root), paragraphs_of_module(path.read_text("utf-8"))
    pages = [*root.glob("*.md"), *(root / "docs").glob("*.md"), *(root / "benchmarks").glob("*.md")]
    for path in sorted([*pages, *(root / "playground").rglob("*.md")]):
        if path.name != "CHANGELOG.md" and ".venv" not in path.parts:
            yield path.relative_to(root), paragraphs_of_page(path.read_text("utf-8"))


def _folder(path: Path) -> str:
    """Return what a text is counted with: a package of the library, a folder of others, or a page."""
    if path.suffix == ".md":
        return path.as_posix()
    depth = (
        3 if path.parts[0] == "src" else 2 if path.parts[0] in {"loaders", "retrieval", "agents", "playground"} else 1
    )
    return "/".join(path.parts[: min(depth, len(path.parts) - 1)])


def main() -> None:
    """Print the counts of a checkout, or the table of ceilings that they make."""
    folders = [Path(each) for each in sys.argv[1:] if each != "--ceilings"]
    found = counts(folders[0] if folders else ROOT)
    rows = [(folder, *(count[column] for column in COLUMNS)) for folder, count in found.items()]
    if "--ceilings" in sys.argv:
        lines = [f'    "{folder}": {tuple(numbers)},' for folder, _, *numbers in rows if any(numbers)]
    else:
        total = ("all", *(sum(count[column] for count in found.values()) for column in COLUMNS))
        lines = [
            "".join(f"{each:<36}" if not n else f"{each:>11}" for n, each in enumerate(row))
            for row in [("", *COLUMNS), *rows, total]
        ]
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
