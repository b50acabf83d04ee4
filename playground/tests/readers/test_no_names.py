"""No rule that reads knows a thing of a game by its name: what it reads of one game, it reads of any."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clew.loaders.world import reading
from clew_playground.environments import cleaning, cooking, hunt

FOLDER = Path(reading.__file__).parent
SOURCES = sorted(each for each in FOLDER.rglob("*") if each.suffix in {".py", ".txt"})
OF_RECIPES = {"grill", "cookbook", "meal"}
"""A verb that is a thing too, and what every recipe speaks of."""


def names() -> set[str]:
    """The rooms, doors, furniture and things of some games of each kind."""
    found = set[str]()
    for house in (kind.generate(seed).world.house for kind in (hunt, cooking, cleaning) for seed in range(1, 21)):
        found |= {each.name for each in (*house.things, *house.furniture, *house.doors)}
        found |= {each.room for each in house.exits}
    return found - OF_RECIPES


def strings(path: Path) -> Iterator[str]:
    """What a source says but for its docstrings and comments."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        yield "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        return
    tree = ast.parse(text)
    told = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in told:
            yield each.value


@pytest.mark.parametrize("path", SOURCES, ids=[str(each.relative_to(FOLDER)) for each in SOURCES])
def test_no_rule_knows_a_thing_by_name(path: Path) -> None:
    said = "\n".join(strings(path)).lower()
    assert {name for name in NAMES if re.search(rf"\b{re.escape(name.lower())}\b", said)} == set()


NAMES = names()


def test_there_are_names_to_look_for() -> None:
    assert len(NAMES) > 200
    assert {"kitchen", "key 1", "carrot"} <= NAMES
