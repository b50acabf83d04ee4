"""Rules and a model read together: the model is asked about what rules leave unread, and never overrules them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.scripted import Scripted

from clew.api.memory import Memory
from clew.api.world import World
from clew.embedding import MiniLM
from clew.errors import InvalidInput, NoModel
from clew.graph.driver import Graph
from clew.loaders.world.reading import GENERAL, Extraction, joined, unread
from clew.settings import Settings

Open = Callable[..., tuple[World, Scripted]]


def said(*triples: tuple[str, str, str], place: str = "") -> str:
    fields = ("subject", "predicate", "object")
    return json.dumps({"place": place, "triplets": [dict(zip(fields, each, strict=True)) for each in triples]})


@pytest.fixture
def both(memory: Memory, graph: Graph, encoder: MiniLM) -> Open:
    def both(*answers: str) -> tuple[World, Scripted]:
        model = Scripted(answers=list(answers))
        return World(Memory(graph, encoder, memory.space.name, Settings(), model), reader="both"), model

    return both


def believed(world: World) -> set[str]:
    return {each.triplet.text for each in world.triplets()}


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("-= Hall =-\nYou see a table. There is an exit to the north.", ""),
        ("-= Hall =-\nYou see a table. A gong hangs above it. It hums.", "A gong hangs above it.\nIt hums."),
        ('The note says: "The key 1 unlocks the red box."', ""),
        ('The note says: "Key 1 was made for the red box."', 'The note says: "Key 1 was made for the red box."'),
        ("A cold wind.", "A cold wind."),
    ],
)
def test_what_rules_read_is_not_left(text: str, rest: str) -> None:
    assert unread(text, "", GENERAL) == rest


@pytest.mark.slow
@pytest.mark.timeout(60)
@pytest.mark.parametrize("gap", [" ", "\n"])
def test_a_book_is_read_in_windows(gap: str) -> None:
    """Reading it anew without each of its sentences took minutes."""
    room = "-= Hall =-\n" + gap.join(f"A gong {n} hums. There is a lamp {n} on the floor." for n in range(2000))
    assert unread(room, "look", GENERAL).splitlines() == [f"A gong {n} hums." for n in range(2000)]


@pytest.mark.parametrize(("rules", "model", "family"), [("rooms", "model", "rooms"), ("", "model", "model")])
def test_the_family_is_that_of_the_rules_where_they_read_something(rules: str, model: str, family: str) -> None:
    assert joined(Extraction("", (), rules), Extraction("", (), model)).family == family


def test_the_model_reads_the_rest_and_the_rules_are_right(both: Open) -> None:
    world, model = both(
        said(("gong", "hangs above", "table"), ("table", "is in", "cellar"), ("exit", "to", "west"), place="cellar")
    )
    done = world.observe(
        "-= Hall =-\nYou see a table. There is an exit to the north. A gong hangs above it, to the west."
    )
    assert (done.place, done.family) == ("hall", "rooms")
    assert believed(world) == {
        "player is in hall",
        "table is in hall",
        "hall has exit north",
        "hall has exit west",
        "gong hangs above table",
    }
    shown = str(model.asked[0][-1].text)
    assert "A gong hangs above it, to the west." in shown
    assert "You see a table." not in shown
    assert "table, is in, hall" in shown  # for the wording


def test_where_nothing_is_left_nobody_is_asked(both: Open) -> None:
    world, model = both()
    world.observe("-= Hall =-\nYou see a table.")
    assert (len(model.asked), world.usage.total.calls) == (0, 0)


def test_a_place_that_only_the_model_knows_is_where_rules_saw_things(both: Open) -> None:
    world, _ = both(said(("gong", "is in", "old hall"), place="old hall"))
    done = world.observe("There is a lamp on the floor. This is the old hall with its gong.")
    assert done.place == "old hall"
    assert world.inside("old hall") == ("gong", "lamp", "player")


def test_the_model_is_asked_what_its_own_triplets_end(both: Open) -> None:
    world, model = both(
        said(("gong", "hangs above", "table")),
        said(("gong", "hangs above", "bed")),
        json.dumps({"replaced": [{"old": 1, "new": 1}]}),
    )
    world.observe("-= Hall =-\nYou see a table. A gong hangs above it.")
    world.observe("-= Hall =-\nYou see a table. You see a bed. The gong now hangs above that.")
    assert "gong hangs above bed" in believed(world)
    assert "gong hangs above table" not in believed(world)
    assert str(model.asked[-1][-1].text).endswith("New:\n1. gong, hangs above, bed")


def test_an_account_is_the_worlds_own_and_the_memorys_too(both: Open) -> None:
    world, _ = both(said(), said(), said())
    other = World(world.memory, "other", reader="model")
    world.observe("A gong hums.")
    world.observe("A gong hums again.")
    other.observe("A gong hums.")
    assert [each.usage.total.calls for each in (world, other, world.memory)] == [2, 1, 3]


def test_a_reader_needs_its_model_and_a_name(memory: Memory) -> None:
    unknown: Any = "oracle"
    with pytest.raises(InvalidInput, match="reader is 'oracle', but should be 'rules', 'model' or 'both'"):
        World(memory, reader=unknown)
    with pytest.raises(NoModel, match="reader 'both' needs a language model"):
        World(memory, reader="both")
    assert World(memory).reader == "rules"
