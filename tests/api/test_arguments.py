"""Whatever is passed to a public door, it works or is one clear error of ours; nothing else is ever raised."""

import inspect
import math
import warnings
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp

from clew.agents.store import ClewStore
from clew.api.memory import Memory
from clew.api.world import World
from clew.errors import ClewError, InvalidInput, NotFound
from clew.model import Fact, Filter, Turn
from clew.text.arguments import quoted
from clew.text.instants import NaiveTimeWarning


class Unshowable:
    """Nothing can be done with it, not even show it."""

    def __repr__(self) -> str:
        raise RuntimeError

    __str__ = __hash__ = __iter__ = __len__ = __repr__  # pyright: ignore[reportAssignmentType]


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"inside": value}
    return value


WRONG: dict[str, object] = {
    "none": None,
    "whole": 5,
    "negative": -1,
    "huge": 10**30,
    "fraction": 1.5,
    "nan": math.nan,
    "bytes": b"x",
    "blank": " ",
    "control": "\x00\u202e",
    "surrogate": "\ud800",
    "long": "it's x " * 1_000,
    "lists": [[None], ["\ud83d"]],
    "mapping": {"text": 5},
    "deep": [{"text": "deep", "metadata": nested(1000)}],
    "naive": datetime(1, 1, 1),
    "latest": datetime.max.replace(tzinfo=UTC),
    "object": Unshowable(),
}

FILTERS: tuple[str, ...] = ("kinds", "session", "speaker", "since", "until", "as_of")

Call = Callable[..., object]


def doors(memory: Memory, folder: Path) -> Mapping[Call, Mapping[str, object]]:
    """Every public method with arguments that it takes."""
    world, store = World(memory, run="walk"), ClewStore(memory)
    return {
        memory.remember: {"turns": [Turn("I am here.", "Ann")], "session": "fuzz"},
        memory.append: {"turns": [Turn("I am there.", "Ann")], "session": "appended"},
        memory.add: {"turn": "I am there.", "session": "live", "id": None, "speaker": "Ann", "at": None},
        memory.read: {"given": "Miso is a paste.", "title": "Miso", "forget_missing": False},
        memory.remember_file: {"path": folder / "none.jsonl", "format": None, "bulk": False},
        memory.remember_facts: {"given": [Fact("Ann is here.", ("episode:fuzz/0",))]},
        memory.consolidate: {"documents": False, "most_tokens": None},
        memory.recall: {"query": "Where?", "where": Filter(), "words": 10, "limit": 2, "settings": None},
        memory.forget: {"ids": "episode:none", "session": None, "document": None},
        memory.for_space: {"space": f"{memory.space.name} beside"},
        memory.sessions: {"limit": 2, "after": ""},
        memory.facts: {"where": Filter(speaker="Ann"), "limit": 2, "after": ""},
        memory.search: {"where": Filter(), "limit": 2, "after": ""},
        memory.entities: {"limit": 2, "after": ""},
        memory.spaces: {"limit": 2, "after": ""},
        memory.history: {"id": "episode:fuzz/0"},
        memory.turns: {"session": "fuzz", "first": 0, "limit": 2},
        memory.get: {"id": "episode:fuzz/0", "links": 2},
        memory.export: {"path": folder / "out.jsonl"},
        memory.restore: {"path": folder / "none.jsonl"},
        world.observe: {"text": "-= Hall =- There is an exit to the north.", "action": "", "step": None},
        world.recall: {
            "queries": ["hall"],
            "depth": 1,
            "width": 2,
            "most": 1,
            "plan": "",
            "weight": 0.0,
            "as_of": None,
        },
        world.triplets: {"subject": None, "predicate": None, "object": None, "as_of": None},
        world.route: {"goal": "hall", "start": None, "as_of": None},
        world.nearest: {"goals": ["hall"], "start": None, "as_of": None},
        world.history: {"action": None, "most": 2, "like": "", "as_of": None},
        lambda **given: World(memory, **given): {"run": "walk", "reader": "rules", "replaces": True},
        store.batch: {"ops": [GetOp(("a",), "b")]},
        store.start_ttl_sweeper: {"sweep_interval_minutes": None},
        store.stop_ttl_sweeper: {"timeout": None},
        lambda **given: ClewStore(**given): {"memory": memory, "fields": ["$"], "ttl": None},
        lambda **given: memory.recall("Where?", Filter(**given)): {**dict.fromkeys(FILTERS), "by": "either"},
        lambda **given: memory.add(Turn(**given), session="fuzz"): {
            "text": "So it is.",
            "speaker": "Ben",
            "at": None,
            "caption": "",
            "metadata": {},
        },
        lambda **given: memory.remember_facts([Fact(**given)]): {
            "text": "Ben is here.",
            "sources": ("episode:fuzz/0",),
            "belief": 1.0,
            "valid_from": None,
            "valid_to": None,
            "concepts": (),
        },
    }


