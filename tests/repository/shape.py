"""The shape of the library, as figures: `python -m tests.repository.shape`; `--names` lists what is counted."""

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("src/clew", "loaders", "retrieval", "agents")


def modules() -> Iterator[Path]:
    """Yield the library's modules, each once: four folders are linked into the package."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not any(each.is_symlink() for each in path.parents):
                yield path


def used_once(tree: ast.Module) -> list[str]:
    """Return the private functions of a module that it names once, decorated ones aside."""
    names = Counter(each.id for each in ast.walk(tree) if isinstance(each, ast.Name))
    names += Counter(each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute))
    return [
        each.name
        for each in _functions(tree)
        if each.name.startswith("_")
        and not each.name.startswith("__")
        and not each.decorator_list
        and names[each.name] == 1
    ]


def public_classes(tree: ast.Module) -> list[str]:
    """Return the classes of a module, those within others too, whose names are not private."""
    return [each.name for each in ast.walk(tree) if isinstance(each, ast.ClassDef) and not each.name.startswith("_")]


def shared_classes() -> dict[str, list[str]]:
    """Return the names of public classes that several modules define, with these."""
    found: dict[str, list[str]] = {}
    for path in modules():
        for name in dict.fromkeys(public_classes(ast.parse(path.read_text("utf-8")))):
            found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return {name: places for name, places in found.items() if len(places) > 1}


def share_used_once() -> tuple[int, int]:
    """Return how many private functions have one caller, and how many functions there are."""
    trees = [ast.parse(path.read_text("utf-8")) for path in modules()]
    return sum(len(used_once(tree)) for tree in trees), sum(len(_functions(tree)) for tree in trees)


def imports() -> list[tuple[str, str]]:
    """Return pairs of modules, by import name: the first imports the second when it is loaded."""
    names = {_import_name(path): path for path in modules()}
    found: list[tuple[str, str]] = []
    for name, path in names.items():
        for each in ast.parse(path.read_text("utf-8")).body:
            if isinstance(each, ast.ImportFrom) and each.module:
                inner = [f"{each.module}.{alias.name}" for alias in each.names]
                found += [(name, one if one in names else each.module) for one in inner]
            elif isinstance(each, ast.Import):
                found += [(name, alias.name) for alias in each.names]
    return [(one, two) for one, two in found if two in names]


def _import_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else ("clew", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]


if __name__ == "__main__":
    once, functions = share_used_once()
    sys.stdout.write(f"private functions with one caller: {once} of {functions}, {once / functions:.1%}\n")
    sys.stdout.write(f"class names that several modules define: {len(shared_classes())}\n")
    if "--names" in sys.argv:
        for path in modules():
            for name in used_once(ast.parse(path.read_text("utf-8"))):
                sys.stdout.write(f"{path.relative_to(ROOT)} {name}\n")
        for name, places in sorted(shared_classes().items()):
            sys.stdout.write(f"{name} {' '.join(places)}\n")
