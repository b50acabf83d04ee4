"""Small functions and small modules, so that a newcomer can read any of them at once."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FUNCTION_LINES = 40
MODULE_LINES = 400


def modules() -> list[Path]:
    return sorted(
        path for folder in ("src", "loaders", "retrieval", "agents") for path in (ROOT / folder).rglob("*.py")
    )


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and length of each function, without decorators, signature and docstring."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
            last = node.end_lineno or node.lineno
            yield node.name, last - body[0].lineno + 1 if body else 0


def too_long(paths: list[Path]) -> list[str]:
    found: list[str] = []
    for path in paths:
        lines = len(path.read_text("utf-8").splitlines())
        if lines > MODULE_LINES:
            found.append(f"{path.name}: {lines} lines")
        found += [f"{path.name}: {name} has {size}" for name, size in functions(path) if size > FUNCTION_LINES]
    return found


def test_functions_and_modules_stay_small() -> None:
    assert modules()
    assert too_long(modules()) == []


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "long.py"
    planted.write_text("def f():\n    '''Say.'''\n" + "    x = 1\n" * 41 + "y = 2\n" * 400)
    assert too_long([planted]) == ["long.py: 443 lines", "long.py: f has 41"]
