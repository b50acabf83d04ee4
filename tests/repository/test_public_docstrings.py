"""Every public class, method and property says what it takes, returns and raises, and shows how it is used."""

import ast
import builtins
import dataclasses
import inspect
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from pydantic import BaseModel

import clew
from clew import errors

CLASSES = [getattr(clew, name) for name in clew.__all__ if inspect.isclass(getattr(clew, name))]
SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Example):\n((?:(?: {4}.*)?\n)+)", re.MULTILINE)


def sections(docstring: str) -> dict[str, str]:
    return {name: textwrap.dedent(text) for name, text in SECTION.findall(f"{docstring}\n")}


def names(section: str) -> set[str]:
    """What a section names before a colon; several names may share one."""
    return {name for line in re.findall(r"^(\w+(?:, \w+)*):", section, re.MULTILINE) for name in line.split(", ")}


def members() -> Iterator[tuple[str, Any]]:
    """Each public method and property of the public classes that is Clew's own, by its name."""
    for kind in CLASSES:
        for name, member in inspect.getmembers(kind):
            function = (
                member.fget if isinstance(member, property) else inspect.unwrap(getattr(member, "__func__", member))
            )
            is_own = inspect.isfunction(function) and function.__module__.startswith("clew.")
            if is_own and not name.startswith("_") and name != "model_post_init":
                yield f"{kind.__name__}.{name}", member if isinstance(member, property) else function


METHODS = {name: member for name, member in members() if not isinstance(member, property)}


def parameters(function: Any) -> set[str]:
    return set(inspect.signature(function).parameters) - {"self", "cls"}


def documented_fields(kind: type) -> set[str]:
    """The fields of a class that have a docstring below them."""
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    return {
        field.target.id
        for field, after in pairwise(tree.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
    }


def is_code(text: str) -> bool:
    try:
        return bool(ast.parse(text).body)
    except SyntaxError:
        return False


def test_the_main_classes_are_public() -> None:
    assert {kind.__name__ for kind in CLASSES} >= {"Memory", "World", "Scene", "WorkingMemory", "Learnings", "Settings"}
    assert {"Memory.recall", "Memory.open", "World.observe", "Learnings.begin", "Settings.changed"} <= METHODS.keys()


def test_every_member_has_a_docstring() -> None:
    assert [name for name, member in members() if not inspect.getdoc(member)] == []


def test_every_parameter_is_named() -> None:
    missing = {
        name: unnamed
        for name, function in METHODS.items()
        if (unnamed := parameters(function) - names(sections(inspect.getdoc(function) or "").get("Args", "")))
    }
    assert missing == {}


@pytest.mark.parametrize("kind", CLASSES)
def test_what_a_class_is_made_of_is_named(kind: type) -> None:
    said = sections(inspect.getdoc(kind) or "")
    if dataclasses.is_dataclass(kind):
        assert {field.name for field in dataclasses.fields(kind)} <= names(said["Attributes"])
    elif issubclass(kind, BaseModel):
        assert set(kind.model_fields) <= documented_fields(kind)
    else:
        of_init = sections(inspect.getdoc(inspect.unwrap(kind.__init__)) or "")
        assert parameters(kind.__init__) <= names(said.get("Args", "") + of_init.get("Args", ""))


def test_what_is_returned_is_told() -> None:
    silent = [
        name
        for name, function in METHODS.items()
        if inspect.signature(function).return_annotation not in (None, "None")
        and "Returns" not in sections(inspect.getdoc(function) or "")
    ]
    assert silent == []


def test_every_error_that_is_named_exists() -> None:
    named = {
        error
        for member in [*CLASSES, *(member for _, member in members())]
        for error in names(sections(inspect.getdoc(member) or "").get("Raises", ""))
    }
    assert "InvalidInput" in named
    assert {name for name in named if not hasattr(errors, name) and not hasattr(builtins, name)} == set()


def test_every_class_and_method_has_an_example_of_code() -> None:
    documented = {**{kind.__name__: kind for kind in CLASSES}, **METHODS}
    examples = {name: sections(inspect.getdoc(each) or "").get("Example", "") for name, each in documented.items()}
    assert [name for name, example in examples.items() if not is_code(example)] == []


def test_a_section_ends_with_its_lines() -> None:
    said = sections(
        "Do it.\n\nArgs:\n    one: a number,\n        from 1.\n    two, three: others.\n\nExample:\n    f(1)"
    )
    assert names(said["Args"]) == {"one", "two", "three"}
    assert is_code(said["Example"])
    assert not is_code("what is no code")
