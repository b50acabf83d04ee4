"""Few private functions have one caller, and a class name means one thing: both counts may only fall."""

import ast

import networkx
from tests.repository.shape import imports, modules, public_classes, share_used_once, shared_classes, used_once

MOST_USED_ONCE = 0.12
MOST_SHARED_NAMES = 1


def test_few_private_functions_have_one_caller() -> None:
    once, functions = share_used_once()
    assert functions > 1000
    assert once / functions <= MOST_USED_ONCE


def test_a_class_name_means_one_thing() -> None:
    assert len(shared_classes()) <= MOST_SHARED_NAMES


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = imports()
    assert ("clew.retrieval.recall", "clew.retrieval.score") in found
    assert list(networkx.simple_cycles(networkx.DiGraph(found))) == []


def test_each_module_is_counted_once() -> None:
    paths = [path.resolve() for path in modules()]
    assert len(paths) == len(set(paths)) > 100


def test_what_is_counted() -> None:
    tree = ast.parse(
        "def _once(): ...\ndef _twice(): ...\ndef public(): return _once(), _twice(), _twice()\n"
        "@decorated\ndef _made(): ...\nclass A:\n    class B: ...\nclass _C: ..."
    )
    assert used_once(tree) == ["_once"]
    assert public_classes(tree) == ["A", "B"]