def failure(door: Call, given: Mapping[str, object]) -> Exception | None:
    """Return the error that a call raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NaiveTimeWarning)
        try:
            door(**given)
        except Exception as error:  # noqa: BLE001 - whatever it is, is the finding
            return error
    return None


@pytest.mark.slow
def test_a_public_door_raises_nothing_but_errors_of_ours(
    module_memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a text may be taken for a path
    module_memory.remember([Turn("I am here.", "Ann")], session="fuzz")
    found: list[str] = []
    for door, given in doors(module_memory, tmp_path).items():
        for name in given:
            for label, wrong in WRONG.items():
                error = failure(door, {**given, name: wrong})
                if error and not (isinstance(error, ClewError) and str(error).isprintable() and len(str(error)) < 500):
                    found.append(f"{door.__name__}({name}={label}): {type(error).__name__}: {str(error)[:200]!r}")
    assert not found, "\n".join(found)
    assert any(hit.text == "I am here." for hit in module_memory.recall("I am here.").hits)


def test_every_public_method_is_a_checked_door() -> None:
    open_doors = {"close", "stats", "language_model", "steps"}
    for kind in (Memory, World):
        for name, method in inspect.getmembers(kind, inspect.isroutine):
            if not name.startswith("_") and name not in open_doors:
                assert hasattr(method, "__wrapped__"), f"{kind.__name__}.{name}"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"query": None}, "query is None, but should be a valid string; correct it"),
        ({"query": "x", "limit": 1.5}, "limit is 1.5, but should be a valid integer; correct it"),
        ({"query": "x", "where": 5}, "where is 5, but should be an instance of Filter; correct it"),
    ],
)
def test_the_error_names_the_argument_its_value_and_the_type(
    module_memory: Memory, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        module_memory.recall(**wrong)
    assert str(raised.value) == message


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\u202eb", "\ud800", "tag\U000e0041"])
def test_what_could_steer_a_terminal_is_escaped_in_messages(text: str) -> None:
    assert quoted(text).isprintable()
    assert "\\" in quoted(text)


@pytest.mark.parametrize("value", ["x" * 70_000, "it's x " * 10_000, "'a " * 30_000, "a\n" * 30_000])
def test_a_message_quotes_no_value_at_length(value: str) -> None:
    told = str(NotFound(f"space 'ann' has no memory {value!r}; the server's list has others"))
    assert told.startswith("space 'ann' has no memory ")
    assert told.endswith("; the server's list has others")
    assert len(told) < 300
    assert len(str(NotFound(f"{'x' * 3000} is none; give another"))) < 300


def test_metadata_is_bounded_in_depth(module_memory: Memory) -> None:
    module_memory.add(Turn("Nested.", metadata=nested(90)), session="depth")
    with pytest.raises(InvalidInput, match="metadata is nested deeper than 100"):
        module_memory.add(Turn("Nested.", metadata=nested(200)), session="depth")
